import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Leave, OwnedItem, RoutingCase, Worker } from './routing.ts'
import { awayNow, movesWhenLeaving, returnsWhenBack, route, routeReconsideration, standIn } from './routing.ts'

const now = '2026-11-23T15:00:00.000Z'
const away = (...delegates: string[]): Leave[] => [
  { startAt: '2026-11-20T00:00:00.000Z', endAt: '2026-11-30T00:00:00.000Z', delegates },
]
const worker = (id: string, more: Partial<Worker> = {}): Worker => ({
  id,
  name: id,
  active: true,
  leaves: [],
  openItems: 0,
  supervisorId: null,
  ...more,
})
const team = (...workers: Worker[]): Map<string, Worker> => new Map(workers.map((each) => [each.id, each]))
const nobody: RoutingCase = {
  primaryOwnerId: null,
  secondaryOwnerIds: [],
  groupDefaultIds: [],
  subCarrierDefaultIds: [],
}

describe('routing of a new request', () => {
  it('assigns a new request to its primary owner who is present', () => {
    const found = route({ ...nobody, primaryOwnerId: 'dana' }, team(worker('dana')), now)
    expect(found).toEqual({ step: 'owner', ownerId: 'dana', secondaryIds: [], rerouted: null, alarmAt: null })
  })

  it('picks the first named delegate who is present, and keeps the owner second', () => {
    const people = team(
      worker('dana', { leaves: away('kim', 'lee', 'max') }),
      worker('kim', { leaves: away() }),
      worker('lee', { openItems: 40 }),
      worker('max', { openItems: 1 }),
    )
    expect(route({ ...nobody, primaryOwnerId: 'dana', secondaryOwnerIds: ['max'] }, people, now)).toEqual({
      step: 'delegate',
      ownerId: 'lee',
      secondaryIds: ['dana'],
      rerouted: { userId: 'dana', name: 'dana', until: '2026-11-30T00:00:00.000Z' },
      alarmAt: null,
    })
  })

  it('passes over an owner who leaves within the hour, not one who leaves later', () => {
    const leaving = (startAt: string) =>
      route(
        { ...nobody, primaryOwnerId: 'dana' },
        team(
          worker('dana', { leaves: [{ startAt, endAt: '2026-12-01T00:00:00.000Z', delegates: ['lee'] }] }),
          worker('lee'),
        ),
        now,
      ).ownerId
    expect(leaving('2026-11-23T16:00:00.000Z')).toBe('lee')
    expect(leaving('2026-11-23T16:00:00.001Z')).toBe('dana')
  })

  it('counts a user as back at the instant their leave ends', () => {
    const leave = { startAt: '2026-11-20T00:00:00.000Z', endAt: now, delegates: [] }
    expect(awayNow(worker('dana', { leaves: [leave] }), now)).toBeUndefined()
  })

  it.each([
    ['secondaryOwner', { secondaryOwnerIds: ['away', 'busy', 'free'] }, 'free'],
    ['groupQueue', { secondaryOwnerIds: ['away'], groupDefaultIds: ['busy', 'free'] }, 'free'],
    ['subCarrierQueue', { groupDefaultIds: ['gone'], subCarrierDefaultIds: ['busy'] }, 'busy'],
    ['supervisor', { groupDefaultIds: ['away'] }, 'boss'],
  ] as const)('falls to the %s', (step, some, ownerId) => {
    const people = team(
      worker('dana', { leaves: away('away'), supervisorId: 'boss' }),
      worker('away', { leaves: away() }),
      worker('gone', { active: false }),
      worker('busy', { openItems: 9 }),
      worker('free', { openItems: 2 }),
      worker('boss'),
    )
    expect(route({ ...nobody, primaryOwnerId: 'dana', ...some }, people, now)).toMatchObject({ step, ownerId })
  })

  it('leaves it unassigned, and notifies support after 15 minutes, when nobody is there', () => {
    const people = team(worker('dana', { leaves: away('dana') }))
    expect(route({ ...nobody, primaryOwnerId: 'dana' }, people, now)).toMatchObject({
      step: 'unassigned',
      ownerId: null,
      alarmAt: '2026-11-23T15:15:00.000Z',
    })
  })

  it('a disabled owner is passed over without being called away', () => {
    const people = team(
      worker('dana', { active: false, leaves: away('lee'), supervisorId: 'boss' }),
      worker('lee'),
      worker('boss'),
    )
    expect(route({ ...nobody, primaryOwnerId: 'dana' }, people, now)).toMatchObject({
      step: 'supervisor',
      ownerId: 'boss',
      rerouted: null,
      secondaryIds: [],
    })
  })

  it('follows delegates of delegates and ends where they form a cycle', () => {
    const people = team(
      worker('a', { leaves: away('b', 'c') }),
      worker('b', { leaves: away('a', 'c') }),
      worker('c', { leaves: away('b', 'd') }),
      worker('d'),
    )
    expect(standIn(people.get('a')!, people, now)?.id).toBe('d')
    people.set('d', worker('d', { leaves: away('a') }))
    expect(standIn(people.get('a')!, people, now)).toBeUndefined()
  })
})

