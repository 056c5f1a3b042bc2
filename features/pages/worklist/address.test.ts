import fc from 'fast-check'
import { expect, test } from 'vitest'
import { whyNotAddress } from '#features/saved-views/rules.ts'
import { nothingWaits } from '#features/worklist/most-urgent.ts'
import type { Person } from '#platform/calls/person.ts'
import { clinicalParts, readSearch, searchKeys } from '#features/worklist/rules.ts'
import {
  addressOf,
  filterOf,
  filtersIn,
  isPublic,
  looksLikeSsn,
  plain,
  readAddress,
  usualView,
  views,
  type Wanted,
} from './address.ts'
import { without, withoutAll } from './fewer-filters.ts'
import { wrongInAddress } from './wrong-address.ts'

const distinct = <T>(of: fc.Arbitrary<T>) => fc.uniqueArray(of, { maxLength: 4 })
const any = fc.record({
  view: fc.constantFrom(...views.map(({ key }) => key)),
  part: fc.option(fc.constantFrom(...clinicalParts)),
  states: distinct(fc.constantFrom('FL', 'CA', 'US-FECA')),
  deliveryTypes: distinct(fc.integer({ min: 1, max: 9 })),
  rejectCodes: distinct(fc.constantFrom('75', '7X', '922')),
  statuses: distinct(fc.constantFrom(20, 22, 41)),
  drugs: distinct(fc.constantFrom('6510007510', '7210002510')),
  prescriber: fc.option(fc.uuid()),
  levels: distinct(fc.nat(3)),
  received: fc.option(
    fc.oneof(
      fc.record({ days: fc.integer({ min: 1, max: 365 }) }),
      fc.constant({ from: '2026-01-02', to: null }),
      fc.constant({ from: '2026-01-02', to: '2026-02-03' }),
    ),
  ),
  owners: distinct(fc.uuid()),
  due: fc.option(fc.oneof(fc.nat(720), fc.constant('today' as const))),
  deciders: distinct(fc.uuid()),
  subCarrier: fc.option(fc.constantFrom('AAA1', 'AAA2')),
  by: fc.constantFrom(...searchKeys),
  text: fc.string({ unit: 'grapheme', maxLength: 40 }),
  sort: fc.option(fc.constantFrom('estimatedCost,desc', 'claimantLastName,asc')),
  page: fc.nat(399),
})
const anybody: Person = {
  id: 'a',
  username: 'a',
  name: 'A',
  mc: 'AAA',
  roles: [],
  subCarriers: null,
  licenseStates: ['TX'],
  approvalLimit: null,
  timeZone: 'UTC',
}
/** Only the pharmacists' view has parts. */
const wanted: fc.Arbitrary<Wanted> = any.map((one) => (one.view === 'clinical' ? one : { ...one, part: null }))

test('an address holds everything but a text that may be a patient’s', () => {
  fc.assert(
    fc.property(wanted, (want) => {
      const address = addressOf(want)
      const [path, search = ''] = address.split('?')
      expect(path).toBe('/authorizations')
      expect(readAddress(search)).toEqual({ ...want, text: isPublic(want.by, want.text) ? want.text : '' })
      // Whatever a list shows can be kept as a view.
      expect(whyNotAddress(addressOf({ ...want, page: 0 }).split('?')[1] ?? '')).toBeUndefined()
      const hidden = encodeURIComponent(want.text)
      expect(!isPublic(want.by, want.text) && want.text.length > 5 && address.includes(hidden)).toBe(false)
    }),
  )
})

test.each([
  ['A', 'park', false],
  ['A', 'Dunmore, Ada', false],
  ['A', 'dana.ruiz@rxdocket.example', true],
  ['A', 'dana@rxdocket.example, Dunmore', false],
  ['A', '123-45-6789', false],
  ['N', 'dana@rxdocket.example', false],
  ['C', 'KM24-0019377', false],
  ['Au', '119101662387', true],
  ['Au', '#119101662387', true],
  ['Au', '018f6b1e-0000-7000-8000-000000000001', true],
  ['Au', 'Dunmore', false],
  ['Au', '123456789', false],
] as const)('searched by %s, "%s" may stand in an address: %s', (by, text, may) => {
  expect([isPublic(by, text), addressOf({ ...plain, by, text }).includes('q=')]).toEqual([may, may])
})

