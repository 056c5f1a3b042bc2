import { describe, expect, it, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { replay } from '#features/authorizations/transitions.ts'
import { transactions } from '#features/transactions/contract.ts'
import { trips } from '#platform/database/pools.ts'
import { adjuster as person } from '#features/decisions/testing-rules.ts'
import { dueAt } from '#features/deadlines/due.ts'
import { packFor } from '#features/deadlines/which-pack.ts'
import { eobrReasons, eobrRules } from '#reference/eobr.ts'
import { jurisdictionOf, jurisdictions } from '#reference/jurisdictions/jurisdictions.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import type { TestApi } from '#testing/api.ts'
import { decisionRows, startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { eobr } from './contract.ts'
import { labelsOf } from '#features/settings/own-fields.ts'
import { everyStateRule, listOf, requiredIn, stateRule, whyNotNote } from './rules.ts'

const one = { sub: 'AAA1', at: 1 } as const
const notes = async (api: TestApi) =>
  (
    await api.db.query(
      `select codes, action, note, created_by_name, juris_state, authorization_id, transaction_id is not null as billed, reference_number
      from eobr_note order by created_at`,
    )
  ).rows

test('an explanation is saved with its codes, and the event log says that there is one', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const id = await raiseAuthorization(api, one)
  const ask = (more: object = {}) =>
    adjuster.ask(eobr.note, {
      authorizationId: id,
      jurisState: 'fl',
      eobrCodes: ['30', '11'],
      action: 'DENY',
      note: 'Nobody authorized this',
      ...more,
    })
  await ask({ eobrCodes: ['99'] })
  const before = trips.count
  const { status, body } = await ask()
  expect(trips.count - before).toBe(2)
  expect({ status, body }).toEqual({ status: 200, body: { success: true, noteId: expect.any(String) } })
  expect(await notes(api)).toEqual([
    {
      codes: ['30', '11'],
      action: 'DENY',
      note: 'Nobody authorized this',
      created_by_name: 'Adj aaa',
      juris_state: 'FL',
      authorization_id: id,
      billed: true,
      reference_number: expect.any(String),
    },
  ])
  const log = (
    await api.db.query(
      'select event_code as "eventCode", old_status_id as "oldStatusId", new_status_id as "newStatusId" from authorization_event order by id',
    )
  ).rows
  expect([log.at(-1)!.eventCode, replay(log)]).toEqual([220, 20])
  // A decided request may still be explained.
  await adjuster.ask(decision.rejectThisFill, { id, version: 1, reasonId: 3 })
  expect((await ask({ action: 'PAY', note: undefined })).status).toBe(200)
})

test('a bill without a request is explained by its reference number', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const paid = await api.service.ask(transactions.intake, pharmacyClaim({ ...one, drug: 'naproxen' }))
  const reference = (
    await api.db.query('select reference_number as r from rx_transaction where tcn = $1', [paid.body.tcn])
  ).rows[0].r as string
  const ask = (more: object = {}, who = adjuster) =>
    who.ask(eobr.note, {
      referenceNumber: reference,
      jurisState: 'FL',
      eobrCodes: ['39'],
      action: 'RETURN',
      note: 'No proof',
      ...more,
    })
  expect((await ask()).status).toBe(200)
  expect(await notes(api)).toMatchObject([{ authorization_id: null, billed: true, reference_number: reference }])
  const before = await decisionRows(api)
  const kept = await notes(api)
  const said = async (more: object, who = adjuster) => (await ask(more, who)).body.status.code
  expect(await said({ referenceNumber: undefined })).toBe('VALIDATION')
  expect(await said({ referenceNumber: '000000000000' })).toBe('NOT_FOUND')
  expect(await said({ jurisState: 'TX' })).toBe('VALIDATION')
  expect(await said({ eobrCodes: ['G01'] })).toBe('VALIDATION')
  expect(await said({ eobrCodes: ['39', '39'] })).toBe('VALIDATION')
  expect(await said({ eobrCodes: [] })).toBe('VALIDATION')
  expect(await said({ note: ' ' })).toBe('VALIDATION')
  expect(await said({ note: 'Not for this injury'.repeat(1001) })).toBe('VALIDATION')
  expect(await said({}, await api.signIn('read.only'))).toBe('UPDATE_BLOCKED')
  expect(await said({}, await api.signIn('adj.bbb'))).toBe('NOT_FOUND')
  expect([await decisionRows(api), await notes(api)]).toEqual([before, kept])
  await api.db.query(
    `insert into carrier_setting values ('AAA', '*', 'eobrEnabled', 'true'), ('AAA', 'AAA1', 'eobrEnabled', 'false')`,
  )
  expect(await said({})).toBe('FEATURE_OFF')
})

