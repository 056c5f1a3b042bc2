import { sameDrug } from '#features/authorizations/same-drug-sql.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { readableNote } from '#features/claim-notes/sql.ts'
import type { ContactReason, ContactType } from '#features/contact-notes/rules.ts'
import { documentInScope } from '#features/documents/sql.ts'
import { linkedRequests, readableEvent } from '#features/history/sql.ts'
import type { TransactionStatus } from '#features/transaction-history/shapes.ts'
import { eventCode } from '#features/authorizations/events.ts'
import type { Denied } from '#features/decision-rights/reconsider-until.ts'
import { answerDue } from '#features/authorizations/hand-over-sql.ts'
import { openStatuses, status } from '#features/authorizations/statuses.ts'
import { inForce } from '#features/prior-auths/sql.ts'
import { integer, integers, sql, type Sql } from '#platform/database/sql.ts'
import { kindOfEvent } from './event-kinds.ts'
import type { Ahead, Kind } from './rules.ts'

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
 * claim has some hundreds. A fill that was reversed is two lines: paid at its own time (t), reversed at its own (x).
 */
const lines = (of: Of): Sql => sql`
  requests as materialized (${requests(of)}),
  lines as materialized (
    select e.at, 'e' || lpad(e.id::text, 20, '0') as key, k.kind, e.authorization_id as request, e.id as number, null::uuid as id
      from requests q join authorization_event e on e.mc = q.mc and e.authorization_id = q.id
      join ${eventKinds} on k.code = e.event_code where ${readableEvent}
    union all
    select w.at, w.mark || r.id, case when r.status in ('P', 'X') then 'fill' else 'submission' end, r.authorization_id, null, r.id
      from rx_transaction r
      cross join lateral (
        select r.submitted_at as at, 't' as mark where r.status <> 'X' or r.paid_amount is not null and r.reversed_at is not null
        union all select coalesce(r.reversed_at, r.submitted_at), 'x' where r.status = 'X') w
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
      case when r.id is not null then jsonb_build_object(
        'status', case when starts_with(p.key, 't') and r.status = 'X' then 'P' else r.status end,
        'drug', r.drug_name, 'quantity', r.quantity, 'days', r.days_supply,
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

export type Spent = {
  first_look: number | null
  places: { statusId: number; ms: number }[]
  decided: number | null
  picked_up: number | null
}
const milliseconds = (span: Sql): Sql => sql`round(extract(epoch from ${span}) * 1000)`
/**
 * Where the time of a request went: in each open status, until it was decided or now. A reopened one counts again from then; a
 * request in a status no event led to counts from its receipt.
 */
export const spent = ({ claim, request }: Of): Sql<Spent> => sql<Spent>`
  with a as materialized (select a.* from rx_authorization a
      where ${inScope.fragment} and a.id = ${request}::uuid and a.stratus_claim_id = ${claim}),
  steps as (select e.new_status_id as status, e.at, lead(e.at, 1, app_now()) over (order by e.id) as until
      from a join authorization_event e on e.mc = a.mc and e.authorization_id = a.id and e.old_status_id is distinct from e.new_status_id
     where e.new_status_id is not null)
  select ${milliseconds(sql`(select min(e.at) from authorization_event e
      where e.mc = a.mc and e.authorization_id = a.id and e.event_code = ${integer(eventCode.OPENED)}) - a.request_received_at`)} as first_look,
    coalesce((select jsonb_agg(jsonb_build_object('statusId', s.status, 'ms', s.ms) order by s.status)
      from (select status, ${milliseconds(sql`sum(until - at)`)} as ms from steps
         where status in (${integers(openStatuses)}) group by status) s), '[]') as places,
    ${milliseconds(sql`a.completed_at - a.request_received_at`)} as decided,
    ${milliseconds(sql`(select min(x.submitted_at) from prior_auth p join rx_transaction x on x.mc = p.mc and x.prior_auth_id = p.id
        where p.mc = a.mc and p.authorization_id = a.id and x.status = 'P') - a.completed_at`)} as picked_up
  from a`

export type Prescription = {
  quantity: number
  days_supply: number
  approved: { quantity: number | null; daysSupply: number | null; fills: number | null; used: number } | null
  paid: number | null
  prescriber: string | null
  pharmacy: string | null
  owner: string | null
  ahead: Omit<Ahead, 'reconsiderBy'>
  /** Of a denial nobody asked about again. */
  denied: Denied | null
}
/** What a request is about, what was granted, and what is still to come. */
export const prescription = ({ claim, request }: Of): Sql<Prescription> => sql<Prescription>`
  select a.quantity, a.days_supply,
    case when p.id is not null then jsonb_build_object('quantity', p.max_qty_per_fill, 'daysSupply', p.max_days_per_fill,
      'fills', case when p.one_time then 1 else p.max_fills end, 'used', p.fills_used) end as approved,
    (select x.paid_amount from rx_transaction x where x.mc = a.mc and x.prior_auth_id = p.id and x.status = 'P' order by x.submitted_at desc limit 1) as paid,
    (select nullif(trim(concat(q.first_name, ' ', q.last_name)), '') from practitioner q where q.npi = a.prescriber_npi) as prescriber,
    (select y.name from pharmacy y where y.nabp = a.pharmacy_nabp) as pharmacy,
    (select u.name from app_user u where u.id = a.owner_id) as owner,
    jsonb_build_object(
      'answerDue', case when a.status_id = ${integer(status.PENDING_CLINICAL)} then ${answerDue} end,
      'letterDue', case when a.status_id = ${integer(status.PENDING_LOMN)} then (select l.answer_by from lomn_request l
        where l.mc = a.mc and l.authorization_id = a.id and l.closed_at is null order by l.requested_at desc limit 1) end,
      'snoozeEnds', a.snoozed_until, 'due', case when a.status_id in (${integers(openStatuses)}) then a.statutory_due_at end,
      'approvalEnds', p.end_date) as ahead,
    case when a.status_id in (${integers([status.REJECTED, status.REJECTED_NO_PA])}) and a.completed_at is not null
        and not exists (select from rx_authorization r where r.mc = a.mc and r.stratus_claim_id = a.stratus_claim_id and r.original_auth_id = a.id)
      then jsonb_build_object(
      'jurisState', a.juris_state, 'channelType', a.claim_channel_type, 'level', a.reconsideration_level, 'receivedAt', a.request_received_at,
      'deniedAt', a.completed_at) end as denied
    from rx_authorization a
    left join lateral (select g.* from prior_auth g where g.mc = a.mc and g.authorization_id = a.id and g.kind = 'PERMIT'
      and g.status_id in ${inForce} order by g.created_at desc limit 1) p on true
   where ${inScope.fragment} and a.id = ${request}::uuid and a.stratus_claim_id = ${claim}`

/** The number of lines of each kind. */
export const counts = (of: Of): Sql<{ kind: Kind; count: number }> => sql<{ kind: Kind; count: number }>`
  with ${lines(of)} select kind, count(*)::int as count from lines group by kind`
