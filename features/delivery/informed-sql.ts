import { inScope } from '#features/authorizations/sql.ts'
import type { Said } from '#features/callbacks/said.ts'
import { saidOf } from '#features/callbacks/said-sql.ts'
import { sql, type Sql } from '#platform/database/sql.ts'

/** The request, where the caller sees it. */
export const requestSeen = (id: string): Sql<{ stratus_claim_id: string }> => sql<{ stratus_claim_id: string }>`
  select a.stratus_claim_id from rx_authorization a where ${inScope.fragment} and a.id = ${id}`

export type InformedRow = {
  id: string
  channel: 'PHARMACY' | 'MAIL' | 'FAX' | 'SMS' | 'POST'
  to: string
  address: string | null
  about: string
  /** What an answer to the pharmacy says that has not left; of one that left `about` is its text. */
  said: Said | null
  /** Of a message. */
  status: 'QUEUED' | 'SENT' | 'FAILED' | 'BLOCKED' | null
  error: string | null
  /** Of an answer to the pharmacy: its status id. */
  callback: number | null
  created_at: string
  sent_at: string | null
  arrived_at: string | null
}
const SHOWN = 100
/** What left because of the latest decision, the newest first; of an open request everything that left. */
export const informedOf = (id: string): Sql<InformedRow> => sql<InformedRow>`
  with a as materialized (select a.mc, a.id, a.completed_at from rx_authorization a where ${inScope.fragment} and a.id = ${id}),
  found as (
    select m.id, m.channel, m.recipient as to, m.address, case m.channel when 'SMS' then m.body else m.subject end as about, null::jsonb as said, m.status,
      m.error, null::smallint as callback, m.created_at, m.sent_at, m.delivered_at as arrived_at
      from a join outside_message m on m.mc = a.mc and m.authorization_id = a.id
     where a.completed_at is null or m.created_at >= a.completed_at
    union all
    select k.id, 'PHARMACY', coalesce(y.name, k.pharmacy_nabp), null, coalesce(w.body ->> 'text', k.outcome),
      case when w.id is null then ${saidOf} end, null, null, k.status_id, k.created_at, k.sent_at,
      coalesce(k.acknowledged_at, k.called_at)
      from a as seen join rx_authorization a on a.mc = seen.mc and a.id = seen.id
        join pharmacy_callback k on k.mc = a.mc and k.authorization_id = a.id left join pharmacy y on y.nabp = k.pharmacy_nabp
        left join pharmacy_message w on w.mc = k.mc and w.id = k.id
     where seen.completed_at is null or k.created_at >= seen.completed_at)
  select * from found order by created_at desc, id limit ${SHOWN}`
