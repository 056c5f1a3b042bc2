import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addFills, claimId, copyFills } from '#testing/fills.ts'
import { folderDrop } from '#platform/gateways/file-drop.ts'
import { sftpDrop } from '#platform/gateways/sftp-drop.ts'
import type { FileDrop } from '#platform/calls/file-drop.ts'
import { runJob } from '#platform/jobs/run-job.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { keptExtracts } from './contract.ts'
import { deliver, deliverTopic } from './deliver.ts'
import { startSftp, type TestSftp } from './testing-sftp.ts'

// The server that takes files dies and comes back; its test and a file made at once.

let api: TestApi
let user: Visitor
let other: Visitor
let sftp: TestSftp
let drop: FileDrop
const root = mkdtempSync(join(tmpdir(), 'rxdocket-destination-'))

beforeAll(async () => {
  api = await startFixtureApi({ keep: true, limitFactor: 100 })
  await addFills(api, [{ ago: 5, claim: 2 }])
  await copyFills(api.db, claimId(2), {
    count: 500,
    own: { fill_date: 'x.fill_date - n % 200', drug_name: `rpad('a', 4000, 'b')` },
  })
  sftp = await startSftp(root)
  drop = sftpDrop(sftp.settings)
  user = await api.signIn('ext.aaa')
  other = await api.signIn('adj.aaa')
})
beforeEach(() => {
  for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true })
  sftp.refuse(undefined)
})
afterAll(async () => {
  sftp.stop()
  await api.close()
  rmSync(root, { recursive: true })
})

const names = () =>
  readdirSync(root, { recursive: true })
    .map(String)
    .filter((name) => name.includes('.'))
const add = async (name: string): Promise<string> => {
  const { body } = await user.ask(keptExtracts.addSchedule, {
    mc: 'AAA',
    selectedSubCarriers: ['AAA1'],
    subjectAreaId: 'transactions',
    fieldList: ['filled', 'drug'],
    reportFilters: [],
    name,
    cadence: 'MONTHLY',
    day: 1,
    hour: 6,
    period: 'LAST_365_DAYS',
  })
  return body.scheduleId
}
const runNow = (scheduleId: string, by = user) => by.ask(keptExtracts.runSchedule, { mc: 'AAA', scheduleId })
/** The work of the entry of the outbox that was written last, at its time. */
const work = async (): Promise<void> => {
  const { rows } = await api.db.query(
    `select payload from outbox where topic = $1 order by created_at desc, id desc limit 1`,
    [deliverTopic],
  )
  const portal = { ...api.built.portal, fileDrop: drop }
  await runJob(portal, deliverTopic, deliver, { mc: 'AAA', payload: rows[0].payload })
}
const last = async (scheduleId: string) =>
  (await user.ask(keptExtracts.runs, { mc: 'AAA', scheduleId })).body.content.map(({ state, rows, tries, file }) => ({
    state,
    rows,
    tries,
    file,
  }))

describe('a file made at once', () => {
  test('is asked for by its owner, beside the schedule and one at a time, and delivered whole after the server died in the middle', async () => {
    const scheduleId = await add('Fills')
    expect((await runNow(scheduleId, other)).status).toBe(404)
    const before = (await user.ask(keptExtracts.schedules, { mc: 'AAA' })).body.content[0]!.nextAt
    const { status, body } = await runNow(scheduleId)
    expect([status, body]).toEqual([
      200,
      { success: true, file: expect.stringMatching(/^transactions-AAA1-\w{8}-\d{17}\.csv$/) },
    ])
    expect(await runNow(scheduleId)).toMatchObject({
      status: 422,
      body: { status: { message: 'A file of this schedule is being made. Wait until it is delivered.' } },
    })

    sftp.dieAfter(300_000)
    await work()
    expect(sftp.isDead).toBe(true)
    const [part, ...more] = names()
    expect([part, more]).toEqual([expect.stringMatching(/\.1\.part$/), []])
    expect(statSync(join(root, part!)).size).toBeGreaterThan(100_000)
    // Nobody is there: another try ends, and the half file stays until somebody is.
    await work()
    expect(await last(scheduleId)).toMatchObject([{ state: 'WAITING', tries: 2 }])
    sftp.startAgain()
    await work()
    expect(names()).toEqual([`AAA/${body.file}`])
    expect(sftp.read(`AAA/${body.file}`).trimEnd().split('\r\n')).toHaveLength(502)
    expect(await last(scheduleId)).toEqual([{ state: 'FINISHED', rows: 501, tries: 3, file: body.file }])
    const kept = await api.db.query(`select state, rows from export_record where call = $1 order by at, id`, [
      `job ${deliverTopic}`,
    ])
    expect(kept.rows.map(({ state }) => state)).toEqual(['FAILED', 'FAILED', 'FINISHED'])
    expect(kept.rows[2].rows).toBe(501)
    // The schedule goes on as before, and the next file may be asked for.
    const { content } = (await user.ask(keptExtracts.schedules, { mc: 'AAA' })).body
    expect(content[0]).toMatchObject({ nextAt: before, paused: false })
    expect((await runNow(scheduleId)).status).toBe(200)
  })

  test('two clicks at once make one file', async () => {
    const scheduleId = await add('Twice')
    const statuses = (await Promise.all([runNow(scheduleId), runNow(scheduleId)])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422])
  })
})

describe('the test of a destination', () => {
  const steps = async (of: FileDrop) =>
    (await of.check('AAA/connection-test.txt')).map(({ step, ok }) => `${step} ${ok}`)
  test('stops at the first step that is not right and leaves nothing', async () => {
    expect(await steps(drop)).toEqual(['answers true', 'key true', 'signIn true', 'write true'])
    expect(names()).toEqual([])
    const stranger = Buffer.alloc(32).toString('base64')
    expect(await steps(sftpDrop({ ...sftp.settings, hostKey: stranger }))).toEqual(['answers true', 'key false'])
    expect(await steps(sftpDrop({ ...sftp.settings, password: 'wrong' }))).toEqual([
      'answers true',
      'key true',
      'signIn false',
    ])
    sftp.refuse('OPEN')
    expect(await steps(drop)).toEqual(['answers true', 'key true', 'signIn true', 'write false'])
    const { port } = sftp.settings
    sftp.stop()
    expect(await steps(sftpDrop({ ...sftp.settings, port }))).toEqual(['answers false'])
  })

  test('of a folder says whether it can be written; only who may extract asks for it, and it is on record', async () => {
    expect(await steps(folderDrop(join(root, 'folder')))).toEqual(['write true'])
    expect(await steps(folderDrop('/dev/null/none'))).toEqual(['write false'])
    const { status, body } = await user.ask(keptExtracts.testDestination, { mc: 'AAA' })
    expect([status, body]).toEqual([200, { steps: expect.arrayContaining([]) }])
    expect(body.steps.at(-1)!.step).toBe('write')
    const stranger = await api.signIn('adj.sub1')
    expect((await stranger.ask(keptExtracts.testDestination, { mc: 'AAA' })).status).toBe(404)
    const noted = await api.db.query(
      `select user_id from access_audit where object_type = 'data_extract_destination' and outcome = 'ok'`,
    )
    expect(noted.rows).toEqual([{ user_id: idOf('ext.aaa') }])
  })
})
