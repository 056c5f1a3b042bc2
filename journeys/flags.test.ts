import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flagTable } from '#features/flags/flag-table.ts'
import type { Visit } from '#testing/portal-in-browser.ts'
import { openJourney, sendToPharmacist, type Journey } from './portal.ts'

// Each flag is turned on and off, and the screen looked at: what is there with one value alone, and what is there with both.

let portal: Journey
let claim: { sub: string; id: string; person: string }
let request: string
let minnesota: string
let clinical: string
const visits = new Map<string, Promise<Visit>>()
const visit = (username: string) => {
  const found = visits.get(username) ?? portal.visitAs(username, { mc: 'NWM' })
  visits.set(username, found)
  return found
}
beforeAll(async () => {
  portal = await openJourney()
  clinical = await sendToPharmacist(portal)
  // A request with a code that a pharmacist clears, of a covered worker whose card can be made.
  const { rows } = await portal.db.query(
    `select a.id, c.id as claim, c.sub_carrier as sub, c.claimant_id as person from rx_authorization a
       join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
      where a.mc = 'NWM' and a.status_id = 20 and a.compound_code = 1 and a.reconsideration_level = 0 and a.snoozed_until is null
        and not exists (select from lomn_request l where l.mc = a.mc and l.authorization_id = a.id)
        and exists (select from jsonb_array_elements(a.rejects) r where (r ->> 'safety')::boolean and r ->> 'overridableBy' = 'R')
        and not exists (select from jsonb_array_elements(a.rejects) r where (r ->> 'hardStop')::boolean)
        and exists (select from eligibility_span s where s.mc = c.mc and s.stratus_claim_id = c.id and s.term_date is null)
        and exists (select from rx_transaction x where x.mc = c.mc and x.stratus_claim_id = c.id and x.status = 'P')
      order by exists (select from authorization_owner o join app_user u on u.id = o.user_id and u.username = 'dana.ruiz'
        where o.mc = a.mc and o.authorization_id = a.id) desc, a.statutory_due_at desc, a.id limit 1`,
  )
  request = rows[0].id
  claim = { sub: rows[0].sub, id: rows[0].claim, person: rows[0].person }
  // A Minnesota request; a second claim of the same person.
  const other = await portal.db.query(
    `update rx_authorization set juris_state = 'MN' where mc = 'NWM' and id =
       (select id from rx_authorization where mc = 'NWM' and status_id = 20 and id <> $1 order by id limit 1) returning id`,
    [request],
  )
  minnesota = other.rows[0].id
  await portal.db.query(
    `update wc_claim set claimant_id = $1 where (mc, id) = (select mc, id from wc_claim where mc = 'NWM' and sub_carrier = $2
       and id <> $3 and not exists (select from rx_authorization a where a.mc = wc_claim.mc and a.stratus_claim_id = wc_claim.id) order by id limit 1)`,
    [claim.person, claim.sub, claim.id],
  )
})
afterAll(() => portal.stop())

const put = (key: string, enabled: boolean) =>
  portal.db.query(
    `insert into feature_flag_override (mc, key, enabled) values ('NWM', $1, $2)
     on conflict (mc, sub_carrier, key) do update set enabled = excluded.enabled`,
    [key, enabled],
  )
const picture = async (page: Page, key: string, enabled: boolean) => {
  const folder = process.env['PICTURES']
  if (folder) await page.screenshot({ path: join(folder, `flag-${key}-${enabled ? 'on' : 'off'}.png`) })
}

type Shown = {
  key: string
  /** The value of the flag with which it is seen. */
  with: boolean
  who?: string
  path: () => string
  /** What is done first. */
  open?: (page: Page) => Promise<void>
  /** There with both values. */
  always: (page: Page) => Locator
  seen: (page: Page) => Locator
}
const ofPatient = (tab: string) => () => `/patients/NWM/${claim.sub}/${claim.id}/${tab}`
const ofRequest = () => `/authorizations/request/${request}`
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const tabOf = (name: RegExp) => (page: Page) => page.getByRole('tab', { name })
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true })
const text = (words: string | RegExp) => (page: Page) => page.getByText(words)
const inAccounts = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Accounts' }).getByRole('link', { name, exact: true })
const profile = inAccounts('Profile')
const account = () => '/accounts/profile'
const requestCard = async (page: Page) => {
  await button('Request new')(page).click()
  await page.getByRole('dialog', { name: 'Request a new card' }).getByText('Print it now').waitFor()
}
const patient = { path: ofPatient('overview'), always: (page: Page) => page.getByText('Open requests').first() }
const card = { path: ofPatient('eligibility'), open: requestCard, always: text('How it is sent') }
const onRequest = { path: ofRequest, always: (page: Page) => page.getByText('Last paid fill') }
const form = { ...onRequest, always: (page: Page) => page.getByRole('heading', { name: 'Safety rejects' }) }
const acting = { ...onRequest, always: (page: Page) => page.getByRole('button', { name: 'More actions' }) }

