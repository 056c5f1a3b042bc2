import { allSettings, flag, placeOf } from '#features/settings/columns.ts'
import { inForce } from '#features/prior-auths/sql.ts'
import { openStatuses, status } from '#features/authorizations/statuses.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import type { Compensability } from '#features/adjudication/snapshot.ts'
import { billSent } from '#features/snapshots/billed-sql.ts'
import type { Arrival } from './arrival.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { factsColumns, factsFrom } from '#features/authorizations/facts-sql.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { every, sql, type Sql, integers } from '#platform/database/sql.ts'

/** The identifiers of a claim a caller may give; those left out do not filter. */
export type ClaimNamed = {
  stratusClaimId?: string | undefined
  esiClaimId?: string | undefined
  subscriberNumber?: string | undefined
  customerClaimNumber?: string | undefined
}

/** One claim in the caller's scope as a condition over `c`: every given identifier must match. */
export function claimNamed(named: ClaimNamed): Sql {
  const upper = (text: string): string => text.trim().toUpperCase()
  const { stratusClaimId, esiClaimId, subscriberNumber, customerClaimNumber } = named
  return every([
    sql`c.mc = app_mc() and app_sees(c.sub_carrier)`,
    ...(stratusClaimId === undefined ? [] : [sql`c.id = ${stratusClaimId}`]),
    ...(esiClaimId === undefined ? [] : [sql`c.esi_claim_id = ${upper(esiClaimId)}`]),
    ...(subscriberNumber === undefined ? [] : [sql`c.subscriber_number = ${upper(subscriberNumber)}`]),
    ...(customerClaimNumber === undefined ? [] : [sql`c.claim_number = ${upper(customerClaimNumber)}`]),
  ])
}
/** The claim of a request, as a condition over `c`. */
export const claimOfRequest = (where: Sql): Sql =>
  sql`c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = (select a.stratus_claim_id from rx_authorization a where ${inScope.fragment} and ${where})`

type PriorAuthInForce = {
  id: string
  overrideRef: string
  drugName: string
  kind: 'PERMIT' | 'BLOCK'
  level: number
  gpiPrefix: string
  ndc: string | null
  brandFlag: string
  startDate: string
  endDate: string
  statusId: number
  rxNumber: string | null
  pharmacyNabp: string | null
  prescriberNpi: string | null
  /** The request it came from. */
  authorizationId: string | null
  bySilence: boolean
}
type OpenOne = {
  id: string
  referenceNumber: string
  gpi: string
  statusId: number
  originalAuthId: string | null
  dateOfService: string
}
/** What rules about a claim need beside the engine's snapshot. */
export type ClaimFound = {
  id: string
  mc: string
  sub_carrier: string
  group_code: string
  claim_number: string
  doi: string
  juris_state: string
  compensability: Compensability
  owner_id: string | null
  term_date: string | null
  effective_date: string | null
  claimant_name: string
  create_allowed: boolean
  auto_pa: boolean
  settings: Record<string, unknown>
  supervised: string[]
  inForce: PriorAuthInForce[]
  open_requests: OpenOne[]
  last_paid: number | null
}

const ofClaim = placeOf(sql`c`)
/**
 * The claim with its coverage, its prior authorizations and blocks in force, its open requests and the carrier's settings.
 * `gpi` is for the last price paid.
 */
