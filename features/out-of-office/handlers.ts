import { isoOf } from '#platform/dates/instant.ts'
import { refuseStaleVersion } from '#platform/calls/version.ts'
import { toCandidate } from '#features/owners/adjuster.ts'
import { nameStarts } from '#platform/text/typed-name.ts'
import { discard } from '#features/drafts/sql.ts'
import { insertNotices } from '#features/notifications/sql.ts'
import { normalizeForSearch } from '#platform/text/search-form.ts'
import { oneTrip, implement, type Refusing, type CallContext } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { sql as s, type Sql } from '#platform/database/sql.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { outOfOffice } from './contract.ts'
import { peopleOf, toMove, toStandIn, toTimeAway } from './people.ts'
import {
  draftNames,
  movesForLeave,
  overlapping,
  statusAt,
  warningsAbout,
  whyNotDelegates,
  whyNotFor,
  whyNotTime,
} from './rules.ts'
import * as sql from './sql.ts'

type Calls = typeof outOfOffice

const targetOf = (userId: string | undefined): Sql => (userId === undefined ? s`app_user()` : s`${userId}::uuid`)
const spoken = (at: string, zone: string): string => {
  const { day, time } = dayAndTime(at, zone)
  return `${day} ${time}`
}

/** The rules for a new and for a changed leave, and warnings for the caller. */
function judged(
  { refuse }: Refusing<'DUPLICATE' | 'NOT_FOUND' | 'RULE' | 'VALIDATION'>,
  of: sql.Whose,
  leave: { startAt: string; endAt: string; delegates: readonly string[] },
  id: string | null,
  found: Parameters<typeof toCandidate>[0][],
  context: { now: string; mc: string; zone: string; before?: { startAt: string; endAt: string } },
): string[] {
  refuse(whyNotTime(leave, context.now, context.before))
  const other = overlapping(leave, id, of.leaves)
  if (other) {
    refuse({
      code: 'DUPLICATE',
      field: 'startAt',
      message: `There is already time off from ${spoken(other.startAt, context.zone)} to ${spoken(other.endAt, context.zone)}.`,
      current: { leaveId: other.id, startAt: isoOf(other.startAt), endAt: isoOf(other.endAt) },
    })
  }
  const people = new Map(found.map((row) => [row.id, toCandidate(row)]))
  const scope = { userId: of.id, subCarriers: of.sub_carriers, mc: context.mc }
  refuse(whyNotDelegates(scope, leave, people, of.all_sub_carriers))
  return warningsAbout(scope, leave, people, of.all_sub_carriers)
}

/** Notifies the delegates, except the caller. */
function tell(
  { newId, write, publishChange }: Pick<CallContext<Calls['set']>, 'newId' | 'write' | 'publishChange'>,
  of: {
    name: string
    startAt: string
    endAt: string
    delegates: readonly string[]
    zone: string
    by: string
    now: string
  },
): void {
  const notified = of.delegates.filter((id) => id !== of.by)
  if (notified.length === 0) return
  write(
    insertNotices(
      notified.map((userId) => ({
        id: newId(),
        user_id: userId,
        kind: 'standIn',
        title: `You are the delegate for ${of.name} from ${spoken(of.startAt, of.zone)} to ${spoken(of.endAt, of.zone)}.`,
        authorization_id: null,
        at: of.now,
      })),
    ),
  )
  publishChange('notifications')
}

const rowOf = (of: {
  id: string
  mc: string
  whose: sql.Whose
  leave: { startAt: string; endAt: string; delegates: readonly string[] }
  message: string
  found: readonly { id: string; name: string; active: boolean }[]
  before?: sql.LeaveRow
  by: string
}): sql.LeaveRow => ({
  id: of.id,
  mc: of.mc,
  user_id: of.whose.id,
  name: of.whose.name,
  start_at: of.leave.startAt,
  end_at: of.leave.endAt,
  delegates: [...of.leave.delegates],
  delegate_names: of.leave.delegates.map((userId) => {
    const { name, active } = of.found.find(({ id }) => id === userId)!
    return { userId, name, active }
  }),
  message: of.message,
  created_by_name: of.before?.created_by_name ?? of.by,
  moved: of.before?.moved ?? 0,
  version: (of.before?.version ?? 0) + 1,
  began_at: of.before?.began_at ?? null,
  ended_at: null,
})

