import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { session } from '#features/sign-in/contract.ts'
import { sql } from '#platform/database/sql.ts'
import { idOf } from '#testing/fixtures.ts'
import { flag } from './columns.ts'
import { settings } from './contract.ts'

let api: TestApi
let adjuster: Visitor
/** Works in AAA1 alone. */
let ofOneOffice: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  adjuster = await api.signIn('adj.aaa')
  ofOneOffice = await api.signIn('adj.sub1')
  await api.db.query(`insert into feature_flag_override (mc, sub_carrier, key, enabled) values
    ('AAA', '*', 'pdfExportEnabled', true), ('AAA', 'AAA1', 'pdfExportEnabled', false),
    ('AAA', 'AAA2', 'lomnAutoFax', false), ('BBB', '*', 'safetyRejectEnabled', false)`)
  await api.db.query(`insert into carrier_setting (mc, sub_carrier, key, value) values
    ('AAA', '*', 'maxApprovalDays', '180'), ('AAA', 'AAA1', 'maxApprovalDays', '90'),
    ('AAA', '*', 'passthruLabels', '{"field1": "Office", "field2": {"label": "Adjuster team", "showOn": ["screen"]}}'),
    ('AAA', '*', 'lettersDisabled', 'true')`)
})
afterAll(() => api.close())

const flagsOf = async (who: Visitor, more: { subCarrier?: string } = {}) => {
  const { status, body } = await who.ask(settings.features, {
    f: ['pdfExportEnabled', 'lomnAutoFax', 'safetyRejectEnabled', 'moon'],
    ...more,
  })
  return status === 200 ? body.flags : status
}

test('a flag is as the sub-carrier has it that was asked about, else as the carrier, else as everybody', async () => {
  const everybodys = { pdfExportEnabled: true, lomnAutoFax: true, safetyRejectEnabled: true, moon: false }
  expect(await flagsOf(adjuster)).toEqual(everybodys)
  expect(await flagsOf(adjuster, { subCarrier: 'AAA1' })).toEqual({ ...everybodys, pdfExportEnabled: false })
  expect(await flagsOf(adjuster, { subCarrier: 'AAA2' })).toEqual({ ...everybodys, lomnAutoFax: false })
})

test('a user of one sub-carrier has its flags without asking, and none of another', async () => {
  expect(await flagsOf(ofOneOffice)).toMatchObject({ pdfExportEnabled: false, lomnAutoFax: true })
  expect(await flagsOf(ofOneOffice, { subCarrier: 'AAA2' })).toBe(404)
  expect(await flagsOf(adjuster, { subCarrier: 'BBB1' })).toBe(404)
})

const client = async (level: string, id2 = 'ALL', who = adjuster) => {
  const { status, body } = await who.ask(settings.client, { id1: 'AAA', id2, level })
  return status === 200 ? body.settings : [status, (body as unknown as { status: { message: string } }).status.message]
}

test('each level of client settings has its own: the portal as a whole, a patient’s page', async () => {
  const whole = await client('settingsLevelGlobal')
  expect(whole).toMatchObject({ maxApprovalDays: 180, dateLabel: 'P', phone: '800-555-0142', pdfExportEnabled: true })
  expect(whole).not.toHaveProperty('lettersDisabled')
  const patient = await client('settingsLevelPatientProfile')
  expect(patient).toMatchObject({
    lettersDisabled: true,
    'label.field1': 'Office',
    'label.field2': 'Adjuster team',
    dateLabel: 'P',
    patient_show_filecab: expect.any(Boolean),
    careRiskScoreDisabled: false,
  })
  expect(patient).not.toHaveProperty('maxApprovalDays')
})

test('client settings are those of the sub-carrier, which must be there and the caller’s', async () => {
  expect(await client('settingsLevelGlobal', 'AAA1')).toMatchObject({ maxApprovalDays: 90, pdfExportEnabled: false })
  expect(await client('settingsLevelGlobal', 'AAA2')).toMatchObject({ maxApprovalDays: 180, pdfExportEnabled: true })
  for (const id2 of ['AAA9', 'BBB1']) expect(await client('settingsLevelGlobal', id2)).toEqual([404, 'Not found.'])
  expect(await client('settingsLevelGlobal', 'AAA2', ofOneOffice)).toEqual([404, 'Not found.'])
  expect(await client('settingsLevelMoon')).toEqual([400, 'Invalid settings level: settingsLevelMoon'])
})

test('the signed-in user has the names of carriers and of programs to extract from, as many as there are codes', async () => {
  const extracting = await api.signIn('ext.aaa')
  expect((await extracting.ask(session.details, {})).body.dataExtractSubCarriers).toEqual([
    { carrierCode: 'AAA1', carrierName: 'AAA1 office' },
    { carrierCode: 'AAA2', carrierName: 'AAA2 office' },
  ])
  await api.db.query(`update master_carrier set name = 'Alder, Mutual, Inc.' where mc = 'AAA'`)
  const { body } = await (await api.signIn('multi')).ask(session.details, {})
  expect(body.masterCarrierNameOptions.split(',')).toHaveLength(body.masterCarrierOptions.split(',').length)
  expect(body.masterCarrierNameOptions).toContain('Alder Mutual Inc.')
})

test('the intervals of pages are the carrier’s, else the usual ones; an unknown key is refused', async () => {
  await api.db.query(`insert into carrier_setting (mc, key, value) values ('AAA', 'smsPollInterval', '9000')`)
  expect((await adjuster.ask(settings.intervals, { f: ['smsPollInterval', 'metricsBatchSize'] })).body).toEqual({
    smsPollInterval: 9000,
    metricsBatchSize: 5,
  })
  const refused = await adjuster.ask(settings.intervals, { f: ['smsPollInterval', 'maxApprovalDays'] })
  expect([refused.status, (refused.body as never as { fields: unknown }).fields]).toMatchObject([400, [{ path: 'f' }]])
})

test('a flag evaluated for a call and one read beside a row agree for every combination of levels', async () => {
  const key = 'careRiskScoreDisabled'
  const beside = sql`select ${flag(key, false, { mc: sql`'AAA'`, sub: sql`'AAA1'` })} as on`
  const values = [null, true, false]
  for (const own of values)
    for (const ofSub of values)
      for (const ofCarrier of values) {
        await api.db.query(`delete from feature_flag_user`)
        await api.db.query(`delete from feature_flag_override where key = $1`, [key])
        if (own !== null)
          await api.db.query(`insert into feature_flag_user values ('AAA', $1, $2, $3)`, [idOf('adj.sub1'), key, own])
        for (const [place, enabled] of [
          ['*', ofCarrier],
          ['AAA1', ofSub],
        ])
          if (enabled !== null)
            await api.db.query(`insert into feature_flag_override values ('AAA', $1, $2, $3)`, [place, key, enabled])
        await api.db.query(`select set_config('app.user', $1, false)`, [idOf('adj.sub1')])
        const { rows } = await api.db.query(beside.text, [...beside.values])
        const called = (await ofOneOffice.ask(settings.features, { f: [key] })).body.enabled
        expect([own, ofSub, ofCarrier, called]).toEqual([own, ofSub, ofCarrier, rows[0].on])
      }
})
