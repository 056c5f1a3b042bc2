import { whyNotAdminister } from '#features/people/administering.ts'
import { implement, oneTrip } from '#platform/calls/handler.ts'
import { monitoring } from './contract.ts'
import type { CountedPage } from './rules.ts'
import { countWaits, feltAs, threeOfFour, WAIT_GROUPS, type Felt } from './waits.ts'
import * as sql from './sql.ts'

/** How far a wait is from being good, so that pages of both kinds stand in one order. */
const slowness = (what: Felt, ms: number | null): number =>
  ms === null ? -1 : { good: 0, fair: 1, slow: 2 }[feltAs(what, ms)] + ms / 1e6

export const handlers = implement(monitoring)({
  actions: async ({ input, write, portal }) => {
    for (const { action, target, durationMs } of input.actions)
      portal.metrics.userAction(action, target, durationMs === undefined ? undefined : durationMs / 1000)
    const counted = Map.groupBy(input.actions, ({ action, target }) => `${action} ${target}`)
    write(
      sql.addUse(
        [...counted.values()].map((same) => ({
          page: same[0]!.target,
          action: same[0]!.action,
          times: same.length,
          waits: countWaits(same.flatMap(({ durationMs }) => durationMs ?? [])),
        })),
      ),
    )
    return { success: true, accepted: input.actions.length }
  },

  pageUse: oneTrip(
    ({ days }) => ({ byDay: sql.useByDay(days), byPage: sql.useByPage(days) }),
    ({ byDay, byPage }, { person, refuse }) => {
      refuse(whyNotAdminister(person))
      const names = [...new Set(byPage.map(({ page }) => page))]
      const of = (page: string, action: string) => byPage.filter((row) => row.page === page && row.action === action)
      const wait = (page: string, what: Felt) =>
        threeOfFour(
          of(page, what).reduce(
            (sum, { waits }) => sum.map((one, at) => one + waits[at]!),
            Array.from({ length: WAIT_GROUPS }, () => 0),
          ),
        )
      const times = (page: string, action: string) => of(page, action).reduce((sum, one) => sum + one.times, 0)
      const pages = names.map((page) => ({
        page: page as CountedPage,
        opened: times(page, 'page.opened'),
        acted: times(page, 'page.clicked') + times(page, 'page.keyed'),
        keyed: times(page, 'page.keyed'),
        lcp: wait(page, 'page.lcp'),
        inp: wait(page, 'page.inp'),
      }))
      const slow = ({ lcp, inp }: (typeof pages)[number]) =>
        Math.max(slowness('page.lcp', lcp), slowness('page.inp', inp))
      return { days: byDay, pages: pages.toSorted((a, b) => slow(b) - slow(a) || b.opened - a.opened) }
    },
  ),

  fault: async ({ input, requestId, portal }) => {
    portal.monitoring.tell('warn', 'page fault', {
      'fault.kind': input.kind,
      'fault.code': input.code,
      'request.id': requestId,
      ...(input.supportId && { 'fault.support_id': input.supportId }),
    })
    return { success: true, supportId: requestId }
  },
})