test('days the wrong way round leave the list as it is, and an old address with a name is still read', () => {
  expect(readAddress('from=2026-02-03&to=2026-01-02').received).toBeNull()
  expect(readAddress('by=A&q=park').text).toBe('park')
})

test.each([
  ['', []],
  ['view=escalated&state=FL,CA&page=2&by=Au&q=119101662387', []],
  ['from=02/30/2027', ['“02/30/2027” is no day, so the list is not filtered by it.']],
  [
    'from=2026-02-03&to=2026-01-02',
    ['The first day, 02/03/2026, is after the last, 01/02/2026: the list is not filtered by them.'],
  ],
  ['view=mien', ['There is no list “mien”; another one is shown.']],
  ['state=%E0%A4%A', ['The address was cut or changed: “state” says nothing that can be read, and is left out.']],
  [
    'due=soon&level=7',
    [
      'The address was cut or changed: “level” says nothing that can be read, and is left out.',
      'The address was cut or changed: “due” says nothing that can be read, and is left out.',
    ],
  ],
  ['utm_source=mail', []],
])('the address %j says %j of itself', (search, said) => expect(wrongInAddress(search)).toEqual(said))

test('the default list is addressed without parameters', () => {
  expect(addressOf(plain)).toBe('/authorizations')
  expect(readAddress('')).toEqual(plain)
  expect(addressOf({ ...plain, view: 'escalated', states: ['FL', 'CA'], page: 1 })).toBe(
    '/authorizations?view=escalated&state=FL,CA&page=2',
  )
})

test.each([
  [['adjuster'], 'mine'],
  [['adjuster', 'clinical_pharmacist'], 'mine'],
  [['all_access'], 'mine'],
  [['clinical_pharmacist'], 'clinical'],
  [['override_all_edit_clinical'], 'clinical'],
  [['ur_reviewer'], 'review'],
  [['supervisor'], 'team'],
  [['pbm_support'], 'all'],
  [['account_admin'], 'all'],
  [['nurse_case_manager'], 'all'],
  [['read_only'], 'all'],
  [['read_only', 'adjuster'], 'all'],
  [['prog_special'], 'all'],
] as const)('%j begin with %s, and own requests have an address of their own', (roles, view) => {
  const person = { ...anybody, roles: [...roles] }
  const usual = usualView(person)
  expect(usual).toBe(view)
  expect(readAddress('', undefined, usual)).toEqual({ ...plain, view })
  expect(readAddress('due=24', undefined, usual).view).toBe('mine')
  const [, mine = ''] = addressOf(plain, usual).split('?')
  expect(readAddress(mine, undefined, usual)).toEqual(plain)
  expect(nothingWaits(person)).toBe(
    view === 'all' && roles[0] !== 'account_admin' ? 'You own no requests.' : 'No requests are pending for you.',
  )
})

test('any address is read as a search that the server accepts', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom(
          'view',
          'state',
          'delivery',
          'reject',
          'prescriber',
          'level',
          'received',
          'from',
          'to',
          'owner',
          'sub',
          'by',
          'q',
          'sort',
          'page',
        ),
        fc.oneof(fc.string(), fc.integer().map(String), fc.constantFrom('all', '20260230', 'N', '1,1,x')),
      ),
      (query) => {
        const want = readAddress(new URLSearchParams(query).toString())
        const { search, why } = readSearch(filterOf({ ...want, text: '' }, '2026-03-10'))
        expect(search !== undefined || why?.fields?.[0]?.message === 'End date cannot be before start date').toBe(true)
      },
    ),
  )
})

test('an owner in the path shows their requests to any user', () => {
  const id = '018f6b1e-0000-7000-8000-000000000001'
  expect(readAddress('', id)).toMatchObject({ view: 'all', owners: [id] })
  expect(readAddress('view=completed', id)).toMatchObject({ view: 'completed', owners: [id] })
  expect(readAddress('', 'nobody')).toEqual(plain)
})

