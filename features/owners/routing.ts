import { HOUR_MS, MINUTE_MS, addMs } from '#platform/dates/instant.ts'

/** A leave; instants ISO 8601 UTC, the end not included. Delegates in the order the user named them. */
export type Leave = { startAt: string; endAt: string; delegates: readonly string[] }

/** A user work may be assigned to. */
export type Worker = {
  id: string
  name: string
  /** False for a disabled account, and for a case owner without a login. */
  active: boolean
  leaves: readonly Leave[]
  /** Open requests they own, to balance the load. */
  openItems: number
  supervisorId: string | null
}

/**
 * Candidates for a request. `groupDefaultIds` and `subCarrierDefaultIds` are default users; the order of the group has no
 * meaning.
 */
export type RoutingCase = {
  primaryOwnerId: string | null
  secondaryOwnerIds: readonly string[]
  groupDefaultIds: readonly string[]
  subCarrierDefaultIds: readonly string[]
}

/** Steps of routing, first match wins. */
export type RoutingStep =
  | 'owner'
  | 'delegate'
  | 'secondaryOwner'
  | 'groupQueue'
  | 'subCarrierQueue'
  | 'supervisor'
  | 'unassigned'

export type Routing = {
  step: RoutingStep
  /** The owner; null for the unassigned queue. */
  ownerId: string | null
  /** The absent owner stays second. */
  secondaryIds: readonly string[]
  /** Event 181, when an absence changed the routing. */
  rerouted: { userId: string; name: string; until: string } | null
  /** When support is notified of an unassigned request. */
  alarmAt: string | null
}

/** An owner who leaves within this time is passed over already. */
const LEAVING_SOON_MS = HOUR_MS
const ALARM_MS = 15 * MINUTE_MS

/** The user's current leave, or one that starts within the next hour; undefined when they are present. */
export function awayNow(worker: Worker, now: string): Leave | undefined {
  const at = Date.parse(now)
  return worker.leaves.find(
    (leave) => Date.parse(leave.startAt) <= at + LEAVING_SOON_MS && Date.parse(leave.endAt) > at,
  )
}

const isThere = (worker: Worker, now: string): boolean => worker.active && awayNow(worker, now) === undefined

/** Fewest open requests first, then by id, so that the same input always gives the same answer. */
const leastBusy = (a: Worker, b: Worker): number =>
  a.openItems - b.openItems || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

type People = ReadonlyMap<string, Worker>

const pick = (ids: readonly string[], people: People, now: string): Worker | undefined =>
  ids
    .map((id) => people.get(id))
    .filter((worker): worker is Worker => worker !== undefined && isThere(worker, now))
    .toSorted(leastBusy)[0]

/**
 * The stand-in for an absent user: the first present delegate in the order named; else, level by level, the least busy
 * present delegate of those delegates. Each user is visited once, so cycles end.
 */
export function standIn(worker: Worker, people: People, now: string): Worker | undefined {
  const visited = new Set([worker.id])
  let ring = awayNow(worker, now)?.delegates ?? []
  const first = ring
    .map((id) => people.get(id))
    .find((delegate) => delegate !== undefined && delegate.id !== worker.id && isThere(delegate, now))
  if (first) return first
  while (ring.length > 0) {
    const fresh = [...new Set(ring)].filter((id) => !visited.has(id))
    const found = pick(fresh, people, now)
    if (found) return found
    for (const id of fresh) visited.add(id)
    ring = fresh.flatMap((id) => {
      const away = people.get(id)
      return away ? (awayNow(away, now)?.delegates ?? []) : []
    })
  }
  return undefined
}

