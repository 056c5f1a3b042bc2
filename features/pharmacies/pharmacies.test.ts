import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { weekdayOf } from '#platform/dates/day.ts'
import { dateIn, timeIn } from '#platform/dates/zone.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { pharmacies, type PharmacySearch } from './contract.ts'
import { directionTo, hoursByDay, openNow, whyNotSearch } from './rules.ts'

let api: TestApi
let adjuster: Visitor
type Made = { nabp: string; zip: string; lat: number; lng: number }
const made: Made[] = []

/** Numbers that look arbitrary and are the same on every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
const withCheck = (six: string): string => {
  const at = (index: number) => Number(six[index])
  return `${six}${(at(0) + at(2) + at(4) + 2 * (at(1) + at(3) + at(5))) % 10}`
}

beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  adjuster = await api.signIn('adj.aaa')
  await api.db.query(
    `insert into zip_place (zip, lat, lng) values ('93721', 36.74, -119.79), ('99723', 71.29, -156.79)
     on conflict (zip) do update set lat = excluded.lat, lng = excluded.lng`,
  )
  const next = numbers(7)
  const rows = Array.from({ length: 400 }, (_, at) => {
    const one = {
      nabp: withCheck(String(700_000 + at * 7)),
      zip: '93721',
      lat: 36.74 + (next() - 0.5) * 3,
      lng: -119.79 + (next() - 0.5) * 4,
    }
    made.push(one)
    return {
      ...one,
      network: at % 3 === 0 ? 'OUT' : 'IN',
      physician_dispenser: at % 5 === 0,
      name: `Quarry Drug ${at}`,
    }
  })
  await api.db.query(
    `insert into pharmacy (nabp, npi, name, address1, city, state, zip, phone, network, physician_dispenser, lat, lng)
     select nabp, '1999999984', name, '1 Test Way', 'Fresno', 'CA', zip, '559-555-0199', network, physician_dispenser, lat, lng
       from jsonb_to_recordset($1) as x(nabp text, name text, zip text, network text, physician_dispenser bool, lat float8, lng float8)`,
    [JSON.stringify(rows)],
  )
})
afterAll(() => api.close())

const find = async (wanted: PharmacySearch, more: { page?: number; size?: number } = {}) =>
  (await adjuster.ask(pharmacies.search, { ...wanted, ...more })).body

/** Miles on a sphere, by the haversine formula. */
function miles(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180
  const h =
    Math.sin(rad(b.lat - a.lat) / 2) ** 2 +
    Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(rad(b.lng - a.lng) / 2) ** 2
  return 2 * 3963.19 * Math.asin(Math.sqrt(h))
}

test.each([1, 5, 10, 25, 50, 100])(
  'a search %s miles around a ZIP code finds what measuring every pharmacy finds',
  async (radius) => {
    const center = { lat: 36.74, lng: -119.79 }
    const near = made.filter((one) => miles(center, one) <= radius).sort((a, b) => miles(center, a) - miles(center, b))
    const found: string[] = []
    for (let page = 0; page < 5; page += 1) {
      const body = await find(
        { zipCode: '93721', radius, isExternal: true, physicianDispenserFilterCheckboxChecked: true, name: 'quarry' },
        { page, size: 100 },
      )
      expect(body.totalElements).toBe(near.length)
      found.push(...body.content.map((one) => one.nabp))
      for (const one of body.content) {
        const place = made.find(({ nabp }) => nabp === one.nabp)!
        expect(Math.abs(one.distanceMiles! - miles(center, place))).toBeLessThan(0.12)
      }
    }
    expect(found).toEqual(near.map((one) => one.nabp))
  },
)

test('only pharmacies of the network that are no physicians are listed unless the search asks for more', async () => {
  const around = { zipCode: '93721', radius: 100, name: 'Quarry Drug' }
  const usual = await find(around, { size: 100 })
  expect(usual.content.every((one) => one.inNetwork && !one.physicianDispenser)).toBe(true)
  const outside = await find({ ...around, isExternal: true }, { size: 100 })
  expect(outside.content.some((one) => !one.inNetwork)).toBe(true)
  const doctors = await find({ ...around, physicianDispenserFilterCheckboxChecked: true }, { size: 100 })
  expect(doctors.content.some((one) => one.physicianDispenser)).toBe(true)
})

