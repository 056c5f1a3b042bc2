import { flag, placeOf, settingIsOn } from '#features/settings/columns.ts'
import { grantedStatuses } from '#features/authorizations/statuses.ts'
import { callbackStatus } from '#features/callbacks/statuses.ts'
import { integer, integers, sql, type Sql } from '#platform/database/sql.ts'
import { textConsent } from './columns.ts'
import type { TextFacts } from './gateway-rules.ts'
import type { Meaning, TextState } from './rules.ts'

/** The carrier that answers a number; null where no worker has it. */
export const carrierOfNumber = (number: unknown): Sql => sql`mc_of_number(${number})`

/** A worker of any carrier with this number; `here` marks the carrier that replies. */
export type Worker = {
  mc: string
  claimant_id: string
  language: string
  state: TextState
  /** The number is still the worker's on file. */
  on_file: boolean
  opted_in_at: string | null
  here: boolean
  /** The gateway reported this text before. */
  taken: boolean
}
/** All workers with a number. Other transactions about texts from or to it wait until this one ends. */
export const workersOf = (number: string, providerId: string): Sql<Worker> =>
  sql<Worker>`select * from workers_of_number(${number}, ${providerId})`

export type Carrier = { name: string; phone: string }
/** The carrier this call came from, which replies. */
export const ourCarrier = (): Sql<Carrier> =>
  sql<Carrier>`select m.name, m.product_phone as phone from master_carrier m where m.mc = app_mc()`

/** Switches the transaction to another carrier's row security: the same service, the same call. */
export const enterCarrier = (mc: string): Sql => sql`
  select enter_service(
    ${mc}, current_setting('app.actor'), current_setting('app.call'), current_setting('app.request')::uuid,
      nullif(current_setting('app.ip'), ''), nullif(current_setting('app.now'), '')::timestamptz)`
/** The audit line in that carrier. */
export const audited = (type: string, id: string, detail: unknown): Sql =>
  sql`select audit('{}', ${type}, ${id}, ${JSON.stringify(detail)}::jsonb)`

/** What a number was replied since an instant. */
export const repliesSince = (number: string, since: string): Sql<{ body: string }> => sql<{ body: string }>`
  select distinct o.body from outside_message o
   where o.mc = app_mc() and o.channel = 'SMS' and sms_digits(o.address) = sms_digits(${number}) and o.created_at > ${since}
     and o.template in ('help', 'helpStopped', 'notInvited', 'welcome')`

export type CampaignRow = {
  mc: string
  id: string
  claimant_id: string
  mobile: string
  state: TextState
  language: string
  consent_source: 'TEXT' | 'CARRIER' | 'RECORD' | 'PHONE' | 'PAPER'
  opted_in_at: string | null
  opted_out_at: string | null
  last_status_at: string
  failures: number
  since: string
  until: string | null
  /** The day the worker said so and the user who recorded it, where it did not come by text. */
  consent_on?: string | null
  recorded_by?: string | null
  recorded_by_name?: string | null
}
/** The former consent becomes history. */
export const endCampaign = (mc: string, claimantId: string, now: string): Sql =>
  sql`update sms_campaign set until = greatest(since, ${now}::timestamptz) where mc = ${mc} and claimant_id = ${claimantId} and until is null`
/**
 * Consent of a worker who is merged into another ends; a wish to get no texts stays with its number, and ends the consent of the one who stays
 * where that is for the same number.
 */
export const endConsentOf = (goes: string, stays: string, now: string): Sql => sql`
  update sms_campaign g set until = greatest(g.since, ${now}::timestamptz)
   where g.mc = app_mc() and g.until is null and g.state <> 3 and (g.claimant_id = ${goes} or (g.claimant_id = ${stays}
     and exists (select from sms_campaign s where s.mc = g.mc and s.claimant_id = ${goes} and s.until is null and s.state = 3 and s.mobile = g.mobile)))`
export const insertCampaign = (row: CampaignRow): Sql =>
  sql`insert into sms_campaign select * from jsonb_populate_record(null::sms_campaign, ${JSON.stringify(row)}::jsonb)`

export type InboundRow = {
  mc: string
  id: string
  claimant_id: string
  mobile: string
  body: string
  meaning: Meaning
  state: TextState
  provider_id: string
  at: string
}
export const insertInbound = (row: InboundRow): Sql =>
  sql`insert into sms_inbound select * from jsonb_populate_record(null::sms_inbound, ${JSON.stringify(row)}::jsonb)`

