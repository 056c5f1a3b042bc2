import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nppesRow, type NppesColumn } from '#features/practitioners/nppes-file.ts'
import { deaRow } from '#features/practitioners/dea-file.ts'
import { networkRow } from '#features/pharmacies/network-file.ts'
import { practitioners } from '#features/practitioners/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { runDirectories } from './command.ts'

// What the gates on providers ask comes from the directories: person or organization, DEA registration, networks.

let api: TestApi
let db: pg.Pool
let folder: string
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  db = new pg.Pool({ connectionString: api.url, max: 1 })
  // The numbers of the fixtures have no check digit; a file is read strictly.
  await db.query(
    `insert into pharmacy (nabp, npi, name, address1, city, state, zip, phone)
       select '1043405', npi, name, address1, city, state, zip, phone from pharmacy where nabp = '1043409'`,
  )
  folder = await mkdtemp(join(tmpdir(), 'rxdocket-providers-'))
})
afterAll(async () => {
  await db.end()
  await api.close()
  await rm(folder, { recursive: true, force: true })
})

let files = 0
const load = async (kind: string, lines: readonly string[]) => {
  files += 1
  const path = join(folder, `${kind}-${files}.csv`)
  await writeFile(path, lines.join('\n'))
  const said: string[] = []
  await runDirectories([kind, path], { db, now: api.clock.now(), tell: (line) => void said.push(line) })
  return { said: said.at(-1), report: () => readFile(`${path}.refused.csv`, 'utf8') }
}
let serial = 7_300_000
const codesOf = async (of: Partial<Parameters<typeof pharmacyClaim>[0]>, more: object = {}): Promise<string[]> => {
  serial += 1
  const claim = pharmacyClaim({
    sub: 'AAA2',
    at: 1,
    drug: 'oxycodone 5',
    quantity: 10,
    days: 5,
    rx: String(serial),
    ...of,
  })
  return (await api.service.ask(transactions.intake, { ...claim, ...more })).body.rejects.map(({ code }) => code)
}

test('A DEA registration that has ended, or does not cover the schedule, stops a controlled drug', async () => {
  const registered = (schedules: string, expires: string) =>
    load('dea', ['npi,dea_schedules,expires', `1932102084,${schedules},${expires}`])
  expect(await codesOf({})).not.toContain('43')
  expect((await registered('2 2N 3 3N 4 5', day(-1))).said).toMatch(/1 stored, 0 lines refused/)
  expect(await codesOf({})).toContain('43')
  // The day of service counts: it still stood the week before.
  expect(await codesOf({ date: day(-7) })).not.toContain('43')
  expect(await codesOf({ drug: 'naproxen' })).not.toContain('43')
  await registered('3 3N 4 5', day(90))
  expect(await codesOf({})).toContain('46')
  await registered('2 3 4 5', day(90))
  const again = await codesOf({})
  expect(again.includes('43') || again.includes('46')).toBe(false)
  // Oxycodone is a narcotic: a registration for the others of its schedule does not cover it.
  await registered('2N 3N 4 5', day(90))
  expect(await codesOf({})).toContain('46')
  const refused = await load('dea', ['npi,dea_schedules,expires', '1245319599,2,2030-01-01', '1932102084,9,2030-01-01'])
  expect(await refused.report()).toMatch(/No prescriber on file has this NPI[^]*Enter schedules as 2 2N 3 3N 4 5/)
})

test('A bill that names a group practice instead of a person is answered 619; the directory lists people only', async () => {
  await db.query(
    `insert into practitioner (npi, entity_type, id, first_name, last_name, specialty, license_state)
       values ('1245319599', 2, gen_random_uuid(), '', 'Lakefront Spine Group', 'Pain medicine', 'FL')`,
  )
  expect(await codesOf({ npi: '1245319599' })).toContain('619')
  const adjuster = await api.signIn('adj.aaa')
  const search = { practitionerSearchKey: 'NAME', practitionerSearchVal: 'Lakefront' } as const
  expect((await adjuster.ask(practitioners.search, search)).body.content).toEqual([])
})

