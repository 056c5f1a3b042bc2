import { expect, test } from 'vitest'
import { transactions } from '#features/transactions/contract.ts'
import { drugs } from '#reference/drugs.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { FindingsToName, priorAuths } from './contract.ts'
import { findingsToName, namedInAdvance, reasonsGiven, whyNotThese } from './named-in-advance.ts'

// Without a bill too a tick clears one finding, for its own reason.

const found = (rejectCode: string, safety: boolean, drug?: string) => ({
  rejectCode,
  safety,
  class: 'DUR',
  hardStop: false,
  overridableBy: 'R',
  ...(drug && { sourceRule: 'R31', measure: { with: [{ id: drug, name: drug }] } }),
})
const [one, other] = [found('88', true, '57100010'), found('88', true, '75100020')]
const alone = found('925', true)
const ordinary = found('75', false)
const rejects = [one, other, alone, ordinary]
const reason = 'Low dose'

test('a finding that is left out is not cleared, and one reason serves only where there is one finding', () => {
  expect(findingsToName(rejects).map(({ finding }) => finding)).toEqual(['88 R31 57100010', '88 R31 75100020', '925'])
  const overridden = (said: Parameters<typeof namedInAdvance>[1], whole = false) =>
    namedInAdvance(rejects, said, whole).map((named) => [named.override, named.reason])
  const findings = [
    { rejectCode: '88', finding: '88 R31 57100010', reason },
    { rejectCode: '925', reason: 'Short course' },
  ]
  expect(overridden({ findings })).toEqual([
    [true, reason],
    [false, undefined],
    [true, 'Short course'],
    [true, undefined],
  ])
  // Granted again as a whole, it lacks the reason of the other.
  expect(overridden({ findings }, true)[1]).toEqual([true, undefined])
  expect(overridden({ safetyAck: reason }).map(([, why]) => why)).toEqual([undefined, undefined, undefined, undefined])
  expect(namedInAdvance([alone, ordinary], { safetyAck: reason })[0]).toMatchObject({ override: true, reason })
  expect(overridden({ findings: [] }).map(([on]) => on)).toEqual([false, false, false, true])
  expect(reasonsGiven(rejects, { findings })).toBe('88 (with 57100010): Low dose; 925: Short course')
  // A code with several findings names none of them, and a finding that does not stand is refused.
  expect(whyNotThese(rejects, { findings: [{ rejectCode: '88', reason }] })).toMatchObject({ field: 'findings' })
  expect(whyNotThese(rejects, { findings })).toBeUndefined()
})

test('a code that stands for a stricter role beside what was found is no finding of its own', () => {
  const shadow = { ...found('88', true), overridableBy: 'O' }
  expect(findingsToName([one, shadow])).toHaveLength(1)
  expect(namedInAdvance([one, shadow], { safetyAck: reason })).toMatchObject([{ reason }, { reason }])
  const findings = [{ rejectCode: '88', reason }]
  expect(namedInAdvance([one, shadow], { findings }, true)).toMatchObject([{ reason }, { reason }])
})

const medication = 'tramadol 50 mg tablet'
const tramadol = drugs.find(({ name, brandFlag }) => brandFlag === 'G' && name.toLowerCase().includes(medication))!

test('a grant in advance clears each finding for its own reason; what it leaves out stops a fill and is named', async () => {
  const api = await startFixtureApi()
  const bill = (of: object) =>
    api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 1, quantity: 60, days: 30, ...of }))
  for (const [at, drug] of ['duloxetine', 'gabapentin'].entries())
    expect((await bill({ drug, quantity: 30, rx: `70090${at}` })).body.status).toBe('P')
  const pharmacist = await api.signIn('pharm.aaa')
  const save = (more: object) =>
    pharmacist.ask(priorAuths.save, {
      stratusClaimId: idOf('AAA AAA1 claim 1'),
      ndc: tramadol.ndc,
      drugLevel: 14,
      oneTimeFill: false,
      reasonId: 1,
      startDate: day(0),
      authorizationExpirationDate: day(14),
      maxQty: 60,
      maxDays: 30,
      codes: ['75', '88', '925'],
      safetyRejectEnabled: true,
      note: 'Spoke with Dr. Hale',
      ...more,
    })
  const asked = await save({ safetyAck: 'As agreed by phone' })
  expect(asked).toMatchObject({ status: 422, body: { status: { code: 'REASON_REQUIRED' } } })
  const { findings } = FindingsToName.parse((asked.body as unknown as { data: unknown }).data)
  const [first, second] = findings.filter(({ rejectCode }) => rejectCode === '88')
  expect(findings.map(({ about }) => about)).toEqual(
    expect.arrayContaining([expect.stringMatching(/with Duloxetine/), expect.stringMatching(/with Gabapentin/)]),
  )
  const named = (all: typeof findings) =>
    all.map(({ rejectCode, finding }) => ({ rejectCode, finding, reason: `Why ${finding}` }))
  const part = await save({ findings: named(findings.filter((finding) => finding !== second)) })
  expect(part).toMatchObject({ status: 200, body: { warnings: [expect.stringMatching(/^Code 88 is not cleared/)] } })
  expect((await bill({ drug: medication, rx: '700910' })).body).toMatchObject({
    status: 'R',
    rejects: [{ code: '88' }],
  })
  // What one that is replaced cleared is asked about again.
  const whole = await save({ findings: named(findings), supersede: true })
  expect(whole).toMatchObject({ status: 200, body: { warnings: [] } })
  const { rows } = await api.db.query(
    'select rejects from authorization_decision d where d.authorization_id = (select authorization_id from prior_auth where override_ref = $1)',
    [whole.body.priorAuth.priorAuthOverrideRef],
  )
  const of88 = rows[0].rejects.find((made: { rejectCode: string }) => made.rejectCode === '88')
  expect(of88.findings.map((made: { reason: string }) => made.reason)).toEqual(
    [first, second].map((made) => `Why ${made!.finding}`),
  )
  expect((await bill({ drug: medication, rx: '700911' })).body.status).toBe('P')
})