export const handlers = implement(outOfOffice)({
  list: oneTrip(
    () => ({ leaves: sql.listed(), people: sql.people(), delegateFor: sql.delegateFor() }),
    ({ leaves, people, delegateFor }, { person, now }) => {
      const all = leaves.map((row) => toTimeAway(row, now.toISOString()))
      return {
        own: all.filter(({ userId }) => userId === person.id),
        team: all.filter(({ userId }) => userId !== person.id),
        delegateFor,
        people,
        allowedActions: whyNotFor(person, { id: person.id, managed: true }, []) ? [] : ['set'],
      }
    },
  ),

  set: async (context) => {
    const { input, db, now } = context
    const target = targetOf(input.userId)
    const [person, , whose, found] = await Promise.all([
      context.who(),
      db.all(sql.lockLeavesOf(target)),
      db.one(sql.whose(target)),
      db.all(sql.withStandIns(s`${input.delegates}`)),
    ])
    if (!whose?.active) return notFound()
    context.refuse(whyNotFor(person, whose, whose.supervised))
    const at = now.toISOString()
    const leave = { startAt: isoOf(input.startAt), endAt: isoOf(input.endAt), delegates: input.delegates }
    const { mc, timeZone: zone } = person
    const warnings = judged(context, whose, leave, null, found, { now: at, mc, zone })
    const id = context.newId()
    context.write(discard(person.id, draftNames.set))
    context.write(sql.insert({ mc, id, userId: whose.id, ...leave, message: input.message, by: person, now: at }))
    tell(context, { name: whose.name, ...leave, zone, by: person.id, now: at })
    context.note({ type: 'out_of_office', id, detail: { userId: whose.id, ...leave } })
    const row = rowOf({ id, mc, whose, leave, message: input.message, found, by: person.name })
    return { success: true, leave: toTimeAway(row, at), warnings }
  },

  change: async (context) => {
    const { input, db, now } = context
    const target = s`(select v.user_id from out_of_office v where v.mc = app_mc() and v.id = ${input.leaveId})`
    const delegates =
      input.delegates === undefined
        ? s`(select v.delegates from out_of_office v where v.mc = app_mc() and v.id = ${input.leaveId})`
        : s`${input.delegates}`
    const [person, , before, whose, found] = await Promise.all([
      context.who(),
      db.all(sql.lockLeave(input.leaveId)),
      db.one(sql.hold(input.leaveId)),
      db.one(sql.whose(target)),
      db.all(sql.withStandIns(delegates)),
    ])
    if (!before || !whose) return notFound()
    // Another user's leave is not found.
    if (whyNotFor(person, whose, whose.supervised)?.code === 'NOT_ALLOWED') return notFound()
    const at = now.toISOString()
    refuseStaleVersion(context, { seen: input.version, of: 'time away', current: toTimeAway(before, at) })
    const was = { startAt: isoOf(before.start_at), endAt: isoOf(before.end_at) }
    const leave = {
      startAt: input.startAt === undefined ? was.startAt : isoOf(input.startAt),
      endAt: input.endAt === undefined ? was.endAt : isoOf(input.endAt),
      delegates: input.delegates ?? before.delegates,
    }
    const message = input.message ?? before.message
    const { mc, timeZone: zone } = person
    const warnings = judged(context, whose, leave, before.id, found, { now: at, mc, zone, before: was })
    context.write(discard(person.id, draftNames.change))
    context.write(sql.update({ mc, id: before.id, ...leave, message }))
    const added = leave.delegates.filter((id) => !before.delegates.includes(id))
    tell(context, { name: whose.name, ...leave, delegates: added, zone, by: person.id, now: at })
    context.note({ type: 'out_of_office', id: before.id, detail: { userId: whose.id, from: was, to: leave } })
    const row = rowOf({ id: before.id, mc, whose, leave, message, found, before, by: person.name })
    return { success: true, leave: toTimeAway(row, at), warnings }
  },

  end: async (context) => {
    const { input, db, now } = context
    const target = s`(select v.user_id from out_of_office v where v.mc = app_mc() and v.id = ${input.leaveId})`
    const [person, , before, whose] = await Promise.all([
      context.who(),
      db.all(sql.lockLeave(input.leaveId)),
      db.one(sql.hold(input.leaveId)),
      db.one(sql.whose(target)),
    ])
    if (!before || !whose) return notFound()
    if (whyNotFor(person, whose, whose.supervised)?.code === 'NOT_ALLOWED') return notFound()
    const at = now.toISOString()
    const status = statusAt({ startAt: before.start_at, endAt: before.end_at }, at)
    if (status === 'ENDED') context.refuse({ code: 'RULE', message: 'This time off has ended.' })
    const { mc } = person
    // A leave that has begun stays on file: the log refers to it.
    if (status === 'SCHEDULED') context.write(sql.remove(mc, before.id))
    else {
      const endAt = new Date(Math.max(now.getTime(), Date.parse(before.start_at) + 1)).toISOString()
      const { start_at: startAt, delegates, message } = before
      context.write(sql.update({ mc, id: before.id, startAt, endAt, delegates, message }))
    }
    context.note({ type: 'out_of_office', id: before.id, detail: { userId: whose.id, was: status } })
    return { success: true, leaveId: before.id, ended: status === 'ACTIVE' }
  },

  standIns: oneTrip(
    ({ userId, chars }) => ({
      whose: sql.whose(targetOf(userId)),
      found: sql.standIns(targetOf(userId), nameStarts(chars), normalizeForSearch(chars), chars.toLowerCase()),
    }),
    ({ whose: [whose], found }, { person, now, refuse }) => {
      if (!whose) return notFound()
      // Colleagues' open work and absences are for those who may plan this leave.
      refuse(whyNotFor(person, whose, whose.supervised))
      return found.map((row) => toStandIn(row, now.toISOString()))
    },
  ),

  preview: oneTrip(
    (input) => {
      const target = targetOf(input.userId)
      return {
        whose: sql.whose(target),
        found: sql.candidatesFor(target, input.delegates),
        items: sql.itemsOf(target, isoOf(input.endAt)),
        supervisors: sql.supervisorsOf(target),
      }
    },
    ({ whose: [whose], found, items, supervisors }, { input, person, now, refuse }) => {
      if (!whose) return notFound()
      refuse(whyNotFor(person, whose, whose.supervised))
      const leave = { startAt: isoOf(input.startAt), endAt: isoOf(input.endAt), delegates: input.delegates }
      refuse(whyNotTime(leave, leave.startAt))
      const people = peopleOf(found, { userId: whose.id, leave, supervisorId: supervisors[0]?.id ?? null })
      const named = new Map([...people].filter(([id]) => input.delegates.includes(id)))
      const scope = { userId: whose.id, subCarriers: whose.sub_carriers, mc: person.mc }
      refuse(whyNotDelegates(scope, leave, named, whose.all_sub_carriers))
      const begins = leave.startAt > now.toISOString() ? leave.startAt : now.toISOString()
      const moves = movesForLeave(
        items.map((row) => toMove(row, whose.id)),
        { ...leave, id: '', userId: whose.id },
        person.mc,
        people,
        begins,
      )
      const counts = new Map<string, number>()
      for (const { toId } of moves) counts.set(toId, (counts.get(toId) ?? 0) + 1)
      return {
        moves: [...counts]
          .map(([userId, requests]) => ({ userId, name: people.get(userId)!.name, requests }))
          .toSorted((a, b) => b.requests - a.requests || (a.name < b.name ? -1 : 1)),
        staying: items.length - moves.length,
        warnings: warningsAbout(scope, leave, named, whose.all_sub_carriers),
      }
    },
  ),
})