/** The owner of a new request, by seven steps. Pure: the same users, case and instant give the same answer. */
export function route(routed: RoutingCase, people: People, now: string): Routing {
  const owner = routed.primaryOwnerId === null ? undefined : people.get(routed.primaryOwnerId)
  if (owner && isThere(owner, now))
    return { step: 'owner', ownerId: owner.id, secondaryIds: [], rerouted: null, alarmAt: null }

  // Only an owner who still works here stays second and is named as away.
  const leave = owner?.active ? awayNow(owner, now) : undefined
  const rerouted = owner && leave ? { userId: owner.id, name: owner.name, until: leave.endAt } : null
  const given = (step: RoutingStep, to: Worker): Routing => ({
    step,
    ownerId: to.id,
    secondaryIds: rerouted && rerouted.userId !== to.id ? [rerouted.userId] : [],
    rerouted,
    alarmAt: null,
  })

  const delegate = owner && leave ? standIn(owner, people, now) : undefined
  if (delegate) return given('delegate', delegate)
  const secondary = pick(routed.secondaryOwnerIds, people, now)
  if (secondary) return given('secondaryOwner', secondary)
  const groupDefault = pick(routed.groupDefaultIds, people, now)
  if (groupDefault) return given('groupQueue', groupDefault)
  const subCarrierDefault = pick(routed.subCarrierDefaultIds, people, now)
  if (subCarrierDefault) return given('subCarrierQueue', subCarrierDefault)
  const supervisor = pick(owner?.supervisorId ? [owner.supervisorId] : [], people, now)
  if (supervisor) return given('supervisor', supervisor)
  return {
    step: 'unassigned',
    ownerId: null,
    secondaryIds: rerouted ? [rerouted.userId] : [],
    rerouted,
    alarmAt: addMs(now, ALARM_MS),
  }
}

/** Who decides a reconsideration: level 1 another adjuster or the supervisor, 2 the clinical pool, 3 support's queue. */
export type ReconsiderationRouting =
  | { pool: null; ownerId: string }
  | { pool: 'clinical' | 'external' | 'unassigned'; ownerId: string | null }

/**
 * Routes a reconsideration by its level. At level 1 the user who decided before is passed over; at level 2 it goes to
 * the least busy pharmacist or physician, or to their pool when none is present.
 */
export function routeReconsideration(
  level: number,
  given: {
    originalDeciderId: string | null
    groupIds: readonly string[]
    supervisorId: string | null
    clinicianIds: readonly string[]
  },
  people: People,
  now: string,
): ReconsiderationRouting {
  if (level >= 3) return { pool: 'external', ownerId: null }
  const others = (ids: readonly string[]): readonly string[] => ids.filter((id) => id !== given.originalDeciderId)
  if (level === 2) return { pool: 'clinical', ownerId: pick(others(given.clinicianIds), people, now)?.id ?? null }
  const next =
    pick(others(given.groupIds), people, now) ??
    pick(others(given.supervisorId === null ? [] : [given.supervisorId]), people, now)
  return next ? { pool: null, ownerId: next.id } : { pool: 'unassigned', ownerId: null }
}

/** An open request with the facts of rerouting. */
export type OwnedItem = {
  id: string
  ownerId: string
  nextClockAt: string | null
  dueAt: string | null
  /** Its owner opened it. */
  opened: boolean
  /** Its owner before a leave moved it. */
  movedFromId: string | null
}

/** The open requests that move when a leave begins: those with a deadline before the user is back. */
export function movesWhenLeaving(items: readonly OwnedItem[], userId: string, leave: Leave): readonly OwnedItem[] {
  const back = Date.parse(leave.endAt)
  const isBefore = (instant: string | null): boolean => instant !== null && Date.parse(instant) < back
  return items.filter((item) => item.ownerId === userId && (isBefore(item.nextClockAt) || isBefore(item.dueAt)))
}

/** The requests that return when a leave ends: those a delegate has not opened. Opened ones stay with the delegate. */
export function returnsWhenBack(items: readonly OwnedItem[], userId: string): readonly OwnedItem[] {
  return items.filter((item) => item.movedFromId === userId && item.ownerId !== userId && !item.opened)
}
