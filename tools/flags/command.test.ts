import pg from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { flagTable } from '#features/flags/flag-table.ts'
import { flagsGuide } from '#features/flags/guide.ts'
import { settings } from '#features/settings/contract.ts'
import { legalText } from '#reference/legal.ts'
import { dropDatabase, freshDatabase } from '#testing/database.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { runFlags, use } from './command.ts'

let url: string
let db: pg.Pool
beforeAll(async () => {
  url = await freshDatabase(true)
  db = new pg.Pool({ connectionString: url, max: 1 })
  return async () => {
    await db.end()
    await dropDatabase(url)
  }
})
const runAt = async (at: pg.Pool, ...words: string[]): Promise<string[]> => {
  const lines: string[] = []
  await runFlags(words, { db: at, now: new Date('2026-11-22T12:00:00Z'), tell: (line) => void lines.push(line) })
  return lines
}

test('docs/guide/flags.md is the page written from the table of flags, with the defaults of a new database', async () => {
  const { rows } = await db.query<{ key: string; enabled: boolean }>('select key, enabled from feature_flag')
  const defaults = Object.fromEntries(rows.map(({ key, enabled }) => [key, enabled]))
  expect(Object.keys(defaults).toSorted()).toEqual(Object.keys(flagTable).toSorted())
  await expect(flagsGuide(defaults)).toMatchFileSnapshot('../../docs/guide/flags.md')
})

test('an operator with a new, empty database finds every flag with its default, and the legal texts users accept', async () => {
  const lines = await runAt(db, 'list')
  expect(lines.length).toBeGreaterThanOrEqual(26)
  expect(lines).toContainEqual(expect.stringMatching(/^on {2}pdfExportEnabled +Export as PDF$/))
  expect(lines).toContainEqual(expect.stringMatching(/^off loginErrorPage /))
  const { rows } = await db.query(`select key, value from saved_state where key like '%_version' order by key`)
  expect(rows).toEqual([
    { key: 'privacy_version', value: '6.0' },
    { key: 'terms_version', value: '3.0' },
  ])
  for (const [kind, { value }] of [
    ['privacy', rows[0]],
    ['tou', rows[1]],
  ] as const)
    expect(legalText(kind, value)).toBeDefined()
})

test('an operator sets a flag for a carrier and a program: the next request follows, and the audit says what it was', async () => {
  const api = await startFixtureApi()
  const own = new pg.Pool({ connectionString: api.url, max: 1 })
  onTestFinished(() => own.end())
  const adjuster = await api.signIn('adj.aaa')
  const isOn = async (subCarrier?: string) =>
    (await adjuster.ask(settings.features, { f: ['lomnAutoFax'], ...(subCarrier && { subCarrier }) })).body.enabled
  expect(await isOn()).toBe(true)
  expect(await runAt(own, 'set', 'AAA', 'lomnAutoFax', 'off')).toEqual(['AAA: lomnAutoFax is off.'])
  expect(await runAt(own, 'set', 'AAA/AAA2', 'lomnAutoFax', 'on')).toEqual(['AAA/AAA2: lomnAutoFax is on.'])
  expect([await isOn(), await isOn('AAA1'), await isOn('AAA2')]).toEqual([false, false, true])
  expect(await runAt(own, 'list', 'AAA')).toHaveLength(2)
  await runAt(own, 'unset', 'AAA/AAA2', 'lomnAutoFax')
  expect(await isOn('AAA2')).toBe(false)
  expect(await runAt(own, 'set', 'AAA:ADJ.aaa', 'lomnAutoFax', 'on')).toEqual(['AAA:ADJ.aaa: lomnAutoFax is on.'])
  expect([await isOn(), await isOn('AAA2')]).toEqual([true, true])
  expect(await runAt(own, 'list', 'AAA')).toContainEqual(expect.stringMatching(/^on {2}lomnAutoFax +AAA:adj\.aaa$/))
  await runAt(own, 'unset', 'AAA:adj.aaa', 'lomnAutoFax')
  expect(await isOn()).toBe(false)
  for (const whose of ['AAA:adj.bbb', 'AAA:nobody'])
    await expect(runAt(own, 'set', whose, 'lomnAutoFax', 'on')).rejects.toThrow('AAA has no user')
  await expect(runAt(own, 'set', 'AAA/AAA2:adj.aaa', 'lomnAutoFax', 'on')).rejects.toThrow('There is no carrier')
  await runAt(own, 'default', 'mn_mac', 'on')
  expect((await adjuster.ask(settings.features, { f: ['mn_mac'] })).body.enabled).toBe(true)
  const { rows } = await own.query(
    `select mc, object_id, detail from access_audit where call = 'npm run flags' order by id`,
  )
  expect(rows.map((row) => row.detail)).toEqual([
    { subCarrier: '*', userId: null, before: null, after: false },
    { subCarrier: 'AAA2', userId: null, before: null, after: true },
    { subCarrier: 'AAA2', userId: null, before: true, after: null },
    { subCarrier: '*', userId: idOf('adj.aaa'), before: null, after: true },
    { subCarrier: '*', userId: idOf('adj.aaa'), before: true, after: null },
  ])
  const security = await own.query(`select detail from security_event where call = 'npm run flags'`)
  expect(security.rows).toEqual([{ detail: { flag: 'mn_mac', before: false, after: true } }])
})

test.each([
  [['set', 'NWM', 'moon', 'on'], 'There is no carrier NWM.'],
  [['default', 'moon', 'on'], 'There is no flag moon.'],
  [['default', 'mn_mac', 'maybe'], use],
  [['set', 'NWM', 'mn_mac'], use],
  [['drop'], use],
  [[], use],
])('%j is answered with a sentence', async (words, says) => {
  await expect(runAt(db, ...words)).rejects.toThrow(says)
})
