import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { textsNow } from '#testing/browser/settled.ts'
import { faultsOf, twoLooks } from '#testing/kit/axe.ts'
import { startPortalInBrowser, type PortalInBrowser, type Visit } from '#testing/portal-in-browser.ts'

// Finding a patient and opening their profile, in a real browser.

type Known = {
  id: string
  sub: string
  number: string
  patientId: string
  first: string
  last: string
  tcn: string
  open: number
}
let portal: PortalInBrowser
let visit: Visit
let page: Page
/** A claim of the user with an open request and a fill. */
let known: Known

beforeAll(async () => {
  portal = await startPortalInBrowser()
  const { rows } = await portal.db.query<Known>(
    `select c.id, c.sub_carrier as sub, c.claim_number as number, t.patient_id as "patientId", t.first_name as first, t.last_name as last, x.tcn,
       (select count(*)::int from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id and a.status_id between 20 and 29) as open
     from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id join app_user u on u.id = c.owner_id and u.username = 'dana.ruiz'
     join lateral (select tcn from rx_transaction x where x.mc = c.mc and x.stratus_claim_id = c.id limit 1) x on true
     where c.mc = 'NWM' and exists (select from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id and a.status_id between 20 and 29)
     order by c.claim_number limit 1`,
  )
  known = rows[0]!
  visit = await portal.visitAs('dana.ruiz', { mc: 'NWM', path: '/patients' })
  page = visit.page
})
afterAll(() => portal.stop())
beforeEach(async () => {
  await page.goto(`${portal.origin}/patients`)
  await page.getByRole('heading', { level: 1, name: 'Patients' }).waitFor()
})

const profilePath = (tab = 'overview') => `/patients/NWM/${known.sub}/${known.id}/${tab}`
const field = () => page.getByRole('searchbox')
const fullName = () => `${known.first} ${known.last}`
const row = () => page.getByRole('row').filter({ hasText: known.number })

