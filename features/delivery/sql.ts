import type { InsteadDrug } from '#features/authorizations/decided.ts'
import { drugInFull } from '#features/snapshots/drug-in-full-sql.ts'
import { INVITATION, templates, type TextFacts } from '#features/text-messages/gateway-rules.ts'
import { daysInForce, grantedOrBlocked } from '#features/letters/decision-sql.ts'
import { storedBytes } from '#features/documents/sql.ts'
import type { QueuedMessage } from '#features/letters/messages-sql.ts'
import { textConsent, type TextConsent } from '#features/text-messages/columns.ts'
import { completeStatuses, status } from '#features/authorizations/statuses.ts'
import { approvalIsEnded } from '#features/callbacks/said-sql.ts'
import type { SoNow } from './still-so.ts'
import type { NoticeChoices } from '#features/notifications/choices.ts'
import { choicesOf } from '#features/notifications/choices-sql.ts'
import { integer, integers, sql, type Sql } from '#platform/database/sql.ts'

type Person = { id: string; name: string; email: string; zone: string; choices: NoticeChoices | null }
/** An authorization with everyone who may be notified about it. */
export type NotifiedAuthorization = {
  id: string
  status_id: number
  reference_number: string
  claim_number: string
  statutory_due_at: string
  juris_state: string
  request_received_at: string
  claim_channel_type: number
  carrier: string
  phone: string
  zone: string
  prescriber: string
  prescriber_fax: string | null
  prescriber_email: string | null
  text_consent: TextConsent
  worker_state: string | null
  worker_zip: string | null
  language: string
  owner: Person[]
  backup: Person[]
  delegate: Person[]
  supervisor: Person[]
  support: Person[]
  managers: Person[]
  pharmacist: Person[]
  pharmacists: Person[]
  seniors: Person[]
  approvers: Person[]
  otherApprovers: Person[]
  reviewers: Person[]
  named: Person[]
  /** Letters that were open when the authorization was decided, and where they were sent. */
  open_letters: { name: string; channel: 'EMAIL' | 'FAX'; address: string }[]
  reconsideration_level: number
  due_pack: string
  reason: string
  note: string
  decided_at: string | null
  /** The carrier's day of the decision, and today where there is none. */
  decided_on: string
  reason_id: number | null
  instead: InsteadDrug | null
  start_date: string | null
  end_date: string | null
  max_fills: number | null
  most_quantity: number | null
  most_days: number | null
  patient: string
  dob: string
  /** With its strength. */
  drug: string
  unit: string
  form: string
  quantity: number
  days_supply: number
  date_of_service: string
  safety: boolean
  advised: string | null
  decision: string | null
  so: SoNow
}

/** What is so of the request `a` now (`SoNow`). */
const soNow = sql`jsonb_build_object('statusId', a.status_id,
  'decision', (select s.decision from authorization_decision s where s.mc = a.mc and s.authorization_id = a.id and s.undone_at is null),
  'isEnded', ${approvalIsEnded},
  'isPaid', exists (select from prior_auth s join rx_transaction x on x.mc = s.mc and x.prior_auth_id = s.id and x.status in ('P', 'B')
    where s.mc = a.mc and s.authorization_id = a.id),
  'lastDay', (select s.end_date from prior_auth s where s.mc = a.mc and s.authorization_id = a.id and s.kind = 'PERMIT'
    order by s.created_at desc, s.id desc limit 1))`
/** The same of several requests. */
export const soOf = (ids: readonly string[]): Sql<{ id: string; so: SoNow }> => sql<{ id: string; so: SoNow }>`
  select a.id, ${soNow} as so from rx_authorization a where a.mc = app_mc() and a.id = any(${ids}::uuid[])`

const people = (ids: Sql): Sql => sql`coalesce((
      select jsonb_agg(distinct jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email, 'zone', u.time_zone,
        'choices', ${choicesOf(sql`u.id`)}))
        from app_user u join user_carrier k on k.mc = app_mc() and k.user_id = u.id and k.active
       where u.status = 'ACTIVE' and u.id in (${ids})), '[]')`

export const inSubCarrier = sql`(k.sub_carriers is null or a.sub_carrier = any(k.sub_carriers))`
export const members = (roles: readonly string[]): Sql =>
  sql`select k.user_id from user_carrier k where k.mc = a.mc and k.active and k.roles && ${roles}::text[]`
/** Members of the carrier with one of these roles who see the sub-carrier of the authorization and may write. */
export const pool = (roles: readonly string[]): Sql =>
  sql`${members(roles)} and not k.roles && '{read_only,prog_special}'::text[] and ${inSubCarrier}`
const ownersWhere = (position: Sql): Sql => sql`
  select o.user_id from authorization_owner o where o.mc = a.mc and o.authorization_id = a.id and ${position}`
