import { isInForce } from '#features/prior-auths/statuses.ts'
import type { OutputOf } from '#platform/calls/contract.ts'
import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { PriorAuth } from '#features/authorizations/contract.ts'
import type { history } from '#features/history/contract.ts'
import { decisionWords } from '#features/authorizations/in-words.ts'

type Story = OutputOf<typeof history.story>

/** Prior authorizations and blocks in force: queued, future and active ones. */
export const inForce = (priorAuths: readonly PriorAuth[]): PriorAuth[] =>
  priorAuths.filter((one) => isInForce(one.statusId))

/** The last decision before this request, in a few words: "Approved 04/14/2026, one fill"; "none for this drug" when there is none. */
export function lastDecision(story: Story, authorizationId: string, zone: string): string {
  const last = story.decisions.find((one) => one.authorizationId !== authorizationId && !one.undone)
  if (!last) return 'none for this drug'
  const length = last.oneTimeFill ? ', one fill' : last.endDate ? `, to ${usDate(last.endDate)}` : ''
  return `${decisionWords(last.decision).words} ${usDate(dateIn(Date.parse(last.at), zone))}${length}`
}