test('a number is found with its dashes, a name by its beginning before a name that contains it', async () => {
  await api.db.query(
    `insert into pharmacy (nabp, npi, name, address1, city, state, zip, phone) values
       ('7990016', '1999999992', 'Old Zephyr Pharmacy', '1 A St', 'Fresno', 'CA', '93721', '559-555-0101'),
       ('7990028', '1999999992', 'Zephyr Rx', '2 B St', 'Clovis', 'CA', '93612', '(559) 555-0102')`,
  )
  expect((await find({ name: 'zephyr' })).content.map((one) => one.name)).toEqual(['Zephyr Rx', 'Old Zephyr Pharmacy'])
  expect((await find({ phone: '559.555.0102' })).content.map((one) => one.nabp)).toEqual(['7990028'])
  expect((await find({ nabp: '799-0016' })).content.map((one) => one.name)).toEqual(['Old Zephyr Pharmacy'])
  expect((await find({ city: 'clov', state: 'ca', name: 'Zephyr' })).content.map((one) => one.nabp)).toEqual([
    '7990028',
  ])
})

test.each<[string, PharmacySearch, string, RegExp]>([
  ['nothing', {}, 'zipCode', /^Search by ZIP/],
  ['a distance without a ZIP code', { radius: 10, name: 'Corner' }, 'radius', /from a ZIP code/],
  ['a city without its state', { city: 'Fresno' }, 'state', /state of the city/],
  ['a state alone', { state: 'CA' }, 'zipCode', /^Search by ZIP/],
  ['a mistyped NPI', { npi: '1999999993' }, 'npi', /check digit 3, expected 2/],
  ['a mistyped NABP number', { nabp: '7990014' }, 'nabp', /check digit 4, expected 6/],
  ['a short phone number', { phone: '555-0102' }, 'phone', /ten digits/],
  ['two letters of a name', { name: 'Zé' }, 'name', /three letters/],
  ['a ZIP code of four digits', { zipCode: '9372' }, 'zipCode', /5 or 9 digits/],
])('a search with %s is refused at its field', async (_, wanted, field, message) => {
  const { status, body } = await adjuster.ask(pharmacies.search, wanted)
  expect(status).toBe(400)
  expect((body as unknown as { fields: { path: string; message: string }[] }).fields).toEqual([
    expect.objectContaining({ path: field, message: expect.stringMatching(message) }),
  ])
})

test.each<[PharmacySearch]>([
  [{ name: 'Farmacia Munoz' }],
  [{ name: 'munoz' }],
  [{ name: 'MUÑOZ' }],
  [{ city: 'Mayaguez', state: 'PR' }],
  [{ city: 'Mayagüez', state: 'PR' }],
  [{ city: 'MAYAGÜEZ', state: 'PR' }],
])('a pharmacy with accents in its name and city is found by %j', async (wanted) => {
  await api.db.query(
    `insert into pharmacy (nabp, npi, name, address1, city, state, zip, phone, network)
       values ('7990066', '1093817465', 'Farmacia Muñoz', '1 Calle Sol', 'Mayagüez', 'PR', '00680', '7875550101', 'IN') on conflict do nothing`,
  )
  expect((await find(wanted)).content.map(({ nabp }) => nabp)).toEqual(['7990066'])
})

test('a list of numbers names those the directory does not have', async () => {
  const { body } = await adjuster.ask(pharmacies.byNabp, { nabps: ['7990028', '0000000', '7990016', '7990028'] })
  expect(body.pharmacies.map((one) => one.nabp)).toEqual(['7990028', '7990016'])
  expect(body.notFound).toEqual(['0000000'])
})

test('the spreadsheet has the pharmacies of the search, and no cell a program would run', async () => {
  await api.db.query(
    `insert into pharmacy (nabp, npi, name, address1, city, state, zip, phone) values
       ('7990030', '1999999992', '=HYPERLINK("http://x")Zonk', '1 A St', 'Fresno', 'CA', '93721', '559-555-0103')`,
  )
  const { status, body } = await adjuster.ask(pharmacies.export, { name: 'zonk' })
  expect(status).toBe(200)
  expect(body as unknown as string).toContain(`"'=HYPERLINK(""http://x"")Zonk"`)
})

