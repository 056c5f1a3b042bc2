import { expect, test } from 'vitest'
import { history } from '#features/history/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim, type ClaimOptions } from '#testing/pharmacy-claim.ts'
import { evidence } from './contract.ts'

const one = { sub: 'AAA1', at: 1 } as const

async function world() {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const sent = async (of: ClaimOptions, more: { directions?: string; diagnosisCodes?: string[] } = {}) => {
    const claim = pharmacyClaim(of)
    const { directions, ...rest } = more
    return (
      await api.service.ask(transactions.intake, {
        ...claim,
        ...rest,
        prescription: { ...claim.prescription, ...(directions !== undefined && { directions }) },
      })
    ).body
  }
  const of = async (id: string, who = adjuster) => (await who.ask(evidence.of, { authorizationId: id })).body
  return { api, adjuster, sent, of }
}

test('A request shows directions, day of service, diagnosis and package as they were sent', async () => {
  const { api, sent, of } = await world()
  await api.db.query(
    `insert into claim_icd (mc, stratus_claim_id, icd10, description, status) values ('AAA', $1, 'M54.16', 'Lumbar radiculopathy', 'DENIED')
     on conflict (mc, stratus_claim_id, icd10) do update set status = 'DENIED', description = 'Lumbar radiculopathy'`,
    [idOf('AAA AAA1 claim 1')],
  )
  const id = (await sent(one, { directions: '1 capsule twice a day as needed', diagnosisCodes: ['M5416', 'F32.1'] }))
    .authorizationId!
  expect((await of(id)).sent).toMatchObject({
    dateOfService: day(0),
    directions: '1 capsule twice a day as needed',
    asNeeded: true,
    diagnoses: [
      { code: 'M54.16', description: 'Lumbar radiculopathy', status: 'DENIED' },
      { code: 'F32.1', status: 'NOT_ON_CLAIM' },
    ],
    ndc: expect.stringMatching(/^\d{5}-\d{4}-\d{2}$/),
    ndcOf: expect.stringMatching(/pregabalin/i),
  })
  const bare = (await sent({ sub: 'AAA1', at: 2 })).authorizationId!
  expect((await of(bare)).sent).toMatchObject({ directions: null, asNeeded: null, diagnoses: [] })
})

