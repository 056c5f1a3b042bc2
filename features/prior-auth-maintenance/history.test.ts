import { expect, test } from 'vitest'
import { trips } from '#platform/database/pools.ts'
import { drugs } from '#reference/drugs.ts'
import { day } from '#testing/new-york-day.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { priorAuths } from './contract.ts'

const drug = (name: string) => drugs.find((one) => one.name.startsWith(name) && one.brandFlag === 'G')!
const pregabalin = drug('Pregabalin 75 mg')
const claim = (at: number, sub = 'AAA1', mc = 'AAA') => idOf(`${mc} ${sub} claim ${at}`)
const today = day(0)

async function many(api: TestApi, count: number, more: object = {}): Promise<void> {
  for (let at = 0; at < count; at += 1)
    await api.db.query(`insert into prior_auth select * from jsonb_populate_record(null::prior_auth, $1)`, [
      JSON.stringify({
        mc: 'AAA',
        id: idOf(`pa ${at}`),
        sub_carrier: 'AAA1',
        stratus_claim_id: claim(1),
        authorization_id: null,
        override_ref: `PX${at}`,
        rx_number: `70${at}`,
        kind: at % 5 === 0 ? 'BLOCK' : 'PERMIT',
        status_id: at % 5 === 0 ? 7 : 3,
        level: 14,
        gpi_prefix: pregabalin.gpi,
        ndc: null,
        brand_flag: '*',
        drug_name: at % 2 ? 'Pregabalin 75 mg' : 'Naproxen 500 mg',
        start_date: day(-Math.floor(at / 3)),
        end_date: day(at < 30 ? 30 : -1),
        one_time: false,
        max_fills: null,
        fills_used: 0,
        codes_cleared: ['75'],
        override_all: false,
        safety_included: false,
        reason_desc: '=cmd',
        created_source: 'FEED',
        created_at: new Date().toISOString(),
        created_by_name: 'Feed',
        version: 1,
        ...more,
      }),
    ])
}

test('History pages continue from a cursor despite new rows, and another user cannot use the cursor', async () => {
  const api = await startFixtureApi()
  await many(api, 60)
  const adjuster = await api.signIn('adj.aaa')
  const ask = (nextDataKey: string | undefined, who = adjuster, more: object = {}) =>
    who.ask(priorAuths.history, {
      masterCarrierCode: 'AAA',
      subCarrierCode: 'ALL',
      claimId: claim(1),
      ...(nextDataKey !== undefined && { nextDataKey, moreDataFlag: true }),
      timeZone: 'America/New_York',
      ...more,
    })
  await ask(undefined)
  const before = trips.count
  const first = (await ask('')).body
  expect(trips.count - before).toBe(1)
  expect(first).toMatchObject({ moreDataFlag: true, nextDataKey: expect.any(String) })
  await many(api, 1, { id: idOf('newcomer'), override_ref: 'PNEW', start_date: day(5) })
  const second = (await ask(first.nextDataKey!)).body
  const third = (await ask(second.nextDataKey!)).body
  const names = { masterCarrier: 'AAA', subCarrier: 'AAA1', esiClaimId: 'EAAA11', subscriberNumber: 'SUBAAA11' }
  expect(first.priorAuths[0]).toMatchObject({ ...names, stratusClaimId: claim(1) })
  const refs = [first, second, third].flatMap((part) => part.priorAuths.map((one) => one.priorAuthOverrideRef))
  expect([refs.length, new Set(refs).size, third.moreDataFlag, third.nextDataKey]).toEqual([60, 60, false, null])
  expect(refs).not.toContain('PNEW')
  const starts = [...first.priorAuths, ...second.priorAuths, ...third.priorAuths].map((one) => one.startDate)
  expect(starts).toEqual(starts.toSorted().reverse())

  const key = first.nextDataKey!
  const changed = key.replace(/^(.)(.)/, (_, a: string, b: string) => `${a}${b === '0' ? '1' : '0'}`)
  const foreign = [
    changed,
    key.slice(0, -1),
    `${key}0`,
    key.toUpperCase(),
    'x',
    '.',
    `${'00'.repeat(200)}.${'0'.repeat(40)}`,
    "'; drop table prior_auth; --",
  ]
  for (const bad of foreign) expect([bad.slice(0, 20), (await ask(bad)).status]).toEqual([bad.slice(0, 20), 400])
  expect((await ask('f'.repeat(301))).status).toBe(400)
  expect((await ask(key, await api.signIn('adj.aaa2'))).body).toMatchObject({
    status: { code: 'VALIDATION' },
    fields: [{ path: 'nextDataKey' }],
  })
  expect((await ask(key, adjuster, { claimId: claim(2) })).status).toBe(400)
  expect((await ask(key, adjuster, { subCarrierCode: 'AAA1' })).status).toBe(400)
  expect((await ask(key, adjuster, { moreDataFlag: false })).body.priorAuths[0]!.priorAuthOverrideRef).toBe('PNEW')
})