test('a place lies in the direction a compass gives', () => {
  const center = { lat: 40, lng: -100 }
  expect(
    (
      [
        [1, 0],
        [1, 1],
        [0, 1],
        [-1, 1],
        [-1, 0],
        [-1, -1],
        [0, -1],
        [1, -1],
      ] as const
    ).map(([lat, lng]) => directionTo(center, { lat: 40 + lat * 0.1, lng: -100 + lng * 0.13 })),
  ).toEqual(['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'])
  expect(directionTo(center, center)).toBeNull()
})

test('opening hours are said in words for every hour of the week', () => {
  const hours: ([string, string] | null)[] = [
    ['09:00', '18:00'],
    ['09:00', '18:00'],
    ['00:00', '24:00'],
    ['09:00', '18:00'],
    ['09:00', '18:00'],
    ['09:00', '13:00'],
    null,
  ]
  expect(openNow(hours, { weekday: 0, time: '08:59' })).toEqual({ open: false, words: 'Closed', next: 'opens 9:00 AM' })
  expect(openNow(hours, { weekday: 0, time: '09:00' })).toEqual({
    open: true,
    words: 'Open now',
    next: 'closes 6:00 PM',
  })
  expect(openNow(hours, { weekday: 2, time: '03:00' })).toMatchObject({ open: true, words: 'Open 24 hours' })
  expect(openNow(hours, { weekday: 5, time: '13:00' })).toEqual({
    open: false,
    words: 'Closed',
    next: 'opens Mon 9:00 AM',
  })
  expect(openNow(hours, { weekday: 6, time: '12:00' })).toEqual({
    open: false,
    words: 'Closed today',
    next: 'opens tomorrow 9:00 AM',
  })
  expect(openNow(null, { weekday: 0, time: '12:00' })).toBeUndefined()
  expect(hoursByDay(hours)[6]).toEqual({ day: 'Sun', words: 'Closed' })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 1439 }), (weekday, minute) => {
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
      const day = hours[weekday]
      expect(openNow(hours, { weekday, time })!.open).toBe(day != null && time >= day[0] && time < day[1])
    }),
  )
})

test('a search for pharmacies that are open now finds those whose own clock stands in the hours of their day', async () => {
  const next = numbers(11)
  // It is day in one of them at any hour.
  const zones = ['America/New_York', 'America/Denver', 'America/Los_Angeles', 'Pacific/Honolulu', 'Pacific/Guam']
  const hour = (at: number) => `${String(at).padStart(2, '0')}:00`
  const day = (): [string, string] | null => {
    const opens = Math.floor(next() * 20)
    return next() < 0.2 ? null : [hour(opens), hour(opens + 1 + Math.floor(next() * (24 - opens)))]
  }
  const rows = Array.from({ length: 150 }, (_, at) => ({
    nabp: withCheck(String(810_000 + at)),
    name: `Kestrel Drug ${at}`,
    hours: at % 15 === 0 ? null : Array.from({ length: 7 }, day),
    zone: at % 15 === 1 ? null : zones[at % zones.length]!,
  }))
  await api.db.query(
    `insert into pharmacy (nabp, npi, name, address1, city, state, zip, phone, hours, time_zone)
     select nabp, '1999999984', name, '1 Test Way', 'Fresno', 'CA', '93721', '559-555-0199', nullif(hours, 'null'), zone
       from jsonb_to_recordset($1) as x(nabp text, name text, hours jsonb, zone text)`,
    [JSON.stringify(rows)],
  )
  const isOpen = (one: (typeof rows)[number]): boolean => {
    if (one.hours === null || one.zone === null) return false
    const now = api.clock.now().getTime()
    const weekday = (weekdayOf(dateIn(now, one.zone)) + 6) % 7
    return openNow(one.hours, { weekday, time: timeIn(now, one.zone).slice(0, 5) })!.open
  }
  const expected = rows.filter(isOpen).map((one) => one.name)
  expect(expected.length).toBeGreaterThan(5)
  expect(expected.length).toBeLessThan(100)
  const found = await find({ name: 'Kestrel Drug', openNow: true }, { size: 100 })
  expect(found.content.map((one) => one.name).toSorted()).toEqual(expected.toSorted())
})

test('a whole search needs one thing that narrows it', () => {
  expect(whyNotSearch({ zipCode: '93721-12' })).toMatchObject({ field: 'zipCode' })
  expect(['937211234', '93721-1234'].map((zipCode) => whyNotSearch({ zipCode }))).toEqual([undefined, undefined])
})
