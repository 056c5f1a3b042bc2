import { sql, type Sql } from '#platform/database/sql.ts'
import { factsColumns } from '#features/authorizations/facts-sql.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { authRow } from '#features/authorizations/row-columns.ts'
import { inScope } from '#features/authorizations/sql.ts'
import { flag } from '#features/settings/columns.ts'
import { openNow } from '#features/worklist/sql.ts'
import type { AnyBulkKind, BulkKind } from './rules.ts'

export const bulkIsOn = (): Sql<{ on: boolean }> => sql<{ on: boolean }>`
  select ${flag('bulkActs', true, { mc: sql`app_mc()`, sub: sql`'*'` })} as on`

/** Which of these requests the caller sees and which are pending. */
export const chosen = (ids: readonly string[]): Sql<{ id: string; open: boolean }> => sql<{
  id: string
  open: boolean
}>`
  select a.id, ${openNow} as open from rx_authorization a where ${inScope.fragment} and a.id = any(${ids}::uuid[])`

/** The facts of the requests a statement finds. */
export const factsIn = (found: Sql<{ id: string }>): Sql<Facts> => sql<Facts>`
  with a as materialized (select a.* from rx_authorization a where ${inScope.fragment} and a.id in (select f.id from (${found}) f))
  select ${factsColumns} from a ${authRow.joins} order by a.statutory_due_at, a.id`
/** The ids that were named. */
export const theseIds = (ids: readonly string[]): Sql<{ id: string }> =>
  sql<{ id: string }>`select unnest(${ids}::uuid[]) as id`

type NewBulk = {
  id: string
  sessionId: string
  what: AnyBulkKind
  input: unknown
  total: number
  at: string
  /** The bulk act that this one takes back. */
  undoes?: string
}
export const insertBulk = ({ id, sessionId, what, input, total, at, undoes }: NewBulk): Sql => sql`
  insert into bulk_act (mc, id, user_id, session_id, what, input, total, started_at, undoes)
  values (app_mc(), ${id}, app_user(), ${sessionId}, ${what}, ${JSON.stringify(input)}::jsonb, ${total}, ${at}, ${undoes ?? null})`
/** What an own bulk act did, each request with the version it had afterwards. */
export const doneItems = (bulkId: string): Sql<{ id: string; version: number }> => sql<{ id: string; version: number }>`
  select i.authorization_id as id, coalesce(i.version_after, i.version) as version
    from bulk_act b join bulk_item i on i.mc = b.mc and i.bulk_id = b.id
   where b.mc = app_mc() and b.user_id = app_user() and b.id = ${bulkId} and i.state = 'DONE' order by i.place`
export const insertItems = (bulkId: string, items: readonly { id: string; version: number }[]): Sql => sql`
  insert into bulk_item (mc, bulk_id, place, authorization_id, version)
  select app_mc(), ${bulkId}, i.place, i.id, i.version
    from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ version }) => version)}::int[]) with ordinality i (id, version, place)`

export type HeadRow = {
  id: string
  what: AnyBulkKind
  started_at: string
  total: number
  waiting: number
  done: number
  refused: number
  canceled: number
  undone: boolean
}
const head = sql`exists (select from bulk_act u where u.mc = b.mc and u.undoes = b.id) as undone,
  b.id, b.what, b.started_at, b.total, n.waiting, n.done, n.refused, n.canceled`
const counted = sql`cross join lateral (select count(*) filter (where i.state = 'WAITING')::int as waiting,
    count(*) filter (where i.state = 'DONE')::int as done, count(*) filter (where i.state = 'REFUSED')::int as refused,
    count(*) filter (where i.state = 'CANCELED')::int as canceled
  from bulk_item i where i.mc = b.mc and i.bulk_id = b.id) n`

const LATEST = 10
export const mine = (): Sql<HeadRow> => sql<HeadRow>`
  select ${head} from (select * from bulk_act b where b.mc = app_mc() and b.user_id = app_user()
    and b.started_at > app_now() - interval '1 day' order by b.started_at desc, b.id desc limit ${LATEST}) b ${counted}
   order by b.started_at desc, b.id desc`
