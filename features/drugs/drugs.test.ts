import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { trips } from '#platform/database/pools.ts'
import { drugGroupName } from '#reference/drug-groups.ts'
import { drugs } from '#reference/drugs.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { day } from '#testing/new-york-day.ts'
import { drugs as calls } from './contract.ts'
import { ndcsOf } from '#features/claims/numbers.ts'
import { beginnings, codeWords } from './rules.ts'

let api: TestApi
let adjuster: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  adjuster = await api.signIn('adj.aaa')
})
afterAll(() => api.close())

const today = day(0)
const onMarket = drugs.filter((drug) => (drug.obsoleteDate ?? '9999') > today && drug.marketStart <= today)
const oxycodone = drugs.find((drug) => drug.name.startsWith('Oxycodone 5 mg'))!

test('a code lists at each level how many products it covers, from the group down to the strength', async () => {
  await adjuster.ask(calls.gpiVariations, { code: oxycodone.gpi })
  const before = trips.count
  const { body } = await adjuster.ask(calls.gpiVariations, { code: oxycodone.gpi })
  expect(trips.count - before).toBe(1)
  expect(body.levels.map((level) => level.length)).toEqual([2, 4, 6, 8, 10, 12, 14])
  for (const level of body.levels) {
    const under = onMarket.filter((drug) => drug.gpi.startsWith(level.code))
    expect([level.code, level.productCount, level.brandCount]).toEqual([
      level.code,
      under.length,
      under.filter((drug) => drug.brandFlag !== 'G').length,
    ])
    expect(level.controlled).toBe(under.some((drug) => drug.dea !== null))
  }
  const counts = body.levels.map((level) => level.productCount)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  expect(body.levels[1]!.description).toBe(drugGroupName(oxycodone.gpi))
  expect(body.levels[6]!.description).toBe('Oxycodone 5 mg tablet')
  expect(
    body.products.every((drug) => drug.gpi === oxycodone.gpi && drug.formularyStatus === 'PA' && drug.dea === 'CII'),
  ).toBe(true)
})

test('a wide code lists two hundred products and says that there are more; an unknown code says so', async () => {
  const wide = (await adjuster.ask(calls.gpiVariations, { code: '11' })).body
  const under = drugs.filter((drug) => drug.gpi.startsWith('11'))
  expect([wide.products.length, wide.more]).toEqual([Math.min(200, under.length), under.length > 200])
  const none = (await adjuster.ask(calls.gpiVariations, { code: '99999999' })).body
  expect(none).toMatchObject({ products: [], more: false })
  expect(none.levels.map((level) => [level.productCount, level.description])).toEqual(
    Array.from({ length: 4 }, () => [0, 'No product on the market']),
  )
  for (const code of ['1', '123', '%25', '1'.repeat(16), 'S1010', '10_0'])
    expect([code, (await adjuster.ask(calls.gpiVariations, { code })).status]).toEqual([code, 400])
})

test("the carrier's own plan comes before the default of the same code", async () => {
  await api.db.query(
    `insert into formulary_item (mc, gpi_prefix, status) values ('AAA', '1010', 'EXCLUDED'), ('BBB', '1010', 'COVERED')`,
  )
  const status = async (who: Visitor) =>
    (await who.ask(calls.gpiVariations, { code: oxycodone.gpi })).body.products[0]!.formularyStatus
  expect([await status(adjuster), await status(await api.signIn('adj.bbb'))]).toEqual(['EXCLUDED', 'COVERED'])
})

test('Codes of one length are listed once each under the requested code', async () => {
  for (const n of [2, 4, 6, 8, 10, 12, 14]) {
    const { body } = await adjuster.ask(calls.gpiDescriptions, { n })
    expect([n, body.map((one) => one.code)]).toEqual([
      n,
      [...new Set(onMarket.map((drug) => drug.gpi.slice(0, n)))].sort().slice(0, 2000),
    ])
    expect(body.every((one) => one.description !== '')).toBe(true)
  }
  const narrow = (await adjuster.ask(calls.gpiDescriptions, { n: 8, code: '1010' })).body
  expect(narrow.length).toBeGreaterThan(0)
  expect(narrow.every((one) => one.code.startsWith('1010'))).toBe(true)
  expect((await adjuster.ask(calls.gpiDescriptions, { n: 3 })).status).toBe(400)
  expect((await adjuster.ask(calls.gpiDescriptions, { n: 4, code: '10101' })).status).toBe(400)
})

