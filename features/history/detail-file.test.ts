import { afterAll, beforeAll, expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { claimId } from '#testing/fills.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { inZone } from '#platform/dates/zone-stamp.ts'
import { authorizations } from '#features/authorizations/contract.ts'
import { history } from './contract.ts'
import { detailPaper } from './detail-paper.ts'
import type { EventFound } from './sql.ts'

let api: TestApi
let adjuster: Visitor
let id: string
const claim = claimId(1)

beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  adjuster = await api.signIn('adj.aaa')
  id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
})
afterAll(() => api.close())

test('An adjuster prints a decided request: who, what, why it stopped, the decision and the log; the view is on record', async () => {
  await adjuster.ask(decision.rejectThisFill, { id, version: 1, reasonId: 3, note: 'Ask the clinic first.' })
  await api.db.query('delete from access_audit')
  const answer = await adjuster.ask(history.detail, { claimId: claim, authorizationId: id, timeZone: 'UTC' })
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(answer.headers['content-disposition']).toContain(`AuthorizationDetailExport_${id}.pdf`)
  expect(answer.text.slice(0, 5)).toBe('%PDF-')
  expect(
    (await api.db.query(`select claim_ids from access_audit where object_type is distinct from 'export'`)).rows,
  ).toEqual([{ claim_ids: [claim] }])
  // What was taken away is a line of the log, where it was taken, and of no other request.
  const { body } = await adjuster.ask(history.eventLog, { stratusAuthId: id })
  expect(body.events[0]).toMatchObject({ eventCode: 330, eventText: 'Exported by Adj aaa', actorName: 'Adj aaa' })
  expect(body.total).toBe(body.events.length)
  await adjuster.ask(authorizations.one, { id })
  const again = (await adjuster.ask(history.eventLog, { stratusAuthId: id })).body.events
  expect(again.filter(({ eventCode }) => eventCode === 330)).toHaveLength(1)
  const other = await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  const untouched = (await adjuster.ask(history.eventLog, { stratusAuthId: other })).body.events
  expect(untouched.map(({ eventCode }) => eventCode)).not.toContain(330)
})

test('The paper has a line for each fact that is there, and the events from the first to the last', async () => {
  const { body } = await adjuster.ask(authorizations.one, { id })
  const { body: log } = await adjuster.ask(history.eventLog, { stratusAuthId: id })
  const found = log.events.map((one) => ({
    rank: one.eventId,
    kind: 0,
    id: one.eventId,
    event_code: one.eventCode,
    event_text: one.eventText,
    actor_name: one.actorName,
    actor_id: one.actorId,
    actor_type: one.actorType,
    at: one.at,
    old_status_id: null,
    new_status_id: null,
  })) satisfies EventFound[]
  const about = { by: 'Adj aaa', now: new Date(), zone: inZone('UTC') }
  const { rows, remark } = detailPaper(body, { ...about, events: found, total: found.length })
  const parts = rows.map(([part]) => part).filter(Boolean)
  expect(parts).toEqual(
    [
      'Patient',
      'Prescription',
      'Request',
      'Why it stopped',
      'Considerations',
      'Decision',
      'Pharmacy notice',
      'Event log',
    ].filter((part) => part !== 'Considerations' || body.considerations.length > 0),
  )
  expect(rows).toContainEqual(['', 'Note', 'Ask the clinic first.'])
  expect(rows.every(([, , was]) => was !== '')).toBe(true)
  const of = rows.slice(rows.findIndex(([part]) => part === 'Event log'))
  expect(of.map(([, , was]) => was)).toEqual(
    log.events.toReversed().map((one) => `${one.eventText} (${one.actorName})`),
  )
  expect(remark).toBeUndefined()
  expect(detailPaper(body, { ...about, events: found, total: 900 }).remark).toBe(
    `The newest ${found.length} of 900 events.`,
  )
})

test('A request of another claim or carrier is not found', async () => {
  const of = { authorizationId: id, claimId: claimId(2) }
  expect((await adjuster.ask(history.detail, of)).status).toBe(404)
  const stranger = await api.signIn('adj.bbb')
  expect((await stranger.ask(history.detail, { ...of, claimId: claim })).status).toBe(404)
})

test('A carrier without PDF exports gets no request as PDF', async () => {
  await api.db.query(`insert into feature_flag_override (mc, key, enabled) values ('AAA', 'pdfExportEnabled', false)`)
  const { body } = await adjuster.ask(history.detail, { claimId: claim, authorizationId: id })
  expect(body).toMatchObject({
    status: { code: 'FEATURE_OFF', message: 'PDF exports are switched off for this carrier.' },
  })
  await api.db.query(`delete from feature_flag_override where key = 'pdfExportEnabled'`)
  expect((await adjuster.ask(history.detail, { claimId: claim, authorizationId: id })).status).toBe(200)
})
