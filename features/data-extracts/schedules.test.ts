import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { exportList } from '#features/exports/contract.ts'
import { addFills } from '#testing/fills.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { folderDrop } from '#platform/gateways/file-drop.ts'
import { sftpDrop } from '#platform/gateways/sftp-drop.ts'
import type { FileDrop } from '#platform/calls/file-drop.ts'
import { startJobs, type Jobs } from '#platform/jobs/jobs.ts'
import { runJob } from '#platform/jobs/run-job.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { eventually } from '#testing/eventually.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { dataExtracts, keptExtracts } from './contract.ts'
import { deliver, deliverTopic } from './deliver.ts'
import { ticks } from './jobs.ts'
import { afterFailure, daysOf, daysSince, nextRun } from './schedule-rules.ts'
import { startSftp, type TestSftp } from './testing-sftp.ts'

let api: TestApi
let user: Visitor
let other: Visitor
let sftp: TestSftp
let drop: FileDrop
const root = mkdtempSync(join(tmpdir(), 'rxdocket-sftp-'))

const extract: InputOf<typeof dataExtracts.extract> = {
  mc: 'AAA',
  selectedSubCarriers: ['AAA1'],
  subjectAreaId: 'transactions',
  fieldList: ['filled', 'type', 'paid', 'patientLastName'],
  reportFilters: [],
}
const patients = { ...extract, subjectAreaId: 'patients', fieldList: ['patientLastName', 'claimNumber'] }
const daily = { cadence: 'DAILY', day: 0, hour: 6, period: 'LAST_365_DAYS' } as const

beforeAll(async () => {
  api = await startFixtureApi({ keep: true, limitFactor: 100 })
  await addFills(api, [{ ago: 5 }, { ago: 6, status: 'X' }, { ago: 7, status: 'R' }, { ago: 8, sub: 'AAA2' }])
  sftp = await startSftp(root)
  drop = sftpDrop(sftp.settings)
  user = await api.signIn('ext.aaa')
  await api.db.query(
    `update user_carrier set data_extract_sub_carriers = '{AAA1}', roles = '{account_admin}' where user_id = $1`,
    [idOf('adj.aaa')],
  )
  other = await api.signIn('adj.aaa')
})
beforeEach(async () => {
  await asked() // What an earlier test left.
  await api.db.query('delete from data_extract_delivery')
  await api.db.query('delete from data_extract_schedule')
  for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true })
  sftp.refuse(undefined)
})
afterAll(async () => {
  sftp.stop()
  await api.close()
  rmSync(root, { recursive: true })
})

const portal = () => ({ ...api.built.portal, fileDrop: drop })
const add = async (of: Partial<InputOf<typeof keptExtracts.addSchedule>> = {}) => {
  const { status, body } = await user.ask(keptExtracts.addSchedule, { ...extract, name: 'Fills', ...daily, ...of })
  expect(status).toBe(200)
  await api.db.query(
    `update data_extract_schedule set next_at = date_trunc('hour', now()) - interval '1 hour' where id = $1`,
    [body.scheduleId],
  )
  return body.scheduleId
}
type Entry = { deliveryId: string; attempt?: number; nextTryAt?: string }
/** What the outbox has for the job, the next try of a file once it is due. */
const asked = async (): Promise<Entry[]> => {
  const { rows } = await api.db.query(
    `update outbox set dispatched_at = now() where topic = $1 and dispatched_at is null returning payload`,
    [deliverTopic],
  )
  return rows.map(({ payload }) => payload as Entry)
}
/** What the clock does once; answers the ids of the deliveries it asked for. */
const tick = async (): Promise<string[]> => {
  const clock = ticks['dataExtracts.schedule']!
  const { text, values } = clock.due(new Date().toISOString(), 10)
  for (const { mc, id } of (await api.db.query(text, values as unknown[])).rows)
    await runJob(portal(), 'dataExtracts.schedule', clock.run, { mc, payload: { id } })
  return (await asked()).map(({ deliveryId }) => deliveryId)
}
const workOn = (payload: Entry, by: FileDrop = drop) =>
  runJob({ ...api.built.portal, fileDrop: by }, deliverTopic, deliver, { mc: 'AAA', payload })
const work = (deliveryId: string, by?: FileDrop) => workOn({ deliveryId }, by)
const names = () =>
  readdirSync(root, { recursive: true })
    .map(String)
    .filter((name) => name.includes('.'))
const listed = async () => (await user.ask(keptExtracts.schedules, { mc: 'AAA' })).body.content