test.each<[string, Partial<Wanted>, object]>([
  ['mine, without what was handed over', {}, { caseOwners: ['me'], authStatuses: [20, 21, 24] }],
  ['all', { view: 'all' }, { authStatuses: [20, 21, 22, 23, 24, 25, 26] }],
  [
    'escalated',
    { view: 'escalated' },
    { caseOwners: ['me'], authStatuses: [20, 21, 22, 23, 24, 25, 26], isEscalatedOnly: true },
  ],
  ['waiting', { view: 'waiting' }, { caseOwners: ['me'], authStatuses: [21] }],
  ['waiting for a pharmacist', { view: 'pharmacist' }, { caseOwners: ['me'], authStatuses: [22] }],
  ['of all that wait for a pharmacist', { view: 'clinical' }, { authStatuses: [22], isMyQueueOnly: true }],
  ['I took', { view: 'clinical', part: 'TAKEN' }, { authStatuses: [22], isMyQueueOnly: true, clinicalPart: 'TAKEN' }],
  [
    'of what pharmacists answered, in any status',
    { view: 'clinical', part: 'ANSWERED' },
    { authStatuses: [20, 21, 22, 23, 24, 25, 26, 30, 31, 32, 33, 40, 41, 50, 51, 52], clinicalPart: 'ANSWERED' },
  ],
  ['of what waits for a second approval', { view: 'second' }, { authStatuses: [25], isMyQueueOnly: true }],
  ['adjusters ask a supervisor about', { view: 'questions' }, { authStatuses: [26], isMyQueueOnly: true }],
  ['I asked a supervisor about', { view: 'asked' }, { authStatuses: [26], caseOwners: ['me'] }],
  ['own in utilization review', { view: 'reviewer' }, { caseOwners: ['me'], authStatuses: [23] }],
  [
    'snoozed',
    { view: 'snoozed' },
    { caseOwners: ['me'], authStatuses: [20, 21, 22, 23, 24, 25, 26], isSnoozedOnly: true },
  ],
  ['completed', { view: 'completed' }, { caseOwners: ['me'], authStatuses: [30, 31, 32, 33, 40, 41, 50, 51, 52] }],
  ['another owner', { owners: ['x'] }, { caseOwners: ['x'], authStatuses: [20, 21, 24] }],
  [
    'an owner looked for',
    { text: ' juno ' },
    { authStatuses: [20, 21, 22, 23, 24, 25, 26], authSearchKey: 'A', authSearchValue: 'juno' },
  ],
  [
    'a name among mine',
    { by: 'N', text: 'smith' },
    { caseOwners: ['me'], authStatuses: [20, 21, 22, 23, 24, 25, 26], authSearchKey: 'N', authSearchValue: 'smith' },
  ],
  [
    'one request, wherever it is',
    { by: 'Au', text: '123456789012', view: 'escalated' },
    {
      authStatuses: [20, 21, 22, 23, 24, 25, 26, 30, 31, 32, 33, 40, 41, 50, 51, 52],
      authSearchKey: 'Au',
      authSearchValue: '123456789012',
    },
  ],
  [
    'the last 30 days',
    { view: 'all', received: { days: 30 } },
    { authStatuses: [20, 21, 22, 23, 24, 25, 26], pendingAuthFilterParams: { startDate: '2026-02-08' } },
  ],
])('the filter of %s', (_, more, expected) => {
  expect(filterOf({ ...plain, ...more }, '2026-03-10')).toEqual(expected)
})

test('a user removes one filter, or all of them', () => {
  const want = {
    ...plain,
    view: 'all' as const,
    states: ['FL'],
    received: { days: 30 },
    by: 'N' as const,
    text: 'smith',
    page: 3,
    sort: 'estimatedCost,asc',
  }
  expect(filtersIn(want)).toEqual(['states', 'received'])
  expect(without(want, 'states')).toEqual({ ...want, states: [], page: 0 })
  expect(withoutAll(want)).toEqual({ ...plain, view: 'all', by: 'N' })
})

test.each([
  ['N', '123-45-6789', true],
  ['N', '123456789', true],
  ['C', '123-45-6789', true],
  ['C', '123456789', false],
  ['N', 'Smith', false],
  ['A', 'a@b.example', false],
] as const)('%s %s looks like a Social Security number: %s', (by, text, looks) => {
  expect(looksLikeSsn(by, text)).toBe(looks)
})
