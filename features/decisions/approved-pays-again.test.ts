import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import { transactions } from '#features/transactions/contract.ts'
import { drugs } from '#reference/drugs.ts'
import { bound } from '#testing/bounds.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { clearingAll } from '#testing/clear-all.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { addManyWorkers, claimOfWorker } from '#testing/many-workers.ts'
import { day } from '#testing/new-york-day.ts'
import { decision } from './contract.ts'

// What was said of an approval is billed: fill after fill, other products of its level, brands, compounds, and what a pharmacist cleared.

const RUNS = bound(16, 160)

const named = (name: string, brandFlag = 'G') =>
  drugs.find((one) => one.name.toLowerCase().startsWith(name) && one.brandFlag === brandFlag)!
/** The claim of worker `n` with these changes of its prescription. */
function claimOf(
  n: number,
  more: Parameters<typeof claimOfWorker>[1],
  rx: object = {},
  rest: object = {},
): ClaimRequest {
  const claim = claimOfWorker(n, more)
  return { ...claim, prescription: { ...claim.prescription, ...rx }, ...rest } as ClaimRequest
}
const bill = async (api: TestApi, claim: ClaimRequest) => {
  const { body } = await api.service.ask(transactions.intake, claim)
  return { ...body, codes: body.rejects.map(({ code }) => code) }
}
type Granted = { startDate: string; endDate: string; maxFills: number | null }

const someFills = fc.record({
  first: fc.constantFrom(-25, -20, -12),
  fills: fc.constantFrom(1, 2, 3),
  length: fc.constantFrom(4, 9, 14, 30),
  oneTimeFill: fc.constantFrom(false, false, true),
  starts: fc.constantFrom(0, 5),
})

test(`of ${RUNS} approvals of several fills, each pays as many as it says, in the days it says, and no more`, async () => {
  const api = await startFixtureApi()
  await addManyWorkers(api.db, RUNS)
  const adjuster = await api.signIn('adj.aaa')
  let [paid, stopped] = [0, 0]
  for (const [at, how] of fc.sample(someFills, RUNS).entries()) {
    const fill = (k: number) =>
      claimOf(
        at + 1,
        { quantity: 10, days: 5, date: day(how.first + k * 5), fill: k },
        { dateWritten: day(how.first), refillsAuthorised: 9 },
      )
    const { authorizationId: id, codes } = await bill(api, fill(0))
    expect(codes).toEqual(['75'])
    const start = how.first + how.starts
    const { status, body } = await adjuster.ask(decision.approve, {
      id: id!,
      version: 1,
      oneTimeFill: how.oneTimeFill,
      startDate: day(start),
      endDate: day(Math.max(start, how.first) + how.length),
      ...(!how.oneTimeFill && { paMaxFill: how.fills }),
    })
    if (status !== 200 || body.authorizationStatusId !== 30) continue
    const granted = body.priorAuth as Granted
    expect(granted.maxFills).toBe(how.oneTimeFill ? 1 : how.fills)
    let used = 0
    // What is billed for a day to come is stopped for that.
    for (let k = 0; k < 5 && how.first + k * 5 <= 0; k += 1) {
      const on = day(how.first + k * 5)
      const inDays = granted.startDate <= on && on <= granted.endDate
      const pays = inDays && used < granted.maxFills!
      const { status: outcome, codes: stops } = await bill(api, fill(k))
      // Once a fill was stopped, the next finds its request open (3W).
      const isStopped = stops.includes('75') || stops.includes('3W')
      expect({ how, k, on, granted, outcome, stops, isStopped }).toEqual({
        how,
        k,
        on,
        granted,
        outcome: pays ? 'P' : 'R',
        stops: pays ? [] : stops,
        isStopped: !pays,
      })
      if (pays) used += 1
      if (pays) paid += 1
      else stopped += 1
    }
  }
  expect(Math.min(paid, stopped)).toBeGreaterThan(RUNS / 4)
})

/** Products of every distance from each other: another package, strength, drug of the class, class. */
const products = ['98001013501', '98001013502', '98001013301', '98001018501', '98001018601', '98001018701'].map((ndc) =>
  drugs.find((one) => one.ndc === ndc)!,
)
const levels = [14, 12, 10, 8, 11].flatMap((drugLevel) =>
  [products[0]!, products[3]!].flatMap((asked) => products.map((other) => ({ drugLevel, asked, other }))),
)

