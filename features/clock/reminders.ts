import { HOUR_MS } from '#platform/dates/instant.ts'
import type { LadderSettings } from '#features/deadlines/plan.ts'

/**
 * What the reminders have told of a clock whose end moved: the shares that have passed of the longer time, and the pop-up
 * only if it is that near again.
 */
export function remindersAfter(
  told: { sharesTold?: number; popUpShown?: boolean },
  clock: { receivedAt: string; dueAt: string },
  now: string,
  settings: Pick<LadderSettings, 'shares' | 'popUpBeforeDue'>,
): { sharesTold: number; popUpShown: boolean; overdueTold: boolean } {
  const [received, due, at] = [clock.receivedAt, clock.dueAt, now].map((one) => Date.parse(one)) as [
    number,
    number,
    number,
  ]
  const passed = settings.shares.filter((share) => received + (due - received) * share <= at).length
  return {
    sharesTold: Math.min(told.sharesTold ?? 0, passed),
    popUpShown: (told.popUpShown ?? false) && due - settings.popUpBeforeDue * HOUR_MS <= at,
    overdueTold: false,
  }
}
