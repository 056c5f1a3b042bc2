import { eventCode } from '#features/authorizations/events.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { backOn, canWorkOn } from '#features/owners/rules.ts'
import { awayNow } from '#features/owners/routing.ts'
import { engine, event, type EventRow } from '#features/authorizations/rows.ts'
import * as rows from '#features/authorizations/sql.ts'
import { removeOwners, setFirstOwners } from '#features/authorizations/owner-sql.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { insertNotices, type Notice } from '#features/notifications/sql.ts'
import type { Job, JobContext, Tick } from '#platform/jobs/jobs.ts'
import { sql as s } from '#platform/database/sql.ts'
import { peopleOf, toMove } from './people.ts'
import { movesForLeave, movesOf } from './rules.ts'
import * as sql from './sql.ts'

const many = (count: number): string => `${count} ${count === 1 ? 'request' : 'requests'}`

type Given = { item: sql.ItemFound; owners: readonly string[]; line: EventRow }

/** Reassigns requests in one transaction: the owners, the first owner's clock, the log lines. */
function give({ write, mc, now }: Pick<JobContext, 'write' | 'mc' | 'now'>, given: readonly Given[]): void {
  if (given.length === 0) return
  const at = now.toISOString()
  write(
    removeOwners(
      mc,
      given.map(({ item }) => item.id),
    ),
  )
  write(
    rows.insertOwners(
      given.flatMap(({ item, owners }) =>
        owners.map((userId, place) => ({
          mc,
          authorization_id: item.id,
          user_id: userId,
          position: place + 1,
          open: true,
          assigned_by: 'RxDocket',
          assigned_at: at,
        })),
      ),
    ),
  )
  write(
    setFirstOwners(
      mc,
      given.map(({ item, owners }) => ({ id: item.id, ownerId: owners[0]! })),
      at,
    ),
  )
  write(rows.insertEvents(given.map(({ line }) => line)))
}

const lineOf = (context: Pick<JobContext, 'mc' | 'now'>, item: sql.ItemFound) => ({
  mc: context.mc,
  authorizationId: item.id,
  now: context.now.toISOString(),
  actor: engine,
  from: item.status_id,
  to: item.status_id,
})

function tell({ write, publishChange }: Pick<JobContext, 'write' | 'publishChange'>, notices: readonly Notice[]): void {
  if (notices.length === 0) return
  write(insertNotices(notices))
  publishChange('notifications')
}

const notice = (
  context: Pick<JobContext, 'newId' | 'now'>,
  userId: string,
  kind: Notice['kind'],
  title: string,
): Notice => ({
  id: context.newId(),
  user_id: userId,
  kind,
  title,
  authorization_id: null,
  at: context.now.toISOString(),
})

/** Starts a leave: requests with a deadline before the return go to delegates; the owner stays second. */
async function begin(context: JobContext, leave: sql.LeaveRow): Promise<void> {
  const { db, mc, now, write } = context
  const userId = leave.user_id
  const target = s`${userId}::uuid`
  const [items, found, supervisors, zone] = await Promise.all([
    db.all(sql.holdItems(target, leave.end_at)),
    db.all(sql.candidatesFor(target, leave.delegates)),
    db.all(sql.supervisorsOf(target)),
    db.one(s<{ time_zone: string }>`select time_zone from master_carrier where mc = app_mc()`),
  ])
  const at = now.toISOString()
  const of = { id: leave.id, userId, startAt: leave.start_at, endAt: leave.end_at, delegates: leave.delegates }
  const people = peopleOf(found, { userId, leave: of, supervisorId: supervisors[0]?.id ?? null })
  const moves = movesForLeave(
    items.map((row) => toMove(row, userId)),
    of,
    mc,
    people,
    at,
  )
  const until = backOn(leave.end_at, zone!.time_zone)
  const given = moves.map(({ id, toId }) => {
    const item = items.find((row) => row.id === id)!
    const owners = [toId, userId, ...item.owner_ids.filter((owner) => owner !== toId && owner !== userId)]
    return { item, owners, line: event(lineOf(context, item), eventCode.REROUTED, { user: leave.name, date: until }) }
  })
  give(context, given)
  if (moves.length > 0) {
    write(
      sql.insertReroutes(
        moves.map(({ id, toId }) => ({
          mc,
          id: context.newId(),
          authorization_id: id,
          leave_id: leave.id,
          from_user: userId,
          to_user: toId,
          at,
        })),
      ),
    )
    context.publishChange('authorizations')
  }
  const counts = new Map<string, number>()
  for (const { toId } of moves) counts.set(toId, (counts.get(toId) ?? 0) + 1)
  tell(
    context,
    [...counts].map(([to, count]) =>
      notice(context, to, 'rerouted', `${many(count)} came to you: ${leave.name} is out of office until ${until}.`),
    ),
  )
  write(sql.began(mc, leave.id, at))
}