export const claimFound = (where: Sql, gpi: Sql = sql`''::text`): Sql<ClaimFound> => sql<ClaimFound>`
  select c.id, c.mc, c.sub_carrier, c.group_code, c.claim_number, c.doi, c.juris_state, c.compensability, c.owner_id,
    t.first_name || ' ' || t.last_name as claimant_name, g.auto_pa,
    (select s.term_date from eligibility_span s where s.mc = c.mc and s.stratus_claim_id = c.id order by s.effective_date desc limit 1) as term_date,
    (select s.effective_date from eligibility_span s where s.mc = c.mc and s.stratus_claim_id = c.id order by s.effective_date limit 1) as effective_date,
    ${flag('create_prior_auth', true, ofClaim)} as create_allowed, ${allSettings(ofClaim)} as settings,
    array(select v.member_id from user_supervision v where v.mc = c.mc and v.supervisor_id = app_user()) as supervised,
    coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'overrideRef', p.override_ref, 'drugName', p.drug_name, 'kind', p.kind,
      'level', p.level, 'gpiPrefix', p.gpi_prefix, 'ndc', p.ndc, 'brandFlag', p.brand_flag, 'startDate', p.start_date, 'endDate', p.end_date,
       'statusId', p.status_id, 'rxNumber', p.rx_number, 'pharmacyNabp', p.pharmacy_nabp, 'prescriberNpi', p.prescriber_npi, 'authorizationId',
         p.authorization_id, 'bySilence', p.supersedes_id is null and exists (select from rx_authorization a where a.mc = p.mc and a.id = p.authorization_id
           and a.status_id = ${status.DEEMED_APPROVED})) order by p.start_date, p.id) from prior_auth p
         where p.mc = c.mc and p.stratus_claim_id = c.id and p.status_id in ${inForce} and p.end_date >= (app_now() at time zone app_zone())::date),
         '[]') as "inForce",
    coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'referenceNumber', r.reference_number, 'gpi', r.gpi, 'statusId', r.status_id,
      'originalAuthId', r.original_auth_id, 'dateOfService', r.date_of_service) order by r.id)
       from rx_authorization r where r.mc = c.mc and r.stratus_claim_id = c.id and r.status_id in (${integers(openStatuses)})), '[]') as open_requests,
    (select x.paid_amount from rx_transaction x where x.mc = c.mc and x.stratus_claim_id = c.id and x.status in ('P', 'B')
      and left(x.gpi, 10) = left(${gpi}, 10) order by x.fill_date desc, x.id limit 1) as last_paid
  from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id join client_group g on g.mc = c.mc and g.group_code = c.group_code
  where ${where}`

/** The product for a 14-digit code without an NDC: the cheapest one on the market of the wanted brand. */
export const ndcOfGpi = (gpi: Sql, brand: 'B' | 'G' | undefined): Sql => sql`
  (select d.ndc from drug d where d.gpi = ${gpi} and coalesce(d.facts->>'obsoleteDate', '9999') > app_now()::date::text
    and coalesce(d.facts->>'marketStart', '0') <= app_now()::date::text
     and (${brand ?? null}::text is null or (d.facts->>'brandFlag' = 'G') = (${brand ?? null}::text = 'G'))
       and not coalesce((d.facts->>'repackaged')::boolean, false)
   order by d.facts->>'brandFlag' <> 'G', (d.facts->>'awpUnit')::numeric, d.ndc limit 1)`

export type Wish = { effective_date: string; expiration_date: string | null; drug_level: number | null }
/** What is stored of a clinic line that was made in the portal. */
export type ClinicBill = Pick<ClaimRequest, 'pharmacyNabp' | 'hcpcs' | 'pricing' | 'prescription'>
const json = (value: unknown): string => JSON.stringify(value)
export type Made = Facts &
  Arrival & {
    wish: Wish | null
    origin_code: number
    original_auth_id: string | null
    created_at: string
    daw: string
    refills_authorised: number
    date_written: string | null
    last_paid_cost: number | null
    original_decider: string | null
    /** When the decision it reconsiders was made. */
    denied_at: string | null
    /** For a compound or a clinic line: the claim that says what was billed. */
    bill: ClaimRequest | null
  }
const madeColumns = sql`
  ${factsColumns}, a.received_how, a.posted_on, a.urgent, a.concurrent, a.origin_code, a.original_auth_id, a.created_at, a.daw, a.refills_authorised,
    a.date_written, a.last_paid_cost,
  (select b.completed_by from rx_authorization b where b.mc = a.mc and b.id = a.original_auth_id) as original_decider,
  (select b.completed_at from rx_authorization b where b.mc = a.mc and b.id = a.original_auth_id) as denied_at, ${billSent} as bill,
  (select jsonb_build_object('effective_date', w.effective_date, 'expiration_date', w.expiration_date, 'drug_level', w.drug_level)
    from authorization_wish w where w.mc = a.mc and w.authorization_id = a.id) as wish`

/** A request or draft with what its maker wants, locked until the transaction ends. `where` is over `a`. */
export const holdMade = (where: Sql): Sql<Made> =>
  sql<Made>`select ${madeColumns} ${factsFrom} where ${inScope.fragment} and ${where} for update of a`
/** The same without a lock. */
export const lookMade = (where: Sql): Sql<Made> =>
  sql<Made>`select ${madeColumns} ${factsFrom} where ${inScope.fragment} and ${where}`

