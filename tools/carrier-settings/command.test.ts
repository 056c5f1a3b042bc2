import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { defaultSettings } from '#features/adjudication/settings.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'
import { letters } from '#features/letters/contract.ts'
import { flagTable } from '#features/flags/flag-table.ts'
import { carrierSettings, carrierSettingsPage, settingProblem } from '#features/carrier-settings/carrier-settings.ts'
import { dropDatabase, freshDatabase } from '../../testing/database.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { runCarrierSettings, use } from './command.ts'

let url: string
let db: pg.Pool
const lines: string[] = []
beforeAll(async () => {
  url = await freshDatabase(true, 'demo')
  db = new pg.Pool({ connectionString: url, max: 1 })
  return async () => {
    await db.end()
    await dropDatabase(url)
  }
})
const run = async (...words: string[]): Promise<string[]> => {
  lines.length = 0
  await runCarrierSettings(words, { db, now: new Date('2026-11-22T12:00:00Z'), tell: (line) => void lines.push(line) })
  return [...lines]
}

test('docs/guide/carrier-settings.md is the page written from the settings', async () => {
  await expect(carrierSettingsPage()).toMatchFileSnapshot('../../docs/guide/carrier-settings.md')
})

test('every setting the code reads has its line, what counts otherwise fits it, and no line is about nothing', () => {
  const root = join(import.meta.dirname, '../..')
  const sources = globSync('{features,database/migrations}/**/*.{ts,sql}', { cwd: root })
    .filter((file) => !file.includes('.test.') && !file.endsWith('carrier-settings.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  const asked = sources.flatMap((text) =>
    [
      ...text.matchAll(/\b(?:settingValue|settingIsOn)\(\s*'(\w+)'|carrier_setting (\w+)\b[^;`]*?\b\2\.key = '(\w+)'/g),
    ].map((found) => found[1] ?? found[3]!),
  )
  expect(asked.length).toBeGreaterThanOrEqual(8)
  const read = new Set([...Object.keys(defaultSettings), ...Object.keys(defaultDecisionSettings), ...asked])
  // Flags come with the settings of a decision.
  expect([...read].filter((key) => !(key in carrierSettings) && !(key in flagTable))).toEqual([])
  const all = sources.join('\n')
  expect(Object.keys(carrierSettings).filter((key) => !read.has(key) && !new RegExp(`\\b${key}\\b`).test(all))).toEqual(
    [],
  )
  for (const [key, { default: otherwise }] of Object.entries(carrierSettings))
    if (otherwise !== null) expect([key, settingProblem(key, otherwise)]).toEqual([key, undefined])
})

test('the settings of the made-up carriers are valid; the command reports those that are not', async () => {
  expect(await run('check')).toEqual(['Every setting of every carrier is as it should be.'])
  await db.query(
    `insert into carrier_setting (mc, key, value) values ('CSC', 'mmeLimit', '"much"'), ('CSC', 'moon', '1')`,
  )
  expect(await run('check')).toEqual([
    'CSC: mmeLimit takes milligrams of morphine a day, 1 to 1000. It is "much".',
    'CSC: There is no setting moon. It is 1.',
  ])
  await db.query(`delete from carrier_setting where mc = 'CSC' and key in ('mmeLimit', 'moon')`)
})

test('sets, lists and unsets, for a carrier and for one of its sub-carriers, and the audit trail says what it was before', async () => {
  expect(await run('set', 'NWM', 'lettersDisabled', 'true')).toEqual(['NWM: lettersDisabled = true.'])
  expect(await run('set', 'NWM/NWM02', 'dualControlDrugs', '["1012"]')).toEqual([
    'NWM/NWM02: dualControlDrugs = ["1012"].',
  ])
  await run('set', 'FDW', 'dolExaminerMailbox', 'desk@fedworker.example')
  expect(await run('list', 'NWM')).toEqual(
    expect.arrayContaining(['NWM          lettersDisabled = true', 'NWM/NWM02    dualControlDrugs = ["1012"]']),
  )
  expect(await run('unset', 'NWM/NWM02', 'dualControlDrugs')).toEqual([
    'NWM/NWM02: dualControlDrugs is as if never set.',
  ])
  expect((await run('list', 'NWM')).filter((line) => line.includes('dualControlDrugs'))).toEqual([])
  const { rows } = await db.query(
    `select mc, actor, object_id, detail from access_audit where call = 'npm run carrier-settings' order by id`,
  )
  expect(rows).toEqual([
    {
      mc: 'NWM',
      actor: 'operator',
      object_id: 'lettersDisabled',
      detail: { subCarrier: '*', before: null, after: true },
    },
    {
      mc: 'NWM',
      actor: 'operator',
      object_id: 'dualControlDrugs',
      detail: { subCarrier: 'NWM02', before: null, after: ['1012'] },
    },
    {
      mc: 'FDW',
      actor: 'operator',
      object_id: 'dolExaminerMailbox',
      detail: { subCarrier: '*', before: 'examiners@fedworker.example', after: 'desk@fedworker.example' },
    },
    {
      mc: 'NWM',
      actor: 'operator',
      object_id: 'dualControlDrugs',
      detail: { subCarrier: 'NWM02', before: ['1012'], after: null },
    },
  ])
})

test.each([
  [['set', 'NWM', 'mmeLimit', 'much'], 'mmeLimit takes milligrams of morphine a day, 1 to 1000.'],
  [['set', 'NWM', 'toString', '1'], 'There is no setting toString.'],
  [['set', 'NWM', 'moon', '1'], 'There is no setting moon.'],
  [['unset', 'NWM', 'moon'], 'There is no setting moon.'],
  [['set', 'XXX', 'mmeLimit', '80'], 'There is no carrier XXX.'],
  [['set', 'NWM/CSC01', 'mmeLimit', '80'], 'NWM has no sub-carrier CSC01.'],
  [['set', 'NWM/NWM01/x', 'mmeLimit', '80'], 'There is no carrier NWM/NWM01/x.'],
  [['list', 'NWM/NWM01'], use],
  [['set', 'NWM', 'mmeLimit'], use],
  [['list'], use],
  [[], use],
])('%j is answered with a sentence and changes nothing', async (words, says) => {
  const before = (await db.query('select count(*) as n, max(updated_at) as last from carrier_setting')).rows
  await expect(run(...words)).rejects.toThrow(says)
  expect((await db.query('select count(*) as n, max(updated_at) as last from carrier_setting')).rows).toEqual(before)
})

test('a setting changed by the command is in force at the next request', async () => {
  const api = await startFixtureApi()
  const own = new pg.Pool({ connectionString: api.url, max: 1 })
  onTestFinished(() => own.end())
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const adjuster = await api.signIn('adj.aaa')
  const ask = () => adjuster.ask(letters.email, { authorizationId: id, version: 1, to: ['office@clinic.example'] })
  await runCarrierSettings(['set', 'AAA', 'lettersDisabled', 'true'], {
    db: own,
    now: api.clock.now(),
    tell: () => {},
  })
  expect((await ask()).body).toMatchObject({
    status: { code: 'RULE', message: expect.stringContaining('switched off') },
  })
  await runCarrierSettings(['unset', 'AAA', 'lettersDisabled'], { db: own, now: api.clock.now(), tell: () => {} })
  expect((await ask()).status).toBe(200)
})
