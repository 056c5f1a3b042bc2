import { doseMonthsBefore } from '#features/adjudication/dose-by-day.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'
import { origin } from '#reference/origins.ts'

// The paid fills of a person, read by one piece of SQL wherever a dose by day or by month is shown.

/** What laying supplies out needs of a paid fill `x` of drug `d` (features/adjudication/dose-by-day.ts), as names and values. */
const dosedFill = sql`'fillDate', x.fill_date, 'drugName', x.drug_name, 'ndc', x.ndc, 'gpi', x.gpi, 'dea', x.dea_schedule, 'facts', d.facts,
    'quantity', x.quantity, 'daysSupply', x.days_supply, 'rxNumber', x.rx_number, 'pharmacyNabp', x.pharmacy_nabp,
    'prescriberNpi', x.prescriber_npi, 'clinic', x.claim_channel_type = ${integer(origin.J_CODE)}`

/** A supply may have begun so many days before the days that are looked at. */
const LONGEST_SUPPLY = 366

/** More of each fill than its dose needs: names and values, and joins for them. */
type More = { columns: Sql; joins: Sql }

/** The paid fills `x` of claim `s` that may last into the days since one. */
const lasting = (since: Sql): Sql => sql`x.mc = s.mc and x.stratus_claim_id = s.id and x.status in ('P', 'B')
      and x.fill_date > ${since} - ${integer(LONGEST_SUPPLY)}`
/** The claims in scope of a person in this carrier that have such fills. */
export const claimsWithFills = (claimant: Sql, since: Sql): Sql => sql`
  select s.id from wc_claim s where s.mc = app_mc() and s.claimant_id = ${claimant} and app_sees(s.sub_carrier)
    and exists (select from rx_transaction x where ${lasting(since)})`

/**
 * All paid fills of the person of claim `c` in this carrier that are in scope and may last into the days since one. As the text they
 * leave as (json): a history of years is read through and sent, not searched.
 */
export const fillsOfPerson = (since: Sql, more?: More): Sql => sql`
  coalesce((select json_agg(json_build_object(${dosedFill}${more ? sql`, ${more.columns}` : sql``}) order by x.fill_date, x.submitted_at, x.id)
    from wc_claim s
    join rx_transaction x on ${lasting(since)}
    left join drug d on d.ndc = x.ndc ${more ? more.joins : sql``}
    where s.mc = c.mc and s.claimant_id = c.claimant_id and app_sees(s.sub_carrier)
      ${more ? sql`` : sql`and (d.facts ->> 'opioidFactorKey' is not null or left(x.gpi, 3) = '101')`}), '[]')`

/** The first day of the months a request `a` shows. */
const since = sql`(date_trunc('month', a.date_of_service) - make_interval(months => ${integer(doseMonthsBefore)}))::date`
/** The opioids among them: what the dose by month of a request is counted from. */
export const opioidFills: Sql = sql`${fillsOfPerson(since)} as opioid_fills`
