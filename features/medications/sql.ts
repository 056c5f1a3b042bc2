import { flag, placeOf, settingIsOn, settingValue } from '#features/settings/columns.ts'
import type { DosedFill } from '#features/adjudication/dose-by-day.ts'
import { claimsWithFills, fillsOfPerson } from '#features/authorizations/dose-sql.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { openStatuses } from '#features/authorizations/statuses.ts'
import { integers, sql, type Sql } from '#platform/database/sql.ts'
import type { Mark } from './contract.ts'

const ofClaim = placeOf(sql`c`)
/** Today in the caller's zone. */
const today = sql`(app_now() at time zone app_zone())::date`
/** A paid fill as it is on file. */
export type FillFound = DosedFill & {
  transactionId: string
  referenceNumber: string
  tcn: string
  pharmacyName: string
  prescriberName: string
  paidAmount: number | null
  priorAuthRef: string | null
  claimNumber: string
  stratusClaimId: string
}
/** The fills with all that is shown of them: fill `x` of claim `s`. */
const fills = (since: Sql): Sql =>
  sql`${fillsOfPerson(since, {
    columns: sql`'transactionId', x.id, 'referenceNumber', x.reference_number, 'tcn', x.tcn,
    'pharmacyName', coalesce(y.name, x.pharmacy_nabp), 'prescriberName', coalesce(q.first_name || ' ' || q.last_name, x.prescriber_npi),
    'paidAmount', x.paid_amount, 'priorAuthRef', (select p.override_ref from prior_auth p where p.mc = x.mc and p.id = x.prior_auth_id),
    'claimNumber', s.claim_number, 'stratusClaimId', s.id`,
    joins: sql`left join pharmacy y on y.nabp = x.pharmacy_nabp left join practitioner q on q.npi = x.prescriber_npi`,
  })} as fills`

/** One row for each claim whose fills are shown, for the audit; the rest of the row is the same in all. */
const eachClaim = sql`
  select whole.*, k.id as stratus_claim_id from whole cross join lateral (select whole.id
    union ${claimsWithFills(sql`whole.claimant_id`, sql`whole.since`)}) k(id) order by k.id <> whole.id`

export type TimelineRow = {
  id: string
  stratus_claim_id: string
  claim_number: string
  first_name: string
  last_name: string
  today: string
  since: string
  fills: FillFound[]
  marks: (Mark & { gpi: string })[]
  limit: number | null
  pdf_allowed: boolean
  name_in_files: boolean
}
/** Everything a timeline shows, in one statement: the person's fills, what was not paid, what waits, the plan's limit. */
export const timeline = (claim: string, sub: string | null, months: number): Sql<TimelineRow> => sql<TimelineRow>`
  with c as (select c.*, (${today} - make_interval(months => ${months}))::date as since from wc_claim c
    where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${claim} and (${sub}::text is null or c.sub_carrier = ${sub})),
  whole as materialized (select c.id, c.claimant_id, c.claim_number, t.first_name, t.last_name, ${today} as today, c.since,
    ${fills(sql`c.since`)},
    coalesce((select jsonb_agg(m order by m.date) from (
      select 'REJECTED' as kind, x.fill_date as date, x.fill_date as "lastsTo", x.drug_name as "drugName", x.quantity, x.days_supply as "daysSupply",
        x.reject_codes as codes, x.reference_number as "referenceNumber", x.authorization_id as "authorizationId", x.gpi
      from rx_transaction x where x.mc = c.mc and x.stratus_claim_id = c.id and x.status = 'R' and x.fill_date > c.since
        and not exists (select from rx_authorization a where a.mc = x.mc and a.id = x.authorization_id
          and a.status_id in (${integers(openStatuses)}))
      union all
      select 'REQUESTED', a.date_of_service, a.date_of_service + a.days_supply - 1, a.drug_name, a.quantity, a.days_supply,
        '{}', a.reference_number, a.id, a.gpi
      from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id and a.status_id in (${integers(openStatuses)})) m), '[]') as marks,
    (${settingValue('mmeLimit', ofClaim)})::int as limit,
    ${flag('pdfExportEnabled', true, ofClaim)} as pdf_allowed, ${settingIsOn('patientNameInFiles', true, ofClaim)} as name_in_files
  from c join claimant t on t.mc = c.mc and t.id = c.claimant_id)
  ${eachClaim}`

export type BesideRow = {
  id: string
  stratus_claim_id: string
  claim_number: string
  gpi: string
  date_of_service: string
  fills: FillFound[]
}
/** The fills beside a request: those of the person in the 13 months before it, and supplies that began before. */
export const beside = (authorizationId: string): Sql<BesideRow> => sql<BesideRow>`
  with whole as materialized (select c.id, c.claimant_id, c.claim_number, a.gpi, a.date_of_service, a.date_of_service - 400 as since,
    ${fills(sql`a.date_of_service - 400`)}
    from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
    where ${inScope.fragment} and a.id = ${authorizationId})
  ${eachClaim}`