describe('presets', () => {
  test('a user keeps extracts under a name, private or shared with those who extract from the program', async () => {
    const keep = (name: string, shared: boolean, of = patients) =>
      user.ask(keptExtracts.keepPreset, { ...of, name, shared })
    const filters = [{ fieldName: 'patientLastName', value: 'Secretname' }]
    expect((await keep('Mine', false, { ...patients, reportFilters: filters })).status).toBe(200)
    const { presetId } = (await keep('Ours', true)).body
    await keep('Ours', true, { ...patients, fieldList: ['claimNumber'] })
    const own = (await user.ask(keptExtracts.presets, { mc: 'AAA' })).body
    expect(own).toMatchObject([
      { name: 'Mine', by: null, extract: { reportFilters: filters } },
      {
        presetId,
        name: 'Ours',
        shared: true,
        program: 'AAA1',
        area: 'Patients',
        extract: { fieldList: ['claimNumber'] },
      },
    ])
    const kept = await api.db.query(`select string_agg(to_jsonb(p)::text, '') as all from data_extract_preset p`)
    expect(kept.rows[0].all).not.toContain('Secretname')
    expect((await other.ask(keptExtracts.presets, { mc: 'AAA' })).body).toMatchObject([{ name: 'Ours', by: 'Ext aaa' }])
    expect((await other.ask(keptExtracts.removePreset, { mc: 'AAA', presetId })).status).toBe(404)
    expect((await user.ask(keptExtracts.removePreset, { mc: 'AAA', presetId })).status).toBe(200)
    expect((await other.ask(keptExtracts.presets, { mc: 'AAA' })).body).toEqual([])
    expect((await keep('Wrong', false, { ...patients, selectedSubCarriers: ['BBB1'] })).status).toBe(404)
    expect((await keep('Wrong', false, { ...patients, fieldList: ['ssn'] })).status).toBe(400)
  })

  test('the last ten extracts can be run again as they were', async () => {
    const filters = [{ fieldName: 'patientLastName', value: 'nobody' }]
    expect((await user.ask(dataExtracts.extract, { ...patients, reportFilters: filters })).status).toBe(200)
    for (let at = 0; at < 10; at += 1) await user.ask(dataExtracts.extract, patients)
    await user.ask(dataExtracts.extract, { ...patients, reportFilters: filters })
    const recent = (await user.ask(keptExtracts.recent, { mc: 'AAA' })).body
    expect(recent).toHaveLength(10)
    expect(recent[0]).toMatchObject({ area: 'Patients', program: 'AAA1', scheduled: false, state: 'FINISHED', rows: 0 })
    expect((await user.ask(dataExtracts.extract, { mc: 'AAA', ...recent[0]!.extract! })).status).toBe(200)
    expect((await other.ask(keptExtracts.recent, { mc: 'AAA' })).body).toEqual([])
  })
})

