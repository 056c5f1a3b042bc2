import { handedOverStatuses, status } from '#features/authorizations/statuses.ts'
import { answerDue } from '#features/authorizations/hand-over-sql.ts'
import { letterAskedFor } from '#features/authorizations/letter-columns.ts'
import { integer, integers, sql } from '#platform/database/sql.ts'

/** What a row says of a hand-over. */
export type SentOn = {
  at: string
  due: string
  by: string
  takenBy: string | null
  note: string | null
  about: string | null
  approved: ApprovedFound | null
}
type ApprovedFound = { codes: string[]; days: number | null; fills: number | null; limit: number | null }
/**
 * Of a request that was handed over: since when and until when, who sent it with what note, who took it, what was approved before. Of one that
 * waits for a letter: since when, and until when it should be answered.
 */
export const sentOn = sql`case when a.status_id = ${integer(status.PENDING_LOMN)} then ${letterAskedFor}
  when a.status_id in (${integers(handedOverStatuses)}) then (
    select jsonb_build_object('at', coalesce(a.pharmacist_asked_at, e.at), 'due', ${answerDue}, 'by', e.actor_name,
        'note', coalesce(e.detail ->> 'note', a.first_approval ->> 'note'),
        'about', case when a.status_id = ${integer(status.PENDING_SUPERVISOR)} then e.detail ->> 'about' end,
        'takenBy', (select u.name from app_user u where u.id = a.taken_by),
        'approved', case when a.first_approval is not null then jsonb_build_object('codes', a.first_approval -> 'codes',
          'days', a.first_approval -> 'maxDays', 'limit', a.first_approval -> 'limit',
          'fills', case when (a.first_approval ->> 'oneTime')::boolean then '1' else a.first_approval -> 'maxFills' end) end)
      from authorization_event e where e.mc = a.mc and e.authorization_id = a.id and e.new_status_id = a.status_id
       and e.old_status_id is distinct from a.status_id order by e.id desc limit 1) end`
