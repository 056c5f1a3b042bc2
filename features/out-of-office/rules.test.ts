import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Candidate } from '#features/owners/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import {
  circleBack,
  movesForLeave,
  movesOf,
  overlapping,
  statusAt,
  whyNotDelegates,
  whyNotFor,
  whyNotTime,
  type LeaveOf,
  type ToMove,
} from './rules.ts'

const HOUR = 3_600_000
const now = '2026-11-20T12:00:00.000Z'
const at = (hours: number): string => new Date(Date.parse(now) + hours * HOUR).toISOString()

test.each<[string, number, number, [number, number] | undefined, string | undefined]>([
  ['a week from tomorrow', 24, 192, undefined, undefined],
  ['from now on', 0, 8, undefined, undefined],
  ['from yesterday', -24, 8, undefined, 'Start date cannot be in the past'],
  ['an end before its start', 24, 20, undefined, 'End date cannot be before start date'],
  ['no time at all', 24, 24, undefined, 'End date cannot be before start date'],
  ['longer than a year', 1, 24 * 400, undefined, 'Time off can last at most one year.'],
  ['beginning in two years', 24 * 700, 24 * 701, undefined, 'Start date cannot be more than one year ahead'],
  ['another end of one that has begun', -24, 48, [-24, 24], undefined],
  ['back now', -24, 0, [-24, 24], undefined],
  ['another start of one that has begun', -12, 48, [-24, 24], 'It has started already: only its end can change.'],
  ['an end that has passed', -24, -2, [-24, 24], 'End date cannot be in the past'],
  ['one that is over', -24, 48, [-48, -1], 'This time off has ended.'],
  ['a later start of a planned one', 30, 48, [24, 48], undefined],
])('a time away, %s', (_what, start, end, before, message) => {
  const was = before && { startAt: at(before[0]), endAt: at(before[1]) }
  expect(whyNotTime({ startAt: at(start), endAt: at(end) }, now, was)?.message).toBe(message)
})

const person = (roles: Person['roles']): Person => ({
  id: 'me',
  username: 'me',
  name: 'Me',
  mc: 'AAA',
  roles,
  subCarriers: null,
  licenseStates: [],
  approvalLimit: null,
  timeZone: 'UTC',
})
const user = (id: string) => ({ id, managed: false })
const [me, other, stranger] = [user('me'), user('other'), user('stranger')]
test('users set their own leave, supervisors their team’s, account managers those of their programs', () => {
  expect(whyNotFor(person(['adjuster']), me, [])).toBeUndefined()
  expect(whyNotFor(person(['adjuster']), other, ['other'])?.code).toBe('NOT_ALLOWED')
  expect(whyNotFor(person(['supervisor']), other, ['other'])).toBeUndefined()
  expect(whyNotFor(person(['supervisor']), stranger, ['other'])?.code).toBe('NOT_ALLOWED')
  expect(whyNotFor(person(['account_admin']), stranger, [])?.code).toBe('NOT_ALLOWED')
  expect(whyNotFor(person(['account_admin']), { ...stranger, managed: true }, [])).toBeUndefined()
  expect(whyNotFor(person(['read_only']), me, [])?.code).toBe('UPDATE_BLOCKED')
})

const names = ['a', 'b', 'c', 'd', 'e'] as const
const anyLeave = fc
  .tuple(
    fc.integer({ min: 0, max: 20 }),
    fc.integer({ min: 1, max: 20 }),
    fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }),
  )
  .map(([start, length, delegates]) => ({ startAt: at(start), endAt: at(start + length), delegates }))
const worker = (id: string, leaves: Candidate['leaves'] = [], more: Partial<Candidate> = {}): Candidate => ({
  id,
  name: id.toUpperCase(),
  email: id,
  active: true,
  leaves,
  openItems: 0,
  supervisorId: null,
  roles: ['adjuster'],
  subCarriers: null,
  ...more,
})
const anyPeople = fc
  .tuple(...names.map((id) => fc.option(anyLeave, { nil: undefined }).map((leave) => worker(id, leave ? [leave] : []))))
  .map((all) => new Map(all.map((one) => [one.id, one])))

test('two leaves of a user do not overlap, and one may begin where another ends', () => {
  const leave = (start: number, end: number): LeaveOf => ({
    id: `${start}`,
    userId: 'a',
    startAt: at(start),
    endAt: at(end),
    delegates: [],
  })
  expect(overlapping(leave(0, 5), null, [leave(5, 9)])).toBeUndefined()
  expect(overlapping(leave(4, 6), null, [leave(5, 9)])).toBeDefined()
  expect(overlapping(leave(5, 8), '5', [leave(5, 9)])).toBeUndefined()
  expect([statusAt(leave(1, 2), now), statusAt(leave(-1, 2), now), statusAt(leave(-2, 0), now)]).toEqual([
    'SCHEDULED',
    'ACTIVE',
    'ENDED',
  ])
})

