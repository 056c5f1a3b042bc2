import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { provenance } from '#features/provenance/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { findingId, isClearedBy, type Party } from '#features/prior-auths/findings.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { day } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { decision } from './contract.ts'

const alprazolam: Party = { id: '57100010', name: 'Alprazolam 0.5 mg tablet' }
const carisoprodol: Party = { id: '75100020', name: 'Carisoprodol 350 mg tablet' }
const found = (sourceRule: string, ...parties: Party[]) => ({
  rejectCode: '88',
  safety: true,
  sourceRule,
  measure: { with: parties },
})
const pair = found('R31', alprazolam)
const other = found('R31', carisoprodol)
const all = found('R34', carisoprodol, alprazolam)
const ordinary = { rejectCode: '75', safety: false, sourceRule: 'R16' }

test('a finding is named by its code where that has no other, else by its rule and what it is about', () => {
  expect(findingId(pair, [pair, ordinary])).toBe('88')
  const ids = [pair, other, all].map((one) => findingId(one, [pair, other, all, ordinary]))
  expect(ids).toEqual(['88 R31 57100010', '88 R31 75100020', '88 R34 57100010 75100020'])
  // The same in whatever order the engine names the drugs, and however many amounts it measured.
  const turned = { ...all, measure: { with: [alprazolam, carisoprodol], amounts: [{ of: 'DOSE' as const, value: 5 }] } }
  expect(findingId(turned, [pair, turned])).toBe(ids[2])
  expect(findingId(ordinary, [ordinary, { ...ordinary, sourceRule: 'R17' }])).toBe('75')
})

test('a verdict clears the findings it names; one that names none is older and clears its codes', () => {
  const of = [pair, other, ordinary]
  const named = {
    codes: ['88', '75'],
    cleared: [{ finding: '88 R31 57100010', rejectCode: '88', about: '', reason: 'As agreed by phone' }],
  }
  expect(of.map((one) => isClearedBy(named, one, of))).toEqual([true, false, true])
  expect(of.map((one) => isClearedBy({ codes: ['88'] }, one, of))).toEqual([true, true, false])
})

const tramadol = { sub: 'AAA1', at: 1, drug: 'tramadol 50 mg tablet', quantity: 60, days: 30 } as const

/** A request with an interaction with each of two drugs, by one code. */
async function twoFindings() {
  const api = await startFixtureApi()
  const bill = (of: object) => api.service.ask(transactions.intake, pharmacyClaim({ ...tramadol, ...of }))
  for (const [at, drug] of ['duloxetine', 'gabapentin'].entries())
    expect((await bill({ drug, quantity: 30, rx: `70090${at}` })).body.status).toBe('P')
  const id = await raiseAuthorization(api, tramadol)
  const pharmacist = await api.signIn('pharm.aaa')
  const { rejects } = (await pharmacist.ask(authorizations.one, { id })).body
  const findings = rejects.filter(({ rejectCode }) => rejectCode === '88')
  const others = rejects
    .filter(({ rejectCode }) => rejectCode !== '88')
    .map(({ rejectCode }) => ({ rejectCode, override: true, reason: 'First fill of a short course' }))
  return { api, id, bill, pharmacist, findings, others }
}