test('the switch, the lists, the states and the labels are read in one trip and belong to the carrier', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  expect((await adjuster.ask(eobr.toggle, { x: 'AAA' })).body).toEqual({
    eobrEnabled: true,
    jurisdictions: requiredIn(),
  })
  await api.db.query(`insert into carrier_setting values ('AAA', '*', 'eobrEnabled', 'false')`)
  expect((await adjuster.ask(eobr.toggle, { x: 'AAA' })).body.eobrEnabled).toBe(false)
  expect((await adjuster.ask(eobr.toggle, { x: 'BBB' })).status).toBe(404)
  expect((await adjuster.ask(eobr.list, { list: 'reason', jurisState: 'FL' })).body[0]).toEqual({
    id: '06',
    code: '06',
    label: 'Place of service does not fit the level billed',
    active: true,
  })
  expect((await adjuster.ask(eobr.list, { list: 'REASON' })).body[0]!.code).toBe('G01')
  expect((await adjuster.ask(eobr.list, { list: 'COLOURS' })).body.fields).toMatchObject([{ path: 'list' }])
  expect((await adjuster.ask(eobr.jurisdictions, { x: 'fl' })).body).toMatchObject([
    { jurisState: 'FL', eobrRequired: true, codeSet: 'FL', dueDays: 45 },
  ])
  expect((await adjuster.ask(eobr.jurisdictions, { x: 'ALL' })).body.length).toBeGreaterThan(55)
  expect((await adjuster.ask(eobr.jurisdictions, { x: 'ZZ' })).status).toBe(404)
  expect((await adjuster.ask(eobr.labels, { masterCarrier: 'AAA', subCarrier: 'ALL' })).body).toEqual({
    labels: {},
    showOn: {},
  })
  await api.db.query(
    `insert into carrier_setting values ('AAA', '*', 'passthruLabels',
      '{"field1": {"label": "Office", "showOn": ["screen", "letter", "moon"]}, "field2": {"label": " "}}'),
      ('AAA', 'AAA2', 'passthruLabels', '{"field3": "Region"}')`,
  )
  const before = trips.count
  expect((await adjuster.ask(eobr.labels, { masterCarrier: 'AAA', subCarrier: 'AAA1' })).body).toEqual({
    labels: { field1: 'Office' },
    showOn: { field1: ['screen', 'letter'] },
  })
  expect(trips.count - before).toBe(1)
  expect((await adjuster.ask(eobr.labels, { subCarrier: 'AAA2' })).body).toEqual({
    labels: { field3: 'Region' },
    showOn: { field3: ['screen'] },
  })
  expect((await adjuster.ask(eobr.labels, { subCarrier: 'BBB1' })).status).toBe(404)
  expect((await (await api.signIn('adj.sub1')).ask(eobr.labels, { subCarrier: 'AAA2' })).status).toBe(404)
  expect((await adjuster.ask(eobr.labels, { masterCarrier: 'BBB' })).status).toBe(404)
})

const now = '2026-11-22T12:00:00.000Z'

