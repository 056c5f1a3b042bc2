import { addMs } from '#platform/dates/instant.ts'
import { Overdue } from '#platform/calls/overdue.ts'
import { isStatusId, status, type StatusId } from './statuses.ts'
import { mayMove } from './transitions.ts'

// What silence does (T25). The due time is the last instant at which an answer is in time; after it a request that silence
// approves is approved, whether or not a job has looked at it since.

/** The job that writes it down (features/clock/jobs.ts). */
export const clockTick = 'authorizations.clock'

/** The columns of a request that say when silence has approved it. */
export type Lapsing = { id: string; status_id: number; statutory_due_at: string; silence_approves: boolean }

/** True when silence approves a request in this status: it moves to "Deemed approved" after its due time. */
export const deems = ({ status_id, silence_approves }: Pick<Lapsing, 'status_id' | 'silence_approves'>): boolean =>
  silence_approves && isStatusId(status_id) && mayMove(status_id, status.DEEMED_APPROVED, 'deem')

/** True when silence has approved a request by now. At the due time itself an answer is still in time. */
export const hasLapsed = (request: Omit<Lapsing, 'id'>, now: string): boolean =>
  deems(request) && Date.parse(now) > Date.parse(request.statutory_due_at)

/** The first instant after a due time. */
export const afterDue = (dueAt: string): string => addMs(dueAt, 1)

/** A request as a rule has to see it: deemed approved from its due time on, also before that is written down. */
export function asOf<
  Seen extends { status_id: StatusId; statutory_due_at?: string | undefined; silence_approves?: boolean | undefined },
>(authorization: Seen, now: string): Seen {
  const { status_id, statutory_due_at, silence_approves = false } = authorization
  return statutory_due_at !== undefined && hasLapsed({ status_id, statutory_due_at, silence_approves }, now)
    ? { ...authorization, status_id: status.DEEMED_APPROVED }
    : authorization
}

/**
 * Called by every act on requests and prior authorizations, once they are loaded: what silence has done to them, and to the
 * other requests of their claim where the act can take it back, is written down before it.
 */
export function lapseFirst(requests: readonly Lapsing[], now: string): void {
  const ids = new Set(requests.filter((request) => hasLapsed(request, now)).map(({ id }) => id))
  if (ids.size > 0) throw new Overdue(clockTick, [...ids])
}