test('a cycle of delegates is found, for any delegates, and the search always ends', () => {
  const away = (delegates: string[]) => [{ startAt: at(0), endAt: at(10), delegates }]
  const leave = { startAt: at(0), endAt: at(10), delegates: ['b'] }
  expect(circleBack('a', leave, new Map([['b', worker('b', away(['a']))]]))).toBe('b')
  expect(
    circleBack(
      'a',
      leave,
      new Map([
        ['b', worker('b', away(['c']))],
        ['c', worker('c', away(['a']))],
      ]),
    ),
  ).toBe('b')
  expect(
    circleBack(
      'a',
      leave,
      new Map([
        ['b', worker('b', away(['c']))],
        ['c', worker('c', away(['b']))],
      ]),
    ),
  ).toBeUndefined()
  expect(
    circleBack('a', leave, new Map([['b', worker('b', [{ startAt: at(10), endAt: at(20), delegates: ['a'] }])]])),
  ).toBeUndefined()
  fc.assert(
    fc.property(anyPeople, anyLeave, (people, mine) => {
      const back = circleBack('a', mine, people)
      if (back !== undefined) expect(mine.delegates).toContain(back)
    }),
    { numRuns: 500 },
  )
})

test('a delegate exists, is named once, is another user, and works for one of the groups', () => {
  const of = { userId: 'a', subCarriers: ['N1', 'N2'], mc: 'AAA' }
  const leave = (...delegates: string[]) => ({ startAt: at(0), endAt: at(10), delegates })
  const people = new Map([
    ['b', worker('b')],
    ['c', worker('c', [], { active: false })],
    ['d', worker('d', [], { subCarriers: ['N9'] })],
    ['e', worker('e', [], { roles: ['read_only'] })],
  ])
  const why = (...delegates: string[]) => whyNotDelegates(of, leave(...delegates), people, ['N1', 'N2', 'N9'])
  expect(why('b')).toBeUndefined()
  expect(why()).toBeUndefined()
  expect(why('b', 'b')?.message).toBe('Name each person once.')
  expect(why('a')?.message).toBe('You cannot be your own delegate.')
  expect(why('c')?.message).toBe('C is not active.')
  expect(why('d')?.message).toBe('D cannot work on these groups.')
  expect(why('e')?.message).toBe('E cannot work on these groups.')
  expect(why('x')?.code).toBe('NOT_FOUND')
})

const anyItem = fc.record({
  id: fc.uuid(),
  due: fc.integer({ min: -10, max: 60 }),
  clock: fc.option(fc.integer({ min: -10, max: 60 })),
  sub: fc.constantFrom('N1', 'N2'),
  secondary: fc.uniqueArray(fc.constantFrom('b', 'c'), { maxLength: 2 }),
})
test('for any team, only requests with a deadline before the return move, to present users who may work on them, and evenly', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyItem, { selector: ({ id }) => id, maxLength: 30 }),
      anyPeople,
      fc.uniqueArray(fc.constantFrom('b', 'c', 'd', 'e'), { maxLength: 3 }),
      (made, others, delegates) => {
        const leave: LeaveOf = { id: 'leave', userId: 'a', startAt: at(0), endAt: at(24), delegates }
        const people = new Map([
          ...others,
          ['a', worker('a', [leave])],
          ['e', worker('e', [], { subCarriers: ['N1'] })],
        ])
        const items: ToMove[] = made.map((one) => ({
          id: one.id,
          ownerId: 'a',
          nextClockAt: one.clock === null ? null : at(one.clock),
          dueAt: at(one.due),
          opened: false,
          movedFromId: null,
          subCarrier: one.sub,
          routing: {
            primaryOwnerId: 'a',
            secondaryOwnerIds: one.secondary,
            groupDefaultIds: [],
            subCarrierDefaultIds: [],
          },
        }))
        const moves = movesForLeave(items, leave, 'AAA', people, now)
        expect(moves).toEqual(movesForLeave(items.toReversed(), leave, 'AAA', people, now))
        for (const { id, toId } of moves) {
          const item = items.find((one) => one.id === id)!
          expect(
            Math.min(Date.parse(item.dueAt!), item.nextClockAt === null ? Infinity : Date.parse(item.nextClockAt)),
          ).toBeLessThan(Date.parse(leave.endAt))
          const to = people.get(toId)!
          expect(
            to.leaves.every(
              (own) => Date.parse(own.endAt) <= Date.parse(now) || Date.parse(own.startAt) > Date.parse(now) + HOUR,
            ),
          ).toBe(true)
          if (to.subCarriers) expect(to.subCarriers).toContain(item.subCarrier)
        }
      },
    ),
    { numRuns: 300 },
  )
  // Two secondary owners get half each.
  const shared = Array.from({ length: 10 }, (_, index): ToMove => ({
    id: `${index}`,
    ownerId: 'a',
    nextClockAt: null,
    dueAt: at(1),
    opened: false,
    movedFromId: null,
    subCarrier: 'N1',
    routing: { primaryOwnerId: 'a', secondaryOwnerIds: ['b', 'c'], groupDefaultIds: [], subCarrierDefaultIds: [] },
  }))
  const moved = movesOf(
    shared,
    'AAA',
    new Map([
      ['a', worker('a', [], { active: false })],
      ['b', worker('b')],
      ['c', worker('c')],
    ]),
    now,
  )
  expect(moved.filter(({ toId }) => toId === 'b')).toHaveLength(5)
})
