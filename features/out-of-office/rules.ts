import { DAY_MS } from '#platform/dates/instant.ts'
import { canWorkOn, type Candidate } from '#features/owners/rules.ts'
import { maySupervise, mayUpdate } from '#features/permissions/rules.ts'
import { movesWhenLeaving, route, type Leave, type OwnedItem, type RoutingCase } from '#features/owners/routing.ts'
import { hasRole } from '#features/permissions/roles.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Refusal } from '#platform/calls/refusal.ts'

/** A leave. Instants ISO 8601 UTC, the end not included. */
export type LeaveOf = Leave & { id: string; userId: string }

/** A leave may begin this long before it is entered: a start a moment ago means now. */
const GRACE_MS = 5 * 60_000
const LONGEST_DAYS = 366
export const mostDelegates = 5

export type LeaveStatus = 'SCHEDULED' | 'ACTIVE' | 'ENDED'
/** The state of a leave at an instant. */
export const statusAt = (leave: Pick<Leave, 'startAt' | 'endAt'>, now: string): LeaveStatus =>
  Date.parse(leave.endAt) <= Date.parse(now)
    ? 'ENDED'
    : Date.parse(leave.startAt) <= Date.parse(now)
      ? 'ACTIVE'
      : 'SCHEDULED'

/**
 * Why this user may not set leaves for another; undefined when they may: their own, their team's, and as an account manager
 * those of `managed` users, whose programs are all the manager's own.
 */
export function whyNotFor(
  person: Person,
  of: { id: string; managed: boolean },
  supervised: readonly string[],
): Refusal<'NOT_ALLOWED' | 'UPDATE_BLOCKED'> | undefined {
  if (!mayUpdate(person)) return { code: 'UPDATE_BLOCKED', message: 'Update functionality is blocked for user' }
  if (of.id === person.id) return undefined
  if (maySupervise(person) && ((hasRole(person, 'account_admin') && of.managed) || supervised.includes(of.id)))
    return undefined
  return { code: 'NOT_ALLOWED', message: 'You may set this for yourself and for your own people.' }
}

/** Why a leave is invalid; undefined when it is valid. `before` is the leave that is changed. */
export function whyNotTime(
  time: { startAt: string; endAt: string },
  now: string,
  before?: Pick<Leave, 'startAt' | 'endAt'>,
): Refusal<'RULE' | 'VALIDATION'> | undefined {
  const [start, end, at] = [time.startAt, time.endAt, now].map((instant) => Date.parse(instant)) as [
    number,
    number,
    number,
  ]
  const invalid = (field: string, message: string): Refusal<'RULE' | 'VALIDATION'> => ({
    code: 'VALIDATION',
    field,
    message,
  })
  if (before && statusAt(before, now) === 'ENDED') return { code: 'RULE', message: 'This time off has ended.' }
  if (before && statusAt(before, now) === 'ACTIVE') {
    if (start !== Date.parse(before.startAt))
      return invalid('startAt', 'It has started already: only its end can change.')
  } else if (start < at - GRACE_MS) return invalid('startAt', 'Start date cannot be in the past')
  if (end <= start) return invalid('endAt', 'End date cannot be before start date')
  // Ending a leave ends it now.
  if (end < at - GRACE_MS) return invalid('endAt', 'End date cannot be in the past')
  if (end - start > LONGEST_DAYS * DAY_MS) return invalid('endAt', 'Time off can last at most one year.')
  if (start > at + LONGEST_DAYS * DAY_MS) return invalid('startAt', 'Start date cannot be more than one year ahead')
  return undefined
}

const share = (a: Pick<Leave, 'startAt' | 'endAt'>, b: Pick<Leave, 'startAt' | 'endAt'>): boolean =>
  Date.parse(a.startAt) < Date.parse(b.endAt) && Date.parse(b.startAt) < Date.parse(a.endAt)

/** Another leave of the same user that overlaps this one. */
export const overlapping = (
  time: Pick<Leave, 'startAt' | 'endAt'>,
  id: string | null,
  leaves: readonly LeaveOf[],
): LeaveOf | undefined => leaves.find((leave) => leave.id !== id && share(leave, time))

/**
 * A user whose leave leads back to this one while both are away, delegates of delegates included: work would move in a
 * cycle. Undefined when there is none.
 */
export function circleBack(
  userId: string,
  leave: Leave,
  people: ReadonlyMap<string, Pick<Candidate, 'leaves'>>,
): string | undefined {
  const visited = new Set<string>()
  const leadsBack = (id: string): boolean => {
    if (visited.has(id)) return false
    visited.add(id)
    return (people.get(id)?.leaves ?? []).some(
      (own) => share(own, leave) && (own.delegates.includes(userId) || own.delegates.some(leadsBack)),
    )
  }
  return leave.delegates.find(leadsBack)
}

