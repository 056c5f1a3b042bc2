import type { BrowserContextOptions } from 'playwright-core'
import { startPortalInBrowser, type PortalData, type PortalInBrowser, type Visit } from '#testing/portal-in-browser.ts'

const INTAKE = 'journey-intake'

export type Journey = Omit<PortalInBrowser, 'signIn'> & {
  /** A browser of its own, signed in through the identity provider's page: two seconds of processor; `visitAs` where that is not shown. */
  signIn(username: string, options?: BrowserContextOptions): Promise<Visit>
  /** The same on a page that is at the identity provider's already. */
  signInOn: PortalInBrowser['signIn']
  /** The pharmacy sends a claim. */
  submit(claim: unknown): Promise<{ status: string; authorizationId: string | null; [more: string]: unknown }>
}

let existing: PortalData | undefined
/** Journeys that are opened later in this file of tests run on these data instead of fresh ones. */
export const journeysOn = (data: PortalData): void => void (existing = data)

/** The whole product as a person meets it, from the front page on, and the pharmacy's side. */
export async function openJourney(): Promise<Journey> {
  const portal = await startPortalInBrowser({ RXDOCKET_INTAKE_TOKEN: INTAKE }, existing)
  return {
    ...portal,
    signInOn: (...on) => portal.signIn(...on),
    signIn: async (username, options) => {
      const visit = await portal.open(options)
      const { page } = visit
      await page.goto(`${portal.origin}/`)
      await page
        .getByRole('link', { name: /log in/i })
        .first()
        .click()
      await portal.signIn(page, username)
      await page
        .getByText(/^Welcome, /)
        .or(page.getByRole('dialog', { name: 'Select Carrier' }))
        .first()
        .waitFor()
      return visit
    },
    submit: async (claim) => {
      const answer = await fetch(`${portal.origin}/api/pharmacy/claims`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${INTAKE}` },
        body: JSON.stringify(claim),
      })
      return (await answer.json()) as Awaited<ReturnType<Journey['submit']>>
    },
  }
}

/** The claim a request was last billed with: what the pharmacy will send again. */
export async function lastClaim(journey: Journey, authorizationId: string): Promise<unknown> {
  const { rows } = await journey.db.query(
    'select x.request from rx_authorization a join rx_transaction x on x.mc = a.mc and x.id = a.last_transaction_id where a.id = $1',
    [authorizationId],
  )
  return rows[0].request as unknown
}

/** Dana sends a request to a pharmacist, with a safety code that any of them may clear; its id. */
export async function sendToPharmacist(journey: Journey): Promise<string> {
  const { rows } = await journey.db.query<{ id: string }>(
    `select a.id from rx_authorization a where a.mc = 'NWM' and a.status_id = 20 and a.compound_code = 1 and a.reconsideration_level = 0
        and exists (select from jsonb_array_elements(a.rejects) r where (r ->> 'safety')::boolean)
        and not exists (select from jsonb_array_elements(a.rejects) r where r ->> 'overridableBy' not in ('A', 'R') or (r ->> 'hardStop')::boolean)
        and not exists (select from determination d where d.mc = a.mc and d.authorization_id = a.id)
      order by a.statutory_due_at desc, a.id limit 1`,
  )
  const { id } = rows[0]!
  const { page, context } = await journey.visitAs('dana.ruiz', { mc: 'NWM', path: `/authorizations/request/${id}` })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Send to clinical review' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await page
    .getByText(/^Sent to clinical review for /)
    .first()
    .waitFor()
  await context.close()
  return id
}
