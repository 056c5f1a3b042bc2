import type { DosedFill } from '#features/adjudication/dose-by-day.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import type { DrugFacts } from '#features/adjudication/snapshot.ts'
import { fillsOfPerson } from '#features/authorizations/dose-sql.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { allSettings } from '#features/settings/columns.ts'
import { billSent, partsSent } from '#features/snapshots/billed-sql.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import type { ChartEntry } from './contract.ts'

/** One submission of a prescription, as its pharmacy sent it. */
export type Sent = {
  at: string
  ndc: string
  drug: string
  /** 'B' where a brand was billed, as the generic of the same name is named apart. */
  brand: string
  dateOfService: string
  quantity: number
  daysSupply: number
  daw: string
  npi: string
  /** Name of the prescriber; null where the number is not on file. */
  prescriber: string | null
  refills: number
  billed: number | null
  directions: string | null
  /** Of a compound, what it is made of. */
  parts?: { name: string; quantity: number }[] | null
  /** Codes it was stopped with. */
  codes: string[]
}
/** A reject of the request, as far as its rule goes. */
type StoppedBy = { rejectCode: string; message: string; sourceRule: string; citation?: string }
type EvidenceFill = DosedFill & {
  prescriberName: string
  specialty: string
  directions: string | null
  claimNumber: string
}
export type EvidenceRow = {
  id: string
  stratus_claim_id: string
  sub_carrier: string
  claimant_id: string
  claim_number: string
  juris_state: string
  status_id: number
  mc: string
  rejects: StoppedBy[]
  ndc: string
  drug_name: string
  quantity: number
  date_of_service: string
  pharmacy: string
  request: ClaimRequest | null
  bill: ClaimRequest | null
  icd: { code: string; description: string; status: 'ACCEPTED' | 'PENDING' | 'DENIED' }[]
  sent: Sent[]
  drugs: Record<string, DrugFacts>
  formulary: { ndc: string; status: string | null }[]
  /** Kind of the plan's formulary; null where it has no own. */
  plan: string | null
  fills: EvidenceFill[]
  chart: ChartEntry[]
  looks: { at: string; by: string; byId: string; months: number; note: string }[]
  today: string
}