test('Each reject comes with its rule in words and its source: of an interaction the label, else the source of the rule', async () => {
  const { sent, of } = await world()
  await sent({ ...one, drug: 'naproxen', rx: '8200003', date: day(-10) })
  const id = (await sent({ ...one, drug: 'prednisone 10', quantity: 30, days: 30 })).authorizationId!
  const rules = (await of(id)).rules
  expect(rules.find(({ rule }) => rule === 'R31')).toMatchObject({
    code: '88',
    says: expect.stringMatching(/^An interaction with an active drug\. Severity 1 /),
    source: expect.stringMatching(/^NSAID medication guide, .+ \(label read/),
  })
  const other = (await sent(one)).authorizationId!
  expect((await of(other)).rules).toEqual([
    {
      code: '75',
      message: expect.any(String),
      rule: 'R16',
      says: expect.stringMatching(/^The formulary asks for prior authorization/),
      source: '28 TAC 134.530; 8 CCR 9792.27.1',
    },
  ])
})

test('A request that was sent again shows what changed and the amount before', async () => {
  const { sent, of } = await world()
  const id = (await sent({ ...one, quantity: 30, days: 15 })).authorizationId!
  expect((await of(id)).resubmitted).toBeNull()
  await sent({ ...one, quantity: 60, days: 30 })
  expect((await of(id)).resubmitted).toMatchObject({
    changes: [
      { figure: 'Quantity', before: '30', after: '60' },
      { figure: 'Days’ supply', before: '15', after: '30' },
    ],
    amount: { quantity: 30, daysSupply: 15 },
  })
  // The same amount by another prescriber: the name, and no amount.
  await sent({ ...one, quantity: 60, days: 30, npi: '1999999984' })
  expect((await of(id)).resubmitted).toMatchObject({
    changes: [{ figure: 'Prescriber', before: expect.stringMatching(/^[A-Z][a-z]+ .+, /), after: expect.any(String) }],
    amount: null,
  })
  const { submissions } = await of(id)
  const figureOf = (figure: string) =>
    submissions.map(({ figures }) => figures.find((one) => one.figure === figure)?.words)
  expect(figureOf('Quantity')).toEqual(['30', '60', '60'])
  expect(figureOf('Prescriber')[2]).toMatch(/, NPI 1999999984$/)
  for (const words of figureOf('Stopped with')) expect(words).toMatch(/^[A-Z\d]{2,3}(, [A-Z\d]{2,3})*$/)
})

test('Medicines at hand on the day of service come with strength, directions, dates and prescriber', async () => {
  const { sent, of } = await world()
  await sent({ ...one, drug: 'naproxen', rx: '8200001', date: day(-10) }, { directions: '1 tablet twice a day' })
  await sent({ ...one, drug: 'meloxicam', rx: '8200002', date: day(-90), days: 30 })
  const id = (await sent(one)).authorizationId!
  expect((await of(id)).medicines).toEqual([
    {
      name: expect.stringMatching(/naproxen/i),
      strength: expect.stringMatching(/mg/),
      directions: '1 tablet twice a day',
      filledOn: day(-10),
      lastsTo: day(19),
      prescriber: expect.stringMatching(/, /),
      specialty: expect.any(String),
      risk: false,
      otherClaim: null,
    },
  ])
})

test('Two prescribers of one drug are two lines, and a supply that a refill took the place of is none', async () => {
  const { sent, of } = await world()
  const fill = { ...one, drug: 'naproxen' }
  const paid = [
    await sent({ ...fill, rx: '8200011', date: day(-35) }),
    await sent({ ...fill, rx: '8200012', date: day(-5), days: 7, quantity: 14, npi: '1999999984' }),
    await sent({ ...fill, rx: '8200011', fill: 1, date: day(-8) }),
  ]
  expect(paid.map(({ status, rejects }) => [status, rejects])).toEqual(Array.from({ length: 3 }, () => ['P', []]))
  const id = (await sent(one)).authorizationId!
  const { medicines } = await of(id)
  expect(medicines.map(({ filledOn }) => filledOn)).toEqual([day(-5), day(-8)])
  expect(new Set(medicines.map(({ prescriber }) => prescriber)).size).toBe(2)
})

test('A pharmacist records a look at the monitoring report; an adjuster sees only that a pharmacist looked', async () => {
  const { api, adjuster, of } = await world()
  const id = await raiseAuthorization(api, one)
  const pharmacist = await api.signIn('pharm.aaa')
  const look = { authorizationId: id, months: 12, note: 'Two prescribers, one pharmacy, no cash' }
  expect((await adjuster.ask(evidence.look, look)).body).toMatchObject({ status: { code: 'NOT_ALLOWED' } })
  expect((await pharmacist.ask(evidence.look, look)).status).toBe(200)
  expect((await of(id, pharmacist)).looks).toEqual([
    { at: expect.any(String), byName: expect.any(String), mine: true, months: 12, note: look.note },
  ])
  expect((await of(id)).looks).toEqual([
    { at: expect.any(String), byName: null, mine: false, months: null, note: null },
  ])
  const { body } = await adjuster.ask(history.eventLog, { stratusAuthId: id })
  expect(JSON.stringify(body)).not.toContain('Two prescribers')
  const other = await api.signIn('adj.bbb')
  expect((await other.ask(evidence.of, { authorizationId: id })).status).toBe(404)
})

test('The chart keeps allergies and the last test, and an entry that was wrong is ended once', async () => {
  const { api, adjuster, of } = await world()
  const id = await raiseAuthorization(api, one)
  const add = (kind: 'ALLERGY' | 'KIDNEY', text: string, seenOn = day(-1)) =>
    adjuster.ask(evidence.chart, { authorizationId: id, entry: { kind, text, seenOn } })
  await add('ALLERGY', 'Codeine: hives')
  await add('KIDNEY', 'eGFR 71', day(-40))
  expect((await add('KIDNEY', 'eGFR 60', day(1))).body).toMatchObject({ status: { code: 'VALIDATION' } })
  const { chart } = await of(id)
  expect(chart.map(({ kind, text, by }) => [kind, text, by])).toEqual([
    ['ALLERGY', 'Codeine: hives', 'Adj aaa'],
    ['KIDNEY', 'eGFR 71', 'Adj aaa'],
  ])
  // It is of the patient: another request of the same claim shows it too.
  const other = await raiseAuthorization(api, { ...one, drug: 'zolpidem', rx: '8200009' })
  expect((await of(other)).chart).toHaveLength(2)
  const end = () => adjuster.ask(evidence.chart, { authorizationId: id, endId: chart[0]!.entryId })
  expect((await end()).status).toBe(200)
  expect((await end()).body).toMatchObject({ status: { code: 'ALREADY_DECIDED' } })
  expect((await of(id)).chart.map(({ kind }) => kind)).toEqual(['KIDNEY'])
  const strange = await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  const swapped = await adjuster.ask(evidence.chart, { authorizationId: strange, endId: chart[1]!.entryId })
  expect(swapped.status).toBe(404)
})