describe('a scheduled extract', () => {
  test('is made at its time and left on the SFTP server of the operator, whole and under one name', async () => {
    const id = await add()
    const [delivery] = await tick()
    expect(await tick()).toEqual([])
    await work(delivery!)
    const [name] = names()
    expect(names()).toEqual([expect.stringMatching(/^AAA\/transactions-AAA1-[0-9a-f]{8}-\d{10}\.csv$/)])
    const lines = sftp.read(name!).trimEnd().split('\r\n')
    expect(lines[0]).toBe('\u{feff}"Filled","Type","Amount paid","Patient last name"')
    expect(lines).toHaveLength(4)
    expect(await listed()).toMatchObject([
      { scheduleId: id, last: { state: 'FINISHED', rows: 3, file: name!.slice(4) } },
    ])
    const runs = (of: Visitor) => of.ask(keptExtracts.runs, { mc: 'AAA', scheduleId: id })
    expect((await runs(user)).body.content).toMatchObject([
      { state: 'FINISHED', rows: 3, file: name!.slice(4), tries: 1, supportId: null, endedAt: expect.any(String) },
    ])
    expect((await runs(other)).status).toBe(404)
    const exported = (await other.ask(exportList.list, { username: 'ext.aaa', size: 1 })).body.content
    expect(exported).toMatchObject([
      { what: 'Scheduled data extract', about: 'Transactions', rows: 3, state: 'FINISHED' },
    ])
    const audited = await api.db.query(
      `select actor from access_audit where object_type = 'export claims' order by id desc limit 1`,
    )
    expect(audited.rows).toEqual([{ actor: 'RxDocket for Ext aaa' }])
    // A repeat of the job changes nothing.
    await work(delivery!)
    expect(names()).toHaveLength(1)
  })

  test.each(['while writing', 'before the rename', 'after the rename'] as const)(
    'is delivered once where the worker is killed %s',
    async (when) => {
      const reached = Promise.withResolvers<void>()
      const revived = Promise.withResolvers<void>()
      /** A worker that stops here, and is taken for dead. */
      const stop = () => (reached.resolve(), revived.promise)
      const dying: FileDrop = {
        ...drop,
        ...(when === 'while writing' && {
          write: async (name: string, pieces: AsyncIterable<Uint8Array>) => (
            await drop.write(name, pieces),
            await stop()
          ),
        }),
        ...(when === 'before the rename' && { rename: async () => (await stop(), false) }),
        ...(when === 'after the rename' && {
          rename: async (from: string, to: string) => (await drop.rename(from, to), await stop(), true),
        }),
      }
      await add()
      const [delivery] = await tick()
      const dead = work(delivery!, dying).catch(() => {})
      await reached.promise
      const fetched = names().filter((name) => name.endsWith('.csv'))
      await work(delivery!)
      const [name, ...rest] = names()
      expect(rest).toEqual([])
      if (when === 'after the rename') expect(fetched).toEqual([name])
      expect(sftp.read(name!).trimEnd().split('\r\n')).toHaveLength(4)
      expect(await listed()).toMatchObject([{ last: { state: 'FINISHED', rows: 3 } }])
      const ended = await api.db.query(
        `select state from export_record where call = $1 and filters <> '{}' order by at desc, id desc limit 1`,
        [`job ${deliverTopic}`],
      )
      expect(ended.rows).toEqual([{ state: 'FINISHED' }])
      // One that was only slow does no harm when it wakes.
      revived.resolve()
      await dead
      expect(names()).toEqual([name])
      expect(await listed()).toMatchObject([{ last: { state: 'FINISHED', rows: 3 } }])
    },
  )

  test('is tried again after 20 and after 60 minutes, by one process, and delivered at its last try', async () => {
    await add()
    sftp.refuse('OPEN')
    const [delivery] = await tick()
    await work(delivery!)
    const waits = async () => {
      const { rows } = await api.db.query(
        `select payload, round(extract(epoch from available_at - created_at) / 60)::int as minutes from outbox
          where topic = $1 and dispatched_at is null`,
        [deliverTopic],
      )
      return rows.map(({ payload, minutes }) => ({ ...payload, minutes }))
    }
    expect(await waits()).toEqual([{ deliveryId: delivery, attempt: 2, nextTryAt: expect.any(String), minutes: 20 }])
    const retrying = async () => (await listed())[0]!.last
    expect(await retrying()).toMatchObject({
      state: 'WAITING',
      tries: 1,
      why: 'The destination of the file could not be reached.',
      nextTryAt: expect.any(String),
    })
    // The queue gives the first entry out once more: nothing happens before its time.
    await work(delivery!)
    expect(await retrying()).toMatchObject({ tries: 1 })
    const [second] = await asked()
    await workOn(second!)
    expect(await waits()).toMatchObject([{ attempt: 3, minutes: 60 }])
    sftp.refuse(undefined)
    const [third] = await asked()
    // Two processes take it at once: the file is there once.
    await Promise.all([workOn(third!), workOn(third!)])
    expect(await retrying()).toMatchObject({ state: 'FINISHED', rows: 3, nextTryAt: null, why: null })
    const [name, ...more] = names()
    expect(more).toEqual([])
    expect(sftp.read(name!).trimEnd().split('\r\n')).toHaveLength(4)
    expect(await waits()).toEqual([])
  })

  test('is made once where two processes look at the same time', async () => {
    await add()
    const processes: Jobs[] = []
    onTestFinished(async () => void (await Promise.all(processes.map((one) => one.stop()))))
    for (const _ of ['first', 'second'])
      processes.push(await startJobs(portal(), api.url, { [deliverTopic]: deliver }, ticks, 1e9))
    await Promise.all(processes.map((one) => one.tick()))
    await Promise.all(processes.map((one) => one.relay()))
    await eventually(async () => expect((await listed())[0]!.last).toMatchObject({ state: 'FINISHED', tries: 1 }))
    expect(names()).toHaveLength(1)
    const made = await api.db.query('select count(*)::int as n from data_extract_delivery')
    expect(made.rows).toEqual([{ n: 1 }])
  })

  test('is given its name by the next try where only the rename failed, and not written again', async () => {
    await add()
    const [delivery] = await tick()
    sftp.refuse('RENAME')
    await work(delivery!)
    const [part] = names()
    expect(part).toMatch(/\.1\.part$/)
    sftp.refuse(undefined)
    const [next] = await asked()
    await workOn(next!, { ...drop, write: () => Promise.reject(new Error('written again')) })
    expect(names()).toEqual([part!.replace(/\.1\.part$/, '')])
    expect((await listed())[0]!.last).toMatchObject({ state: 'FINISHED', rows: 3, tries: 1 })
  })

  test('fails after its last try, its owner is notified, and three failures pause the schedule', async () => {
    const id = await add()
    sftp.refuse('OPEN')
    for (let failure = 1; failure <= 3; failure += 1) {
      await api.db.query(
        `update data_extract_schedule set next_at = date_trunc('hour', now()) - make_interval(hours => $1)`,
        [failure],
      )
      const [delivery] = await tick()
      await work(delivery!)
      for (const _ of ['second', 'third']) for (const next of await asked()) await workOn(next)
      expect(await asked()).toEqual([])
    }
    expect(await listed()).toMatchObject([{ paused: true, why: expect.stringContaining('could not be reached') }])
    const notices = await api.db.query(
      `select title from user_notification where kind = 'extractFailed' and user_id = $1 order by at`,
      [idOf('ext.aaa')],
    )
    expect(notices.rows.map(({ title }) => title)).toEqual([
      'Your scheduled extract "Fills" failed. The destination of the file could not be reached.',
      'Your scheduled extract "Fills" failed. The destination of the file could not be reached.',
      'Your scheduled extract "Fills" failed. The destination of the file could not be reached. The schedule is paused.',
    ])
    expect(names()).toEqual([])
    const resume = () => user.ask(keptExtracts.pauseSchedule, { mc: 'AAA', scheduleId: id, paused: false })
    // What was missed comes in one file at once, and is caught up only once.
    sftp.refuse(undefined)
    const { file } = (await resume()).body
    expect(await listed()).toMatchObject([{ paused: false, why: null, last: { file, state: 'WAITING' } }])
    expect((await resume()).body.file).toBeNull()
    const due = await api.db.query(
      `select missed_since = (select min(f.due_at) from data_extract_delivery f where f.state = 'FAILED') as since_first
         from data_extract_delivery where file = $1`,
      [file],
    )
    expect(due.rows).toEqual([{ since_first: true }])
    for (const next of await asked()) await workOn(next)
    expect(names()).toEqual([`AAA/${file}`])
  })

  test('ends where its owner may not extract from the program any more', async () => {
    await add()
    const [delivery] = await tick()
    const set = (programs: string) =>
      api.db.query(`update user_carrier set data_extract_sub_carriers = $2 where user_id = $1`, [
        idOf('ext.aaa'),
        programs,
      ])
    await set('{AAA2}')
    await work(delivery!)
    await set('{AAA1,AAA2}')
    expect(names()).toEqual([])
    expect(await listed()).toMatchObject([
      { last: { state: 'FAILED', why: 'Its owner may not extract from this program any more.' } },
    ])
  })

  test.each([['{}'], ['{root}']])('ends where its owner has no role any more: %s', async (roles) => {
    await add()
    const [delivery] = await tick()
    const { rows } = await api.db.query(
      `update user_carrier w set roles = $2 from user_carrier before where w.user_id = $1 and before.mc = w.mc
         and before.user_id = w.user_id returning before.roles`,
      [idOf('ext.aaa'), roles],
    )
    await work(delivery!)
    await api.db.query('update user_carrier set roles = $2 where user_id = $1', [idOf('ext.aaa'), rows[0].roles])
    expect(names()).toEqual([])
    expect(await listed()).toMatchObject([{ last: { state: 'FAILED' } }])
  })

  test('is paused, resumed and removed by its owner alone', async () => {
    const scheduleId = await add()
    const pause = (by: Visitor, paused: boolean) =>
      by.ask(keptExtracts.pauseSchedule, { mc: 'AAA', scheduleId, paused })
    expect((await pause(other, true)).status).toBe(404)
    expect((await other.ask(keptExtracts.removeSchedule, { mc: 'AAA', scheduleId })).status).toBe(404)
    expect((await pause(user, true)).status).toBe(200)
    expect(await tick()).toEqual([])
    expect((await user.ask(keptExtracts.removeSchedule, { mc: 'AAA', scheduleId })).status).toBe(200)
    expect(await listed()).toEqual([])
    const wrong = await user.ask(keptExtracts.addSchedule, {
      ...extract,
      name: 'x',
      ...daily,
      cadence: 'WEEKLY',
      day: 7,
    })
    expect(wrong.status).toBe(400)
  })

  test('is left in a folder where there is no server', async () => {
    const folder = join(root, 'folder')
    await add()
    const [delivery] = await tick()
    await work(delivery!, folderDrop(folder))
    const [name] = readdirSync(join(folder, 'AAA'))
    expect(
      readFileSync(join(folder, 'AAA', name!), 'utf8')
        .trimEnd()
        .split('\r\n'),
    ).toHaveLength(4)
  })
})

