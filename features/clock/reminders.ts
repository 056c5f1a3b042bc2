import { HOUR_MS } from '#platform/dates/instant.ts'
import type { LadderSettings } from '#features/deadlines/plan.ts'

/**
 * The reminder state of a clock whose end moved: the shares of the longer time that have passed, and the pop-up only if
 * it is that near again.
 */
export function remindersAfter(
  reminders: { sharesTold?: number; popUpShown?: boolean },
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
    sharesTold: Math.min(reminders.sharesTold ?? 0, passed),
    popUpShown: (reminders.popUpShown ?? false) && due - settings.popUpBeforeDue * HOUR_MS <= at,
    overdueTold: false,
  }
}