/** Locks the number of a text against concurrent writers. */
export const lockTextOf = (messageId: string): Sql =>
  sql`
    select pg_advisory_xact_lock(hashtextextended('text:' || sms_digits(o.address), 7)) from outside_message o
      where o.mc = app_mc() and o.id = ${messageId} and o.channel = 'SMS'`

/** A sent text, locked, with its authorization and the consent it was sent under. */
export type SentText = {
  mc: string
  id: string
  status: string
  delivered_at: string | null
  authorization_id: string | null
  auth_status: number | null
  claim_id: string | null
  consent: (CampaignRow & { claimant_id: string }) | null
}
export const sentText = (messageId: string): Sql<SentText> => sql<SentText>`
  select o.mc, o.id, o.status, o.delivered_at, o.authorization_id, a.status_id as auth_status, a.stratus_claim_id as claim_id, to_jsonb(g) as consent
    from outside_message o left join rx_authorization a on a.mc = o.mc and a.id = o.authorization_id
      left join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
      left join sms_campaign g on g.mc = o.mc and g.claimant_id = coalesce(o.claimant_id, c.claimant_id)
        and g.until is null and g.mobile = sms_digits(o.address)
   where o.mc = app_mc() and o.id = ${messageId} and o.channel = 'SMS' for update of o`

/** The gateway's last report about a number, and its consecutive hard failures. */
export const heardOf = (mc: string, campaignId: string, failures: number, now: string): Sql =>
  sql`update sms_campaign set failures = ${failures}, last_status_at = ${now} where mc = ${mc} and id = ${campaignId}`

/** Locks the number on file of a claim's worker against concurrent writers. */
export const lockNumberOf = (claimId: string): Sql => sql`
  select pg_advisory_xact_lock(hashtextextended('text:' || sms_digits(t.mobile), 7)) from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id
   where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${claimId} and t.mobile is not null`

/** The texts of a claim's worker, with what a text may say now, where the user may see the claim. */
export type WorkerFacts = {
  id: string
  mc: string
  claimant_id: string
  language: string
  worker_state: string | null
  worker_zip: string | null
  juris_state: string
  carrier: string
  phone: string
  campaign: Pick<CampaignRow, 'consent_source' | 'opted_in_at' | 'recorded_by_name'> | null
  invited_at: string | null
  facts: TextFacts
}
export const workerFacts = (claimId: string, subCarrier: string | null): Sql<WorkerFacts> => sql<WorkerFacts>`
  select c.id, c.mc, c.claimant_id, t.language, t.state as worker_state, t.zip as worker_zip, c.juris_state, m.name as carrier, m.product_phone as phone,
    (select to_jsonb(g) from sms_campaign g where g.mc = c.mc and g.claimant_id = c.claimant_id and g.until is null) as campaign,
    (select max(g.since) from sms_campaign g where g.mc = c.mc and g.claimant_id = c.claimant_id and g.state = 1) as invited_at,
    jsonb_build_object('consent', ${textConsent}, 'onFile', n.digits,
      'numberStopped', exists (select from sms_campaign g where g.mc = c.mc and g.mobile = n.digits and g.state = 3 and g.until is null
        and g.claimant_id <> c.claimant_id),
      'sent', coalesce((select jsonb_agg(jsonb_build_object('template', o.template, 'status', o.status, 'at', coalesce(o.sent_at, o.created_at))
          order by o.created_at desc, o.id) from outside_message o
        where o.mc = c.mc and o.channel = 'SMS' and sms_digits(o.address) = n.digits and o.created_at > app_now() - interval '2 days'), '[]'),
      'statuses', coalesce((select jsonb_agg(distinct r.status_id) from rx_authorization r
        where r.mc = c.mc and r.stratus_claim_id = c.id and (r.completed_at is null or r.completed_at > app_now() - interval '30 days')), '[]'),
      'whole', exists (select from rx_authorization r left join lateral (select p.max_qty_per_fill as quantity, p.max_days_per_fill as days
          from prior_auth p where p.mc = r.mc and p.authorization_id = r.id and p.kind = 'PERMIT' order by p.created_at desc limit 1) p on true
        where r.mc = c.mc and r.stratus_claim_id = c.id and r.status_id in (${integers(grantedStatuses)})
          and r.completed_at > app_now() - interval '30 days'
          and coalesce(p.quantity, r.quantity) >= r.quantity and coalesce(p.days, r.days_supply) >= r.days_supply
          and not exists (select from pharmacy_callback k where k.mc = r.mc and k.authorization_id = r.id
            and k.status_id = ${integer(callbackStatus.QUEUED)})),
      'filled', exists (select from rx_transaction x where x.mc = c.mc and x.stratus_claim_id = c.id and x.status = 'P'
        and x.fill_date > app_now()::date - 7)) as facts
    from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id join master_carrier m on m.mc = c.mc
      cross join lateral (select c.mc, c.sub_carrier) a
      cross join lateral (select substring(sms_digits(t.mobile) from '^[0-9]{10}$') as digits) n
   where c.mc = app_mc() and app_sees(c.sub_carrier) and (${subCarrier}::text is null or c.sub_carrier = ${subCarrier}) and c.id = ${claimId}`

