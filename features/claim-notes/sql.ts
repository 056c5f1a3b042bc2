import { flag, placeOf } from '#features/settings/columns.ts'
import { every, sql, type Sql } from '#platform/database/sql.ts'

export type NoteRow = {
  id: string
  sub_carrier: string
  stratus_claim_id: string
  eligibility_id: string | null
  kind: 'CLAIM' | 'ELIGIBILITY'
  text: string
  pinned: boolean
  visibility: 'ALL' | 'INTERNAL'
  created_at: string
  created_by: string | null
  created_by_name: string
  version: number
  edited_at: string | null
  corrects: string | null
}
const columns = sql`n.id, n.sub_carrier, n.stratus_claim_id, n.eligibility_id, n.kind, n.text, n.pinned, n.visibility, n.created_at, n.created_by,
  n.created_by_name, n.version, n.edited_at, n.corrects`
const has = (roles: readonly string[]): Sql => sql`exists (select from user_carrier w, unnest(w.roles) r
  where w.mc = app_mc() and w.user_id = app_user() and lower(trim(r)) = any(${roles}))`
/** Internal notes are shown to the benefit manager's staff (`isSupport`) alone. */
export const readableNote = sql`(n.visibility = 'ALL'
  or (${has(['pbm_support', 'account_admin', 'all_access'])} and not ${has(['read_only', 'prog_special'])}))`
const inScope = sql`n.mc = app_mc() and app_sees(n.sub_carrier) and ${readableNote}`

export type ClaimFound = { id: string; sub_carrier: string; on: boolean }
/** The claim of notes, and whether the carrier has them. */
export const claimOf = (id: string, sub: string | null): Sql<ClaimFound> => sql<ClaimFound>`
  select c.id, c.sub_carrier, ${flag('patient_add_note_enabled', true, placeOf(sql`c`))} as on from wc_claim c
   where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${id} and (${sub}::text is null or c.sub_carrier = ${sub})`

type Of = { claim: string | null; kind: NoteRow['kind'] | null; eligibility: string | null; page: number; size: number }
/** The claim of a period of coverage. */
const claimOfPeriod = (eligibility: string): Sql =>
  sql`(select s.stratus_claim_id from eligibility_span s where s.mc = app_mc() and s.id = ${eligibility})`
const ofClaim = ({ claim, eligibility }: Of): Sql => {
  if (claim !== null) return sql`n.stratus_claim_id = ${claim}`
  return eligibility === null ? sql`false` : sql`n.stratus_claim_id = ${claimOfPeriod(eligibility)}`
}
const listed = (of: Of): Sql => sql`${inScope} and ${ofClaim(of)}
  and (${of.kind}::text is null or n.kind = ${of.kind}) and (${of.eligibility}::uuid is null or n.eligibility_id = ${of.eligibility})`
/** A claim by its id, a period of its coverage, or both, which then belong together. */
export const claimOfCoverage = (id: string | null, eligibility: string | null): Sql<{ id: string }> => {
  const by = [
    ...(id === null ? [] : [sql`c.id = ${id}`]),
    ...(eligibility === null ? [] : [sql`c.id = ${claimOfPeriod(eligibility)}`]),
  ]
  const given = by.length === 0 ? sql`false` : every(by)
  return sql<{
    id: string
  }>`select c.id from wc_claim c where c.mc = app_mc() and app_sees(c.sub_carrier) and ${given}`
}
/** A page of notes, and how many there are. */
export const notes = (of: Of): Sql<NoteRow> => sql<NoteRow>`
  select ${columns} from claim_note n where ${listed(of)} order by n.pinned desc, n.created_at desc, n.id desc
   limit ${of.size} offset ${of.page * of.size}`
export const total = (of: Of): Sql<{ total: number }> =>
  sql<{
    total: number
  }>`select count(*)::int as total from (select from claim_note n where ${listed(of)} limit 10001) counted`

export const insertNote = (row: NoteRow): Sql => sql`
  insert into claim_note select r.* from jsonb_populate_record(null::claim_note, ${JSON.stringify(row)}::jsonb || jsonb_build_object('mc', app_mc())) r`
export type NoteFound = NoteRow & { on: boolean }
/** A note, locked. */
export const noteById = (id: string): Sql<NoteFound> => sql<NoteFound>`
  select ${columns}, ${flag('patient_add_note_enabled', true, placeOf(sql`n`))} as on from claim_note n where ${inScope} and n.id = ${id} for update of n`
export const changeText = (id: string, text: string, at: string): Sql =>
  sql`update claim_note set text = ${text}, edited_at = ${at}, version = version + 1 where mc = app_mc() and id = ${id}`
