import { sql, type Sql } from '#platform/sql.ts'

export type Person = { id: string; name: string; email: string }
export type Told = {
  id: string
  reference_number: string
  claim_number: string
  statutory_due_at: string
  juris_state: string
  request_received_at: string
  carrier: string
  phone: string
  zone: string
  prescriber: string
  prescriber_fax: string | null
  prescriber_email: string | null
  sms_state: number
  mobile: string | null
  language: string
  owner: Person[]
  backup: Person[]
  delegate: Person[]
  supervisor: Person[]
  support: Person[]
  pharmacist: Person[]
  pharmacists: Person[]
  seniors: Person[]
  /** Letters that were on their way when the request was decided, and where they went. */
  open_letters: { name: string; channel: 'EMAIL' | 'FAX'; address: string }[]
  reconsideration_level: number
  reason: string
  safety: boolean
  advised: string | null
  decision: string | null
}
const people = (of: Sql): Sql =>
  sql`coalesce((select jsonb_agg(distinct jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email)) from app_user u join user_carrier k on k.mc = app_mc() and k.user_id = u.id and k.active where u.status = 'ACTIVE' and u.id in (${of})), '[]')`

/** A request with everybody who may have to hear of it. */
export const told = (id: string): Sql<Told> => sql<Told>`
  select a.id, a.reference_number, c.claim_number, a.statutory_due_at, a.juris_state, a.request_received_at, m.name as carrier, m.product_phone as phone, m.time_zone as zone,
    coalesce(q.first_name || ' ' || q.last_name || ', ' || q.credential, a.prescriber_npi) as prescriber, q.fax as prescriber_fax, q.email as prescriber_email, t.sms_state, t.mobile, t.language,
    ${people(sql`select o.user_id from authorization_owner o where o.mc = a.mc and o.authorization_id = a.id and o.position = 1`)} as owner,
    ${people(sql`select o.user_id from authorization_owner o where o.mc = a.mc and o.authorization_id = a.id and o.position > 1`)} as backup,
    ${people(sql`select d from authorization_owner o join out_of_office f on f.mc = o.mc and f.user_id = o.user_id and app_now() >= f.start_at and app_now() < f.end_at, unnest(f.delegates) d where o.mc = a.mc and o.authorization_id = a.id`)} as delegate,
    ${people(sql`select v.supervisor_id from authorization_owner o join user_supervision v on v.mc = o.mc and v.member_id = o.user_id where o.mc = a.mc and o.authorization_id = a.id`)} as supervisor,
    ${people(sql`select k.user_id from user_carrier k where k.mc = a.mc and k.active and k.roles && array['account_admin', 'pbm_support']`)} as support,
    ${people(sql`select r.pharmacist_id from rph_recommendation r where r.mc = a.mc and r.authorization_id = a.id and not r.superseded`)} as pharmacist,
    ${people(sql`select k.user_id from user_carrier k where k.mc = a.mc and k.active and k.roles && array['clinical_pharmacist'] and (k.sub_carriers is null or a.sub_carrier = any(k.sub_carriers))`)} as pharmacists,
    ${people(sql`select k.user_id from user_carrier k where k.mc = a.mc and k.active and k.roles && array['override_all_edit_clinical'] and (k.sub_carriers is null or a.sub_carrier = any(k.sub_carriers))`)} as seniors,
    coalesce((select jsonb_agg(distinct jsonb_build_object('name', l.prescriber_name, 'channel', l.channel, 'address', l.recipients[1])) from lomn_request l
       where l.mc = a.mc and l.authorization_id = a.id and l.status = 9 and l.closed_from in (3, 4) and l.channel <> 'PRINT'), '[]') as open_letters, a.reconsideration_level,
    coalesce(e.reason_desc, '') as reason, coalesce(e.safety_included, false) as safety, e.decision,
    (select r.action from rph_recommendation r where r.mc = a.mc and r.authorization_id = a.id and not r.superseded order by r.at desc limit 1) as advised
  from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id join claimant t on t.mc = c.mc and t.id = c.claimant_id join master_carrier m on m.mc = a.mc
    left join practitioner q on q.npi = a.prescriber_npi
    left join authorization_decision e on e.mc = a.mc and e.authorization_id = a.id and e.undone_at is null
  where a.mc = app_mc() and a.id = ${id}`

export type Notice = {
  id: string
  user_id: string
  kind: string
  title: string
  authorization_id: string | null
  at: string
}
export const notify = (notices: readonly Notice[]): Sql => sql`
  insert into user_notification (mc, id, user_id, kind, title, authorization_id, at)
  select app_mc(), x.id, x.user_id, x.kind, x.title, x.authorization_id, x.at from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as x(id uuid, user_id uuid, kind text, title text, authorization_id uuid, at timestamptz)`

export type Message = {
  id: string
  channel: 'MAIL' | 'FAX' | 'SMS'
  address: string
  recipient: string
  subject: string
  body: string
  authorization_id: string | null
  created_at: string
}
export const queue = (messages: readonly Message[]): Sql => sql`
  insert into outside_message (mc, id, channel, address, recipient, subject, body, authorization_id, created_at)
  select app_mc(), x.id, x.channel, x.address, x.recipient, x.subject, x.body, x.authorization_id, x.created_at
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as x(id uuid, channel text, address text, recipient text, subject text, body text, authorization_id uuid, created_at timestamptz)`

export type Waiting = {
  id: string
  channel: 'MAIL' | 'FAX' | 'SMS'
  address: string
  subject: string
  body: string
  status: string
  authorization_id: string | null
  recipient: string
  auth_status: number | null
}
export const waiting = (id: string): Sql<Waiting> => sql<Waiting>`
  select o.id, o.channel, o.address, o.subject, o.body, o.status, o.authorization_id, o.recipient, (select a.status_id from rx_authorization a where a.mc = o.mc and a.id = o.authorization_id) as auth_status
    from outside_message o where o.mc = app_mc() and o.id = ${id} for update of o`
export const sent = (id: string, now: string): Sql =>
  sql`update outside_message set status = 'SENT', sent_at = ${now} where mc = app_mc() and id = ${id}`