export const claimOf = (subCarrier: string, claimId: string): Sql<{ id: string }> =>
  sql<{
    id: string
  }>`select c.id from wc_claim c where c.mc = app_mc() and app_sees(c.sub_carrier) and c.sub_carrier = ${subCarrier} and c.id = ${claimId}`

type Line = {
  at: string
  direction: 'IN' | 'OUT'
  template: string | null
  text: string
  state: 'QUEUED' | 'SENT' | 'DELIVERED' | 'FAILED' | 'BLOCKED' | 'RECEIVED'
  error: string | null
}
/** A line of the requested page with the total count; past the end one row without a line. */
export type Counted = { total: number } & (Line | { [column in keyof Line]: null })
/**
 * Texts about a claim: those about its authorizations, and those between the worker and the carrier about texting itself.
 */
const lines = (claimId: string): Sql => sql`
  claim as (select c.mc, c.id, array(select c.claimant_id union select t.id from claimant t where t.mc = c.mc and t.merged_into = c.claimant_id) as workers
    from wc_claim c where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${claimId}),
  lines as (
    select o.created_at as at, 'OUT' as direction, o.template, o.body as text,
      case when o.delivered_at is not null then 'DELIVERED'
      else o.status end as state, o.error, o.id
      from claim join rx_authorization a on a.mc = claim.mc and a.stratus_claim_id = claim.id
        join outside_message o on o.mc = a.mc and o.authorization_id = a.id and o.channel = 'SMS'
    union all
    select o.created_at, 'OUT', o.template, o.body, case when o.delivered_at is not null then 'DELIVERED' else o.status end, o.error, o.id
      from claim join outside_message o on o.mc = claim.mc and o.claimant_id = any(claim.workers) and o.channel = 'SMS' and o.authorization_id is null
    union all
    select i.at, 'IN', i.meaning, i.body, 'RECEIVED', null, i.id from claim join sms_inbound i on i.mc = claim.mc and i.claimant_id = any(claim.workers))`
/** A page of them, newest first. */
export const history = (claimId: string, page: number, size: number): Sql<Counted> => sql<Counted>`
  with ${lines(claimId)},
  shown as (select * from lines order by at desc, id desc limit ${size} offset ${page * size})
  select n.total, l.at, l.direction, l.template, l.text, l.state, l.error
    from (select count(*)::int as total from lines) n left join shown l on true order by l.at desc, l.id desc`

export type ExportedLine = Line & { id: string; place: string }
/** A part of them for a file, after a line of the part before, and one more where there are more. */
export const partOf = (
  claimId: string,
  after: ExportedLine | null,
  size: number,
): Sql<ExportedLine> => sql<ExportedLine>`
  with ${lines(claimId)}
  select l.*, (l.at at time zone 'UTC')::text as place from lines l
   where ${after === null ? sql`true` : sql`(l.at, l.id) < (${after.place}::timestamp at time zone 'UTC', ${after.id}::uuid)`}
   order by l.at desc, l.id desc limit ${size + 1}`
export const countLines = (claimId: string, most: number): Sql<{ total: number }> => sql<{ total: number }>`
  with ${lines(claimId)} select count(*)::int as total from (select 1 from lines limit ${most + 1}) counted`

export type ExportOf = {
  id: string
  claim_number: string
  first_name: string
  last_name: string
  pdf_allowed: boolean
  name_in_files: boolean
}
/** The claim a file of texts is about. */
export const exportOf = (subCarrier: string, claimId: string): Sql<ExportOf> => sql<ExportOf>`
  select c.id, c.claim_number, t.first_name, t.last_name, ${flag('pdfExportEnabled', true, placeOf(sql`c`))} as pdf_allowed,
    ${settingIsOn('patientNameInFiles', true, placeOf(sql`c`))} as name_in_files
    from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id
   where c.mc = app_mc() and app_sees(c.sub_carrier) and c.sub_carrier = ${subCarrier} and c.id = ${claimId}`
