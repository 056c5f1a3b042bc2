import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flagTable } from '#features/flags/flag-table.ts'
import { patients } from '#features/patients/contract.ts'
import { settings } from '#features/settings/contract.ts'
import { texts } from '#features/text-messages/contract.ts'
import { everyCall } from '#registry'
import { attempt, send, sender } from './attempt.ts'
import type { Prepared } from './place.ts'
import { openPrepared } from './prepared.ts'
import { sampleOf } from './samples.ts'

// What each feature flag changes, on and off.

const root = join(import.meta.dirname, '../..')

let prepared: Prepared
beforeAll(async () => void (prepared = await openPrepared()))
afterAll(() => prepared.close())

const put = (key: string, enabled: boolean) =>
  prepared.api.db.query(
    `insert into feature_flag_override (mc, key, enabled) values ('AAA', $1, $2)
     on conflict (mc, sub_carrier, key) do update set enabled = excluded.enabled`,
    [key, enabled],
  )
const clear = () => prepared.api.db.query('delete from feature_flag_override')

/** The flag, the value that stops the call, the call, and what its sample has besides. */
const stops: [key: string, stoppedBy: boolean, call: string, more?: Record<string, unknown>][] = [
  ['add_patient_mc_disabled', true, 'eligibility.add'],
  ['add_prescriber', false, 'practitioners.add'],
  ['bulkActs', false, 'bulkActs.start'],
  ['edit_patient_mc_disabled', true, 'eligibility.update'],
  ['careRiskScoreDisabled', true, 'careScores.categories'],
  ['create_prior_auth', false, 'newAuthorization.build'],
  ['dbClientSetupEnabled', false, 'carrierSettings.setUp'],
  ['lomnAutoFax', false, 'letters.fax'],
  ['patient_request_lomn_disabled', true, 'letters.email'],
  ['patient_add_note_enabled', false, 'claimNotes.add'],
  ['patient_pending_auth_snooze_disabled', true, 'clock.snooze'],
  ['patient_send_card_disabled', true, 'cards.request'],
  ['patient_text_card_disabled', true, 'cards.request', { channel: 'TEXT' }],
  ['patient_view_card_disabled', true, 'cards.view'],
  ['patient_show_filecab', false, 'documents.ofPatient'],
  ['pdfExportEnabled', false, 'worklist.export', { type: 'pdf' }],
]
test.each(stops)('%s: with %j the call %s is switched off, otherwise it is not', async (key, stoppedBy, name, more) => {
  const call = everyCall.find((one) => one.name === name)!
  const codes: unknown[] = []
  for (const enabled of [stoppedBy, !stoppedBy]) {
    const place = prepared.fresh('AAA1')
    const by = sender(await prepared.api.signIn(place.username), place.mc)
    const input = { ...(await sampleOf(call, place)), ...more }
    await put(key, enabled)
    const { body } = await send(prepared.api, attempt(call, input, by))
    codes.push((body as { status?: { code?: string } }).status?.code === 'FEATURE_OFF')
    await clear()
  }
  expect(codes).toEqual([true, false])
})

const clientSettings: [key: string, level: string][] = [
  ['auth_search_addn_opts', 'settingsLevelGlobal'],
  ['myTeamsSupervisorViewEnabled', 'settingsLevelGlobal'],
]
test.each(clientSettings)('%s reaches the screens with the client settings of %s', async (key, level) => {
  const visitor = await prepared.api.signIn('adj.aaa')
  const seen: unknown[] = []
  for (const enabled of [true, false]) {
    await put(key, enabled)
    seen.push((await visitor.ask(settings.client, { id1: 'AAA', id2: 'AAA1', level })).body.settings[key])
    await clear()
  }
  expect(seen).toEqual([true, false])
})

test.each(['administration', 'PatientSearchFlag'])('%s reaches the screens as a flag', async (key) => {
  const visitor = await prepared.api.signIn('adj.aaa')
  const seen: unknown[] = []
  for (const enabled of [true, false]) {
    await put(key, enabled)
    seen.push((await visitor.ask(settings.features, { f: [key] })).body.enabled)
    await clear()
  }
  expect(seen).toEqual([true, false])
})

test('claim_selection_enabled: the other claims of a person are on the profile, or not', async () => {
  const visitor = await prepared.api.signIn('adj.aaa')
  const { rows } = await prepared.api.db.query(
    `select id, claimant_id from wc_claim where mc = 'AAA' and sub_carrier = 'AAA1' order by id limit 2`,
  )
  await prepared.api.db.query('update wc_claim set claimant_id = $1 where id = $2', [rows[0].claimant_id, rows[1].id])
  const seen: unknown[] = []
  for (const enabled of [true, false]) {
    await put('claim_selection_enabled', enabled)
    const { body } = await visitor.ask(patients.profile, { mc: 'AAA', sc: 'AAA1', claimId: rows[0].id })
    seen.push(body.otherClaims.length)
    await clear()
  }
  await prepared.api.db.query('update wc_claim set claimant_id = $1 where id = $2', [rows[1].claimant_id, rows[1].id])
  expect(seen).toEqual([1, 0])
})

test('textMessagesDisabled: the texts of a worker are blocked, or not', async () => {
  const place = prepared.same('AAA1')
  const visitor = await prepared.api.signIn(place.username)
  const { id } = await place.claimed()
  const seen: boolean[] = []
  for (const enabled of [true, false]) {
    await put('textMessagesDisabled', enabled)
    seen.push(
      JSON.stringify((await visitor.ask(texts.campaign, { a: 'AAA', b: 'AAA1', c: id })).body).includes('BLOCKED'),
    )
    await clear()
  }
  expect(seen).toEqual([true, false])
})

/** Flags whose effect is tested elsewhere, with the file. */
const elsewhere: Readonly<Record<string, string>> = {
  activeAdjusters: 'features/owners/people.test.ts',
  loginErrorPage: 'features/sign-in/error-catalogue.test.ts',
  mn_mac: 'journeys/decide.test.ts',
  monitorUsers: 'features/monitoring/monitoring.test.ts',
  notificationSettings: 'features/notifications/inbox.test.ts',
  notifications: 'features/notifications/inbox.test.ts',
  safetyOverrideEnabled: 'features/decisions/safety-flags.test.ts',
  safetyRejectEnabled: 'features/decisions/safety-flags.test.ts',
  TransactionHistoryFlag: 'journeys/coverage-and-documents.test.ts',
}

test('every flag has an effect that a test turns on and off', () => {
  const here = [
    ...stops.map(([key]) => key),
    ...clientSettings.map(([key]) => key),
    'textMessagesDisabled',
    'administration',
    'PatientSearchFlag',
    'claim_selection_enabled',
  ]
  expect([...new Set([...here, ...Object.keys(elsewhere)])].toSorted()).toEqual(Object.keys(flagTable).toSorted())
  for (const [key, file] of Object.entries(elsewhere))
    expect([file, readFileSync(join(root, file), 'utf8').includes(key)]).toEqual([file, true])
})

test('every flag is read by code that is neither its page nor a test', () => {
  const files = globSync('{features,platform}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.|samples\.ts$|features\/flags\//.test(file.replaceAll('\\', '/')),
  )
  const code = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  expect(Object.keys(flagTable).filter((key) => !new RegExp(`['"]${key}['"]`).test(code))).toEqual([])
})
