/**
 * The caller, in the carrier of the session. Rules take it as an argument; only `platform/http/authenticate.ts` makes one.
 */
export type Person = {
  id: string
  username: string
  name: string
  /** Master carrier code of the session, `''` while none is chosen. */
  mc: string
  /** Names the product gives meaning to (`RoleRules` of the portal); trimmed and lower-cased, none unknown. */
  roles: readonly string[]
  /** Sub-carriers this person works in this carrier; null = all of them. */
  subCarriers: readonly string[] | null
  /** States of a professional's licence. */
  licenseStates: readonly string[]
  /** Approval limit in US dollars; null = none. */
  approvalLimit: number | null
  timeZone: string
}