const screens: readonly Shown[] = [
  { key: 'patient_show_filecab', with: true, ...patient, seen: tabOf(/^Documents/) },
  { key: 'textMessagesDisabled', with: false, ...patient, seen: tabOf(/^Text messages/) },
  {
    key: 'careRiskScoreDisabled',
    with: false,
    ...patient,
    seen: (page) => page.getByRole('heading', { name: /^Care score/ }),
  },
  { key: 'claim_selection_enabled', with: true, ...patient, seen: text('Other claims of this person') },
  {
    key: 'create_prior_auth',
    with: true,
    ...patient,
    seen: (page) => page.getByRole('link', { name: /^Create authorization/ }),
  },
  {
    key: 'patient_add_note_enabled',
    with: true,
    ...patient,
    seen: (page) => page.getByRole('link', { name: /^Add note/ }),
  },
  {
    key: 'edit_patient_mc_disabled',
    with: true,
    who: 'pat.lund',
    path: ofPatient('eligibility'),
    always: button('Add a period'),
    seen: (page) => page.getByRole('button', { name: 'Add a period', disabled: true }),
  },
  {
    key: 'patient_view_card_disabled',
    with: true,
    path: ofPatient('eligibility'),
    always: button('Request new'),
    seen: text('The carrier has switched the view of cards off.'),
  },
  { key: 'patient_send_card_disabled', with: true, ...card, seen: text('The carrier has switched cards off.') },
  {
    key: 'patient_text_card_disabled',
    with: true,
    ...card,
    seen: text('The carrier has switched cards by text message off.'),
  },
  {
    key: 'TransactionHistoryFlag',
    with: true,
    path: ofPatient('medications?view=transactions'),
    open: async (page) => void (await page.getByRole('combobox', { name: 'Time' }).selectOption('all')),
    always: (page) => page.getByRole('combobox', { name: 'Time' }),
    seen: text('Paid and billed'),
  },
  {
    key: 'mn_mac',
    with: true,
    ...onRequest,
    path: () => `/authorizations/request/${minnesota}`,
    seen: text('Minnesota claim.'),
  },
  {
    key: 'safetyRejectEnabled',
    with: false,
    who: 'omar.diaz',
    ...form,
    path: () => `/authorizations/request/${clinical}`,
    seen: text(/Your carrier does not let your role clear code/),
  },
  { key: 'safetyOverrideEnabled', with: true, ...form, seen: text(/Send the request to a pharmacist\./) },
  {
    key: 'patient_pending_auth_snooze_disabled',
    with: false,
    ...acting,
    seen: (page) => page.getByRole('button', { name: /^Snooze/ }),
  },
  {
    key: 'patient_request_lomn_disabled',
    with: false,
    ...acting,
    seen: (page) => page.getByRole('button', { name: /^Request letter/ }),
  },
  {
    key: 'lomnAutoFax',
    with: false,
    path: ofRequest,
    open: (page) => page.getByRole('button', { name: /^Request letter/ }).click(),
    always: text('E-mail with a secure link'),
    seen: text('Not available for this carrier'),
  },
  {
    key: 'auth_search_addn_opts',
    with: true,
    path: () => '/authorizations',
    always: (page) => page.getByLabel('Find requests by', { exact: true }),
    seen: (page) =>
      page.getByLabel('Find requests by', { exact: true }).getByRole('option', { name: 'Authorization id' }),
  },
  {
    key: 'pdfExportEnabled',
    with: true,
    path: () => '/authorizations',
    open: (page) => page.getByRole('button', { name: 'Export', exact: true }).click(),
    always: (page) => page.getByRole('menuitem', { name: /^CSV/ }),
    seen: (page) => page.getByRole('menuitem', { name: /^PDF/ }),
  },
  { key: 'add_prescriber', with: true, path: () => '/practitioners', always: title, seen: button('Add a prescriber') },
  {
    key: 'add_patient_mc_disabled',
    with: false,
    who: 'pat.lund',
    path: () => '/patients',
    always: tabOf(/^Find a patient/),
    seen: (page) => page.getByRole('link', { name: 'Add patient' }),
  },
  {
    key: 'myTeamsSupervisorViewEnabled',
    with: true,
    who: 'sam.okafor',
    path: account,
    always: profile,
    seen: (page) => page.getByRole('navigation').getByRole('link', { name: /^Team\b/ }),
  },
  {
    key: 'notifications',
    with: true,
    path: account,
    always: profile,
    seen: (page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ }),
  },
  {
    key: 'notificationSettings',
    with: true,
    path: account,
    always: profile,
    seen: inAccounts('Notification Settings'),
  },
  { key: 'administration', with: true, who: 'kit.moss', path: account, always: profile, seen: inAccounts('Users') },
  {
    key: 'dbClientSetupEnabled',
    with: true,
    who: 'kit.moss',
    path: account,
    always: profile,
    seen: inAccounts('Carrier settings'),
  },
]