test('a code begins with itself and every even part of itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), (pairs) => {
      const code = '12345678901234'.slice(0, pairs * 2)
      const parts = beginnings(code)
      expect(parts).toHaveLength(pairs)
      expect(parts.at(-1)).toBe(code)
      expect(parts.every((part, at) => part.length === (at + 1) * 2 && code.startsWith(part))).toBe(true)
    }),
  )
})

test.each([
  ['14', '10100101010105', 'Oxycodone 5 mg tablet'],
  ['12', '101001010101', 'Oxycodone tablet, any strength'],
  ['10', '1010010101', 'Oxycodone, this salt, any form and strength'],
  ['8', '10100101', 'Oxycodone, any salt, form and strength'],
  ['6', '101001', 'Opioid agonists, short acting: Oxycodone'],
  ['4', '1010', 'Opioid agonists, short acting'],
  ['2', '10', 'Group 10: Oxycodone'],
])('%s digits in words', (_, code, words) =>
  expect(codeWords({ code, names: ['Oxycodone 5 mg tablet'], generics: ['Oxycodone'], forms: ['tablet'] })).toBe(words),
)
test('a long list ends with "and more", and a group we do not name lists its drugs', () => {
  expect(codeWords({ code: '99', names: ['x'], generics: ['A', 'B', 'C', 'D'], forms: [] })).toBe(
    'Group 99: A, B, C and more',
  )
  expect(codeWords({ code: '9999', names: ['x'], generics: ['A'], forms: [] })).toBe('A')
})

test.each([
  ['4-4-2 with dashes', '1234-5678-90', ['01234567890']],
  ['5-3-2 with dashes', '12345-678-90', ['12345067890']],
  ['5-4-1 with dashes', '12345-6789-0', ['12345678900']],
  ['5-4-2 with dashes', '12345-6789-01', ['12345678901']],
  ['ten digits', '1234567890', ['01234567890', '12345067890', '12345678900']],
  ['eleven digits', '12345678901', ['12345678901']],
  ['twelve digits', '123456 789012', ['123456789012']],
  ['nine digits', '123456789', []],
  ['letters', '12345-67A9-01', []],
])('an NDC of %s stands for packages', (_, text, ndcs) => expect(ndcsOf(text)).toEqual(ndcs))

test('a user finds a drug by the beginning of its name before names that contain it, and by part of the name', async () => {
  const { body } = await adjuster.ask(calls.search, { drugSearchKey: 'NAME', drugSearchVal: 'Oxyco', size: 100 })
  expect(body.content.length).toBeGreaterThan(3)
  const begins = body.content.map((one) => /^oxyco/i.test(one.name) || /^oxyco/i.test(one.genericName))
  expect(begins).toEqual(begins.toSorted((a, b) => Number(b) - Number(a)))
  const part = (await adjuster.ask(calls.search, { drugSearchKey: 'GENERIC', drugSearchVal: 'codone', size: 100 })).body
  expect(new Set(part.content.map((one) => /codone/i.test(one.genericName)))).toEqual(new Set([true]))
})

test('an NDC is found with its dashes; strength, form and inactive products narrow and widen a search', async () => {
  const { ndc } = oxycodone
  const dashed = `${ndc.slice(0, 5)}-${ndc.slice(5, 9)}-${ndc.slice(9)}`
  const found = await adjuster.ask(calls.search, {
    drugSearchKey: 'NDC',
    drugSearchVal: dashed,
    showInactiveDrugs: true,
  })
  expect(found.body.content.map((one) => one.ndc)).toEqual([ndc])
  const all = (await adjuster.ask(calls.search, { drugSearchKey: 'NAME', drugSearchVal: 'oxycodone', size: 100 })).body
  const { strength, form } = all.content[0]!
  const narrow = await adjuster.ask(calls.search, {
    drugSearchKey: 'NAME',
    drugSearchVal: 'oxycodone',
    drugStrength: strength.toUpperCase(),
    drugDosage: form,
    size: 100,
  })
  expect(narrow.body.content.map((one) => one.ndc).toSorted()).toEqual(
    all.content
      .filter((one) => one.strength === strength && one.form === form)
      .map((one) => one.ndc)
      .toSorted(),
  )
  const gone = drugs.find((drug) => drug.obsoleteDate !== null && drug.obsoleteDate <= today)!
  await api.db.query('insert into drug (ndc, gpi, facts) values ($1, $2, $3) on conflict do nothing', [
    gone.ndc,
    gone.gpi,
    JSON.stringify(gone),
  ])
  const asked = { drugSearchKey: 'NDC', drugSearchVal: gone.ndc } as const
  expect((await adjuster.ask(calls.search, asked)).body.totalElements).toBe(0)
  expect((await adjuster.ask(calls.search, { ...asked, showInactiveDrugs: true })).body.content).toEqual([
    expect.objectContaining({ ndc: gone.ndc, active: false, obsoleteDate: gone.obsoleteDate }),
  ])
})

