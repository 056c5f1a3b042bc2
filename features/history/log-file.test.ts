import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRequests, openWorklist } from '#features/worklist/testing-requests.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { idOf } from '#testing/fixtures.ts'
import { history } from './contract.ts'

let api: TestApi
let close: () => Promise<void>
let adjuster: Visitor
const LINES = 2345

beforeAll(async () => {
  const opened = await openWorklist()
  api = opened.api
  close = opened.close
  adjuster = await api.signIn('adj.aaa')
  await addRequests(api.db, [{ name: 'long log' }], opened.now)
  await api.db.query(
    `insert into authorization_event (mc, authorization_id, event_code, event_text, actor_type, actor_name, at, internal)
     select 'AAA', $1, 220, case n when 7 then '=cmd|calc' else 'Note ' || n end, 'user', 'Adj aaa', timestamptz '2026-01-01' + n * interval '1 minute', false
       from generate_series(1, $2::int) n`,
    [idOf('long log'), LINES],
  )
})
afterAll(() => close())

test('An adjuster takes the event log of a request as a file: every line once, newest first, sent as it is read', async () => {
  await api.db.query('delete from access_audit')
  const { headers, text, status } = await adjuster.ask(history.export, {
    stratusAuthId: idOf('long log'),
    timeZone: 'UTC',
  })
  expect([status, headers['content-length']]).toEqual([200, undefined])
  expect(headers['content-disposition']).toContain(`Authorization Event Log - ${idOf('long log')}.csv`)
  const numbers = [...text.matchAll(/"Note (\d+)"/g)].map(([, number]) => Number(number))
  expect(numbers).toEqual(Array.from({ length: LINES }, (_, at) => LINES - at).filter((number) => number !== 7))
  expect(text).not.toContain('"=cmd')
  expect(text).toContain(`${LINES.toLocaleString('en-US')} lines; times in UTC; taken by `)
  const { rows: audit } = await api.db.query('select object_type, claim_ids, detail from access_audit order by id')
  expect(audit).toEqual([
    {
      object_type: 'export',
      claim_ids: [idOf('AAA AAA1 claim 1')],
      detail: { of: 'event log', rows: LINES, truncated: false },
    },
    { object_type: 'export end', claim_ids: [], detail: { rows: LINES, complete: true } },
  ])
  const log = (await adjuster.ask(history.eventLog, { stratusAuthId: idOf('long log') })).body
  expect(log.total).toBe(LINES + 1)
  expect(log.events.slice(0, 2).map(({ eventText }) => eventText)).toEqual(['Exported by Adj aaa', `Note ${LINES}`])
  const again = (await adjuster.ask(history.export, { stratusAuthId: idOf('long log'), timeZone: 'UTC' })).text
  expect([...again.matchAll(/"Note (\d+)"/g)].length).toBe(LINES - 1)
  expect(again.split('\r\n')[1]).toContain('Exported by Adj aaa')
})

test('A log of more lines than a file takes says how many are left out; nobody takes the log of another carrier', async () => {
  await api.db.query(
    `insert into authorization_event (mc, authorization_id, event_code, event_text, actor_type, actor_name, at, internal)
     select 'AAA', $1, 220, 'Older note', 'user', 'Adj aaa', now(), false from generate_series(1, 10000)`,
    [idOf('long log')],
  )
  const { text } = await adjuster.ask(history.export, { stratusAuthId: idOf('long log'), timeZone: 'UTC' })
  expect(text.split('\r\n').length).toBe(10_003)
  // The export before this one is a line of the log.
  expect(text).toContain(`The newest 10000 of ${LINES + 10_002} lines`)
  const stranger = await api.signIn('adj.bbb')
  expect((await stranger.ask(history.export, { stratusAuthId: idOf('long log') })).status).toBe(404)
})