test('an approval of a level pays the products of that level, and those of no other', async () => {
  const api = await startFixtureApi()
  await addManyWorkers(api.db, levels.length)
  const adjuster = await api.signIn('adj.aaa')
  let [paid, stopped] = [0, 0]
  for (const [at, { drugLevel, asked, other }] of levels.entries()) {
    const of = ({ ndc }: { ndc: string }, rx: string) =>
      claimOf(at + 1, { quantity: 9, days: 9, rx }, { productId: ndc })
    const first = await bill(api, of(asked, '7000001'))
    expect([asked.name, first.codes]).toEqual([asked.name, ['75']])
    const { status, body } = await adjuster.ask(decision.approve, {
      id: first.authorizationId!,
      version: 1,
      drugLevel,
      oneTimeFill: true,
    })
    // Not every level is offered.
    if (status !== 200 || body.authorizationStatusId !== 30) continue
    const reaches = drugLevel === 11 ? other.ndc === asked.ndc : other.gpi.startsWith(asked.gpi.slice(0, drugLevel))
    const answer = await bill(api, of(other, '7000002'))
    expect([drugLevel, asked.ndc, other.ndc, answer.status, answer.codes]).toEqual([
      drugLevel,
      asked.ndc,
      other.ndc,
      ...(reaches ? ['P', []] : ['R', ['75']]),
    ])
    if (reaches) paid += 1
    else stopped += 1
  }
  expect([paid > 8, stopped > 8]).toEqual([true, true])
})

const cream = (n: number, [ketamine, menthol]: readonly [number, number], quantity = 60): ClaimRequest =>
  claimOf(
    n,
    { quantity },
    { productId: '0', compoundCode: '2' },
    {
      compound: {
        ingredients: [
          { productId: named('ketamine, bulk').ndc, quantity: ketamine, cost: 30 * ketamine },
          { productId: named('menthol-methyl', 'B').ndc, quantity: menthol, cost: 7.5 * menthol },
        ],
      },
      pricing: { grossAmountDue: 30 * ketamine + 7.5 * menthol },
    },
  )
const brand = (n: number, daw: string): ClaimRequest =>
  claimOf(n, {}, { productId: named('celecoxib 200', 'M').ndc, daw })

/** Everybody who may decides it, one after the other: what the first saves a pharmacist clears and a supervisor confirms. */
async function approvedBy(api: TestApi, people: readonly Visitor[], id: string, terms: object) {
  for (const who of people) {
    const { body: now } = await who.ask(authorizations.one, { id })
    if (now.authorizationStatusId === 30) break
    await who.ask(decision.approve, {
      id,
      version: now.version,
      ...(now.authorizationStatusId === 22 ? await clearingAll(who, id) : {}),
      ...(now.authorizationStatusId === 20 || now.authorizationStatusId === 22 ? terms : {}),
      note: 'The prescriber was called and agrees.',
    } as never)
  }
  const { rows } = await api.db.query(
    `select max_qty_per_fill::float as quantity, max_days_per_fill as days from prior_auth where authorization_id = $1 and kind = 'PERMIT'`,
    [id],
  )
  return rows[0] as { quantity: number | null; days: number | null } | undefined
}

const kinds = [
  ['a brand the prescriber asks for', (n: number) => brand(n, '1')],
  ['a compound', (n: number) => cream(n, [10, 20])],
  [
    'an opioid over the dose a pharmacist looks at',
    (n: number) => claimOf(n, { drug: 'oxycodone 30 mg tablet', quantity: 120, days: 30 }),
  ],
  ['an opioid', (n: number) => claimOf(n, { drug: 'oxycodone 10 mg tablet', quantity: 60, days: 30 })],
] as const
const terms = [{}, { maxQty: 30, maxDays: 15 }, { maxDays: 7 }, { oneTimeFill: false, paMaxFill: 2 }] as const
const mixed = kinds.flatMap(([what, claim]) => terms.map((how) => ({ what, how, claim })))

test('brands, compounds and what a pharmacist clears: whole or in part, what was approved is billed and paid', async () => {
  const api = await startFixtureApi()
  await addManyWorkers(api.db, mixed.length)
  await api.db.query(
    `update user_carrier set license_states = '{FL,NY}' where roles && '{clinical_pharmacist,override_all_edit_clinical}'`,
  )
  const people: Visitor[] = []
  for (const name of ['adj.aaa', 'pharm.aaa', 'super.aaa', 'clin.aaa']) people.push(await api.signIn(name))
  const paid = new Map<string, number>()
  for (const [at, { what, how, claim }] of mixed.entries()) {
    const sent = claim(at + 1)
    const { authorizationId: id } = await bill(api, sent)
    expect([what, id]).toEqual([what, expect.any(String)])
    const granted = await approvedBy(api, people, id!, how)
    if (!granted) continue
    const { quantity, daysSupply } = sent.prescription as { quantity: number; daysSupply: number }
    const [units, days] = [
      Math.min(quantity, granted.quantity ?? quantity),
      Math.min(daysSupply, granted.days ?? daysSupply),
    ]
    const again =
      sent.compound && units < quantity
        ? cream(at + 1, [(10 * units) / quantity, (20 * units) / quantity], units)
        : { ...sent, prescription: { ...sent.prescription, quantity: units } }
    const answer = await bill(api, {
      ...again,
      prescription: { ...again.prescription, daysSupply: days },
    } as ClaimRequest)
    expect({ what, how, granted, answer: [answer.status, answer.codes] }).toEqual({
      what,
      how,
      granted,
      answer: ['P', []],
    })
    paid.set(what, (paid.get(what) ?? 0) + 1)
  }
  expect([...paid]).toEqual(kinds.map(([what]) => [what, expect.any(Number)]))
})
