import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#platform/calls/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { practitioners } from './contract.ts'
import { namesOf } from './rules.ts'

let api: TestApi
let adjuster: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => api.close())

const HAWTHORNE = '1932102084'
const BRIGHTWATER = '1999999984'
const fieldsOf = (body: unknown) => (body as { fields: { path: string; message: string }[] }).fields

test.each([
  ['NPI', '1932-102 084'],
  ['NAME', 'Hawthorne, Ansel'],
  ['NAME', 'hawth'],
  ['NAME', 'Ansel Hawthorne'],
  ['LICENSE', 'me 1234'],
] as const)('an adjuster finds a prescriber by %s "%s"', async (practitionerSearchKey, practitionerSearchVal) => {
  await api.db.query(`update practitioner set license_number = 'ME 1234' where npi = $1`, [HAWTHORNE])
  const { body } = await adjuster.ask(practitioners.search, { practitionerSearchKey, practitionerSearchVal })
  expect(body.content.map((one) => one.npi)).toEqual([HAWTHORNE])
})

test('a state narrows a search, and an NPI with a wrong check digit is explained', async () => {
  const search = { practitionerSearchKey: 'NAME', practitionerSearchVal: 'Hawthorne' } as const
  expect((await adjuster.ask(practitioners.search, { ...search, state: 'fl' })).body.totalElements).toBe(1)
  expect((await adjuster.ask(practitioners.search, { ...search, state: 'CA' })).body.totalElements).toBe(0)
  const { status, body } = await adjuster.ask(practitioners.search, {
    practitionerSearchKey: 'NPI',
    practitionerSearchVal: '1932102085',
  })
  expect([status, fieldsOf(body)[0]]).toEqual([
    400,
    expect.objectContaining({
      path: 'practitionerSearchVal',
      message: 'Invalid NPI. That NPI has a typing error: check digit 5, expected 4.',
    }),
  ])
})

test('the numbers of a prescriber name the fax first in line for letters, and when a number was checked', async () => {
  const id = idOf('prescriber')
  expect((await adjuster.ask(practitioners.phoneNumbers, { id })).body).toEqual([
    { kind: 'PHONE', number: '8135550150', verifiedAt: null, primary: true },
    { kind: 'FAX', number: '8135550151', verifiedAt: null, primary: true },
    { kind: 'MOBILE', number: '8135550152', verifiedAt: '2025-11-03T15:00:00.000Z', primary: false },
  ])
  const { body } = await adjuster.ask(practitioners.postalAddress, { id })
  expect(body.map((one) => [one.line1, one.primary])).toEqual([
    ['200 Bayshore Blvd', true],
    ['9 Pier Rd', false],
  ])
  for (const call of [practitioners.phoneNumbers, practitioners.postalAddress])
    expect((await adjuster.ask(call, { id: idOf('nobody') })).status).toBe(404)
})

test('what a prescriber wrote is counted for the workers of the caller’s carrier alone', async () => {
  await api.db.query(
    `insert into practitioner_block (mc, npi, reason) values ('AAA', $1, 'Bills without office notes') on conflict do nothing`,
    [HAWTHORNE],
  )
  const { rows } = await api.db.query<{ mc: string; claims: number; fills: number; opioids: number }>(
    `select mc, count(distinct stratus_claim_id)::int as claims, count(*)::int as fills, (count(*) filter (where mme_per_day > 0))::int as opioids
       from rx_transaction where prescriber_npi = $1 and status in ('P', 'B') and fill_date > current_date - interval '12 months' group by mc`,
    [HAWTHORNE],
  )
  for (const [who, mc, blocked] of [
    ['adj.aaa', 'AAA', { reason: 'Bills without office notes' }],
    ['adj.bbb', 'BBB', null],
  ] as const) {
    const own = rows.find((row) => row.mc === mc)
    const { body } = await (await api.signIn(who)).ask(practitioners.information, { npis: [HAWTHORNE] })
    expect(body).toEqual([
      expect.objectContaining({
        claimCount: own?.claims ?? 0,
        opioidShare: own ? Math.round((own.opioids / own.fills) * 100) / 100 : null,
        blocked,
      }),
    ])
  }
  const none = await adjuster.ask(practitioners.information, {})
  expect([none.status, fieldsOf(none.body)[0]!.path]).toEqual([400, 'npis'])
})

test('those who practice at the same address are found with the prescriber, however the street is punctuated', async () => {
  const { body } = await adjuster.ask(practitioners.associated, {
    searchType: 'NPI',
    value: HAWTHORNE,
    searchAddress: { zip: '33606' },
  })
  expect(body.map((one) => [one.npi, one.sharedPractice.line1])).toEqual([
    [HAWTHORNE, '200 Bayshore Blvd'],
    [BRIGHTWATER, '200 Bayshore Blvd.'],
  ])
  const elsewhere = await adjuster.ask(practitioners.associated, {
    searchType: 'FULL_NAME',
    value: 'Hawthorne, Ansel',
    searchAddress: { city: 'Miami', state: 'FL' },
  })
  expect(elsewhere.body).toEqual([])
})