test.each<[string, string, object, object, string | undefined]>([
  ['RETAIL MAIL NINETY_DAY SPECIALTY', 'a retail fill', {}, {}, undefined],
  ['MAIL', 'a retail fill', {}, {}, '560'],
  ['RETAIL', 'a fill by mail', {}, { channel: 3 }, '561'],
  ['RETAIL', 'ninety days', { drug: 'lisinopril', quantity: 90, days: 90 }, {}, 'G9'],
  ['RETAIL NINETY_DAY', 'ninety days', { drug: 'lisinopril', quantity: 90, days: 90 }, {}, undefined],
  ['RETAIL', 'a specialty drug', { drug: 'adalimumab', quantity: 2, days: 28 }, {}, 'G6'],
  ['', 'a retail fill', {}, {}, '40'],
])('Of networks "%s" %s is answered %#', async (networks, _words, of, more, code) => {
  // The same file as the one before changes nothing.
  expect((await load('networks', ['nabp,networks', `1043405,${networks}`])).said).toMatch(/1 stored|nothing to do/)
  const codes = await codesOf({ ...of, nabp: '1043405' }, more)
  expect(['40', '560', '561', 'G6', 'G9'].filter((one) => codes.includes(one))).toEqual(
    code === undefined ? [] : [code],
  )
})

test('What the files say is read strictly', () => {
  const cells =
    (of: Record<string, string>) =>
    (name: string): string =>
      of[name] ?? ''
  const problems = (read: { problems?: readonly { column: string }[] }) => read.problems?.map(({ column }) => column)
  expect(deaRow(cells({ npi: '1932102084', dea_schedules: 'cii, 3n 4', expires: '2027-01-31' }))).toEqual({
    row: { npi: '1932102084', schedules: ['3N', 'CII', 'CIV'], expires: '2027-01-31' },
  })
  const schedulesOf = (text: string) => {
    const read = deaRow(cells({ npi: '1932102084', dea_schedules: text, expires: '2027-01-31' }))
    return 'row' in read ? read.row.schedules : []
  }
  expect(['2 2N 3 3N 4 5', '2 3', '2N,3n', '2 2N 3N', 'CII 2N', '2N 2N', ''].map(schedulesOf)).toEqual([
    ['CII', 'CIII', 'CIV', 'CV'],
    ['2', '3'],
    ['2N', '3N'],
    ['3N', 'CII'],
    ['CII'],
    ['2N'],
    [],
  ])
  expect(problems(deaRow(cells({ npi: '1', dea_schedules: 'X', expires: '2027-02-30' })) as never)).toEqual([
    'npi',
    'dea_schedules',
    'expires',
  ])
  expect(problems(networkRow(cells({ nabp: '12', networks: 'CLUB' })) as never)).toEqual(['nabp', 'networks'])
  const organization = (taxonomy: string) =>
    nppesRow((column: NppesColumn) =>
      cells({
        NPI: '1932102084',
        'Entity Type Code': '2',
        'Provider Organization Name (Legal Business Name)': 'LAKEFRONT SPINE GROUP PC',
        'Healthcare Provider Taxonomy Code_1': taxonomy,
        'Provider First Line Business Practice Location Address': '12 HARBOR ST',
        'Provider Business Practice Location Address City Name': 'TAMPA',
        'Provider Business Practice Location Address State Name': 'FL',
        'Provider Business Practice Location Address Postal Code': '33606',
      })(column),
    )
  expect(organization('207Q00000X')).toMatchObject({
    row: { is: 'prescriber', of: { entity_type: 2, last_name: 'Lakefront Spine Group Pc', first_name: '' } },
  })
  expect(organization('251E00000X')).toBeUndefined()
})
