import { billOrigins } from '#reference/origins.ts'
import { status } from '#features/authorizations/statuses.ts'
import { snapshot, type SnapshotRow } from '#features/snapshots/sql.ts'
import { every, sql, type Sql, integer, integers } from '#platform/database/sql.ts'
import { hcpcs as clinicCode } from '#reference/hcpcs.ts'
import { billSent, ingredientsOf } from '#features/snapshots/billed-sql.ts'
import * as of from './sql.ts'

// The engine's snapshot for a request that is tried, drafted or changed: the same statement with other keys.

/** The drug code of a clinic code; '' when it has none. */
export const lineGpi = (line: { code: string }): Sql => sql`${clinicCode(line.code)?.gpi ?? ''}::text`

/** Today in the caller's zone, or an earlier day they name: the engine never adjudicates a future day. */
const dayLooked = (wanted: string | undefined) => sql`least(${wanted ?? null}::date, ${of.today})`

/** The snapshot of a request, with another product or day where the caller names one. `where` is over `a`. */
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
    ingredientNdcs: ingredientsOf(own(billSent)),
    lineGpi: own(sql`a.gpi`),
    // Only a draft's day can change: a request keeps the day it was billed for.
    dateOfService:
      effectiveDate === undefined
        ? own(sql`a.date_of_service`)
        : own(
            sql`case when a.status_id = ${integer(status.DRAFT)} then ${dayLooked(effectiveDate)} else a.date_of_service end`,
          ),
  })
}

export type TriedAs = {
  authorizationId?: string | undefined
  claimId?: string | undefined
  ndc?: string | undefined
  gpi?: string | undefined
  compound?: readonly { ndc: string }[] | undefined
  hcpcs?: { code: string } | undefined
  fillDate?: string | undefined
  pharmacyNabp?: string | undefined
  prescriberNpi?: string | undefined
}
/** What the caller names, with the request's claim, drug, pharmacy, prescriber and day as defaults. */
export function snapshotOfTrial(tried: TriedAs): Sql<SnapshotRow> {
  const { authorizationId: id, claimId, ndc, gpi, compound, hcpcs } = tried
  const where = of.byId(id ?? '')
  const own = (column: Sql, missing: Sql): Sql =>
    id === undefined ? missing : sql`(select ${column} from rx_authorization a where a.mc = app_mc() and ${where})`
  const named = of.claimNamed({ stratusClaimId: claimId })
  const claim = id === undefined ? named : every([of.claimOfRequest(where), ...(claimId === undefined ? [] : [named])])
  return snapshot({
    claim: of.claimRow(claim),
    groupCode: sql`(select c.group_code from c)`,
    nabp: tried.pharmacyNabp === undefined ? own(sql`a.pharmacy_nabp`, sql`''`) : sql`${tried.pharmacyNabp}::text`,
    npi: tried.prescriberNpi === undefined ? own(sql`a.prescriber_npi`, sql`''`) : sql`${tried.prescriberNpi}::text`,
    ndc:
      ndc !== undefined
        ? sql`${ndc}::text`
        : gpi !== undefined
          ? of.ndcOfGpi(sql`${gpi}`, undefined)
          : compound || hcpcs
            ? sql`''`
            : own(sql`a.ndc`, sql`''`),
    ingredientNdcs: compound
      ? compound.map((one) => one.ndc)
      : id === undefined || ndc !== undefined || gpi !== undefined || hcpcs
        ? []
        : ingredientsOf(own(billSent, sql`null`)),
    lineGpi: hcpcs ? lineGpi(hcpcs) : own(sql`a.gpi`, sql`''::text`),
    dateOfService: sql`coalesce(${tried.fillDate ?? null}::date, ${own(sql`a.date_of_service`, of.today)})`,
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
  hcpcs?: { code: string } | undefined
}
/** What the caller names, with the decided request's values as defaults for a reconsideration. */
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
        : draft.hcpcs
          ? sql`''`
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
    ingredientNdcs: original === undefined ? [] : ingredientsOf(ofOriginal(billSent)),
    lineGpi: draft.hcpcs ? lineGpi(draft.hcpcs) : sql`coalesce(${ofOriginal(sql`a.gpi`)}, '')`,
    // A reconsidered bill keeps the day it was billed for.
    dateOfService:
      draft.effectiveDate === undefined && original !== undefined
        ? sql`coalesce(${ofOriginal(sql`case when a.claim_channel_type in (${integers(billOrigins)}) then a.date_of_service end`)}, ${of.today})`
        : dayLooked(draft.effectiveDate),
  })
  return { claim, ndc, read }
}
