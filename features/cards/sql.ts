import { flag, placeOf } from '#features/settings/columns.ts'
import { textConsent, type TextConsent } from '#features/text-messages/columns.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import type { CardChannel } from './rules.ts'

export type CardFound = {
  id: string
  mc: string
  sub_carrier: string
  claimant_id: string
  name: string
  dob: string
  language: string
  group_code: string
  subscriber_number: string
  bin: string | null
  pcn: string | null
  carrier: string
  phone: string
  today: string
  covered: boolean
  email: string | null
  mobile: string | null
  address: string | null
  consent: TextConsent
  send_off: boolean
  text_off: boolean
  view_off: boolean
}
const ofClaim = placeOf(sql`c`)
/** What a card shows and where it can go. */
export const cardOf = (claim: string, now: string): Sql<CardFound> => sql<CardFound>`
  select c.id, c.mc, c.sub_carrier, c.claimant_id, t.first_name || ' ' || t.last_name as name, t.dob, t.language, c.group_code, c.subscriber_number,
    r.bin, r.pcn, m.name as carrier, m.product_phone as phone, day.today,
    exists (select from eligibility_span s where s.mc = c.mc and s.stratus_claim_id = c.id and s.effective_date <= day.today
      and (s.term_date is null or s.term_date >= day.today)) as covered,
    nullif(t.email, '') as email, nullif(t.mobile, '') as mobile,
    case when t.address1 is not null and t.zip is not null then concat_ws(', ', t.address1, t.city, t.state || ' ' || t.zip) end as address,
    ${textConsent} as consent, ${flag('patient_send_card_disabled', false, ofClaim)} as send_off,
    ${flag('patient_text_card_disabled', false, ofClaim)} as text_off, ${flag('patient_view_card_disabled', false, ofClaim)} as view_off
    from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id join master_carrier m on m.mc = c.mc
      cross join lateral (select c.mc, c.sub_carrier) a
      cross join lateral (select (${now}::timestamptz at time zone m.time_zone)::date as today) day
      left join lateral (select p.bin, p.pcn from pharmacy_route p where p.mc = c.mc and p.group_code = c.group_code order by p.bin, p.pcn limit 1) r on true
   where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${claim}`

/** The card of a claim that the user asked for in this way since an instant. */
export const cardSince = (
  claim: string,
  of: { channel: CardChannel; since: string },
): Sql<{ id: string; document_id: string; destination: string }> => sql<{
  id: string
  document_id: string
  destination: string
}>`
  select k.id, k.document_id, k.destination from id_card k
   where k.mc = app_mc() and k.stratus_claim_id = ${claim} and k.status <> 'VOID' and k.channel = ${of.channel}
     and k.requested_by = app_user() and k.requested_at > ${of.since} and k.document_id is not null`

/** A claim has one card: the one before is void. */
export const voidCards = (claim: string): Sql =>
  sql`update id_card set status = 'VOID' where mc = app_mc() and stratus_claim_id = ${claim} and status <> 'VOID'`

export type CardRow = {
  id: string
  sub_carrier: string
  stratus_claim_id: string
  requested_at: string
  channel: CardChannel
  status: 'REQUESTED' | 'SENT'
  destination: string
  requested_by: string
  requested_by_name: string
  document_id: string
  message_id: string | null
}
export const insertCard = (row: CardRow): Sql => sql`
  insert into id_card select r.* from jsonb_populate_record(null::id_card, ${JSON.stringify(row)}::jsonb || jsonb_build_object('mc', app_mc())) r`
