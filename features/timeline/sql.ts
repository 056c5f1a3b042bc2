import { sameDrug } from '#features/authorizations/same-drug-sql.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { readableNote } from '#features/claim-notes/sql.ts'
import type { ContactReason, ContactType } from '#features/contact-notes/rules.ts'
import { documentInScope } from '#features/documents/sql.ts'
import { linkedRequests, readableEvent } from '#features/history/sql.ts'
import type { TransactionStatus } from '#features/transaction-history/shapes.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import { kindOfEvent } from './event-kinds.ts'
import type { Kind } from './rules.ts'

export type Of = { claim: string; request: string | null }

/** The claim, and the request that narrows it: no row where either is not there, or the request is of another claim. */
export const subject = ({ claim, request }: Of): Sql<Subject> =>
  request === null
    ? sql<Subject>`select c.id as stratus_claim_id, null::text as drug_name, null::text as reference_number
        from wc_claim c where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${claim}`
    : sql<Subject>`select a.stratus_claim_id, a.drug_name, a.reference_number
        from rx_authorization a where ${inScope.fragment} and a.id = ${request} and a.stratus_claim_id = ${claim}`
export type Subject = { stratus_claim_id: string; drug_name: string | null; reference_number: string | null }

const codes = Object.entries(kindOfEvent).flatMap(([code, kind]) =>
  kind === null ? [] : [{ code: Number(code), kind }],
)
const eventKinds = sql`unnest(${codes.map(({ code }) => code)}::smallint[], ${codes.map(({ kind }) => kind)}::text[]) as k(code, kind)`

/** The requests of the claim, or the one with its reconsiderations. */
const requests = ({ claim, request }: Of): Sql =>
  request === null
    ? sql`select a.mc, a.id from rx_authorization a where ${inScope.fragment} and a.stratus_claim_id = ${claim}`
    : linkedRequests(request)

/** Where and since when lines of the claim itself concern the prescription. */
const narrowed = ({ request }: Of, column: Sql): Sql =>
  request === null
    ? sql`true`
    : sql`${column} >= (select a.request_received_at from rx_authorization a where a.mc = app_mc() and a.id = ${request})`

/**
 * Every line with its time and kind and where it is from, but not what it says: that is read for the lines of a page. A
 * claim has some hundreds.
 */
const lines = (of: Of): Sql => sql`
  requests as materialized (${requests(of)}),
  lines as materialized (
    select e.at, 'e' || lpad(e.id::text, 20, '0') as key, k.kind, e.authorization_id as request, e.id as number, null::uuid as id
      from requests q join authorization_event e on e.mc = q.mc and e.authorization_id = q.id
      join ${eventKinds} on k.code = e.event_code where ${readableEvent}
    union all
    select r.submitted_at, 't' || r.id, case when r.status in ('P', 'X') then 'fill' else 'submission' end, r.authorization_id, null, r.id
      from rx_transaction r
     where r.mc = app_mc() and app_sees(r.sub_carrier) and r.stratus_claim_id = ${of.claim}
       and (r.status in ('P', 'X') or r.authorization_id is null)
       and ${of.request === null ? sql`true` : sql`left(r.gpi, 10) = (select x.drug from (${sameDrug(of.request)}) x)`}
    union all
    select n.created_at, 'n' || n.id, 'note', null, null, n.id from claim_note n
     where n.mc = app_mc() and app_sees(n.sub_carrier) and ${readableNote} and n.stratus_claim_id = ${of.claim} and ${narrowed(of, sql`n.created_at`)}
    union all
    select n.started_at, 'c' || n.id, case n.contact_type when 'PHONE' then 'call' else 'message' end, null, null, n.id from claim_contact_note n
     where n.mc = app_mc() and app_sees(n.sub_carrier) and n.stratus_claim_id = ${of.claim} and ${narrowed(of, sql`n.started_at`)}
    union all
    select d.received_at, 'd' || d.id, 'letter', null, null, d.id from document d
     where ${documentInScope} and d.stratus_claim_id = ${of.claim} and d.authorization_id is null and ${narrowed(of, sql`d.received_at`)})`