/** Sub-carriers that a user works for and this delegate does not; null means all of them. */
function notCovered(
  person: readonly string[] | null,
  delegate: readonly string[] | null,
  all: readonly string[],
): readonly string[] {
  return (person ?? all).filter((sub) => delegate !== null && !delegate.includes(sub))
}

/** Why these users cannot be delegates of this user; undefined when they can. */
export function whyNotDelegates(
  of: { userId: string; subCarriers: readonly string[] | null; mc: string },
  leave: Leave,
  people: ReadonlyMap<string, Candidate>,
  all: readonly string[],
): Refusal<'NOT_FOUND' | 'RULE'> | undefined {
  const rule = (message: string): Refusal<'NOT_FOUND' | 'RULE'> => ({ code: 'RULE', field: 'delegates', message })
  if (new Set(leave.delegates).size < leave.delegates.length) return rule('Name each person once.')
  if (leave.delegates.includes(of.userId)) return rule('You cannot be your own delegate.')
  for (const id of leave.delegates) {
    const delegate = people.get(id)
    // A user of another carrier is unknown.
    if (!delegate) return { code: 'NOT_FOUND' }
    if (!delegate.active) return rule(`${delegate.name} is not active.`)
    const subs = of.subCarriers ?? all
    if (!subs.some((sub) => canWorkOn(delegate, of.mc, sub)))
      return rule(`${delegate.name} cannot work on these groups.`)
  }
  const back = circleBack(of.userId, leave, people)
  return back === undefined
    ? undefined
    : rule(`${people.get(back)!.name} is away too then, and the work would come back to you.`)
}

/** Warnings about delegates that do not prevent the leave: one is away too, or covers a part only. */
export function warningsAbout(
  of: { subCarriers: readonly string[] | null },
  leave: Leave,
  people: ReadonlyMap<string, Candidate>,
  all: readonly string[],
): string[] {
  if (leave.delegates.length === 0) return ['No delegate: requests go to the next case owner, then the group queue.']
  return leave.delegates.flatMap((id) => {
    const delegate = people.get(id)!
    const missing = notCovered(of.subCarriers, delegate.subCarriers, all)
    return [
      ...(delegate.leaves.some((own) => share(own, leave))
        ? [`${delegate.name} is away too for a part of that time.`]
        : []),
      ...(missing.length > 0 ? [`${delegate.name} does not work for ${missing.join(', ')}.`] : []),
    ]
  })
}

/** An open request that may have to move, and its candidates. */
export type ToMove = OwnedItem & { subCarrier: string; routing: RoutingCase }
export type Move = { id: string; toId: string }

/**
 * Distributes open requests: to the delegates, else by the next steps of routing, the busiest last. A request without a
 * candidate stays. Pure: the same users and requests give the same answer, so that a preview is accurate.
 */
export function movesOf(
  items: readonly ToMove[],
  mc: string,
  people: ReadonlyMap<string, Candidate>,
  now: string,
): Move[] {
  const load = new Map([...people].map(([id, person]) => [id, person.openItems]))
  return items
    .toSorted((a, b) =>
      (a.dueAt ?? '') === (b.dueAt ?? '') ? (a.id < b.id ? -1 : 1) : (a.dueAt ?? '') < (b.dueAt ?? '') ? -1 : 1,
    )
    .flatMap((item) => {
      const able = new Map(
        [...people]
          .filter(([id, person]) => id === item.ownerId || canWorkOn(person, mc, item.subCarrier))
          .map(([id, person]) => [id, { ...person, openItems: load.get(id)! }]),
      )
      const { ownerId } = route(item.routing, able, now)
      if (ownerId === null || ownerId === item.ownerId) return []
      load.set(ownerId, load.get(ownerId)! + 1)
      return [{ id: item.id, toId: ownerId }]
    })
}

/** The moves when a leave begins: of open requests with a deadline before the user is back. */
export const movesForLeave = (
  items: readonly ToMove[],
  leave: LeaveOf,
  mc: string,
  people: ReadonlyMap<string, Candidate>,
  now: string,
): Move[] => {
  const moving = new Set(movesWhenLeaving(items, leave.userId, leave).map(({ id }) => id))
  return movesOf(
    items.filter(({ id }) => moving.has(id)),
    mc,
    people,
    now,
  )
}

/** Names of the drafts of the two forms. */
export const draftNames = { set: 'time-away', change: 'time-away-change' } as const
