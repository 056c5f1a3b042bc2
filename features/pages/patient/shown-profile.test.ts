import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Profile } from '#features/patients/contract.ts'
import { startPortalInBrowser, type PortalInBrowser } from '#testing/portal-in-browser.ts'
import { shownProfile } from './shown-profile.ts'

const profile = {
  tabs: ['overview', 'documents', 'notes', 'texts'].map((key) => ({ key, count: null })),
  settings: { patient_show_filecab: true, textMessagesDisabled: false, create_prior_auth: true },
  otherClaims: [{ claimId: 'other' }],
} as unknown as Profile
const tabsOf = (of: Parameters<typeof shownProfile>[1]) => shownProfile(profile, of).tabs.map(({ key }) => key)

test.each([
  ['as it came', undefined, ['overview', 'documents', 'notes', 'texts']],
  ['documents off', { patient_show_filecab: false }, ['overview', 'notes', 'texts']],
  ['texts off', { textMessagesDisabled: true }, ['overview', 'documents', 'notes']],
  ['a setting that is no switch', { textMessagesDisabled: 'yes' }, ['overview', 'documents', 'notes', 'texts']],
])('the tabs of a profile: %s', (_, of, tabs) => expect(tabsOf(of)).toEqual(tabs))

test('a switch the settings do not name stays as the profile has it; the carrier has its word for the worker', () => {
  expect(shownProfile(profile, { patient_add_note_enabled: false }).settings).toMatchObject({
    create_prior_auth: true,
    patient_add_note_enabled: false,
  })
  expect(shownProfile(profile, { dateLabel: 'P' }).word).toBe('Patient')
  expect(shownProfile(profile, { dateLabel: 'E' }).word).toBe('Claimant')
  expect(shownProfile(profile, { claim_selection_enabled: false }).otherClaims).toEqual([])
})

describe('in a browser', () => {
  let portal: PortalInBrowser
  beforeAll(async () => {
    portal = await startPortalInBrowser()
  })
  afterAll(() => portal.stop())

  test('the profile reads tabs, labels and switches of its program, and is shown as it came where they cannot be read', async () => {
    const { rows } = await portal.db.query<{ sub: string; id: string }>(
      `select sub_carrier as sub, id from wc_claim where mc = 'NWM' and status = 'OPEN' and sub_carrier = 'NWM01' order by id limit 1`,
    )
    const [claim] = rows
    await portal.db.query(`update master_carrier set date_label = 'E' where mc = 'NWM'`)
    await portal.db.query(
      `insert into feature_flag_override (mc, sub_carrier, key, enabled)
       values ('NWM', 'NWM01', 'patient_show_filecab', false), ('NWM', 'NWM01', 'patient_add_note_enabled', false),
         ('NWM', 'NWM01', 'careRiskScoreDisabled', true)
       on conflict (mc, key, sub_carrier) do update set enabled = excluded.enabled`,
    )
    const path = `/patients/NWM/${claim!.sub}/${claim!.id}/overview`
    const { page, context } = await portal.visitAs('sam.okafor', { mc: 'NWM', path })
    await page.getByText(/^Claimant ID /).waitFor()
    const tabs = page.getByRole('tablist', { name: 'Claimant' })
    await tabs.getByText('Notes and contacts').waitFor()
    await expect.poll(() => tabs.getByText('Documents', { exact: true }).count()).toBe(0)
    await expect.poll(() => page.getByRole('link', { name: 'Add note' }).count()).toBe(0)
    await expect.poll(() => page.getByRole('heading', { name: /care.*score/i }).count()).toBe(0)

    await page.route(/\/api\/clientSettings\/_NWM\/_NWM01\?/, (route) =>
      route.fulfill({ status: 502, body: 'Bad gateway' }),
    )
    await page.reload()
    await page.getByText('Error getting client settings for NWM/NWM01').first().waitFor()
    await page.getByText(/^Patient ID /).waitFor()
    await context.close()
  })

  test('the menu, the patient search and the columns of lists have the carrier’s word for the injured worker', async () => {
    for (const [label, word] of [
      ['E', 'Claimant'],
      ['P', 'Patient'],
    ] as const) {
      await portal.db.query(`update master_carrier set date_label = $1 where mc = 'NWM'`, [label])
      const { page, context } = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/authorizations?view=all' })
      await page.getByRole('columnheader', { name: word }).waitFor()
      await page
        .getByRole('banner')
        .getByRole('link', { name: `${word}s` })
        .click()
      await page.getByRole('heading', { level: 1, name: `${word}s` }).waitFor()
      await expect.poll(() => page.getByRole('tab', { name: `My ${word.toLowerCase()}s` }).count()).toBe(1)
      await context.close()
    }
  })
})