export type Line = {
  at: string
  key: string
  kind: Kind
  request: string | null
  event_text: string | null
  actor_name: string | null
  request_drug: string | null
  transaction: null | {
    status: TransactionStatus
    drug: string
    quantity: number
    days: number
    paid: number | null
    codes: string[] | null
    pharmacy: string
  }
  note: null | { text: string; who: string }
  contact: null | { type: ContactType; reason: ContactReason; text: string; caller: string; agent: string }
  document: null | { id: string; name: string; who: string }
  place: string
}
type Slice = Of & { kinds: readonly Kind[] | null; oldest: boolean; size: number; after: string | null }

/** One line more than is shown, from an encrypted cursor on; an invalid cursor finds nothing. */
export function slice(of: Slice, question: string): Sql<Line> {
  const direction = of.oldest ? sql`asc` : sql`desc`
  const beyond = of.oldest ? sql`>` : sql`<`
  return sql<Line>`
    with place as materialized (select open_cursor(${of.after}, ${question}) as at), ${lines(of)},
    page as materialized (select * from lines where (${of.kinds}::text[] is null or kind = any(${of.kinds}::text[]))
      and (${of.after}::text is null or (at, key) ${beyond} (
        select split_part(at, '~', 1)::timestamp at time zone 'UTC', split_part(at, '~', 2) from place))
      order by at ${direction}, key ${direction} limit ${of.size + 1})
    select p.at, p.key, p.kind, p.request, e.event_text, e.actor_name, a.drug_name as request_drug,
      case when r.id is not null then jsonb_build_object('status', r.status, 'drug', r.drug_name, 'quantity', r.quantity, 'days', r.days_supply,
        'paid', r.paid_amount, 'codes', r.reject_codes, 'pharmacy', coalesce(y.name, r.pharmacy_nabp)) end as transaction,
      case when n.id is not null then jsonb_build_object('text', n.text, 'who', n.created_by_name) end as note,
      case when c.id is not null then jsonb_build_object('type', c.contact_type, 'reason', c.reason, 'text', c.text, 'caller', c.caller_name,
        'agent', c.agent_name) end as contact,
      case when d.id is not null then jsonb_build_object('id', d.id, 'name', d.file_name, 'who', d.uploaded_by_name) end as document,
      seal_cursor((p.at at time zone 'UTC')::text || '~' || p.key, ${question}) as place
      from page p
      left join authorization_event e on p.number is not null and e.mc = app_mc() and e.authorization_id = p.request and e.id = p.number
      left join rx_authorization a on a.mc = app_mc() and a.id = p.request
      left join rx_transaction r on p.kind in ('fill', 'submission') and r.mc = app_mc() and r.id = p.id
      left join pharmacy y on y.nabp = r.pharmacy_nabp
      left join claim_note n on p.kind = 'note' and n.mc = app_mc() and n.id = p.id
      left join claim_contact_note c on p.kind in ('call', 'message') and c.mc = app_mc() and c.id = p.id
      left join document d on p.kind = 'letter' and d.mc = app_mc() and d.id = p.id
     order by p.at ${direction}, p.key ${direction}`
}

/** True where an encrypted cursor is ours, for this user and query. */
export const opens = (cursor: string | null, question: string): Sql<{ ours: boolean }> =>
  sql<{ ours: boolean }>`select ${cursor}::text is null or open_cursor(${cursor}, ${question}) is not null as ours`

/** The number of lines of each kind. */
export const counts = (of: Of): Sql<{ kind: Kind; count: number }> => sql<{ kind: Kind; count: number }>`
  with ${lines(of)} select kind, count(*)::int as count from lines group by kind`