test.each<[string, unknown, string, string]>([
  ['no address', undefined, 'searchAddress', 'searchAddress is required'],
  ['an address without a place', {}, 'searchAddress.zip', 'Enter a ZIP code, or a city with its state.'],
  [
    'a distance from nowhere',
    { radius: 5 },
    'searchAddress.radius',
    'A distance is measured from a ZIP code: give one.',
  ],
  ['a city without its state', { city: 'Tampa' }, 'searchAddress.state', 'Enter the state of the city.'],
])('an associated search with %s is refused at its field', async (_, searchAddress, path, message) => {
  const { status, body } = await adjuster.ask(practitioners.associated, {
    searchType: 'NPI',
    value: HAWTHORNE,
    ...(searchAddress === undefined ? {} : { searchAddress }),
  } as InputOf<typeof practitioners.associated>)
  expect(status).toBe(400)
  expect(fieldsOf(body)[0]).toMatchObject({ path, message })
})

test.each([
  ["O'Brien, Mary Ann", 'obrien', 'maryann'],
  ["Mary Ann O'Brien", 'obrien', 'maryann'],
  ['O’Brien Mary Ann', 'obrien', 'maryann'],
  ['Moss', 'moss', ''],
  ['Moss,', 'moss', ''],
  ['Moss Ada', 'moss', 'ada'],
  ['Dr. Ada Moss', 'moss', 'ada'],
  ['Ada Moss, MD', 'moss', 'ada'],
  ['Ada Moss M.D.', 'moss', 'ada'],
  ['Moss, Ada, PA-C', 'moss', 'ada'],
  ['Ana de la Cruz', 'delacruz', 'ana'],
  ['de la Cruz', 'cruz', ''],
  ['Müller', 'mueller', ''],
  ['Anh Do', 'do', 'anh'],
  ['\u200eMoss\u00a0', 'moss', ''],
])('the prescriber %j may be somebody called %s, %s', (typed, last, first) => {
  expect(namesOf(typed)).toContainEqual({ last, first })
})

test('a prescriber is found by each word of the name, with and without its accents and particles', async () => {
  await api.db
    .query(`insert into practitioner (npi, id, first_name, last_name, specialty, credential, license_state, city, state)
    values ('1245319599', gen_random_uuid(), 'Zoë', 'de la Muñoz-Dunmore', 'Family medicine', 'MD', 'FL', 'Mayagüez', 'PR')`)
  for (const typed of [
    'Munoz',
    'Muñoz',
    'dunmore',
    'Dunmore, Zoe',
    'Zoe Dunmore',
    'de la Munoz',
    'Munoz-Dunmore',
    'Dunmore-Munoz',
    'Dr. Zoë Muñoz MD',
  ]) {
    const { body } = await adjuster.ask(practitioners.search, {
      practitionerSearchKey: 'NAME',
      practitionerSearchVal: typed,
    })
    expect([typed, body.content.map(({ npi }) => npi)]).toEqual([typed, ['1245319599']])
  }
  await api.db.query(`delete from practitioner where npi = '1245319599'`)
})

const quill = {
  npi: '193-210 3017',
  firstName: 'Nora',
  lastName: 'Quill',
  credential: 'NP',
  specialty: 'Family medicine',
  licenseState: 'fl',
  licenseNumber: 'arnp 77',
  phone: '(813) 555-0190',
  line1: '4 Harbor St',
  city: 'Tampa',
  state: 'FL',
  zip: '33602',
}
test('an adjuster adds a prescriber where the carrier has it; of two at once one wins, and a bad NPI changes nothing', async () => {
  const add = (more: object = {}, who = adjuster) => who.ask(practitioners.add, { ...quill, ...more })
  const message = (answer: { body: unknown }) => (answer.body as { status: { message: string } }).status.message
  const off = await add()
  expect([off.status, message(off)]).toEqual([403, 'Adding prescribers is switched off for this carrier.'])
  await api.db.query(`insert into feature_flag_override (mc, key, enabled) values ('AAA', 'add_prescriber', true)`)
  expect((await add({}, await api.signIn('read.only'))).status).toBe(403)
  expect((await add({}, await api.signIn('adj.bbb'))).status).toBe(403)
  for (const [more, path] of [
    [{ npi: '1932103018' }, 'npi'],
    [{ npi: '12' }, 'npi'],
    [{ zip: '3360' }, 'zip'],
    [{ phone: '813' }, 'phone'],
    [{ lastName: ' ' }, 'lastName'],
  ] as const) {
    const wrong = await add(more)
    expect([wrong.status, fieldsOf(wrong.body)[0]?.path]).toEqual([400, path])
  }
  const answers = await Promise.all([add(), add({ firstName: 'Norah' })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(message(answers.find(({ status }) => status === 409)!)).toMatch(/^Norah? Quill is on file with this NPI\.$/)
  const { body } = await adjuster.ask(practitioners.search, {
    practitionerSearchKey: 'LICENSE',
    practitionerSearchVal: 'ARNP 77',
  })
  expect(body.content).toEqual([
    expect.objectContaining({ npi: '1932103017', phone: '8135550190', licenseState: 'FL', city: 'Tampa' }),
  ])
  const { rows } = await api.db.query(
    `select p.added_mc, p.added_by = $1 as own, a.line1 from practitioner p join practitioner_address a using (npi) where npi = '1932103017'`,
    [idOf('adj.aaa')],
  )
  expect(rows).toEqual([{ added_mc: 'AAA', own: true, line1: '4 Harbor St' }])
  await api.db.query(`delete from feature_flag_override where key = 'add_prescriber'`)
})