test('a user chooses among the strengths and forms the search has, also after choosing one', async () => {
  const wide = { drugSearchKey: 'NAME', drugSearchVal: 'oxycodone', size: 100 } as const
  const all = (await adjuster.ask(calls.search, wide)).body
  const inOrder = new Intl.Collator('en-US', { numeric: true })
  expect(all.strengths).toEqual([...new Set(all.content.map((one) => one.strength))].sort(inOrder.compare))
  expect(all.forms).toEqual([...new Set(all.content.map((one) => one.form))].sort())
  const narrow = (await adjuster.ask(calls.search, { ...wide, drugStrength: all.strengths[0]! })).body
  expect(narrow.totalElements).toBeLessThan(all.totalElements)
  expect([narrow.strengths, narrow.forms]).toEqual([all.strengths, all.forms])
  const none = (await adjuster.ask(calls.search, { ...wide, drugSearchVal: 'nosuchdrug' })).body
  expect([none.totalElements, none.strengths, none.forms]).toEqual([0, [], []])
})

test.each([
  ['NAME', 'ox', 'Enter at least 3 letters of the name.'],
  ['NDC', '12345', 'Enter an NDC of 10, 11 or 12 digits, with or without dashes.'],
  ['GPI', '101', 'Enter a drug code of 2 to 14 digits, an even number of them.'],
] as const)('a search by %s "%s" is refused at its field', async (drugSearchKey, drugSearchVal, message) => {
  const { status, body } = await adjuster.ask(calls.search, { drugSearchKey, drugSearchVal })
  expect(status).toBe(400)
  expect((body as unknown as { fields: unknown[] }).fields).toEqual([
    expect.objectContaining({ path: 'drugSearchVal', message }),
  ])
})

test('a user narrows a search to generics and reads who puts each package on the market', async () => {
  const found = async (genericOnly?: boolean) =>
    (
      await adjuster.ask(calls.search, {
        drugSearchKey: 'NAME',
        drugSearchVal: 'oxyco',
        size: 100,
        ...(genericOnly && { genericOnly }),
      })
    ).body
  const [all, generics] = [await found(), await found(true)]
  expect(new Set(all.content.map((one) => one.brandFlag)).size).toBeGreaterThan(1)
  expect(new Set(generics.content.map((one) => one.brandFlag))).toEqual(new Set(['G']))
  expect(generics.totalElements).toBe(all.content.filter((one) => one.brandFlag === 'G').length)
  expect(new Set(generics.content.map((one) => one.labeler))).toContain('Larkmoor Generics')
})

test('the drug list of a sub-carrier comes before its carrier’s', async () => {
  await api.db.query(
    `insert into formulary_item (mc, sub_carrier, gpi_prefix, status) values ('AAA', 'AAA1', '1010', 'STEP') on conflict do nothing`,
  )
  const statusFor = async (subCarrier?: string) =>
    (
      await adjuster.ask(calls.search, {
        drugSearchKey: 'GPI',
        drugSearchVal: oxycodone.gpi,
        ...(subCarrier && { subCarrier }),
      })
    ).body.content[0]!.formularyStatus
  expect([await statusFor('AAA1'), await statusFor('AAA2'), await statusFor()]).toEqual([
    'STEP',
    'EXCLUDED',
    'EXCLUDED',
  ])
  const listsFor = async (who: Visitor, code: string) =>
    (await who.ask(calls.gpiVariations, { code })).body.lists.map((one) => [one.subCarrier, one.status])
  expect(await listsFor(adjuster, oxycodone.gpi)).toEqual(
    expect.arrayContaining([
      ['AAA1', 'STEP'],
      ['AAA2', 'EXCLUDED'],
    ]),
  )
  expect(await listsFor(adjuster, '1010')).toEqual([])
  expect((await listsFor(await api.signIn('adj.bbb'), oxycodone.gpi)).every(([sub]) => sub!.startsWith('BBB'))).toBe(
    true,
  )
})