/** Everything the evidence of a request shows, in one statement. */
export const evidenceOf = (id: string): Sql<EvidenceRow> => sql<EvidenceRow>`
  with a as materialized (select r.*, r.bill -> 'compound' -> 'ingredients' as parts from (select a.*, ${billSent} as bill
      from rx_authorization a where ${inScope.fragment} and a.id = ${id}) r),
  i as (select distinct replace(p ->> 'productId', '-', '') as ndc from a, jsonb_array_elements(coalesce(a.parts, '[]')) p)
  select a.id, a.stratus_claim_id, a.sub_carrier, c.claimant_id, c.claim_number, a.juris_state, a.status_id, a.mc, a.ndc, a.drug_name, a.quantity,
    a.rejects, a.date_of_service, a.bill, coalesce(y.name, a.pharmacy_nabp) as pharmacy, (app_now() at time zone app_zone())::date as today,
    (select x.request from rx_transaction x where x.mc = a.mc and x.id = a.last_transaction_id) as request,
    coalesce((select jsonb_agg(jsonb_build_object('code', x.icd10, 'description', x.description, 'status', x.status) order by x.icd10)
      from claim_icd x where x.mc = a.mc and x.stratus_claim_id = a.stratus_claim_id), '[]') as icd,
    coalesce((select jsonb_agg(jsonb_build_object('at', x.submitted_at, 'ndc', x.ndc, 'drug', x.drug_name, 'brand', x.generic_or_brand,
        'dateOfService', x.fill_date, 'quantity', x.quantity, 'daysSupply', x.days_supply, 'daw', x.daw, 'npi', x.prescriber_npi,
        'prescriber', (select q.first_name || ' ' || q.last_name || ', ' || q.credential from practitioner q where q.npi = x.prescriber_npi),
        'refills', x.refills_authorised, 'billed', coalesce(x.request #>> '{pricing,grossAmountDue}', x.request #>> '{pricing,usualAndCustomary}')::numeric,
        'directions', x.request #>> '{prescription,directions}', 'codes', x.reject_codes,
        'parts', ${partsSent(sql`x.request`)})
        order by x.submitted_at, x.id)
      from (select x.* from rx_transaction x where x.mc = a.mc and x.authorization_id = a.id and x.rx_number = a.rx_number
        and x.pharmacy_nabp = a.pharmacy_nabp order by x.submitted_at desc, x.id desc limit 20) x), '[]') as sent,
    coalesce((select jsonb_object_agg(d.ndc, d.facts) from drug d where d.ndc in (select i.ndc from i)), '{}') as drugs,
    coalesce((select jsonb_agg(jsonb_build_object('ndc', d.ndc, 'status', (select f.status from formulary_item f
        where f.mc in ('', a.mc) and f.sub_carrier in ('*', a.sub_carrier) and d.gpi like f.gpi_prefix || '%' and coalesce(f.facts ->> 'phase', 'B') = 'B'
        order by length(f.gpi_prefix) desc, f.mc <> '' desc, f.sub_carrier <> '*' desc limit 1)))
      from drug d where d.ndc in (select i.ndc from i)), '[]') as formulary, ${allSettings()} -> 'formulary' ->> 'kind' as plan,
    ${fillsOfPerson(sql`a.date_of_service`, {
      columns: sql`'prescriberName', coalesce(q.first_name || ' ' || q.last_name || ', ' || q.credential, x.prescriber_npi),
        'specialty', coalesce(q.specialty, ''), 'directions', x.request #>> '{prescription,directions}', 'claimNumber', s.claim_number`,
      joins: sql`left join practitioner q on q.npi = x.prescriber_npi`,
    })} as fills,
    coalesce((select jsonb_agg(jsonb_build_object('entryId', e.id, 'kind', e.kind, 'text', e.text, 'seenOn', e.seen_on, 'by', e.entered_by_name)
        order by e.kind, e.seen_on desc, e.at desc)
      from chart_entry e where e.mc = a.mc and e.claimant_id = c.claimant_id and e.ended_at is null), '[]') as chart,
    coalesce((select jsonb_agg(jsonb_build_object('at', l.at, 'by', l.looked_by_name, 'byId', l.looked_by, 'months', l.months, 'note', l.note)
        order by l.at desc, l.id desc)
      from monitoring_look l where l.mc = a.mc and l.stratus_claim_id = a.stratus_claim_id), '[]') as looks
  from a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id left join pharmacy y on y.nabp = a.pharmacy_nabp`

export type OnRequest = Pick<
  EvidenceRow,
  'id' | 'mc' | 'stratus_claim_id' | 'sub_carrier' | 'claimant_id' | 'juris_state' | 'status_id' | 'today'
>
/** A request to which something is recorded, locked. */
export const forRecord = (id: string): Sql<OnRequest> => sql<OnRequest>`
  select a.id, a.mc, a.stratus_claim_id, a.sub_carrier, c.claimant_id, a.juris_state, a.status_id, (app_now() at time zone app_zone())::date as today
  from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
  where ${inScope.fragment} and a.id = ${id} for no key update of a`

export const insertLook = (of: {
  id: string
  on: OnRequest
  months: number
  note: string
  at: string
  by: { id: string; name: string }
}): Sql => sql`
  insert into monitoring_look (mc, id, sub_carrier, stratus_claim_id, authorization_id, state, months, note, at, looked_by, looked_by_name)
  values (app_mc(), ${of.id}, ${of.on.sub_carrier}, ${of.on.stratus_claim_id}, ${of.on.id}, ${of.on.juris_state}, ${of.months}, ${of.note}, ${of.at},
    ${of.by.id}, ${of.by.name})`

export const insertEntry = (of: {
  id: string
  on: OnRequest
  kind: ChartEntry['kind']
  text: string
  seenOn: string
  at: string
  by: { id: string; name: string }
}): Sql => sql`
  insert into chart_entry (mc, id, sub_carrier, stratus_claim_id, claimant_id, kind, text, seen_on, at, entered_by, entered_by_name)
  values (app_mc(), ${of.id}, ${of.on.sub_carrier}, ${of.on.stratus_claim_id}, ${of.on.claimant_id}, ${of.kind}, ${of.text}, ${of.seenOn}, ${of.at},
    ${of.by.id}, ${of.by.name})`
/** An entry of this patient, locked. */
export const entryToEnd = (id: string): Sql<{ claimant_id: string; ended_by_name: string | null }> => sql<{
  claimant_id: string
  ended_by_name: string | null
}>`
  select e.claimant_id, e.ended_by_name from chart_entry e where e.mc = app_mc() and app_sees(e.sub_carrier) and e.id = ${id} for update`
/** The chart of a worker has what was written at their claims. */
export const entriesOf = (claimant: string): Sql => sql`
  update chart_entry e set claimant_id = c.claimant_id from wc_claim c
   where e.mc = app_mc() and c.mc = e.mc and c.id = e.stratus_claim_id and c.claimant_id = ${claimant} and e.claimant_id <> c.claimant_id`
export const endEntry = (id: string, by: string, at: string): Sql => sql`
  update chart_entry set ended_at = ${at}, ended_by_name = ${by} where mc = app_mc() and id = ${id}`
