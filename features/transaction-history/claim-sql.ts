import { flag, placeOf, settingIsOn } from '#features/settings/columns.ts'
import { every, sql, type Sql } from '#platform/database/sql.ts'

const ofClaim = placeOf(sql`c`)
const upper = (text: string): string => text.trim().toUpperCase().replaceAll(/\s+/g, ' ')

/** How a caller names a claim; null where they did not. */
export type ClaimKeys = {
  claimId?: string | undefined
  subscriberId?: string | undefined
  claimNumber?: string | undefined
  esiClaimId?: string | undefined
  subCarrier?: string | undefined
  historySearchWithNoSubcar?: boolean | undefined
}

export const namesClaim = (keys: ClaimKeys): boolean =>
  [keys.claimId, keys.subscriberId, keys.claimNumber, keys.esiClaimId].some((key) => key !== undefined)

/** The condition over `c` that finds the claim: everything given must match, in scope. */
export const claimMatches = (keys: ClaimKeys): Sql => {
  const { claimId, subscriberId, claimNumber, esiClaimId, subCarrier } = keys
  return every([
    sql`c.mc = app_mc() and app_sees(c.sub_carrier)`,
    ...(claimId === undefined ? [] : [sql`c.id = ${claimId}`]),
    ...(subscriberId === undefined ? [] : [sql`c.subscriber_number = ${upper(subscriberId)}`]),
    ...(claimNumber === undefined ? [] : [sql`c.claim_number = ${upper(claimNumber)}`]),
    ...(esiClaimId === undefined ? [] : [sql`c.esi_claim_id = ${upper(esiClaimId)}`]),
    ...(subCarrier === undefined || subCarrier === 'ALL' || keys.historySearchWithNoSubcar
      ? []
      : [sql`c.sub_carrier = ${subCarrier}`]),
  ])
}

export type ClaimFound = {
  id: string
  mc: string
  sub_carrier: string
  claim_number: string
  first_name: string
  last_name: string
  doi: string
  juris_state: string
  status: string
  injury: string
  today: string
  pdf_allowed: boolean
  name_in_files: boolean
}
/** Today in the caller's zone. */
export const today = sql`(app_now() at time zone app_zone())::date`

/** The claim a list is about, when it is in scope. */
export const claimOf = (keys: ClaimKeys): Sql<ClaimFound> => sql<ClaimFound>`
  select c.id, c.mc, c.sub_carrier, c.claim_number, t.first_name, t.last_name, c.doi, c.juris_state, c.status, c.injury, ${today} as today,
    ${flag('pdfExportEnabled', true, ofClaim)} as pdf_allowed, ${settingIsOn('patientNameInFiles', true, ofClaim)} as name_in_files
  from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id where ${claimMatches(keys)}`