describe('An adjuster finds a patient', () => {
  test.each([
    ['Claim Number', () => known.number.toLowerCase()],
    ['Patient ID', () => ` ${known.patientId.toLowerCase()} `],
    ['Patient Last Name', () => `${known.last}, ${known.first}`],
    ['TCN', () => known.tcn],
  ])('by %s', async (type, text) => {
    await page.getByRole('radio', { name: type }).check()
    await field().fill(text())
    await field().press('Enter')
    await row().getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: known.last }).waitFor()
    expect(new URL(page.url()).pathname).toBe(profilePath())
    expect(await page.title()).toContain(known.number)
    expect(await page.title()).not.toContain(known.last)
  })

  test('by what is typed at once, from the page itself and from the menu', async () => {
    const typeAtOnce = async () => {
      await expect.poll(() => field().evaluate((it) => it === document.activeElement)).toBe(true)
      await page.keyboard.type(known.number)
      await page.keyboard.press('Enter')
      await row().waitFor()
    }
    await typeAtOnce()
    await field().fill('')
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await page.waitForURL(/\/home$/)
    await page.getByRole('link', { name: 'Patients', exact: true }).first().click()
    await typeAtOnce()
  })

  test('by Case Owner, page by page', async () => {
    await page.getByRole('radio', { name: 'Case Owner' }).check()
    await field().fill('ruiz, dana')
    await field().press('Enter')
    const next = page.getByRole('button', { name: 'Next' })
    const isHere = async () => (await textsNow(page.getByRole('row'))).some((words) => words.includes(known.number))
    await page.getByRole('row').nth(1).waitFor()
    for (let at = 50; !(await isHere()); at += 50) {
      await next.click()
      await page.getByText(`${at + 1} to `).waitFor()
    }
    await row().getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: known.last }).waitFor()
    expect(new URL(page.url()).pathname).toBe(profilePath())
  })

  test('without choosing the type, opens the one match with Enter, and finds the same again with Back', async () => {
    await field().fill(known.number)
    await expect.poll(() => page.getByRole('radio', { name: 'Claim Number' }).isChecked()).toBe(true)
    await field().press('Enter')
    await page.getByText('1 claim. Press Enter to open it.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/patients')
    await field().press('Enter')
    await page.getByRole('heading', { level: 1, name: known.last }).waitFor()
    await page.goBack()
    await row().waitFor()
    await expect.poll(() => field().inputValue()).toBe(known.number)
    expect(page.url()).not.toContain(known.number)
  })

  test('with a letter wrong in the last name, below the heading Close spelling', async () => {
    await page.getByRole('radio', { name: 'Patient Last Name' }).check()
    await field().fill(`${known.last.slice(0, 2)}${known.last.slice(3)}, ${known.first}`)
    await field().press('Enter')
    await row().waitFor()
    await page.getByRole('rowheader', { name: 'Close spelling' }).waitFor()
    await expect.poll(() => row().count()).toBe(1)
  })

  test('with who it is beside the list, and opens their medications with M', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('radio', { name: 'Claim Number' }).check()
    await field().fill(known.number)
    await field().press('Enter')
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('heading', { name: fullName() }).waitFor()
    await expect.poll(() => preview.innerText()).toContain(known.patientId)
    await expect.poll(() => preview.innerText()).toContain(`${known.open} open`)
    await row().getByRole('link').focus()
    await page.keyboard.press('m')
    await page.getByRole('heading', { level: 1, name: known.last }).waitFor()
    expect(new URL(page.url()).pathname).toBe(profilePath('medications'))
    await page.goBack()
    await page.setViewportSize({ width: 1024, height: 900 })
    await row().waitFor()
    await expect.poll(() => preview.isVisible()).toBe(false)
    await row().getByRole('link').focus()
    await page.keyboard.press(' ')
    await page.getByRole('dialog', { name: 'Preview' }).getByText(known.patientId).waitFor()
    await page.keyboard.press('Escape')
  })

  test('among their own patients, and reads why nothing was found', async () => {
    await page.getByRole('tab', { name: 'My patients' }).click()
    await page.getByRole('cell', { name: 'Dana Ruiz' }).first().waitFor()
    expect(page.url()).toContain('/patients?adjuster=me')
    await page.goBack()
    await field().fill('ZZ-NOBODY-1')
    await field().press('Enter')
    await page.getByRole('heading', { name: 'Nothing found for Claim Number ZZ-NOBODY-1' }).waitFor()
    // Zeros left out: the nearest number is offered, and opens.
    const short = known.number.replace(/-0+/, '-')
    await field().fill(short)
    await field().press('Enter')
    await page.getByRole('heading', { name: `Nothing found for Claim Number ${short}` }).waitFor()
    expect(await faultsOf(page, twoLooks)).toEqual([])
    await page.getByRole('link', { name: `Open ${known.number} · zeros added` }).click()
    await page.getByRole('heading', { level: 1, name: known.last }).waitFor()
    await page.goBack()
  })

  test('from anywhere with Ctrl K, by name and by the keys alone', async () => {
    await page.goto(`${portal.origin}/home`)
    await page.getByRole('button', { name: /^Find or do anything/ }).waitFor()
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: /^Patient, claim/ })
    await box.fill(known.number)
    await page.getByRole('option', { name: fullName() }).first().waitFor()
    expect(await faultsOf(page, twoLooks)).toEqual([])
    await box.press('Enter')
    await page.getByRole('heading', { level: 1, name: known.last }).waitFor()
    await page.keyboard.press('Control+k')
    await box.fill('profile')
    await page.getByRole('option', { name: 'Profile' }).click()
    await page.waitForURL('**/accounts/profile')
    await page.keyboard.press('Control+k')
    await box.fill('@park')
    await page.getByRole('option', { name: /^Lee Park/ }).click()
    await page.waitForURL(/\/authorizations\/[0-9a-f-]{36}/)
    // A request that was decided is found, too, and says so.
    const { rows } = await portal.db.query<{ reference: string }>(
      `select reference_number as reference from rx_authorization where mc = 'NWM' and status_id = 30 order by completed_at desc, id limit 1`,
    )
    await page.keyboard.press('Control+k')
    await box.fill(rows[0]!.reference)
    await page.getByRole('option', { name: new RegExp(`Approved · Claim .+ · ${rows[0]!.reference}`) }).waitFor()
    await page.keyboard.press('Escape')
  })
})