test('the form has a line for each finding, and a clearing that names none of them is refused', async () => {
  const { id, pharmacist, findings, others } = await twoFindings()
  const asked = { masterCarrier: 'AAA', authorizationId: id, action: 'APPROVE' } as const
  const { clearings } = (await pharmacist.ask(decision.editRules, asked)).body
  const lines = clearings.filter(({ reject }) => reject.rejectCode === '88').map(({ reject }) => reject)
  expect(lines.map(({ finding }) => finding)).toEqual(findings.map(({ finding }) => finding))
  expect(lines.map(({ about }) => about).toSorted()).toEqual([
    expect.stringMatching(/with Duloxetine/),
    expect.stringMatching(/with Gabapentin/),
  ])
  const approve = (more: object) =>
    pharmacist.ask(decision.approve, {
      id,
      version: 1,
      safetyRejectEnabled: true,
      note: 'Spoke with Dr. Hale',
      ...more,
    })
  const byCode = await approve({
    rejects: [...others, { rejectCode: '88', override: true, reason: 'As agreed by phone' }],
  })
  expect(byCode).toMatchObject({
    status: 422,
    body: {
      status: {
        code: 'RULE',
        message: expect.stringMatching(/^Name each safety finding that is cleared, with its reason: 88 \(.*Duloxetine/),
      },
    },
  })
  expect(await approve({ safetyAck: 'As agreed by phone' })).toMatchObject({
    status: 422,
    body: { status: { code: 'RULE' } },
  })
  const unknown = { rejectCode: '88', finding: '88 R31 99999999', override: true, reason: 'As agreed by phone' }
  expect((await approve({ rejects: [...others, unknown] })).body.status.message).toBe(
    'This finding of code 88 does not stand on this request.',
  )
})

test('one tick clears one finding: the other stops the claim, and each that is cleared has its own reason, kept', async () => {
  const { api, id, bill, pharmacist, findings, others } = await twoFindings()
  const [first, second] = findings.map(({ finding }) => finding!)
  const named = (finding: string, reason?: string) => ({
    rejectCode: '88',
    finding,
    override: true,
    ...(reason && { reason }),
  })
  const tried = async (...names: string[]) =>
    (
      await pharmacist.ask(newAuthorization.trial, {
        authorizationId: id,
        assumePriorAuth: {
          startDate: day(0),
          endDate: day(14),
          drugLevel: 14,
          oneTimeFill: true,
          overrideAll: false,
          safetyIncluded: true,
          codes: [...new Set([...others.map(({ rejectCode }) => rejectCode), '88'])],
          findings: [...others.map(({ rejectCode }) => rejectCode), ...names],
          maxFills: null,
          maxDays: null,
          maxQty: null,
        },
      })
    ).body
  expect(await tried(first!)).toMatchObject({
    outcome: 'REJECTED',
    rejects: [{ rejectCode: '88' }],
    plan: { leadsTo: null },
  })
  expect(await tried(first!, second!)).toMatchObject({ outcome: 'PAID', plan: { leadsTo: 30 } })
  const approve = (rejects: object[]) =>
    pharmacist.ask(decision.approve, {
      id,
      version: 1,
      safetyRejectEnabled: true,
      note: 'Spoke with Dr. Hale',
      rejects: [...others, ...rejects] as never,
    })
  expect((await approve([named(first!, 'Low dose')])).body.status.message).toContain('Select 88 to clear')
  expect((await approve([named(first!, 'Low dose'), named(second!)])).body.status).toMatchObject({
    code: 'REASON_REQUIRED',
  })
  const granted = await approve([named(first!, 'Low dose'), named(second!, 'Ends this week')])
  expect(granted.body).toMatchObject({ authorizationStatusId: 30 })
  const { rows } = await api.db.query('select rejects, safety_ack_text as ack from authorization_decision')
  const of88 = rows[0].rejects.find((one: { rejectCode: string }) => one.rejectCode === '88')
  expect(of88.findings.map((one: { finding: string; reason: string }) => [one.finding, one.reason])).toEqual([
    [first, 'Low dose'],
    [second, 'Ends this week'],
  ])
  expect(rows[0].ack).toMatch(/88 \(.+\): Low dose; 88 \(.+\): Ends this week/)
  const { records } = (await pharmacist.ask(provenance.of, { id })).body
  const why = records[0]!.record!.overridden.filter(({ what }) => what === 'Code 88').map((one) => one.why)
  expect(why).toEqual([expect.stringMatching(/Low dose$/), expect.stringMatching(/Ends this week$/)])
  expect((await bill({})).body.status).toBe('P')
})

test('what an adjuster leaves to the pharmacist is left finding by finding, and the second key adds its own', async () => {
  const { id, api, pharmacist, findings, others } = await twoFindings()
  const adjuster = await api.signIn('adj.aaa')
  const half = await adjuster.ask(decision.approve, { id, version: 1 })
  expect(half.body).toMatchObject({ authorizationStatusId: 22 })
  const { firstApproval } = (await pharmacist.ask(authorizations.one, { id })).body
  const left = others.filter(({ rejectCode }) => !firstApproval!.codes.includes(rejectCode))
  const whole = await pharmacist.ask(decision.approve, {
    id,
    version: 2,
    safetyRejectEnabled: true,
    note: 'Spoke with Dr. Hale',
    rejects: [
      ...left,
      ...findings.map(({ rejectCode, finding }) => ({ rejectCode, finding, override: true, reason: `Why ${finding}` })),
    ],
  })
  expect(whole.body).toMatchObject({ authorizationStatusId: 30, priorAuth: { safetyIncluded: true } })
  const shown = (await adjuster.ask(authorizations.one, { id })).body.decision!
  expect(shown.rejects.find(({ rejectCode }) => rejectCode === '88')!.findings!.map(({ reason }) => reason)).toEqual(
    findings.map(({ finding }) => `Why ${finding}`),
  )
})
