import { expect, test } from 'vitest'
import type { Role } from '#features/permissions/roles.ts'
import type { Person } from '#platform/calls/person.ts'
import { roleName } from '#features/permissions/role-names.ts'
import { assignment, canWorkOn, type Candidate } from './rules.ts'
import { whyNotAssign } from '#features/decision-rights/assigning.ts'

const now = '2026-03-10T15:00:00.000Z'
const zone = 'America/New_York'
const worker = (id: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  name: `Name ${id}`,
  email: `${id}@carrier.example`,
  active: true,
  leaves: [],
  openItems: 0,
  supervisorId: null,
  roles: ['adjuster'],
  subCarriers: null,
  ...more,
})
const away = (...delegates: string[]) => ({
  leaves: [{ startAt: '2026-03-09T00:00:00.000Z', endAt: '2026-03-12T03:30:00.000Z', delegates }],
})
const request = { mc: 'AAA', subCarrier: 'AAA1' }
const people = [
  worker('ann'),
  worker('bob'),
  worker('off', { active: false }),
  worker('far', { subCarriers: ['AAA2'] }),
  worker('near', { subCarriers: ['AAA1', 'AAA2'] }),
  worker('reader', { roles: ['read_only', 'adjuster'] }),
  worker('support', { roles: ['pbm_support'] }),
  worker('manager', { roles: ['account_admin'] }),
  worker('reviewer', { roles: ['ur_reviewer'] }),
  worker('both', { roles: ['pbm_support', 'adjuster'] }),
  worker('nurse', { roles: ['nurse_case_manager'] }),
  worker('away', away('ann')),
  worker('chain', away('away')),
  worker('alone', away()),
  worker('foreign delegate', away('far', 'reader', 'bob')),
  worker('circle a', away('circle b')),
  worker('circle b', away('circle a')),
]
const assign = (...ids: string[]) =>
  assignment(
    ids.map((id) => `${id}@carrier.example`),
    people,
    request,
    now,
    zone,
  )
const owners = (...ids: string[]) => assign(...ids).assignment?.owners.map(({ id }) => id)

test('the first named owner decides first; the same address twice, in any case, is one user', () => {
  expect(owners('bob', 'ann')).toEqual(['bob', 'ann'])
  expect(
    assignment([' BOB@carrier.example ', 'bob@carrier.example'], people, request, now, zone).assignment!.owners.map(
      ({ id }) => id,
    ),
  ).toEqual(['bob'])
})

test('who decides requests or reviews may own them, also where they are support besides', () =>
  expect(owners('both', 'reviewer')).toEqual(['both', 'reviewer']))

test('every unknown address is named in the refusal', () => {
  expect(assign('bob', 'x', 'y').why).toEqual({
    code: 'VALIDATION',
    message: 'Unknown e-mail: x@carrier.example, y@carrier.example.',
    field: 'userEmails',
  })
})

test.each([
  [['off'], 'Name off is not active.'],
  [['far'], 'Name far cannot work on this group.'],
  [['reader', 'nurse'], 'Name reader, Name nurse cannot work on this group.'],
  [['support', 'manager'], 'Name support, Name manager cannot work on this group.'],
  [['near', 'far'], 'Name far cannot work on this group.'],
])('%j is refused: %s', (ids, message) => {
  expect(assign(...ids).why).toEqual({ code: 'RULE', message, field: 'userEmails' })
})

test('an absent owner gets their delegate as a second owner, with a warning and a log line', () => {
  expect(assign('away').assignment).toMatchObject({
    warnings: ['Name away is out of office until 03/11/2026. Name ann was added.'],
    rerouted: [{ name: 'Name away', until: '03/11/2026' }],
  })
  expect(owners('away')).toEqual(['away', 'ann'])
  expect(owners('away', 'ann')).toEqual(['away', 'ann'])
  expect(owners('chain')).toEqual(['chain', 'ann'])
  expect(owners('foreign delegate')).toEqual(['foreign delegate', 'bob'])
})

test('an absent owner without a present delegate is assigned with a warning', () => {
  for (const id of ['alone', 'circle a']) {
    expect(owners(id)).toEqual([id])
    expect(assign(id).assignment!.warnings).toEqual([
      `Name ${id} is out of office until 03/11/2026 and has no available delegate.`,
    ])
    expect(assign(id).assignment!.rerouted).toEqual([])
  }
})

const person = (roles: Role[], more: Partial<Person> = {}): Person => ({
  id: 'me',
  username: 'me',
  name: 'Me',
  mc: 'AAA',
  roles,
  subCarriers: null,
  licenseStates: [],
  approvalLimit: null,
  timeZone: zone,
  ...more,
})
const open = { status_id: 20 as const, owner_ids: ['bob'], supervised: [] as string[], sub_carrier: 'AAA1' }
const shared = { anyoneInGroupMayDecide: true }
const own = { anyoneInGroupMayDecide: false }

test.each([
  ['anyone of the group where the carrier shares it', person(['adjuster']), open, shared, undefined],
  ['not where it does not', person(['adjuster']), open, own, 'NOT_ALLOWED'],
  ['the owner', person(['adjuster'], { id: 'bob' }), open, own, undefined],
  ['a supervisor, of a request owned by anybody', person(['supervisor']), open, own, undefined],
  ['the owner’s supervisor', person(['adjuster']), { ...open, supervised: ['bob'] }, own, undefined],
  ['not a reader', person(['read_only', 'all_access']), open, shared, 'UPDATE_BLOCKED'],
  ['not a nurse', person(['nurse_case_manager']), open, shared, 'UPDATE_BLOCKED'],
  ['not a completed request', person(['supervisor']), { ...open, status_id: 30 as const }, shared, 'ALREADY_DECIDED'],
])('%s', (_, asking, request, settings, code) => {
  expect(whyNotAssign(asking, request, settings)?.code).toBe(code)
})

test('a role with spaces or capitals counts as the role it names', () => {
  expect(canWorkOn(worker('x', { roles: [' Adjuster '] }), 'AAA', 'AAA1')).toBe(true)
  expect(canWorkOn(worker('x', { roles: [' Adjuster ', 'READ_ONLY'] }), 'AAA', 'AAA1')).toBe(false)
  expect(canWorkOn(worker('x', { roles: ['king'] }), 'AAA', 'AAA1')).toBe(false)
  expect([roleName(['clinical_pharmacist']), roleName([])]).toEqual(['Clinical pharmacist', ''])
})