const delegates = sql`
  select d from authorization_owner o
    join out_of_office f on f.mc = o.mc and f.user_id = o.user_id and app_now() >= f.start_at and app_now() < f.end_at,
    unnest(f.delegates) d
   where o.mc = a.mc and o.authorization_id = a.id`
const supervisorsOfOwners = sql`
  select v.supervisor_id from authorization_owner o join user_supervision v on v.mc = o.mc and v.member_id = o.user_id
   where o.mc = a.mc and o.authorization_id = a.id`
/** Supervisors of the owners and of the person who acted, without that person. */
export const approvers = (by: Sql): Sql => sql`
  select v.supervisor_id from user_supervision v
    join user_carrier w on w.mc = v.mc and w.user_id = v.supervisor_id and w.active
    join app_user s on s.id = v.supervisor_id and s.status = 'ACTIVE'
   where v.mc = a.mc and v.supervisor_id is distinct from ${by}
     and (v.member_id = ${by} or v.member_id in (
       select o.user_id from authorization_owner o where o.mc = a.mc and o.authorization_id = a.id))`
const recommenders = sql`
  select r.pharmacist_id from rph_recommendation r
   where r.mc = a.mc and r.authorization_id = a.id and not r.superseded`

/** An authorization with everyone to notify: `by` acted, `to` are the people the act itself names. */
export function toBeNotified(id: string, by: string | null, to: readonly string[]): Sql<NotifiedAuthorization> {
  const actor = sql`${by}::uuid`
  return sql<NotifiedAuthorization>`
  select a.id, a.status_id, a.reference_number, c.claim_number, a.statutory_due_at, a.juris_state, a.request_received_at,
    a.claim_channel_type, m.name as carrier, m.product_phone as phone, m.time_zone as zone,
    coalesce(q.first_name || ' ' || q.last_name || ', ' || q.credential, a.prescriber_npi) as prescriber,
    q.fax as prescriber_fax, q.email as prescriber_email, ${textConsent} as text_consent,
    t.state as worker_state, t.zip as worker_zip, t.language,
    ${people(ownersWhere(sql`o.position = 1`))} as owner,
    ${people(ownersWhere(sql`o.position > 1`))} as backup,
    ${people(delegates)} as delegate,
    ${people(supervisorsOfOwners)} as supervisor,
    ${people(members(['account_admin', 'pbm_support']))} as support,
    ${people(pool(['account_admin']))} as managers,
    ${people(recommenders)} as pharmacist,
    ${people(sql`${members(['clinical_pharmacist'])} and ${inSubCarrier}`)} as pharmacists,
    ${people(sql`${members(['override_all_edit_clinical'])} and ${inSubCarrier}`)} as seniors,
    ${people(approvers(actor))} as approvers,
    ${people(sql`${pool(['supervisor', 'account_admin'])}
      and k.user_id is distinct from ${actor} and not exists (${approvers(actor)})`)} as "otherApprovers",
    ${people(sql`${pool(['ur_reviewer', 'ur_nurse'])} and a.juris_state = any(k.license_states)`)} as reviewers,
    ${people(sql`select unnest(${to}::uuid[])`)} as named,
    coalesce((
      select jsonb_agg(distinct jsonb_build_object(
          'name', l.prescriber_name, 'channel', l.channel, 'address', l.recipients[1]))
        from lomn_request l
       where l.mc = a.mc and l.authorization_id = a.id and l.status = 9 and l.closed_from in (3, 4)
         and l.channel <> 'PRINT'), '[]') as open_letters,
    a.reconsideration_level, a.due_pack, e.at as decided_at, coalesce(e.note, '') as note,
    (coalesce(e.at, app_now()) at time zone m.time_zone)::date as decided_on, e.reason_id, e.shown -> 'instead' as instead, ${daysInForce},
    e.max_fill as max_fills,
    p.most_quantity, p.most_days, trim(t.first_name || ' ' || t.last_name) as patient, t.dob, ${drugInFull} as drug,
    coalesce(d.facts ->> 'unit', '') as unit, coalesce(d.facts ->> 'form', '') as form, a.quantity, a.days_supply, a.date_of_service,
    coalesce(e.reason_desc, '') as reason, coalesce(e.safety_included, false) as safety, e.decision, ${soNow} as so,
    (select r.action from rph_recommendation r
      where r.mc = a.mc and r.authorization_id = a.id and not r.superseded order by r.at desc limit 1) as advised
  from rx_authorization a
    join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
    join claimant t on t.mc = c.mc and t.id = c.claimant_id
    join master_carrier m on m.mc = a.mc
    left join practitioner q on q.npi = a.prescriber_npi
    left join authorization_decision e on e.mc = a.mc and e.authorization_id = a.id and e.undone_at is null
    left join lateral ${grantedOrBlocked} w on true
    left join drug d on d.ndc = a.ndc
    left join lateral (select o.max_qty_per_fill as most_quantity, o.max_days_per_fill as most_days from prior_auth o
      where o.mc = a.mc and o.authorization_id = a.id and o.kind = 'PERMIT' order by o.created_at desc limit 1) p on true
  where a.mc = app_mc() and a.id = ${id}`
}

