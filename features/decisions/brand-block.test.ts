import { expect, test } from 'vitest'
import { blockReach, blockReachWords, type ProductGroup } from '#features/prior-auths/block-reach.ts'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { drugs } from '#reference/drugs.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { beginsBrandOnly, whyNotReachOf } from './about-brand.ts'
import { decision } from './contract.ts'
import { rejectForm, reachShown, toRejection } from './reject/choices.ts'
import { adjuster, detailOf, reject, rulesFor, today } from './testing-detail.ts'

test.each<[string, { brand: boolean; codes: string[]; reasonId: number | undefined }, begins: boolean, must: boolean]>([
  ['a brand for its generic', { brand: true, codes: ['AJ'], reasonId: undefined }, true, true],
  ['a brand without a reason for it', { brand: true, codes: ['UU'], reasonId: 10 }, true, true],
  ['a brand, for another reason too', { brand: true, codes: ['AJ', '75'], reasonId: 10 }, true, false],
  ['a brand, with an alternative', { brand: true, codes: ['75'], reasonId: 6 }, true, true],
  ['a brand for another reason', { brand: true, codes: ['75'], reasonId: 1 }, false, false],
  ['a brand of a request without codes', { brand: true, codes: [], reasonId: 1 }, false, false],
  ['a generic, with an alternative', { brand: false, codes: ['75'], reasonId: 6 }, false, false],
])('a denial of %s', (_, of, begins, must) => {
  expect(beginsBrandOnly(of)).toBe(begins)
  expect(whyNotReachOf(of, false) !== undefined).toBe(must)
  expect(whyNotReachOf(of, true)?.message).toBe(
    of.brand ? undefined : 'This drug is a generic: no brand can be blocked.',
  )
})

const group = (more: Partial<ProductGroup>): ProductGroup => ({
  gpi: '66100525000120',
  ndc: '',
  brand: false,
  name: 'Celecoxib 200 mg capsule',
  products: 4,
  ...more,
})
const catalog = [
  group({ brand: true, ndc: '98001020001', products: 1 }),
  group({}),
  group({ gpi: '66100525000115', name: 'Celecoxib 100 mg capsule', products: 6 }),
]
test.each([
  ['the brand alone', { level: 14, brandFlag: 'B' }, 1, 10],
  ['the strength', { level: 14, brandFlag: '*' }, 5, 6],
  ['any strength', { level: 10, brandFlag: '*' }, 11, 0],
  ['the package', { level: 11, brandFlag: '*', ndc: '98001020001' }, 1, 10],
])('a block of %s is counted by the rule that stops a claim', (_, of, stops, stays) => {
  const gpiPrefix = '66100525000120'.slice(0, of.level === 11 ? 14 : of.level)
  const reach = blockReach({ gpiPrefix, ...of }, catalog)
  expect([reach.stops.products, reach.stays.products]).toEqual([stops, stays])
})
test('what a block stops and leaves alone is said with names', () => {
  const of = (brandFlag: string, level = 14) =>
    blockReachWords(blockReach({ level, gpiPrefix: '66100525000120'.slice(0, level), brandFlag }, catalog))
  expect(of('B')).toEqual({
    stops: 'Stops 1 product (Celecoxib 200 mg capsule, brand).',
    stays: 'Not blocked: 10 products (Celecoxib 200 mg capsule, generic; Celecoxib 100 mg capsule, generic and more).',
  })
  expect(of('*', 10).stays).toBe('Stops every product of this drug.')
})

test('the form begins with the brand alone, says what that stops, and does not let go of it', () => {
  const detail = detailOf({ genericOrbrand: 'B', rejects: [reject('AJ'), reject('75')] })
  const reaches = [true, false].map((brandOnly) => ({
    level: 14,
    brandOnly,
    ...blockReach({ level: 14, gpiPrefix: '66100525000120', brandFlag: brandOnly ? 'B' : '*' }, catalog),
  }))
  const rules = { ...rulesFor(adjuster, detail, 'reject'), block: { brand: true, reaches } }
  const form = (choices: object) => rejectForm(rules, detail, 'block', choices, today)
  expect(form({}).brandOnly).toBe(true)
  expect(reachShown(rules, form({}))?.stops).toBe('Stops 1 product (Celecoxib 200 mg capsule, brand).')
  expect(form({ brandOnly: false }).brandOnly).toBe(false)
  expect(reachShown(rules, form({ brandOnly: false }))?.stops).toContain('Stops 5 products')
  // Once it recommends the alternative, it is of the brand.
  expect(form({ brandOnly: false, reasonId: 6 }).brandOnly).toBe(true)
  expect(form({ brandOnly: false, codes: { 75: false } }).brandOnly).toBe(true)
  expect(toRejection(detail, rules, form({ reasonId: 6 }), today).input).toMatchObject({ brandOnly: true })
  const generic = { ...rules, block: { brand: false, reaches: [] } }
  expect(toRejection(detail, generic, form({}), today).input).not.toHaveProperty('brandOnly')
})

