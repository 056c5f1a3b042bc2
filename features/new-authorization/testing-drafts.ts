import { drugs } from '#reference/drugs.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { idOf } from '#testing/fixtures.ts'
import { newAuthorization } from './contract.ts'

// What the tests of requests made in the portal share: the fixture's products and claims, a draft, and what is read back.

/** The product whose name begins so, in any case. */
export const drug = (name: string, brand = 'G') =>
  drugs.find((one) => one.name.toLowerCase().startsWith(name.toLowerCase()) && one.brandFlag === brand)!
export const pregabalin = drug('Pregabalin 75 mg')
export const claim = (at: number, sub = 'AAA1', mc = 'AAA') => idOf(`${mc} ${sub} claim ${at}`)

/** The e-mail address of each user by username. */
export const emails = async (api: TestApi): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await api.db.query('select username, email from app_user')).rows.map((row) => [row.username, row.email]),
  )

/** A draft for the first claim, sixty capsules for thirty days, where `more` says nothing else. */
export const build = (who: Visitor, more: object = {}) =>
  who.ask(newAuthorization.build, {
    stratusClaimId: claim(1),
    ndc: pregabalin.ndc,
    quantity: 60,
    daysSupply: 30,
    ...more,
  })

export const codes = (lines: readonly { rejectCode: string }[]): string[] => [
  ...new Set(lines.map((one) => one.rejectCode)),
]

/** The event log of a request, oldest first. */
export const log = async (api: TestApi, id: string) =>
  (
    await api.db.query(
      `select event_code as "eventCode", old_status_id as "oldStatusId", new_status_id as "newStatusId", event_text as text from authorization_event
        where authorization_id = $1 order by id`,
      [id],
    )
  ).rows
