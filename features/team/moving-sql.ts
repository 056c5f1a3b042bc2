import { drugNamed } from '#features/authorizations/drug-named-sql.ts'
import { factsColumns } from '#features/authorizations/facts-sql.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { authRow } from '#features/authorizations/row-columns.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { openNow } from '#features/worklist/sql.ts'
import { integer, sql, type Sql } from '#platform/database/sql.ts'
import { UNDO_MINUTES, WORKING_MINUTES } from './moving.ts'

export type MovableFound = Facts & { opened: boolean }

/** Whether the first owner opened the request `a` a moment ago. */
const opened = sql`coalesce((select opened_since(o.user_id, a.stratus_claim_id, a.id, app_now() - ${integer(WORKING_MINUTES)} * interval '1 minute')
  from authorization_owner o where o.mc = a.mc and o.authorization_id = a.id and o.position = 1), false) as opened`

/** The open requests of which this person is the first owner, least time left first. */
export const ownedBy = (userId: string, count: number): Sql<MovableFound> => sql<MovableFound>`
  with a as materialized (select a.* from rx_authorization a
    where ${inScope.fragment} and ${openNow} and a.id in (select o.authorization_id from authorization_owner o
      where o.mc = app_mc() and o.user_id = ${userId} and o.open and o.position = 1)
    order by a.statutory_due_at, a.id limit ${count})
  select ${factsColumns}, ${opened} from a ${authRow.joins} order by a.statutory_due_at, a.id`

/** These requests, locked in the order of their ids. */
export const movedForUpdate = (ids: readonly string[]): Sql<MovableFound> => sql<MovableFound>`
  with a as materialized (select a.* from rx_authorization a where ${inScope.fragment} and a.id = any(${ids}::uuid[]) order by a.id for update)
  select ${factsColumns}, ${opened} from a ${authRow.joins} order by a.id`

export type MoveRow = { authorization_id: string; owners_before: readonly string[]; owners_after: readonly string[] }
export const insertMoves = (of: { moveId: string; by: string; now: string; rows: readonly MoveRow[] }): Sql => sql`
  insert into team_move (mc, move_id, authorization_id, moved_by, moved_at, owners_before, owners_after)
  select app_mc(), ${of.moveId}, x.authorization_id, ${of.by}, ${of.now}, x.owners_before, x.owners_after
    from jsonb_to_recordset(${JSON.stringify(of.rows)}::jsonb) as x(authorization_id uuid, owners_before uuid[], owners_after uuid[])`

export type UndoFound = MovableFound & {
  owners_before: string[]
  /** Of the owner before. */
  before_name: string
  owners_after: string[]
  undone_at: string | null
  late: boolean
  /** The person it was moved to opened it since. */
  seen_since: boolean
}
/** The requests of a move the caller made, locked. */
export const moveForUpdate = (moveId: string): Sql<UndoFound> => sql<UndoFound>`
  with a as materialized (select a.* from rx_authorization a where ${inScope.fragment}
    and a.id in (select m.authorization_id from team_move m where m.mc = app_mc() and m.move_id = ${moveId} and m.moved_by = app_user())
    order by a.id for update)
  select ${factsColumns}, ${opened}, m.owners_before,
    (select u.name from app_user u where u.id = m.owners_before[1]) as before_name, m.owners_after, m.undone_at,
    m.moved_at < app_now() - ${integer(UNDO_MINUTES)} * interval '1 minute' as late,
    opened_since(m.owners_after[1], a.stratus_claim_id, a.id, m.moved_at) as seen_since
  from a join team_move m on m.mc = a.mc and m.move_id = ${moveId} and m.authorization_id = a.id ${authRow.joins} order by a.id`
export const undone = (moveId: string, ids: readonly string[], now: string): Sql => sql`
  update team_move set undone_at = ${now} where mc = app_mc() and move_id = ${moveId} and authorization_id = any(${ids}::uuid[])`

export type ResultFound = {
  id: string
  stratus_claim_id: string
  reference: string
  claimant: string
  claim_number: string
  drug: string
  state: string
  due_at: string
  from_name: string | null
  /** Null where it stayed. */
  to_name: string | null
  undone_at: string | null
}
/** What a move of the caller did with its requests, and those that stayed; nothing for the move of somebody else. */
export const resultOf = (moveId: string, stayed: readonly string[]): Sql<ResultFound> => sql<ResultFound>`
  with moved as materialized (select m.authorization_id, m.owners_before, m.owners_after, m.undone_at from team_move m
    where m.mc = app_mc() and m.move_id = ${moveId} and m.moved_by = app_user())
  select a.id, a.stratus_claim_id, a.reference_number as reference, t.first_name || ' ' || t.last_name as claimant, c.claim_number,
    ${drugNamed} as drug, a.juris_state as state, a.statutory_due_at as due_at,
    (select u.name from app_user u where u.id = coalesce(moved.owners_before[1], a.owner_id)) as from_name,
    (select u.name from app_user u where u.id = moved.owners_after[1]) as to_name, moved.undone_at
  from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
    join claimant t on t.mc = c.mc and t.id = c.claimant_id left join moved on moved.authorization_id = a.id
  where ${inScope.fragment} and exists (select from moved)
    and (a.id = any(array(select authorization_id from moved)) or a.id = any(${stayed}::uuid[]))
  order by a.statutory_due_at, a.id`
