import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { eventCode } from '#features/authorizations/events.ts'
import type { TestApi } from '#testing/api.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { transactions } from './contract.ts'

// T02 over any series of submissions of one prescription: what is shown, decided and logged is of the last.

type Sent = { quantity: number; days: number; daw: string; npi: string; refills: number }
const first: Sent = { quantity: 30, days: 30, daw: '0', npi: '1932102084', refills: 2 }
const submission: fc.Arbitrary<Sent> = fc.record({
  quantity: fc.constantFrom(15, 30, 45, 60, 90),
  days: fc.constantFrom(15, 30),
  daw: fc.constantFrom('0', '1'),
  npi: fc.constantFrom('1932102084', '1999999984'),
  refills: fc.constantFrom(0, 2, 5),
})
const about = { sub: 'AAA1', at: 1 } as const
const MINUTE = 60_000

const send = async (api: TestApi, { daw, refills, ...sent }: Sent, drug = 'pregabalin 75') => {
  const claim = pharmacyClaim({ ...about, ...sent, drug })
  Object.assign(claim.prescription!, { daw, refillsAuthorised: refills })
  return (await api.service.ask(transactions.intake, claim)).body
}
/** What the log has to say of a submission, in its own words. */
const changed = (was: Sent, is: Sent): string[] =>
  [
    ['quantity', was.quantity, is.quantity] as const,
    ['days', was.days, is.days] as const,
    ['DAW', was.daw, is.daw] as const,
    ['prescriber', was.npi, is.npi] as const,
    ['refills', was.refills, is.refills] as const,
  ].flatMap(([what, before, after]) => (before === after ? [] : [`${what} ${before} to ${after}`]))

const logOf = async (api: TestApi, id: string): Promise<string[]> => {
  const { rows } = await api.db.query<{ event_text: string }>(
    'select event_text from authorization_event where authorization_id = $1 and event_code = $2 order by id',
    [id, eventCode.MEDICATION_CHANGED],
  )
  return rows.map(({ event_text }) => event_text)
}
const asStored = async (api: TestApi, id: string) => {
  const { rows } = await api.db.query<{ version: number; sent: Sent }>(
    `select version, jsonb_build_object('quantity', quantity, 'days', days_supply, 'daw', daw, 'npi', prescriber_npi,
        'refills', refills_authorised) as sent from rx_authorization where id = $1`,
    [id],
  )
  return rows[0]!
}

test('after any series of submissions the request asks for the last, its log tells each change, and an older form is refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(submission, { minLength: 2, maxLength: 5 }), async (series) => {
      const api = await startFixtureApi({ keep: true })
      try {
        const raised = await send(api, first)
        const id = raised.authorizationId!
        const logged: string[][] = []
        let was = first
        for (const is of series) {
          api.clock.move(11 * MINUTE)
          const { version: before } = await asStored(api, id)
          expect((await send(api, is)).authorizationId).toBe(id)
          const words = changed(was, is)
          if (words.length > 0) logged.push(words)
          const { version, sent } = await asStored(api, id)
          expect(sent).toEqual(is)
          const adjuster = await api.signIn('adj.aaa')
          const { body } = await adjuster.ask(authorizations.one, { id })
          expect(body).toMatchObject({ quantity: is.quantity, daysSupply: is.days })
          if (words.length > 0) {
            expect(version).toBeGreaterThan(before)
            const stale = await adjuster.ask(decision.approve, { id, version: before })
            expect(stale.body).toMatchObject({ status: { code: 'CONFLICT' }, data: { version } })
          }
          was = is
        }
        const log = await logOf(api, id)
        expect(log).toHaveLength(logged.length)
        for (const [at, words] of logged.entries())
          for (const one of words) expect(log[at]!.toLowerCase()).toContain(one.toLowerCase())
        // Decided from the last: what was approved pays, and nothing else was asked for.
        const { version } = await asStored(api, id)
        const adjuster = await api.signIn('adj.aaa')
        const approved = await adjuster.ask(decision.approve, { id, version })
        expect(approved.status).toBe(200)
        expect((await send(api, was)).status).toBe('P')
      } finally {
        await api.close()
      }
    }),
    { numRuns: 4 },
  )
})

test.each<[string, Partial<Sent>, string | undefined, string]>([
  ['another prescriber', { npi: '1999999984' }, undefined, 'Prescriber 1932102084 to 1999999984'],
  ['fewer days', { days: 15 }, undefined, 'days 30 to 15'],
  ['no refills', { refills: 0 }, undefined, 'Refills 2 to 0'],
  ['the brand', { daw: '1' }, undefined, 'DAW 0 to 1'],
  ['another strength', {}, 'pregabalin 150', 'to Pregabalin 150'],
  ['half the quantity', { quantity: 15 }, undefined, 'Quantity 30 to 15'],
])('%s is the same request, with what changed in its log', async (_what, more, drug, words) => {
  const api = await startFixtureApi()
  const { authorizationId: id } = await send(api, first)
  expect((await send(api, { ...first, ...more }, drug)).authorizationId).toBe(id)
  expect((await logOf(api, id!)).join().toLowerCase()).toContain(words.toLowerCase())
})

test('another drug on the same prescription is a request of its own, and the first stands as it was', async () => {
  const api = await startFixtureApi()
  const id = await raiseAuthorization(api, { ...about, quantity: 30, days: 30 })
  const before = await asStored(api, id)
  const other = await send(api, first, 'esomeprazole')
  expect(other.authorizationId).not.toBe(id)
  expect(other.authorizationId).not.toBeNull()
  expect(await asStored(api, id)).toEqual(before)
  expect(await logOf(api, id)).toEqual([])
})
