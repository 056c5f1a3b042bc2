import { snapshot, type SnapshotRow } from '#features/adjudication/sql.ts'
import { sql, type Sql } from '#platform/sql.ts'
import * as of from './sql.ts'

// What the engine reads for a request that is tried, drafted or changed: the same statement, from other keys.

/** Today in the zone of the person asking, or the day they name if that is earlier: the engine looks at no future day. */
export const dayLooked = (wanted: string | undefined) =>
  sql`least(${wanted ?? null}::date, (app_now() at time zone app_zone())::date)`

/** What the engine reads for a request, with another product or day where the caller names one. `where` is over `a`. */
export function snapshotOfRequest(
  where: Sql,
  change: {
    ndc?: string | undefined
    gpi?: string | undefined
    genericOrbrand?: 'G' | 'B' | undefined
    effectiveDate?: string | undefined
  } = {},
) {
  const own = (column: Sql) => sql`(select ${column} from rx_authorization a where a.mc = app_mc() and ${where})`
  const { ndc, gpi, genericOrbrand, effectiveDate } = change
  return snapshot({
    claim: sql`select c.* from wc_claim c where ${of.claimOfRequest(where)}`,
    groupCode: own(sql`a.group_code`),
    nabp: own(sql`a.pharmacy_nabp`),
    npi: own(sql`a.prescriber_npi`),
    ndc:
      ndc !== undefined
        ? sql`${ndc}::text`
        : gpi !== undefined
          ? of.ndcOfGpi(sql`${gpi}`, genericOrbrand)
          : genericOrbrand !== undefined
            ? of.ndcOfGpi(own(sql`a.gpi`), genericOrbrand)
            : own(sql`a.ndc`),
    ingredientNdcs: [],
    // Only a draft's day follows its wish: a request keeps the day it was billed for.
    dateOfService:
      effectiveDate === undefined
        ? own(sql`a.date_of_service`)
        : own(sql`case when a.status_id = 10 then ${dayLooked(effectiveDate)} else a.date_of_service end`),
  })
}

/** C062: the request's own claim, drug, pharmacy and prescriber, on its own day or another. */
export function snapshotOfTrial(id: string, fillDate: string | undefined): Sql<SnapshotRow> {
  const own = (column: Sql) => sql`(select ${column} from rx_authorization a where a.mc = app_mc() and a.id = ${id})`
  return snapshot({
    claim: sql`select c.* from wc_claim c join rx_authorization a on a.mc = c.mc and a.stratus_claim_id = c.id where a.mc = app_mc() and app_sees(a.sub_carrier) and a.id = ${id}`,
    groupCode: own(sql`a.group_code`),
    nabp: own(sql`a.pharmacy_nabp`),
    npi: own(sql`a.prescriber_npi`),
    ndc: own(sql`a.ndc`),
    ingredientNdcs: [],
    dateOfService: sql`coalesce(${fillDate ?? null}::date, ${own(sql`a.date_of_service`)})`,
  })
}

export type Drafted = Parameters<typeof of.claimNamed>[0] & {
  originalAuthId?: string | undefined
  ndc?: string | undefined
  gpi?: string | undefined
  genericOrbrand?: 'G' | 'B' | undefined
  pharmacyNabp?: string | undefined
  prescriberId?: string | undefined
  effectiveDate?: string | undefined
}
/** C050: what a caller names, and for a reconsideration the decided request's own where they name nothing. */
export function snapshotOfDraft(draft: Drafted, named: boolean): { claim: Sql; ndc: Sql; read: Sql<SnapshotRow> } {
  const original = draft.originalAuthId
  const ofOriginal = (column: Sql) =>
    original === undefined
      ? sql`null`
      : sql`(select ${column} from rx_authorization a where a.mc = app_mc() and a.id = ${original})`
  const claim = named ? of.claimNamed(draft) : of.claimOfRequest(of.byId(original ?? ''))
  const ndc =
    draft.ndc !== undefined
      ? sql`${draft.ndc}::text`
      : draft.gpi !== undefined
        ? of.ndcOfGpi(sql`${draft.gpi}`, draft.genericOrbrand)
        : ofOriginal(sql`a.ndc`)
  const read = snapshot({
    claim: of.claimRow(claim),
    groupCode: sql`(select c.group_code from c)`,
    nabp:
      draft.pharmacyNabp !== undefined
        ? sql`${draft.pharmacyNabp}::text`
        : sql`coalesce(${ofOriginal(sql`a.pharmacy_nabp`)}, '')`,
    npi:
      draft.prescriberId !== undefined
        ? sql`coalesce((select q.npi from practitioner q where q.id = ${draft.prescriberId}), '')`
        : sql`coalesce(${ofOriginal(sql`a.prescriber_npi`)}, '')`,
    ndc,
    ingredientNdcs: [],
    dateOfService: dayLooked(draft.effectiveDate),
  })
  return { claim, ndc, read }
}