describe('routing a reconsideration', () => {
  const people = team(
    worker('first'),
    worker('other', { openItems: 3 }),
    worker('boss'),
    worker('rx'),
    worker('md', { openItems: 2 }),
  )
  const given = {
    originalDeciderId: 'first',
    groupIds: ['first', 'other'],
    supervisorId: 'boss',
    clinicianIds: ['md', 'rx'],
  }
  it.each([
    [1, given, { pool: null, ownerId: 'other' }],
    [1, { ...given, groupIds: ['first'] }, { pool: null, ownerId: 'boss' }],
    [1, { ...given, groupIds: ['first'], supervisorId: 'first' }, { pool: 'unassigned', ownerId: null }],
    [2, given, { pool: 'clinical', ownerId: 'rx' }],
    [2, { ...given, clinicianIds: [] }, { pool: 'clinical', ownerId: null }],
    [3, given, { pool: 'external', ownerId: null }],
  ])('level %i', (level, who, expected) => {
    expect(routeReconsideration(level, who, people, now)).toEqual(expected)
  })
})

describe('rerouting open requests for a leave', () => {
  const item = (id: string, more: Partial<OwnedItem>): OwnedItem => ({
    id,
    ownerId: 'dana',
    nextClockAt: null,
    dueAt: null,
    opened: false,
    movedFromId: null,
    ...more,
  })
  it('moves requests with a deadline before the return, and no others', () => {
    const items = [
      item('reminder', { nextClockAt: '2026-11-24T00:00:00.000Z' }),
      item('due', { dueAt: '2026-11-29T23:59:59.999Z' }),
      item('later', { nextClockAt: '2026-11-30T00:00:00.000Z', dueAt: '2026-12-02T00:00:00.000Z' }),
      item('quiet', {}),
      item('other', { ownerId: 'lee', dueAt: '2026-11-24T00:00:00.000Z' }),
    ]
    expect(movesWhenLeaving(items, 'dana', away()[0]!).map(({ id }) => id)).toEqual(['reminder', 'due'])
  })
  it('gives an owner who is back the requests the delegate has not opened', () => {
    const items = [
      item('unopened', { ownerId: 'lee', movedFromId: 'dana' }),
      item('opened', { ownerId: 'lee', movedFromId: 'dana', opened: true }),
      item('own', { ownerId: 'lee' }),
    ]
    expect(returnsWhenBack(items, 'dana').map(({ id }) => id)).toEqual(['unopened'])
  })
})

describe('for any team, routing', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'] as const
  const some = fc.subarray([...ids], { minLength: 0 }).chain((list) => fc.shuffledSubarray(list))
  const person = (id: string) =>
    fc.record({
      id: fc.constant(id),
      name: fc.constant(id),
      active: fc.boolean(),
      leaves: fc.oneof(
        fc.constant<Leave[]>([]),
        some.map((delegates) => away(...delegates)),
      ),
      openItems: fc.nat(50),
      supervisorId: fc.option(fc.constantFrom(...ids)),
    })
  const people = fc.tuple(...ids.map(person)).map((all) => team(...all))
  const routed = fc.record({
    primaryOwnerId: fc.option(fc.constantFrom(...ids)),
    secondaryOwnerIds: some,
    groupDefaultIds: some,
    subCarrierDefaultIds: some,
  })

  it('ends, never picks an absent or disabled user, and finds an owner when a candidate is present', () => {
    fc.assert(
      fc.property(people, routed, (group, wanted) => {
        const found = route(wanted, group, now)
        const there = (id: string | null): boolean => {
          const one = id === null ? undefined : group.get(id)
          return one !== undefined && one.active && awayNow(one, now) === undefined
        }
        const owner = wanted.primaryOwnerId === null ? undefined : group.get(wanted.primaryOwnerId)
        const onTheWay = [
          wanted.primaryOwnerId,
          ...(owner?.active ? (owner.leaves[0]?.delegates ?? []) : []),
          ...wanted.secondaryOwnerIds,
          ...wanted.groupDefaultIds,
          ...wanted.subCarrierDefaultIds,
          owner?.supervisorId ?? null,
        ]
        if (found.ownerId !== null) expect(there(found.ownerId)).toBe(true)
        expect(found.secondaryIds).not.toContain(found.ownerId)
        if (onTheWay.some(there)) expect(found.ownerId).not.toBeNull()
        expect(found.alarmAt === null).toBe(found.ownerId !== null)
      }),
      { numRuns: 1000 },
    )
  })
})
