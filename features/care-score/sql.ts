import { flag, placeOf } from '#features/settings/columns.ts'
import { sql, type Sql } from '#platform/database/sql.ts'
import type { CareBand } from './bands.ts'
import type { CareFacts, CareScore } from './rules.ts'

/** Days of fills that a score and its twelve months of trend look at. */
const LOOKED_DAYS = 550

export type CareClaim = { id: string; mc: string; today: string; facts: CareFacts }
/** That the score of the claim `c` was worked out, and nothing was filled since. */
const kept = sql`exists (select from care_score s where s.mc = c.mc and s.stratus_claim_id = c.id and s.as_of is not null)
    and not exists (select from care_score s where s.mc = c.mc and s.stratus_claim_id = c.id and s.as_of is null)`
/** Everything a score is computed from, in one statement: the person's paid fills in this carrier and the claim's diagnoses. */
export const factsOf = (claim: Sql): Sql<CareClaim> => factsUnless(sql`false`, claim) as Sql<CareClaim>
/** The same, without the history where a kept score answers: that of years is read for nothing. */
export const factsWhereDue = (claim: Sql): Sql<Omit<CareClaim, 'facts'> & { facts: CareFacts | null }> =>
  factsUnless(kept, claim)
const factsUnless = (none: Sql, claim: Sql) => sql<Omit<CareClaim, 'facts'> & { facts: CareFacts | null }>`
  select c.id, c.mc, (app_now() at time zone (select m.time_zone from master_carrier m where m.mc = c.mc))::date as today,
    case when not (${none}) then jsonb_build_object('doi', c.doi,
      'acceptedIcd', coalesce((select jsonb_agg(x.icd10 order by x.icd10) from claim_icd x
        where x.mc = c.mc and x.stratus_claim_id = c.id and x.status = 'ACCEPTED'), '[]'),
      'fills', coalesce((select jsonb_agg(jsonb_build_object('fillDate', x.fill_date, 'daysSupply', x.days_supply, 'quantity', x.quantity,
        'paidAmount', coalesce(x.paid_amount, 0), 'prescriberNpi', x.prescriber_npi,
          'pharmacyNabp', x.pharmacy_nabp, 'rxNumber', x.rx_number, 'compound', x.compound_code = 2, 'drug', d.facts, 'genericExists',
            exists (select from drug g where g.gpi = d.gpi and g.facts->>'brandFlag' = 'G')) order by x.fill_date, x.id)
        from wc_claim s join rx_transaction x on x.mc = s.mc and x.stratus_claim_id = s.id and x.status in ('P', 'B')
          and x.fill_date > (app_now())::date - ${LOOKED_DAYS}::int join drug d on d.ndc = x.ndc
        where s.mc = c.mc and s.claimant_id = c.claimant_id), '[]')) end as facts
  from wc_claim c where c.mc = app_mc() and app_sees(c.sub_carrier) and ${claim}`

/** The claim a caller names, by either of its ids. */
export const named = (stratusClaimId: string | undefined, esiClaimId: string | undefined): Sql =>
  sql`(${stratusClaimId ?? null}::uuid is null or c.id = ${stratusClaimId ?? null})
    and (${esiClaimId ?? null}::text is null or c.esi_claim_id = ${esiClaimId?.trim().toUpperCase() ?? null})`

export type StoredScore = {
  month: string
  as_of: string
  score: number
  band: CareBand
  categories: CareScore['categories']
  criteria: CareScore['criteria']
}
/** The scores of a claim month by month, the newest first. */
export const stored = (claim: Sql, months: number): Sql<StoredScore> => sql<StoredScore>`
  select s.month, s.as_of, s.score, s.band, s.categories, s.criteria from wc_claim c
    join care_score s on s.mc = c.mc and s.stratus_claim_id = c.id and s.as_of is not null
   where c.mc = app_mc() and app_sees(c.sub_carrier) and ${claim} order by s.month desc limit ${months}`

/** Whether the carrier has the score switched off, and whether a score waits to be worked out. */
export const state = (claim: Sql): Sql<{ disabled: boolean; waits: boolean }> => sql<{
  disabled: boolean
  waits: boolean
}>`
  select ${flag('careRiskScoreDisabled', false, placeOf(sql`c`))} as disabled,
    exists (select from care_score s where s.mc = c.mc and s.stratus_claim_id = c.id and s.as_of is null) as waits
  from wc_claim c where c.mc = app_mc() and app_sees(c.sub_carrier) and ${claim}`

/** Marks the score of this month, as the carrier's calendar has it, as due after a fill, a stop or a reversal. */
export const due = (claimId: string): Sql => sql`
  insert into care_score (mc, stratus_claim_id, month, score, band, categories, criteria, next_at)
    select m.mc, ${claimId}, date_trunc('month', app_now() at time zone m.time_zone)::date, 0, 'LOW', '[]', '[]', app_now()
      from master_carrier m where m.mc = app_mc()
  on conflict (mc, stratus_claim_id, month) do update set next_at = excluded.next_at`

export type ScoreRow = { month: string; as_of: string; next_at: string | null } & CareScore
/** Writes the scores of these months; older months are no longer due. */
export const write = (claimId: string, rows: readonly ScoreRow[]): Sql => sql`
  with kept as (
    insert into care_score (mc, stratus_claim_id, month, as_of, score, band, categories, criteria, next_at)
    select app_mc(), ${claimId}, x.month, x.as_of, x.score, x.band, x.categories, x.criteria, x.next_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(month date, as_of date, score smallint, band text, categories jsonb,
        criteria jsonb, next_at timestamptz)
    on conflict (mc, stratus_claim_id, month) do update set as_of = excluded.as_of, score = excluded.score, band = excluded.band,
      categories = excluded.categories, criteria = excluded.criteria, next_at = excluded.next_at
    returning month)
  update care_score set next_at = null where mc = app_mc() and stratus_claim_id = ${claimId} and next_at is not null and month not in (select month from kept)`

export const months = (claimId: string): Sql<{ month: string }> =>
  sql<{
    month: string
  }>`select month from care_score where mc = app_mc() and stratus_claim_id = ${claimId} and as_of is not null`

export const dueScores = (now: string, limit: number): Sql<{ mc: string; id: string }> =>
  sql<{ mc: string; id: string }>`select mc, id from due_care_scores(${limit}, ${now})`

/** The band of the claim of a request `a` as it was last worked out; null where there is none or the carrier hides it. */
export const careBand: Sql = sql`(select s.band from care_score s where s.mc = a.mc and s.stratus_claim_id = a.stratus_claim_id and s.as_of is not null
      and not ${flag('careRiskScoreDisabled', false)}
    order by s.month desc limit 1)`