/** Inserts or updates what the maker wants; `line` is the clinic line, which keeps its first value. */
export const wish = (mc: string, id: string, wanted: Wish, line: ClinicBill | null = null): Sql => sql`
  insert into authorization_wish (mc, authorization_id, effective_date, expiration_date, drug_level, clinic_line)
  values (${mc}, ${id}, ${wanted.effective_date}, ${wanted.expiration_date}, ${wanted.drug_level}, ${line === null ? null : json(line)}::jsonb)
  on conflict (mc, authorization_id) do update set effective_date = excluded.effective_date, expiration_date = excluded.expiration_date,
    drug_level = excluded.drug_level`

export type FillFound = {
  tcn: string
  status: string
  fill_date: string
  paid_amount: number | null
  reject_codes: string[]
  stratus_claim_id: string
  authorization_id: string | null
  ndc: string
  gpi: string
  drug_name: string
  generic_or_brand: string
  daw: string
  quantity: number
  days_supply: number
  rx_number: string
  fill_number: number
  refills_authorised: number
  dea_schedule: string | null
  claim_channel_type: number
  pharmacy_nabp: string
  pharmacy_name: string
  prescriber_name: string
  drug: DrugWords | null
}
export type DrugWords = {
  name: string
  strength: string
  form: string
  unit: string
  awpUnit: number
  awpEffectiveDate?: string
}
/** The claims of a reference number, for the access journal. */
export const claimsOfReference = (reference: string): Sql<{ stratus_claim_id: string }> => sql<{
  stratus_claim_id: string
}>`
  select a.stratus_claim_id from rx_authorization a where ${inScope.fragment} and a.reference_number = ${reference}
  union select x.stratus_claim_id from rx_transaction x where x.mc = app_mc() and app_sees(x.sub_carrier) and x.reference_number = ${reference}
    and x.stratus_claim_id is not null`
/** The newest transaction of a reference number. */
export const fillOf = (reference: string): Sql<FillFound> => sql<FillFound>`
  select x.tcn, x.status, x.fill_date, x.paid_amount, x.reject_codes, x.stratus_claim_id, x.authorization_id, x.ndc, x.gpi, x.drug_name,
    x.generic_or_brand, x.daw, x.quantity, x.days_supply, x.rx_number, x.fill_number, x.refills_authorised,
    x.dea_schedule, x.claim_channel_type, x.pharmacy_nabp, coalesce((select y.name from pharmacy y where y.nabp = x.pharmacy_nabp), '') as pharmacy_name,
    coalesce((select q.first_name || ' ' || q.last_name from practitioner q where q.npi = x.prescriber_npi), '') as prescriber_name,
      (select d.facts from drug d where d.ndc = x.ndc) as drug
  from rx_transaction x where x.mc = app_mc() and app_sees(x.sub_carrier) and x.reference_number = ${reference} order by x.submitted_at desc, x.id desc limit 1`
/** Package facts of the product of a request. `where` is over `a`. */
export const drugOf = (where: Sql): Sql<{ facts: DrugWords }> =>
  sql<{
    facts: DrugWords
  }>`select d.facts from rx_authorization a join drug d on d.ndc = a.ndc where ${inScope.fragment} and ${where}`

/** What decides how long and how wide a product may be approved. */
export const product = (ndc: string): Sql<{ gpi: string; dea: string | null; opioid: boolean }> => sql<{
  gpi: string
  dea: string | null
  opioid: boolean
}>`
  select d.gpi, d.facts->>'dea' as dea, d.facts->>'opioidFactorKey' is not null as opioid from drug d where d.ndc = ${ndc}`

/** Today in the caller's zone. */
export const today = sql`(app_now() at time zone app_zone())::date`

/** A request by its id or reference number. */
export const byId = (id: string): Sql => sql`a.id = ${id}`
export const byReference = (reference: string): Sql => sql`a.reference_number = ${reference}`
/** The claim as a fragment for statements that start from one. */
export const claimRow = (where: Sql): Sql => sql`select c.* from wc_claim c where ${where}`
/** The drug code of an NDC; empty when unknown. */
export const gpiOf = (ndc: Sql): Sql => sql`coalesce((select d.gpi from drug d where d.ndc = ${ndc}), '')`

export const staleDrafts = (now: string, limit: number): Sql<{ mc: string; id: string }> =>
  sql<{ mc: string; id: string }>`select mc, id from stale_drafts(${limit}, ${now})`
export const purge = (id: string, now: string): Sql => sql`select purge_draft(${id}, ${now})`