test('nothing is sent to a server with another key, or under a name that leads elsewhere', async () => {
  const stranger = sftpDrop({ ...sftp.settings, hostKey: Buffer.alloc(32).toString('base64') })
  await expect(stranger.remove('AAA/a.csv')).rejects.toThrow('Host denied')
  await expect(sftpDrop({ ...sftp.settings, password: 'wrong' }).remove('AAA/a.csv')).rejects.toThrow(
    'authentication methods failed',
  )
  await expect(drop.remove('AAA/../b.csv')).rejects.toThrow(TypeError)
})

describe('when a schedule runs', () => {
  const zone = 'America/New_York'
  const at = (iso: string) => Date.parse(iso)
  test.each([
    ['daily', { cadence: 'DAILY', day: 0, hour: 6 }, '2026-05-13T10:00:00Z', '2026-05-14T10:00:00.000Z'],
    [
      'daily before its hour',
      { cadence: 'DAILY', day: 0, hour: 6 },
      '2026-05-13T09:59:59Z',
      '2026-05-13T10:00:00.000Z',
    ],
    ['weekly', { cadence: 'WEEKLY', day: 1, hour: 0 }, '2026-05-13T10:00:00Z', '2026-05-18T04:00:00.000Z'],
    ['monthly', { cadence: 'MONTHLY', day: 1, hour: 23 }, '2026-01-31T10:00:00Z', '2026-02-02T04:00:00.000Z'],
    [
      'over the change of clocks',
      { cadence: 'DAILY', day: 0, hour: 6 },
      '2026-10-31T11:00:00Z',
      '2026-11-01T11:00:00.000Z',
    ],
  ] as const)('%s', (_, when, after, next) => {
    expect(new Date(nextRun(when, at(after), zone)).toISOString()).toBe(next)
  })
  test('it is about whole days before it', () => {
    const due = at('2026-03-01T11:00:00Z')
    expect(daysOf('YESTERDAY', due, zone)).toEqual({
      fromValue: '2026-02-28T05:00:00.000Z',
      toValue: '2026-03-01T04:59:59.000Z',
    })
    expect(daysOf('LAST_MONTH', due, zone)).toEqual({
      fromValue: '2026-02-01T05:00:00.000Z',
      toValue: '2026-03-01T04:59:59.000Z',
    })
    expect(daysOf('LAST_365_DAYS', due, zone).fromValue).toBe('2025-03-01T05:00:00.000Z')
  })
  test('what was missed is one range of days, a year at most', () => {
    const due = at('2026-03-01T11:00:00Z')
    const since = (period: Parameters<typeof daysSince>[0], first: string) => daysSince(period, at(first), due, zone)
    expect(since('YESTERDAY', '2026-02-26T11:00:00Z')).toEqual({
      fromValue: '2026-02-25T05:00:00.000Z',
      toValue: '2026-03-01T04:59:59.000Z',
    })
    expect(since('YESTERDAY', '2026-03-01T11:00:00Z')).toEqual(daysOf('YESTERDAY', due, zone))
    expect(since('LAST_MONTH', '2026-01-02T11:00:00Z').fromValue).toBe('2025-12-01T05:00:00.000Z')
    expect(since('LAST_365_DAYS', '2026-02-01T11:00:00Z')).toEqual(daysOf('LAST_365_DAYS', due, zone))
  })
  test.each([
    [
      'the first try',
      { attempt: 1, failures: 2, forGood: false },
      { failed: false, nextTryAt: '2026-05-13T10:20:00.000Z' },
    ],
    [
      'the second',
      { attempt: 2, failures: 2, forGood: false },
      { failed: false, nextTryAt: '2026-05-13T11:00:00.000Z' },
    ],
    ['the third', { attempt: 3, failures: 1, forGood: false }, { failed: true, paused: false, nextTryAt: null }],
    ['the third failed file in a row', { attempt: 3, failures: 2, forGood: false }, { failed: true, paused: true }],
    ['what cannot come right', { attempt: 1, failures: 2, forGood: true }, { failed: true, paused: true }],
  ])('after %s', (_, of, becomes) => {
    expect(afterFailure({ ...of, now: at('2026-05-13T10:00:00Z') })).toMatchObject(becomes)
  })
})