/** Ends a leave: requests no delegate has opened return, opened ones stay with the delegate. */
async function finish(context: JobContext, leave: sql.LeaveRow): Promise<void> {
  const { db, mc, now, write } = context
  const [items, found] = await Promise.all([
    db.all(sql.holdMoved(leave.id)),
    db.all(sql.withStandIns(s`array[${leave.user_id}]`)),
  ])
  const at = now.toISOString()
  const [owner] = peopleOf(
    found.filter(({ id }) => id === leave.user_id),
    { userId: leave.user_id, supervisorId: null },
  ).values()
  write(sql.ended(mc, leave.id, at))
  // No longer active, or away again: the requests stay where they are.
  if (!owner?.active || awayNow(owner, at)) return
  const back = items.filter((item) => !item.opened && item.owner_ids[0] === item.to_user)
  give(
    context,
    back.map((item) => ({
      item,
      owners: [item.from_user, ...item.owner_ids.filter((id) => id !== item.from_user && id !== item.to_user)],
      line: event(lineOf(context, item), eventCode.ASSIGNED, { names: leave.name, user: 'RxDocket' }),
    })),
  )
  if (back.length > 0) {
    write(
      sql.returned(
        mc,
        back.map(({ reroute_id: id }) => id),
        at,
      ),
    )
    context.publishChange('authorizations')
  }
  const kept = items.length - back.length
  if (items.length > 0)
    tell(context, [
      notice(
        context,
        leave.user_id,
        'rerouted',
        `Welcome back: ${many(back.length)} came back to you${kept > 0 ? `, ${kept} stayed with who opened ${kept === 1 ? 'it' : 'them'}` : ''}.`,
      ),
    ])
}

const turnOfLeave: Job = async (context) => {
  const leave = await context.db.one(sql.holdTicking(String(context.payload['id'])))
  if (!leave) return
  const now = context.now.getTime()
  const isOver = Date.parse(leave.end_at) <= now
  if (leave.began_at === null && !isOver && Date.parse(leave.start_at) <= now) await begin(context, leave)
  else if (leave.began_at !== null && leave.ended_at === null && isOver) await finish(context, leave)
}

/**
 * Reroutes an open request whose owner cannot work on it any more (no account here, another role, other sub-carriers);
 * without a candidate this is logged.
 */
const rehome: Job = async (context) => {
  const { db, mc, now, write } = context
  const item = await db.one(sql.holdItem(String(context.payload['id'])))
  const gone = item?.owner_ids[0]
  if (!item || gone === undefined) return
  const target = s`${gone}::uuid`
  const [found, supervisors] = await Promise.all([
    db.all(sql.candidatesFor(target, [])),
    db.all(sql.supervisorsOf(target)),
  ])
  const people = peopleOf(found, { userId: gone, supervisorId: supervisors[0]?.id ?? null })
  const owner = people.get(gone)
  // The owner is back meanwhile.
  if (owner && canWorkOn(owner, mc, item.sub_carrier)) return
  const able = owner ? new Map([...people, [gone, { ...owner, active: false }]]) : people
  const at = now.toISOString()
  const [move] = movesOf([toMove(item, gone)], mc, able, at)
  const reroute = {
    mc,
    id: context.newId(),
    authorization_id: item.id,
    leave_id: null,
    from_user: gone,
    to_user: move?.toId ?? null,
    at,
  }
  write(sql.insertReroutes([reroute]))
  if (!move) return
  const owners = [move.toId, ...item.owner_ids.filter((id) => id !== move.toId && id !== gone)]
  const names = people.get(move.toId)!.name
  give(context, [{ item, owners, line: event(lineOf(context, item), eventCode.ASSIGNED, { names, user: 'RxDocket' }) }])
  write(insertOutbox([toNotify({ mc, id: context.newId(), authorizationId: item.id, happening: 'assigned', now: at })]))
  context.publishChange('authorizations')
}

const leaveTick: Tick = {
  due: (now, limit) => s<{ mc: string; id: string }>`select mc, id from due_leaves(${limit}, ${now})`,
  run: turnOfLeave,
}
const orphanTick: Tick = {
  due: (now, limit) => s<{ mc: string; id: string }>`select mc, id from orphaned_requests(${limit}, ${now})`,
  run: rehome,
}

/** The scheduled jobs, by name. */
export const ticks: Record<string, Tick> = { 'outOfOffice.turn': leaveTick, 'outOfOffice.orphans': orphanTick }