test('A page shows filtered rows with today’s status, only within the scope', async () => {
  const api = await startFixtureApi()
  await many(api, 60)
  const adjuster = await api.signIn('adj.aaa')
  const ask = async (filter: object, more: object = {}) =>
    (await adjuster.ask(priorAuths.page, { claimId: claim(1), filter, size: 100, ...more })).body
  expect((await ask({})).content[0]).toMatchObject({
    masterCarrier: 'AAA',
    esiClaimId: 'EAAA11',
    subscriberNumber: 'SUBAAA11',
  })
  expect(await ask({})).toMatchObject({ totalElements: 60, totalPages: 1, totalIsExact: true })
  const expired = await ask({ status: [5] })
  expect(
    expired.content.every((one) => one.statusId === 5 && one.statusName === 'Expired' && one.endDate < today),
  ).toBe(true)
  expect(expired.totalElements).toBe(24)
  expect((await ask({ status: [8] })).totalElements).toBe(6)
  expect((await ask({ kind: 'BLOCK', status: [7] })).totalElements).toBe(6)
  expect((await ask({ drug: 'NAPROX' })).totalElements).toBe(30)
  expect((await ask({ drug: '1310' })).totalElements).toBe(60)
  expect((await ask({ drug: '%%' })).totalElements).toBe(0)
  expect((await ask({ from: day(2) })).totalElements).toBe(30)
  expect((await ask({ to: day(-15) })).totalElements).toBe(15)
  expect(await ask({}, { page: 1, size: 25 })).toMatchObject({ page: 1, totalPages: 3 })
  expect(
    (await adjuster.ask(priorAuths.page, { claimId: claim(1), filter: { from: day(2), to: day(1) } })).body.fields,
  ).toMatchObject([{ path: 'filter.to' }])
  expect((await adjuster.ask(priorAuths.page, { claimId: claim(1), subCarrierCode: 'AAA2' })).status).toBe(404)
  for (const call of [priorAuths.page, priorAuths.history]) {
    expect((await adjuster.ask(call, { claimId: claim(1, 'BBB1', 'BBB') })).status).toBe(404)
    expect((await (await api.signIn('adj.sub1')).ask(call, { claimId: claim(1, 'AAA2') })).status).toBe(404)
    expect((await (await api.signIn('read.only')).ask(call, { claimId: claim(1) })).status).toBe(200)
  }
})

test('The file is named after the claimant, holds the whole list, and names its filter', async () => {
  const api = await startFixtureApi()
  await many(api, 40)
  const adjuster = await api.signIn('adj.aaa')
  const utc = new Date().toISOString() // the requested zone
  const us = `${utc.slice(5, 7)}-${utc.slice(8, 10)}-${utc.slice(0, 4)}`
  const file = (type: string, more: object = {}) =>
    adjuster.ask(priorAuths.export, { type, claimId: claim(1), timeZone: 'UTC', patientName: 'Somebody Else', ...more })
  const csv = await file('CSV', { filter: { drug: 'naproxen' } })
  expect(csv.headers['content-disposition']).toContain(`Maria Ortega1_${us}.csv`)
  expect(csv.text.split('\r\n').length).toBe(1 + 20 + 4 + 1)
  expect(csv.text).toContain(`"'=cmd"`)
  expect(csv.text).toContain('Drug: naproxen')
  const pdf = await file('pdf')
  expect([pdf.headers['content-type'], pdf.text.slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
  expect((await file('xls')).body.status).toMatchObject({
    code: 'UNKNOWN_EXPORT_TYPE',
    message: 'Unknown export type. Allowed types CSV or PDF',
  })
  await api.db.query(`insert into carrier_setting values ('AAA', '*', 'patientNameInFiles', 'false')`)
  expect((await file('csv')).headers['content-disposition']).toContain(`PriorAuthHistory_${us}.csv`)
  expect((await file('csv', { claimId: claim(1, 'BBB1', 'BBB') })).status).toBe(404)
})
