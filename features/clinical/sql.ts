import { settingIsOn } from '#features/settings/columns.ts'
import type { Consideration } from '#features/adjudication/answer.ts'
import { snapshot, type SnapshotRow } from '#features/snapshots/sql.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { wishColumns, type EngineInput } from '#features/snapshots/billed-sql.ts'
import { claimNamed, ndcOfGpi } from '#features/new-authorization/sql.ts'
import { sql, type Sql } from '#platform/database/sql.ts'

/** What the plan says of a drug: the longest entry decides, a carrier's own before the default. */
export const planOf = (gpi: string): Sql<{ status: string; note: string | null }> => sql<{
  status: string
  note: string | null
}>`
  select f.status, f.facts->>'note' as note from formulary_item f
   where f.mc in ('', app_mc()) and f.sub_carrier = '*'
     and f.gpi_prefix in (select left(${gpi}::text, n) from unnest(array[2, 4, 6, 8, 10, 12, 14]) n where n <= length(${gpi}::text))
   order by length(f.gpi_prefix) desc, f.mc <> '' desc limit 1`

export type Advice = {
  id: string
  action: string
  rationale: string
  pharmacist: string
  license: string | null
  at: string
  modified: { oneTime?: boolean; days?: number; quantity?: number; drugLevel?: number; refs?: string[] }
}
type Advised = {
  stratus_claim_id: string
  allowed: boolean
  advice: Advice | null
  guidance: {
    action: string
    label: string
    rationale: string
    oneTime: boolean
    modifiedDays: number | null
    ruleIds: string[]
  } | null
}
/** The newest advice on a request and the guidance stored with it. */
export const advised = (id: string): Sql<Advised> => sql<Advised>`
  select a.stratus_claim_id,
    ${settingIsOn('rphRecommendation', true)} as allowed,
    (select jsonb_build_object('id', r.id, 'action', r.action, 'rationale', r.rationale, 'pharmacist', r.pharmacist, 'license', r.license,
      'at', r.at, 'modified', r.modified)
       from rph_recommendation r where r.mc = a.mc and r.authorization_id = a.id and not r.superseded order by r.at desc, r.id desc limit 1) as advice,
    a.shown -> 'recommendation' as guidance
  from rx_authorization a where ${inScope.fragment} and a.id = ${id}`

type AdviceRow = {
  mc: string
  id: string
  authorization_id: string
  action: string
  modified: Record<string, unknown>
  rationale: string
  pharmacist: string
  pharmacist_id: string
  license: string | null
  at: string
  superseded: boolean
}
export const insertAdvice = (row: AdviceRow): Sql =>
  sql`insert into rph_recommendation select * from jsonb_populate_record(null::rph_recommendation, ${JSON.stringify(row)}::jsonb)`
export type Looked = EngineInput & { status_id: number; considerations: Consideration[] }
/** A request as the engine's input. */
export const looked = (id: string): Sql<Looked> => sql<Looked>`
  select ${wishColumns}, a.status_id, a.shown -> 'considerations' as considerations
  from rx_authorization a where ${inScope.fragment} and a.id = ${id}`
export const claimOfRequestSeen = (id: string): Sql<{ id: string }> =>
  sql<{
    id: string
  }>`select a.stratus_claim_id as id from rx_authorization a where ${inScope.fragment} and a.id = ${id}`

/** Days before a transition of care in which a drug counts as taken, as the engine reads it (G10). */
const TAKEN_DAYS = 120
export type Diagnoses = {
  id: string
  toc_start: string | null
  toc_end: string | null
  today: string
  icds: {
    code: string
    description: string
    status: string
    primary: boolean
    from: string | null
    to: string | null
  }[]
  drugs: { gpi: string; drugName: string; lastFill: string }[]
}
export const diagnoses = (claimId: string): Sql<Diagnoses> => sql<Diagnoses>`
  select c.id, c.toc_start, c.toc_end, (app_now() at time zone app_zone())::date as today,
    coalesce((select jsonb_agg(jsonb_build_object('code', x.icd10, 'description', x.description, 'status', x.status, 'primary', x.is_primary,
      'from', x.valid_from, 'to', x.valid_to) order by x.is_primary desc, x.status, x.icd10)
      from claim_icd x where x.mc = c.mc and x.stratus_claim_id = c.id), '[]') as icds,
    coalesce((select jsonb_agg(jsonb_build_object('gpi', f.gpi, 'drugName', f.drug_name, 'lastFill', f.last_fill) order by f.last_fill desc, f.gpi) from (
      select left(x.gpi, 8) as gpi, (array_agg(x.drug_name order by x.fill_date desc, x.id desc))[1] as drug_name, max(x.fill_date) as last_fill
        from wc_claim s join rx_transaction x on x.mc = s.mc and x.stratus_claim_id = s.id
       where s.mc = c.mc and s.claimant_id = c.claimant_id and x.status in ('P', 'B') and x.fill_date < c.toc_start
         and x.fill_date >= c.toc_start - ${TAKEN_DAYS}::int and length(x.gpi) >= 8 group by 1) f), '[]') as drugs
  from wc_claim c where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${claimId}`

/** The engine's input for a drug on a claim, without a pharmacy and a prescriber. */
export const snapshotOfDrug = (of: {
  claimId: string
  ndc?: string | undefined
  gpi?: string | undefined
}): Sql<SnapshotRow> => {
  const claim = claimNamed({ stratusClaimId: of.claimId })
  return snapshot({
    claim: sql`select c.* from wc_claim c where ${claim}`,
    groupCode: sql`(select c.group_code from c)`,
    nabp: sql`''::text`,
    npi: sql`''::text`,
    ndc: of.ndc !== undefined ? sql`${of.ndc}::text` : ndcOfGpi(sql`${of.gpi}`, undefined),
    ingredientNdcs: [],
    dateOfService: sql`(app_now() at time zone app_zone())::date`,
  })
}