const celecoxib = (brandFlag: 'M' | 'G') =>
  drugs.find((one) => one.name.startsWith('Celecoxib 200') && one.brandFlag === brandFlag)!

/** The claim of a pharmacy for the brand whose prescriber asked for it, or for the generic. */
function billed(brandFlag: 'M' | 'G', rx: string) {
  const claim = pharmacyClaim({ sub: 'AAA1', at: 1, drug: 'celecoxib 200', quantity: 60, days: 30, rx })
  const daw = brandFlag === 'M' ? '1' : '0'
  return { ...claim, prescription: { ...claim.prescription!, productId: celecoxib(brandFlag).ndc, daw } }
}
const bill = async (api: TestApi, brandFlag: 'M' | 'G', rx: string) => {
  const { body } = await api.service.ask(transactions.intake, billed(brandFlag, rx))
  return { ...body, codes: body.rejects.map(({ code }) => code) }
}

test('rejecting a brand for its generic blocks the brand: the generic pays, and everybody reads so', async () => {
  const api = await startFixtureApi()
  const stopped = await bill(api, 'M', '7011002')
  expect(stopped.codes).toContain('AJ')
  const id = stopped.authorizationId!
  const reviewer = await api.signIn('adj.aaa')
  const asked = { masterCarrier: 'AAA', authorizationId: id, action: 'REJECT' } as const
  const { block } = (await reviewer.ask(decision.editRules, asked)).body
  const one = (brandOnly: boolean) => block!.reaches.find((of) => of.level === 14 && of.brandOnly === brandOnly)!
  expect(block!.brand).toBe(true)
  expect(one(true).stops).toEqual({ products: 1, names: ['Celecoxib 200 mg capsule, brand'] })
  expect(one(false).stops.products).toBeGreaterThan(1)
  const deny = (more: object) =>
    reviewer.ask(decision.reject, { id, version: 1, reasonId: 6, note: 'Generic celecoxib is covered.', ...more })
  expect(await deny({ brandOnly: false })).toMatchObject({
    status: 422,
    body: {
      status: { code: 'RULE', message: expect.stringContaining('Block this brand only, or reject this fill only.') },
      fields: [{ path: 'brandOnly' }],
    },
  })
  expect((await deny({})).body).toMatchObject({
    authorizationStatusId: 40,
    priorAuth: { kind: 'BLOCK', brandFlag: 'B', level: 14 },
  })
  expect((await bill(api, 'M', '7011003')).codes).toContain('3Y')
  expect(await bill(api, 'G', '7011004')).toMatchObject({ status: 'P', codes: [] })
  const list = (await reviewer.ask(priorAuths.page, { claimId: idOf('AAA AAA1 claim 1') })).body.content
  expect(list.find(({ kind }) => kind === 'BLOCK')!.blocks).toEqual({ stops: one(true).stops, stays: one(true).stays })
})

test('a block of the brand leaves a block of the whole drug as it is', async () => {
  const api = await startFixtureApi()
  const supervisor = await api.signIn('super.aaa')
  const { authorizationId: id } = await bill(api, 'M', '7012001')
  const whole = await supervisor.ask(priorAuths.save, {
    stratusClaimId: idOf('AAA AAA1 claim 1'),
    kind: 'BLOCK',
    ndc: celecoxib('G').ndc,
    drugLevel: 14,
    reasonId: 3,
  })
  expect(whole.body.priorAuth).toMatchObject({ kind: 'BLOCK', brandFlag: '*' })
  const denied = await supervisor.ask(decision.reject, {
    id: id!,
    version: 1,
    reasonId: 6,
    note: 'Generic celecoxib is covered.',
  })
  expect(denied.body.priorAuth).toMatchObject({ brandFlag: 'B' })
  const { rows } = await api.db.query(
    `select brand_flag, status_id from prior_auth where kind = 'BLOCK' order by brand_flag`,
  )
  expect(rows).toEqual([
    { brand_flag: '*', status_id: 7 },
    { brand_flag: 'B', status_id: 7 },
  ])
})

/** Denies a request for the reason that another drug is there. */
const denySameDrug = async (api: TestApi, id: string, more: object) =>
  (await api.signIn('adj.aaa')).ask(decision.reject, {
    id,
    version: 1,
    reasonId: 6,
    note: 'It is the same drug.',
    ...more,
  })