test.each(screens)('$key is turned on and off, and the screen follows', async (one) => {
  const { page, quiet } = await visit(one.who ?? 'dana.ruiz')
  for (const enabled of [one.with, !one.with]) {
    await put(one.key, enabled)
    await page.goto(portal.origin + one.path())
    await one.open?.(page)
    await one.always(page).first().waitFor()
    if (enabled === one.with) await one.seen(page).first().waitFor({ state: 'attached' })
    else {
      await quiet()
      await expect.poll(() => one.seen(page).count()).toBe(0)
    }
    await picture(page, one.key, enabled)
  }
  await portal.db.query('delete from feature_flag_override where key = $1', [one.key])
})

test('PatientSearchFlag is turned on and off: the search by name has a call of its own, and finds the same', async () => {
  const { rows } = await portal.db.query(
    `select t.last_name from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id where c.id = $1`,
    [claim.id],
  )
  for (const enabled of [true, false]) {
    await put('PatientSearchFlag', enabled)
    const { page, context } = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/patients' })
    await page.getByRole('radio', { name: 'Patient Last Name' }).check({ force: true })
    const asked = page.waitForRequest((sent) => /\/patients\/search/.test(sent.url()))
    await page.getByRole('searchbox', { name: 'Patient Last Name' }).fill(rows[0].last_name)
    await page.keyboard.press('Enter')
    expect(new URL((await asked).url()).pathname.endsWith('ByName')).toBe(enabled)
    await page.getByRole('table').getByText(new RegExp(rows[0].last_name)).first().waitFor()
    await picture(page, 'PatientSearchFlag', enabled)
    await context.close()
  }
})

test('loginErrorPage is turned on and off: a sign-in that fails leads to a page of its own', async () => {
  const { page, context } = await portal.open()
  for (const enabled of [true, false]) {
    await portal.db.query(`update feature_flag set enabled = $1 where key = 'loginErrorPage'`, [enabled])
    await page.goto(`${portal.origin}/login/callback?code=made-up&state=made-up`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(enabled ? '/login-error' : '/login/callback')
    await picture(page, 'loginErrorPage', enabled)
  }
  await context.close()
})

/** Flags that no screen shows, or only the answer to an act; `testing/attacks/flags.test.ts` turns these on and off. */
const withoutScreen: Readonly<Record<string, string>> = {
  activeAdjusters: 'It says who is among the names that are offered.',
  bulkActs: 'It refuses the act.',
  monitorUsers: 'It says what the monitoring service is sent.',
}

test('no flag is left out', () => {
  const here = [...screens.map(({ key }) => key), 'PatientSearchFlag', 'loginErrorPage']
  expect([...here, ...Object.keys(withoutScreen)].toSorted()).toEqual(Object.keys(flagTable).toSorted())
})
