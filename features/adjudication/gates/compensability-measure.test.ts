import { describe, expect, test } from 'vitest'
import { daysBefore, drugNamed, open, paid, type RequestChange, run, type SnapshotChange } from '../testing.ts'
import { cyclobenzaprine, ibuprofen, tizanidine } from '../testing-drugs.ts'

// What the findings of G8 keep and say to the letter: measure, hint, and who clears them.

const young = (state: string, more: SnapshotChange = {}): SnapshotChange => ({
  ...open,
  claim: { jurisState: state, compensability: 'PENDING', doi: daysBefore(3) },
  spans: [{ effectiveDate: daysBefore(3), termDate: null, reasonCode: 'NEW', planLevel: 'FULL' }],
  ...more,
})
const found = (rule: string, request: RequestChange, change: SnapshotChange, drug = ibuprofen) =>
  run(drug, request, { ...open, ...change }).rejects.filter(({ sourceRule }) => sourceRule === rule)
const closedDate = daysBefore(3)

describe('R06: a claim that is over', () => {
  test.each<[string, SnapshotChange['claim']]>([
    ['by its status', { status: 'CLOSED', closedDate }],
    ['by its acceptance', { compensability: 'CLOSED', closedDate }],
  ])('closed %s: an adjuster may approve the fill, which keeps that it is closed', (_words, claim) => {
    const [made, ...more] = found('R06', {}, { claim: claim! })
    expect(more).toEqual([])
    expect(made).toMatchObject({
      rejectCode: '830',
      overridableBy: 'A',
      fixHint: 'End the coverage or reopen the claim; an adjuster may approve this fill.',
      measure: { with: [{ id: 'closed', name: 'the claim is closed' }] },
    })
  })

  test('settled: a supervisor alone may, which keeps that it is settled', () => {
    const [made] = found('R06', {}, { claim: { compensability: 'SETTLED_MSA', closedDate } })
    expect(made).toMatchObject({
      overridableBy: 'S',
      fixHint: 'End the coverage; only a supervisor may approve a fill after a settlement.',
      measure: { with: [{ id: 'settled', name: 'the claim is settled' }] },
    })
  })
})

test.each(['DENIED', 'CONTROVERTED'] as const)(
  'R07: of a claim that is %s both codes say how it may be approved',
  (how) => {
    const made = found('R07', {}, { claim: { compensability: how } })
    expect(made.map(({ rejectCode }) => rejectCode)).toEqual(['830', '65'])
    for (const { fixHint, overridableBy } of made)
      expect([fixHint, overridableBy]).toEqual(['A supervisor may approve without prejudice.', 'S'])
  },
)

describe('R08: a first fill', () => {
  const fill = (request: RequestChange, change: SnapshotChange, drug = ibuprofen) =>
    found('R08', { doi: daysBefore(3), ...request }, change, drug)

  test('over the days of the state keeps its days', () => {
    const [made] = fill({ days: 15, quantity: 45 }, young('IL'))
    expect(made).toMatchObject({ rejectCode: '76', measure: { amounts: [{ of: 'DAYS', value: 15 }] } })
  })

  test.each([
    ['of the drug', cyclobenzaprine],
    ['of its class', tizanidine],
  ])('a second supply %s keeps that there was one', (_words, earlier) => {
    const [made, ...more] = fill(
      { days: 5, quantity: 15 },
      young('NY', { history: [paid(earlier, 2, 9, 1)] }),
      cyclobenzaprine,
    )
    expect(more).toEqual([])
    expect(made).toMatchObject({
      rejectCode: '75',
      message: expect.stringMatching(/^Only one first supply is covered/),
      measure: { with: [{ id: 'supply', name: 'an earlier supply' }] },
    })
  })

  test('over the dollars of the carrier keeps what it costs', () => {
    const drug = drugNamed('Adalimumab 40 mg/0.4 mL injection')
    const [made] = fill({ days: 14, quantity: 2 }, young('IL'), drug)
    const cost = run(drug, { days: 14, quantity: 2 }, open).facts.estimatedCost
    expect(cost).toBeGreaterThan(100)
    expect(made).toMatchObject({ rejectCode: '78', amount: cost, measure: { amounts: [{ of: 'COST', value: cost }] } })
  })
})
