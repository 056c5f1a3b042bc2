import type { CallbackOutcome } from '#features/callbacks/rules.ts'
import { outcomeNow, pharmacyText } from '#features/callbacks/said.ts'
import { callbackStatus, callbackStatuses, type CallbackStatus } from '#features/callbacks/statuses.ts'
import { claimOfRow } from '#features/claims/seen-sql.ts'
import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { delivery, type Informed } from './contract.ts'
import { WITHHELD } from './still-so.ts'
import { informedOf, requestSeen, type InformedRow } from './informed-sql.ts'

type Became = Pick<Informed, 'outcome' | 'state'>
const { QUEUED, SENT, CALL_NEEDED, NOT_REACHED, CLOSED } = callbackStatus
const waiting: readonly number[] = [QUEUED, CALL_NEEDED, NOT_REACHED]

/** What became of a message or of the answer to a pharmacy. */
function became({ status, error, callback, arrived_at: arrived }: InformedRow): Became {
  if (callback !== null) {
    const state = callbackStatuses[callback as CallbackStatus]
    if (callback === CLOSED) return { outcome: 'FAILED', state }
    if (waiting.includes(callback)) return { outcome: 'WAITING', state }
    return { outcome: callback === SENT ? 'SENT' : 'ARRIVED', state }
  }
  if (status === 'FAILED') return { outcome: 'FAILED', state: 'Not delivered' }
  if (status === 'BLOCKED')
    return { outcome: 'FAILED', state: error === WITHHELD ? 'Not sent: no longer so' : 'Not allowed, not sent' }
  if (arrived !== null) return { outcome: 'ARRIVED', state: 'Delivered' }
  return status === 'SENT' ? { outcome: 'SENT', state: 'Sent' } : { outcome: 'WAITING', state: 'Waiting to be sent' }
}

const instant = (at: string | null): string | null => (at === null ? null : isoOf(at))

export const handlers = implement(delivery)({
  informed: oneTrip(
    ({ id }) => ({ request: seen(requestSeen(id), claimOfRow), rows: informedOf(id) }),
    ({ request, rows }) => {
      if (!request[0]) return notFound()
      return {
        content: rows.map((row) => ({
          id: row.id,
          channel: row.channel,
          to: row.to,
          address: row.address,
          about:
            row.said === null ? row.about : pharmacyText(outcomeNow(row.about as CallbackOutcome, row.said), row.said),
          ...became(row),
          createdAt: isoOf(row.created_at),
          stateAt: instant(row.arrived_at ?? row.sent_at),
        })),
      }
    },
  ),
})
