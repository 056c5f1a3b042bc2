import { sql, type Sql } from '#platform/database/sql.ts'
import type { ChangeRow } from './sql.ts'

type Kept = Record<string, string | number | null>
export type ChangeFound = Pick<ChangeRow, 'id' | 'eligibility_id' | 'kind' | 'at' | 'changed_by_name' | 'note'> & {
  before: Kept | null
  after: Kept
}
/** A claim the user may see. */
export const claimOf = (id: string): Sql<{ id: string }> =>
  sql<{ id: string }>`select c.id from wc_claim c where c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${id}`

type Of = { claim: string; eligibility: string | null; page: number; size: number }
const listed = ({
  claim,
  eligibility,
}: Of): Sql => sql`h.mc = app_mc() and app_sees(h.sub_carrier) and h.stratus_claim_id = ${claim}
  and (${eligibility}::uuid is null or h.eligibility_id = ${eligibility})`
/** A page of changes of a claim, the newest first, and how many there are. */
export const changes = (of: Of): Sql<ChangeFound> => sql<ChangeFound>`
  select h.id, h.eligibility_id, h.kind, h.at, h.changed_by_name, h.before, h.after, h.note from eligibility_change h where ${listed(of)}
   order by h.at desc, h.id desc limit ${of.size} offset ${of.page * of.size}`
export const totalChanges = (of: Of): Sql<{ total: number }> => sql<{ total: number }>`
  select count(*)::int as total from (select from eligibility_change h where ${listed(of)} limit 10001) counted`
