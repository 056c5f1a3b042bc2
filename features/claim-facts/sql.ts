import { openStatuses } from '#features/authorizations/statuses.ts'
import { factColumns, type FactBase } from '#features/eligibility/claim-fact-sql.ts'
import { flag, placeOf } from '#features/settings/columns.ts'
import { integers, sql, type Sql } from '#platform/database/sql.ts'

const inScope = sql`c.mc = app_mc() and app_sees(c.sub_carrier)`
const open = integers(openStatuses)
/** Today where the carrier is. */
const today = (now: string): Sql => sql`(${now}::timestamptz at time zone m.time_zone)::date`

export type FactsFound = FactBase & {
  today: string
  zone: string
  owner_id: string | null
  edit_off: boolean
  open_requests: number
  /** All claims of the person: a death is of all of them. */
  claims: string[]
}
const columns = (now: string): Sql => sql`${factColumns}, ${today(now)} as today, m.time_zone as zone, c.owner_id,
  ${flag('edit_patient_mc_disabled', false, placeOf(sql`c`))} as edit_off,
  (select count(*)::int from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id and a.status_id in (${open})) as open_requests,
  array(select k.id from wc_claim k where k.mc = c.mc and k.claimant_id = c.claimant_id order by k.id) as claims`
const from = sql`from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id join master_carrier m on m.mc = c.mc`

/** What a change is checked against. */
export const forChange = (id: string, now: string): Sql<FactsFound> =>
  sql<FactsFound>`select ${columns(now)} ${from} where ${inScope} and c.id = ${id}`

export type FactsShown = FactsFound & {
  accepted_date: string | null
  closed_date: string | null
  employer: string | null
  owner: string | null
  juris_state: string
  people: { npi: string; name: string; specialty: string }[]
}
/** Everything the screen of a claim's facts shows. */
export const factsShown = (id: string, now: string): Sql<FactsShown> => sql<FactsShown>`
  select ${columns(now)}, c.accepted_date, c.closed_date, c.juris_state,
    (select e.name from employer e where e.mc = c.mc and e.id = c.employer_id) as employer,
    (select u.name from app_user u where u.id = c.owner_id) as owner,
    coalesce((select jsonb_agg(jsonb_build_object('npi', q.npi, 'name', q.first_name || ' ' || q.last_name || ', ' || q.credential,
        'specialty', q.specialty)) from practitioner q
      where q.npi in (select v.npi from claim_treating_provider v where v.mc = c.mc and v.stratus_claim_id = c.id)), '[]') as people
  ${from} where ${inScope} and c.id = ${id}`

/** Whether there is a prescriber with this number, and their name. */
export const prescriberNamed = (npi: string): Sql<{ name: string }> =>
  sql<{
    name: string
  }>`select first_name || ' ' || last_name || ', ' || credential as name from practitioner where npi = ${npi}`

/** Open requests of a claim, over `a`. */
export const openOf = (claim: string): Sql => sql`a.stratus_claim_id = ${claim} and a.status_id in (${open})`

export type Changed = {
  id: string
  today: string
  facts: Pick<FactBase['facts'][number], 'kind' | 'subject' | 'description' | 'value' | 'before' | 'from'>[]
}
/** The day at the carrier of a claim, and the changes of it a job is about. */
export const changed = (claim: string, ids: readonly string[], now: string): Sql<Changed> => sql<Changed>`
  select c.id, ${today(now)} as today, coalesce((select jsonb_agg(jsonb_build_object('kind', f.kind, 'subject', f.subject,
      'description', f.description, 'value', f.value, 'before', f.before, 'from', f.valid_from) order by f.at, f.id)
    from claim_fact f where f.mc = c.mc and f.id = any(${ids}::uuid[])), '[]') as facts
  from wc_claim c join master_carrier m on m.mc = c.mc where ${inScope} and c.id = ${claim}`