describe('the data', () => {
  it('has existing states, unique codes and descriptions of its own', () => {
    expect(
      eobrRules.every(
        (rule) => jurisdictionOf(rule.state) !== undefined && rule.appealText !== '' && rule.source !== '',
      ),
    ).toBe(true)
    expect(new Set(eobrRules.map((rule) => rule.state)).size).toBe(eobrRules.length)
    for (const codes of Object.values(eobrReasons))
      expect(new Set(codes.map((one) => one.code)).size).toBe(codes.length)
    expect(eobrReasons.FL.map((one) => one.code)).toEqual([
      '06',
      '10',
      '11',
      '21',
      '22',
      '23',
      '24',
      '25',
      '26',
      '30',
      '34',
      '38',
      '39',
      '40',
      '41',
    ])
  })
  it('answers for every jurisdiction, also where nothing is required', () => {
    expect(
      everyStateRule(now)
        .filter((rule) => rule.eobrRequired)
        .map((rule) => rule.jurisState)
        .sort(),
    ).toEqual(requiredIn())
    expect(stateRule('me', now)).toEqual({
      jurisState: 'ME',
      name: 'Maine',
      eobrRequired: false,
      codeSet: 'GENERIC',
      appealText: '',
      dueDays: 30,
    })
    expect(stateRule('ALL', now)).toBeUndefined()
  })
  it('names the days of a bill that its clock counts, in every jurisdiction', () => {
    const days = Object.fromEntries(everyStateRule(now).map((rule) => [rule.jurisState, rule.dueDays]))
    expect(days).toMatchObject({ FL: 45, TX: 45, VA: 45, CA: 30, PA: 30, NH: 30, NY: 30, TN: 30, GA: 30, IL: 30 })
    for (const { code } of jurisdictions) {
      const { arithmetic } = dueAt(packFor(code, 'retrospective', now), { receivedAt: now })
      expect([code, arithmetic.filter((line) => line.startsWith('Day ')).length]).toEqual([code, days[code]])
    }
  })
  it.each([
    ['reason', 'FL', 15],
    ['REASON', 'NY', 10],
    ['Reason', undefined, 10],
    ['ACTION', undefined, 4],
    ['PAYMENT_BASIS', 'FL', 4],
    ['CONTACT_METHOD', undefined, 4],
    ['', undefined, undefined],
    ['REASONS', 'FL', undefined],
  ])('the list %s of %s has %s values', (name, state, count) => expect(listOf(name, state)?.length).toBe(count))
})

describe('the rules', () => {
  const asked = { jurisState: 'FL', eobrCodes: ['30'], action: 'DENY', note: 'Not for this injury' }
  const about = { jurisState: 'FL', eobrEnabled: true }
  it.each<[string, object, object, object, string | undefined]>([
    ['all is well', {}, {}, {}, undefined],
    ['a nurse', { roles: ['nurse_case_manager'] }, {}, {}, 'UPDATE_BLOCKED'],
    ['switched off', {}, { eobrEnabled: false }, {}, 'FEATURE_OFF'],
    ['another state', {}, { jurisState: 'NY' }, {}, 'VALIDATION'],
    ['a code of another list', {}, {}, { eobrCodes: ['30', 'G01'] }, 'VALIDATION'],
    ['a denial without words', {}, {}, { note: '' }, 'VALIDATION'],
    ['a payment without words', {}, {}, { note: '', action: 'PAY' }, undefined],
  ])('%s', (_, who, of, what, code) =>
    expect(whyNotNote({ ...person, ...who }, { ...about, ...of }, { ...asked, ...what })?.code).toBe(code),
  )
  it('labels are read from any content of the setting', () => {
    for (const odd of [
      null,
      undefined,
      7,
      'x',
      [],
      { field1: 7 },
      { field0: 'a', field11: 'b' },
      { field1: { label: 7 } },
    ])
      expect(labelsOf(odd)).toEqual({ labels: {}, showOn: {} })
    expect(labelsOf({ field10: { label: 'x'.repeat(60), showOn: [] } })).toEqual({
      labels: { field10: 'x'.repeat(40) },
      showOn: { field10: [] },
    })
  })
})