export const one = (bulkId: string): Sql<HeadRow> => sql<HeadRow>`
  select ${head} from bulk_act b ${counted} where b.mc = app_mc() and b.user_id = app_user() and b.id = ${bulkId}`
/** Of two who take one bulk act back at the same moment, the second waits here and then finds it undone. */
export const lock = (bulkId: string): Sql => sql`
  select from bulk_act where mc = app_mc() and user_id = app_user() and id = ${bulkId} for update`

export type ItemRow = {
  place: number
  authorization_id: string
  stratus_claim_id: string
  reference_number: string
  claimant: string
  drug: string
  state: 'WAITING' | 'DONE' | 'REFUSED' | 'CANCELED'
  code: string | null
  message: string | null
}
export const ITEMS_SHOWN = 100
/** The requests of an own bulk act, in their order. */
export const items = (bulkId: string, state: string | undefined, after: number): Sql<ItemRow> => sql<ItemRow>`
  select i.place, i.authorization_id, a.stratus_claim_id, a.reference_number, t.first_name || ' ' || t.last_name as claimant,
    trim(a.drug_name || ' ' || coalesce(a.strength, '')) as drug, i.state, i.code, i.message
    from bulk_act b join bulk_item i on i.mc = b.mc and i.bulk_id = b.id
    join rx_authorization a on a.mc = i.mc and a.id = i.authorization_id
    join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id join claimant t on t.mc = c.mc and t.id = c.claimant_id
   where b.mc = app_mc() and b.user_id = app_user() and b.id = ${bulkId} and ${inScope.fragment}
     and i.place > ${after} and (${state ?? null}::text is null or i.state = ${state ?? null})
   order by i.place limit ${ITEMS_SHOWN}`

export const cancel = (bulkId: string, now: string): Sql => sql`
  with stopped as (update bulk_act set canceled_at = ${now} where mc = app_mc() and id = ${bulkId} and canceled_at is null)
  update bulk_item set state = 'CANCELED', done_at = ${now} where mc = app_mc() and bulk_id = ${bulkId} and state = 'WAITING'`

/** Pages look again with every so many items of a bulk act. */
const SHOWN_EVERY = 25
export type WaitingItem = {
  what: AnyBulkKind
  undoes: BulkKind | null
  former_owners: string[] | null
  input: { userEmails?: string[]; hours?: number }
  user_id: string
  session_id: string | null
  version: number
  /** Others may see now how far it is: with every so many items, and with the last few. */
  shows: boolean
}
/** An item that still waits, locked: a second job of the same item finds none. */
export const waitingItem = (bulkId: string, authorizationId: string): Sql<WaitingItem> => sql<WaitingItem>`
  select b.what, o.what as undoes, before.former_owners, b.input, b.user_id, b.session_id, i.version,
    i.place % ${SHOWN_EVERY} = 0 or (select count(*) from (select from bulk_item w
      where w.mc = i.mc and w.bulk_id = i.bulk_id and w.state = 'WAITING' limit 5) left_over) < 5 as shows
    from bulk_item i join bulk_act b on b.mc = i.mc and b.id = i.bulk_id
    left join bulk_act o on o.mc = b.mc and o.id = b.undoes
    left join bulk_item before on before.mc = b.mc and before.bulk_id = b.undoes and before.authorization_id = i.authorization_id
   where i.mc = app_mc() and i.bulk_id = ${bulkId} and i.authorization_id = ${authorizationId} and i.state = 'WAITING'
   for update of i`

type Result = {
  bulkId: string
  authorizationId: string
  state: 'DONE' | 'REFUSED'
  code: string | null
  message: string | null
  /** What it was and is, for an undo. */
  versionAfter?: number | null
  formerOwners?: readonly string[] | null
  at: string
}
export const settle = ({
  bulkId,
  authorizationId,
  state,
  code,
  message,
  versionAfter,
  formerOwners,
  at,
}: Result): Sql => sql`
  update bulk_item set state = ${state}, code = ${code}, message = ${message}, done_at = ${at}, version_after = ${versionAfter ?? null},
    former_owners = ${formerOwners ?? null}::text[]
   where mc = app_mc() and bulk_id = ${bulkId} and authorization_id = ${authorizationId} and state = 'WAITING'`