/** A product that pays today, and one that does not. */
const generic = celecoxib('G').ndc
const stoppedToo = drugs.find((one) => one.name.startsWith('Lidocaine 5% ointment'))!.ndc

test('a denial names the generic to use instead: every message names it, and it pays as they say', async () => {
  const api = await startFixtureApi()
  const { authorizationId: id } = await bill(api, 'M', '7013001')
  const denied = await denySameDrug(api, id!, { insteadNdc: generic })
  expect(denied.body).toMatchObject({ authorizationStatusId: 40 })
  api.clock.move(61_000)
  await runJobsUntilIdle(api)
  const named = /Covered instead without approval, in the same amount: Celecoxib 200 mg capsule, generic\./
  const { rows } = await api.db.query<{ text: string }>(
    `select m.body ->> 'text' as text from pharmacy_message m join pharmacy_callback k on k.mc = m.mc and k.id = m.id where k.authorization_id = $1
      union all select body from outside_message where authorization_id = $1 and channel = 'FAX'
      union all select event_text from authorization_event where authorization_id = $1 and event_code = 140 order by 1`,
    [id],
  )
  expect(rows.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^Not approved: 60 capsules for 30 days\. .+ Its generics are not blocked\. .+ Bill that one\. Questions/,
    ),
    expect.stringMatching(/^Rejected by .+ \(instead: Celecoxib 200 mg capsule, generic\)$/),
    expect.stringMatching(named),
  ])
  expect(rows[0]!.text).toMatch(named)
  expect(await bill(api, 'G', '7013001')).toMatchObject({ status: 'P', codes: [] })
})

test('a product that something stops before the messages leave is named in none of them', async () => {
  const api = await startFixtureApi()
  const { authorizationId: id } = await bill(api, 'M', '7015001')
  expect((await denySameDrug(api, id!, { insteadNdc: generic })).body.authorizationStatusId).toBe(40)
  // Another pharmacy dispenses it meanwhile.
  expect(await bill(api, 'G', '7015002')).toMatchObject({ status: 'P' })
  api.clock.move(61_000)
  await runJobsUntilIdle(api)
  const { rows } = await api.db.query<{ text: string }>(
    `select m.body ->> 'text' as text from pharmacy_message m join pharmacy_callback k on k.mc = m.mc and k.id = m.id where k.authorization_id = $1
      union all select body from outside_message where authorization_id = $1 and channel = 'FAX'`,
    [id],
  )
  expect(rows).toHaveLength(2)
  expect(rows.map(({ text }) => text).join()).not.toContain('Covered instead')
})

test.each<[string, object, string | RegExp]>([
  ['what was billed', { insteadNdc: celecoxib('M').ndc }, 'This is what was billed. Name another drug, or none.'],
  ['what nobody makes', { insteadNdc: '98009999999' }, 'No product has this NDC.'],
  ['what would be rejected too', { insteadNdc: stoppedToo }, /^Lidocaine 5% ointment, .+ would be rejected too: .*75/],
])('a denial cannot name %s to be used instead', async (_, more, message) => {
  const api = await startFixtureApi()
  const { authorizationId: id } = await bill(api, 'M', '7014001')
  const denied = await denySameDrug(api, id!, more)
  expect(denied).toMatchObject({
    body: { fields: [{ path: 'insteadNdc', message: expect.stringMatching(message) }] },
  })
})

test('a denial cannot name what its own block stops, unless it blocks nothing', async () => {
  const api = await startFixtureApi()
  const { authorizationId: id } = (await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 1 })))
    .body
  const { rows } = await api.db.query<{ gpi: string; ndc: string }>('select gpi, ndc from rx_authorization')
  const [billedAs] = rows
  const other = drugs.find(({ gpi, ndc }) => gpi.slice(0, 10) === billedAs!.gpi.slice(0, 10) && ndc !== billedAs!.ndc)!
  const asked = { id: id!, version: 1, reasonId: 6, note: 'Take the other one.', insteadNdc: other.ndc }
  const adjusterOf = await api.signIn('adj.aaa')
  expect((await adjusterOf.ask(decision.reject, { ...asked, drugLevel: 10 })).body).toMatchObject({
    fields: [{ path: 'insteadNdc', message: expect.stringMatching(/^The block would stop .+ too\. Block less, or/) }],
  })
  expect((await adjusterOf.ask(decision.rejectThisFill, asked)).body).toMatchObject({
    fields: [{ path: 'insteadNdc', message: expect.stringMatching(/ would be rejected too: 75/) }],
  })
})