/** A message that is about to leave: what it is about, and what is so of that now. */
export type Leaving = QueuedMessage & {
  template: string | null
  so: SoNow | null
  /** Of a text that a user sent: the requests and fills of its worker. */
  texted: Pick<TextFacts, 'statuses' | 'filled'> | null
}
/** A queued message, locked, with the document sent with it. */
export const queuedMessage = (id: string): Sql<Leaving> => sql<Leaving>`
  select o.template, (select ${soNow} from rx_authorization a where a.mc = o.mc and a.id = o.authorization_id) as so,
    case when o.template = any(${templates}) then jsonb_build_object(
      'statuses', coalesce((select jsonb_agg(distinct r.status_id) from wc_claim y join rx_authorization r on r.mc = y.mc and r.stratus_claim_id = y.id
        where y.mc = o.mc and y.claimant_id = o.claimant_id
          and (r.status_id not in (${integers(completeStatuses)}) or r.completed_at > app_now() - interval '30 days')), '[]'),
      'filled', exists (select from wc_claim y join rx_transaction x on x.mc = y.mc and x.stratus_claim_id = y.id and x.status in ('P', 'B')
        where y.mc = o.mc and y.claimant_id = o.claimant_id and x.fill_date > app_now()::date - 7)) end as texted,
    o.id, o.channel, o.address, o.subject, o.body, o.status, o.authorization_id, o.recipient,
    o.unreached, o.refused, coalesce(o.template in ('help', 'helpStopped', 'notInvited', 'stopped', 'welcome'), false) as replies,
    coalesce(o.template = ${INVITATION}, false) as invites,
    (select a.status_id from rx_authorization a where a.mc = o.mc and a.id = o.authorization_id) as auth_status,
    (select jsonb_build_object('consent', ${textConsent}, 'worker_state', t.state, 'worker_zip', t.zip, 'juris_state', c.juris_state)
       from wc_claim c
         join claimant t on t.mc = c.mc and t.id = c.claimant_id
         cross join lateral (select c.mc, c.sub_carrier) a
      where c.mc = o.mc and c.id = coalesce(
        (select x.stratus_claim_id from rx_authorization x where x.mc = o.mc and x.id = o.authorization_id),
        -- Of a text that belongs to no authorization: the worker's open claim.
        (select y.id from wc_claim y where o.channel = 'SMS' and y.mc = o.mc and y.claimant_id = o.claimant_id
          order by y.status = 'CLOSED', y.created_at desc limit 1))) as worker,
    case when d.id is null then null else jsonb_build_object('name', d.file_name, 'type', d.mime) end as attachment,
    ${storedBytes}
  from outside_message o
    left join document d on d.mc = o.mc and d.id = o.document_id
    left join document_content f on f.mc = d.mc and f.document_id = d.id
  where o.mc = app_mc() and o.id = ${id} for update of o`

/** Serializes texts to one number. */
export const lockNumber = (number: string): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended(app_mc() || ':text:' || ${number}, 7))`
/** Texts sent to a number since an instant. */
export const textsSince = (number: string, since: string): Sql<{ texts: number }> => sql<{ texts: number }>`
  select count(*)::int as texts from outside_message o
   where o.mc = app_mc() and o.channel = 'SMS' and o.status = 'SENT' and o.address = ${number} and o.sent_at >= ${since}`

/** Serializes the digests of one person. */
export const lockDigest = (userId: string): Sql =>
  sql`select pg_advisory_xact_lock(hashtextextended(app_mc() || ':digest:' || ${userId}, 7))`
export type AutoApproved = { id: string; reference_number: string; claim_number: string }
/** A person's authorizations that were auto approved since their last digest, at most seven days back. */
export const autoApproved = (userId: string, now: string): Sql<AutoApproved> => sql<AutoApproved>`
  select a.id, a.reference_number, c.claim_number
    from authorization_owner o
      join rx_authorization a on a.mc = o.mc and a.id = o.authorization_id
      join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
   where o.mc = app_mc() and o.user_id = ${userId} and o.position = 1
     and a.status_id = ${integer(status.AUTO_APPROVED)} and a.completed_at <= ${now}
     and a.completed_at > greatest(${now}::timestamptz - interval '7 days', (
       select max(n.at) from user_notification n
        where n.mc = o.mc and n.user_id = o.user_id and n.kind = 'autoApproved'))
   order by a.completed_at, a.id limit 200`

/** The carrier whose message this is; null where there is none of this id. */
export const carrierOfMessage = (id: unknown): Sql => sql`mc_of_message(${id})`