describe('The profile', () => {
  const open = async (tab?: string) => {
    await page.goto(portal.origin + profilePath(tab))
    await page.getByRole('heading', { level: 1, name: known.last }).waitFor()
  }

  test('keeps name, birth date, claim, patient ID and date of injury whole from 320 to 1920 pixels and at twice the size', async () => {
    await open()
    for (const width of [320, 390, 720, 1024, 1300, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const cut = await page.locator('h1, h1 ~ *, h1 >> xpath=../..//p/span').evaluateAll((found) =>
        found
          .filter((one) => {
            const { left, right, width: wide } = one.getBoundingClientRect()
            return one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline'
              ? true
              : wide === 0 || left < 0 || right > innerWidth
          })
          .map((one) => one.textContent),
      )
      expect(cut, `${width}`).toEqual([])
      // The button beside it takes no room from it on a phone.
      const facts = page.locator('h1 >> xpath=../..//p').first()
      await expect
        .poll(async () => (await facts.boundingBox())!.width, { message: `${width}` })
        .toBeGreaterThan(Math.min(width, 720) * 0.55)
    }
    for (const words of [known.first, known.last, known.number, known.patientId, 'Born', 'Injured'])
      await expect.poll(() => page.getByRole('main').innerText()).toContain(words)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('changes tabs by number and arrow keys, and leads from the open request back to its tab', async () => {
    await open()
    const tab = (name: RegExp) => page.getByRole('tab', { name, selected: true })
    const pending = await textsNow(page.getByRole('tab'))
    await page.keyboard.press(String(pending.findIndex((words) => words.startsWith('Pending')) + 1))
    await tab(/^Pending/).waitFor()
    expect(new URL(page.url()).pathname).toBe(profilePath('pending'))
    const links = page.getByRole('tabpanel').getByRole('rowheader').getByRole('link')
    await links.first().waitFor()
    await expect.poll(() => links.count()).toBe(known.open)
    expect(await faultsOf(page, twoLooks)).toEqual([])
    await links.first().click()
    await page.waitForURL('**/authorizations/request/*')
    await page.getByRole('link', { name: fullName() }).first().waitFor()
    await page.goBack()
    await tab(/^Pending/).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await tab(/^Complete/).waitFor()
    await page
      .getByRole('tabpanel')
      .getByText(/No complete requests|Approved|Rejected|Closed|Withdrawn|Expired/)
      .first()
      .waitFor()
  })

  test('shows the last digits of the Social Security number for a reason', async () => {
    await portal.db.query(`update claimant set ssn_last4 = '6120' where patient_id = $1`, [known.patientId])
    await open()
    await expect.poll(() => page.getByRole('main').innerText()).not.toContain('6120')
    await page.getByRole('button', { name: /^Show the last digits/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Show' }).click()
    await dialog.getByText('Enter why you need it.').waitFor()
    await dialog.getByLabel('Why you need it').fill('The pharmacy asks to match the card')
    await dialog.getByRole('button', { name: 'Show' }).click()
    await page.getByText('6120').waitFor()
    const { rows } = await portal.db.query(
      `select detail from access_audit where call = 'patients.revealSsn' and detail is not null`,
    )
    expect(rows).toEqual([{ detail: { reason: 'The pharmacy asks to match the card' } }])
  })

  test('has no fault axe knows of, light and dark, wide and narrow', async () => {
    await open()
    for (const name of ['Open requests', 'Next deadlines', 'Contacts', /^Documents/])
      await page.getByRole('heading', { level: 2, name }).waitFor()
    await page.getByRole('region', { name: 'Contacts' }).getByText(fullName()).waitFor()
    await visit.quiet()
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Patients' }).waitFor()
  })

  test('of a claim outside the user’s carrier says that it is not available, and offers the search', async () => {
    const { rows } = await portal.db.query<{ mc: string; sub: string; id: string }>(
      `select mc, sub_carrier as sub, id from wc_claim where mc <> 'NWM' limit 1`,
    )
    for (const path of [
      `/patients/NWM/${known.sub}/${rows[0]!.id}/pending`,
      `/patients/NWM/NWM99/${known.id}/pending`,
      '/patients/NWM/x/y/z',
    ]) {
      await page.goto(portal.origin + path)
      await page.getByRole('heading', { name: 'This patient is not available' }).waitFor()
    }
    await page.getByRole('link', { name: 'Find a patient' }).click()
    await field().waitFor()
    expect(new URL(page.url()).pathname).toBe('/patients')
  })
})

test('the search has no fault axe knows of, light and dark, wide and narrow', async () => {
  await page.getByRole('radio', { name: 'Patient Last Name' }).check()
  await field().fill(known.last)
  await field().press('Enter')
  await row().waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test('a search that finds two people of one name shows both birth dates', async () => {
  await portal.db.query(
    `with twin as (insert into claimant (mc, id, patient_id, first_name, last_name, last_folded, first_folded, dob)
       select mc, gen_random_uuid(), 'PTWIN', first_name, last_name, last_folded, first_folded, '1961-02-03'
         from claimant where patient_id = $1 returning mc, id)
     insert into wc_claim (mc, id, sub_carrier, group_code, claimant_id, esi_claim_id, client_claim_id, claim_number, subscriber_number,
       doi, juris_state, compensability, status)
       select c.mc, gen_random_uuid(), c.sub_carrier, c.group_code, twin.id, 'ETWIN', 'CTWIN', 'TWIN-1', 'STWIN',
         c.doi, c.juris_state, 'ACCEPTED', 'OPEN' from wc_claim c, twin where c.id = $2`,
    [known.patientId, known.id],
  )
  await page.getByRole('radio', { name: 'Patient Last Name' }).check()
  await field().fill(`${known.last}, ${known.first}`)
  await field().press('Enter')
  await page.getByText(`Two people are named ${fullName()}.`).waitFor()
  await expect.poll(() => page.getByRole('main').innerText()).toContain('02/03/1961')
})

test('Home shows the patients viewed last, finds one, and leads from an escalated line to the open requests of the person', async () => {
  await page.goto(portal.origin + profilePath())
  await page.getByRole('heading', { level: 1, name: known.last }).waitFor()
  await visit.quiet()
  await page.goto(`${portal.origin}/home`)
  const card = page.getByRole('region', { name: 'Patients' })
  await card.getByRole('listitem').first().getByRole('link', { name: fullName() }).waitFor()
  const line = page
    .getByRole('region', { name: /^Escalated/ })
    .getByRole('listitem')
    .first()
  const [person, drug] = [line.getByRole('link').first(), line.getByRole('link').last()]
  await expect.poll(() => person.getAttribute('href')).toMatch(/^\/patients\/NWM\/[A-Z0-9]+\/[0-9a-f-]{36}\/pending$/)
  await expect.poll(() => drug.getAttribute('href')).toMatch(/^\/authorizations\/request\/[0-9a-f-]{36}$/)
  await person.click()
  await page.getByRole('tab', { name: /^Pending/, selected: true }).waitFor()
  await page.goBack()
  await card.getByLabel('Find a patient by').selectOption('Claim Number')
  await card.getByRole('searchbox').fill(known.number)
  await card.getByRole('searchbox').press('Enter')
  await row().waitFor()
})

test('the privacy office reads on the profile who looked at the patient; an adjuster has no such tab', async () => {
  await page.goto(portal.origin + profilePath('who-looked'))
  await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor()
  await expect.poll(() => page.getByRole('tab', { name: 'Who looked' }).count()).toBe(0)
  await portal.db.query(
    `update user_carrier w set roles = array_append(w.roles, 'account_admin') from app_user u
      where u.id = w.user_id and u.username = 'lee.park' and w.mc = 'NWM'`,
  )
  const office = await portal.visitAs('lee.park', { mc: 'NWM', path: profilePath('who-looked') })
  await office.page
    .getByRole('rowheader', { name: /^Dana Ruiz\s*Adjuster$/ })
    .first()
    .waitFor()
  const line = office.page.getByRole('row').filter({ hasText: 'Dana Ruiz' }).filter({ hasText: 'Profile' }).first()
  await expect.poll(() => line.innerText()).toContain('Case owner')
  expect(await faultsOf(office.page, twoLooks)).toEqual([])
  await office.context.close()
})

test('a hostile name is text everywhere, and no address names a patient', async () => {
  const hostile = `<img src=x onerror="document.title='owned'">‮O'Q"; drop`
  const addresses: string[] = []
  page.on('request', (request) => void addresses.push(request.url()))
  await portal.db.query(`update claimant set last_name = $1, first_name = '{{7*7}}' where patient_id = $2`, [
    hostile,
    known.patientId,
  ])
  await field().fill(known.number)
  await field().press('Enter')
  await row().getByRole('link').click()
  await page.getByRole('heading', { level: 1 }).getByText('onerror').waitFor()
  for (const path of [profilePath('pending'), '/home']) {
    await page.goto(portal.origin + path)
    await page.getByText('onerror').first().waitFor()
    expect(await page.title()).not.toContain('owned')
    await expect.poll(() => page.locator('main img').count()).toBe(0)
  }
  expect(addresses.filter((address) => /onerror|7\*7|Q%22/.test(address))).toEqual([])
  expect(visit.complaints.filter((words) => !/404|400/.test(words))).toEqual([])
})

test('a link from the carrier’s own system opens the patient of the claim once the carrier allows it', async () => {
  const link = `${portal.origin}/claim-link/NWM/${known.number}`
  await page.goto(link)
  await page.getByText('Links from your claim system are switched off').waitFor()
  await portal.db.query(`insert into carrier_setting (mc, key, value) values ('NWM', 'patientLinks', 'true')`)
  await page.goto(link)
  await expect.poll(() => new URL(page.url()).pathname).toBe(profilePath())
  await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor()
  await page.goto(`${portal.origin}/claim-link/NWM/NO-SUCH-CLAIM`)
  await page.getByText('This patient is not available').waitFor()
  expect(await faultsOf(page, twoLooks)).toEqual([])
})
