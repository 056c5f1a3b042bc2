import type pg from 'pg'
import { lastMoveOf, type Request } from './turnaround-recount.ts'

/** A request with what it is grouped by. */
export type Logged = Request & { state: string; sub: string; person: string | null }

/** Every request of a carrier with its log, from the database. */
export async function logsOf(db: Pick<pg.Pool, 'query'>, mc: string): Promise<Logged[]> {
  const { rows } = await db.query(
    `select a.id, a.original_auth_id as original, a.statutory_due_at as "dueAt", a.due_arithmetic as arithmetic, a.juris_state as state, a.sub_carrier as sub,
       a.owner_id as owner, json_build_object('quantity', a.quantity, 'days', a.days_supply) as asked,
       (select json_build_object('quantity', d.max_qty, 'days', d.max_days) from authorization_decision d
         where d.authorization_id = a.id and d.undone_at is null) as given,
       (select json_agg(json_build_object('code', e.event_code, 'from', e.old_status_id, 'to', e.new_status_id, 'at', e.at, 'actor', e.actor_id)
         order by e.id) from authorization_event e where e.authorization_id = a.id) as lines
     from rx_authorization a where a.mc = $1 and a.status_id >= 20`,
    [mc],
  )
  return rows.map(({ owner, ...row }) => {
    const { to, actor } = lastMoveOf(row as Request)
    return {
      ...row,
      dueAt: row.dueAt.toISOString(),
      person: [30, 40, 41].includes(to!) ? (actor ?? owner) : owner,
    }
  })
}
