import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { pharmacies } from './contract.ts'
import { MOST } from './sql.ts'

let api: TestApi
let adjuster: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  adjuster = await api.signIn('adj.aaa')
  await api.db.query(
    `insert into zip_place (zip, lat, lng) values ('73102', 35.47, -97.52) on conflict (zip) do update set lat = 35.47, lng = -97.52`,
  )
  // More within ten miles than are counted, all around: in one line, the index of places would take half a minute. Those that were
  // entered last are the nearest.
  await api.db.query(
    `insert into pharmacy (nabp, npi, name, address1, city, state, zip, phone, lat, lng)
     select (5000000 + n)::text, '1999999984', 'Redbud Drug ' || n, n || ' Test Way', 'Oklahoma City', 'OK', '73102', '405-555-0199',
            35.47 + away * cos(n * 2.4), -97.52 + away * sin(n * 2.4) / cosd(35.47)
       from generate_series(1, 2300) n, lateral (select (2300 - n) * 0.00005 as away) far`,
  )
  await api.db.query(
    `insert into pharmacy (nabp, npi, name, address1, city, state, zip, phone) values
       ('5990016', '1999999984', 'Post Office Drug', '1 A St', 'Tulsa', 'OK', '74101', '918-555-0101'),
       ('5990028', '1999999984', 'Harbor Drug', '2 B St', 'Tulsa', 'OK', '74101', '918-555-0102')`,
  )
})
afterAll(() => api.close())

test('Of more pharmacies than are counted the nearest come first, page by page', async () => {
  const pages = []
  for (const page of [0, 1]) {
    const { body } = await adjuster.ask(pharmacies.search, { zipCode: '73102', radius: 10, page, size: 100 })
    expect(body).toMatchObject({ totalElements: MOST, totalIsExact: false, zipHasNoPlace: false })
    pages.push(...body.content.map(({ nabp }) => nabp))
  }
  expect(pages).toEqual(Array.from({ length: 200 }, (_, at) => String(5_002_300 - at)))
})

test.each<[string, object, string[]]>([
  ['of its own', {}, ['5990028', '5990016']],
  ['by a part of their name', { name: 'office' }, ['5990016']],
])('A ZIP code whose place is not known says so, and lists the pharmacies %s', async (_, more, found) => {
  const { status, body } = await adjuster.ask(pharmacies.search, { zipCode: '74101', radius: 10, ...more })
  expect(status).toBe(200)
  expect([body.zipHasNoPlace, body.content.map(({ nabp }) => nabp), body.content[0]!.distanceMiles]).toEqual([
    true,
    found,
    null,
  ])
})

test('A ZIP code that nobody has is said to be unknown, and lists nothing', async () => {
  const { body } = await adjuster.ask(pharmacies.search, { zipCode: '00501', radius: 10 })
  expect([body.zipHasNoPlace, body.content]).toEqual([true, []])
})

test.each([
  ['zipCode', '74101–1234'],
  ['zipCode', '\u200e74101'],
  ['phone', '918–555–0102'],
  ['phone', '+1 918.555.0102'],
  ['phone', 'tel:+1-918-555-0102'],
])('%s %j finds what its digits find', async (field, text) => {
  const { body } = await adjuster.ask(pharmacies.search, { [field]: text })
  expect(body.content.map(({ nabp }) => nabp)).toContain('5990028')
})
