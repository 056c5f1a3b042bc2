import { describe, expect, test } from 'vitest'
import type { Adjudication } from './answer.ts'
import type { ClaimRequest } from './claim-request.ts'
import type { DrugFacts, PriorAuth, Snapshot } from './snapshot.ts'
import { billedWithoutPackage } from './product.ts'
import { adjudicate, recommend } from './rules.ts'
import { injured, daysBefore, paid, priorAuthOf, requestFor, run, type SnapshotChange, snapshotOf } from './testing.ts'
import { base, gabapentinBulk, ketamine, menthol, oxycodone, sertraline } from './testing-drugs.ts'

// Compounds and clinic lines: what is billed without a package of its own.

const rows = (...drugs: DrugFacts[]): NonNullable<ClaimRequest['compound']>['ingredients'] =>
  drugs.map((drug, at) => ({ productId: drug.ndc, quantity: 30, cost: 90 - at * 40 }))
const cream = (drugs: DrugFacts[], more: Partial<ClaimRequest> = {}): ClaimRequest => {
  const request = requestFor(null, { quantity: 60, rx: { productId: '0', compoundCode: '2' }, more })
  return { ...request, compound: { ingredients: rows(...drugs) }, pricing: { grossAmountDue: 130 } }
}
const known = (...drugs: DrugFacts[]): Snapshot['ingredients'] =>
  Object.fromEntries(drugs.map((drug) => [drug.ndc, drug]))
const all = known(ketamine, gabapentinBulk, base, menthol)
const mix = (drugs: DrugFacts[], change: SnapshotChange = {}, more: Partial<ClaimRequest> = {}): Adjudication =>
  adjudicate(cream(drugs, more), snapshotOf(null, { ingredients: all, ...change }))

describe('a compound', () => {
  // What a decision at level 11 writes of a request without a package.
  const granted = (drug: DrugFacts, more: Partial<PriorAuth> = {}): PriorAuth =>
    priorAuthOf(drug, 11, ['75'], { ndc: '', ...more })

  test('approved as "this package only" pays, and another compound does not', () => {
    expect(mix([ketamine, base]).codes).toEqual(['75'])
    const pays = mix([ketamine, base], { priorAuths: [granted(ketamine)] })
    expect([pays.outcome, pays.priorAuthUsed?.codes]).toEqual(['P', ['75']])
    expect(mix([gabapentinBulk, base], { priorAuths: [granted(ketamine)] }).codes).toEqual(['75'])
  })

  test('is not its leading ingredient’s package, nor is the package the compound', () => {
    expect(mix([ketamine, base], { priorAuths: [granted(ketamine, { ndc: ketamine.ndc })] }).codes).toEqual(['75'])
    expect(run(ketamine, {}, { priorAuths: [granted(ketamine)] }).codes).toContain('75')
  })

  test('blocked as "this package only" is answered 3Y', () => {
    const block = granted(ketamine, { kind: 'BLOCK', statusId: 7, codesCleared: [] })
    expect(mix([ketamine, base], { priorAuths: [block] }).codes).toContain('3Y')
    expect(mix([gabapentinBulk, base], { priorAuths: [block] }).codes).not.toContain('3Y')
  })

  const before = (days: number, more: object = {}) => paid(billedWithoutPackage(ketamine), days, 60, 30, more)
  test('that was paid is a duplicate when it comes again, and too soon when it is refilled early', () => {
    const grant: SnapshotChange = { priorAuths: [granted(ketamine)] }
    const same = mix([ketamine, base], { ...grant, history: [before(0, { rxNumber: '7700412' })] })
    expect(same.codes).toContain('83')
    const soon = mix([ketamine, base], { ...grant, history: [before(10)] })
    expect(soon.codes).toEqual(['79'])
    expect(mix([ketamine, base], { ...grant, history: [before(30)] }).outcome).toBe('P')
  })

  test('Is never auto-approved as the same drug nor called stable: its other ingredients are unknown', () => {
    const history = [92, 61, 31].map((days) => before(days))
    const change: SnapshotChange = { history, settings: { autoApprovalRules: [1] } }
    const result = mix([ketamine, base], change)
    expect([result.codes, result.autoRule, result.facts.stableTherapy]).toEqual([['75'], null, false])
    expect(recommend(result, cream([ketamine, base]), snapshotOf(null, { ingredients: all, ...change }))).toBeNull()
  })

  test.each(['TX', 'CA', 'NY', 'MT', 'OK', 'US-FECA', 'US-EEOIC'])(
    'needs approval in %s, whatever is in it',
    (jurisState) => {
      const covered = { ...ketamine, gpi: '15100101010605' }
      const change = { ingredients: known(covered, base), claim: { jurisState } }
      expect(adjudicate(cream([covered, base]), snapshotOf(null, change)).codes).toEqual(['75'])
      expect(adjudicate(cream([covered, base]), snapshotOf(null, { ...change, claim: {} })).codes).toEqual([])
    },
  )

  test('of a federal programme needs approval in whatever state the worker is', () => {
    const covered = { ...ketamine, gpi: '15100101010605' }
    for (const dolProgram of ['FECA', 'EEOIC', 'BL'] as const) {
      const change = { ingredients: known(covered, base), claim: { dolProgram } }
      const codes = adjudicate(cream([covered, base]), snapshotOf(null, change)).codes
      expect(codes, dolProgram).toEqual(dolProgram === 'BL' ? [] : ['75'])
    }
  })

  test.each([
    ['MT', ['70']],
    ['CA', ['70']],
    ['TN', []],
  ])('in the first days of a claim in %s: %j', (jurisState, codes) => {
    const request = cream([ketamine, base], { workersComp: { dateOfInjury: daysBefore(3) } })
    const short = { ...request, prescription: { ...request.prescription, daysSupply: 4 } }
    const early = injured(3, { jurisState, compensability: 'PENDING' })
    expect(adjudicate(short, snapshotOf(null, { ingredients: all, ...early })).codes).toEqual(codes)
  })

  test('is not approved by the first-fill rule of a state that wants each approved', () => {
    const settings = { autoApprovalRules: [5] }
    const request = cream([ketamine, base], { workersComp: { dateOfInjury: daysBefore(3) } })
    const week = { ...request, prescription: { ...request.prescription, daysSupply: 7 } }
    const asked = (jurisState: string) =>
      adjudicate(week, snapshotOf(null, { ingredients: all, settings, ...injured(3, { jurisState }) }))
    expect([asked('MT').codes, asked('MT').autoRule]).toEqual([['75'], null])
    expect(asked('TN').autoRule?.id).toBe(5)
  })
})

describe('a clinic line', () => {
  const line = { code: 'J1885', units: 2 }
  const clinic = (change: SnapshotChange = {}, hcpcs: NonNullable<ClaimRequest['hcpcs']> = line, channel = 8) =>
    run(
      null,
      {
        rx: { productId: undefined, quantity: undefined, daysSupply: undefined, rxNumber: undefined },
        more: { channel, hcpcs, pricing: { grossAmountDue: 8 } },
      },
      change,
    )
  const injection = billedWithoutPackage({ ndc: '', gpi: '11100113', name: 'Ketorolac injection', dea: null })
  const given = (days: number, hcpcs: NonNullable<ClaimRequest['hcpcs']> = line, more: object = {}) =>
    paid(injection, days, hcpcs.units, 1, { rxNumber: '', hcpcs, ...more })

  test('pays once: the same units of the code on the day from the clinic are a duplicate', () => {
    expect(clinic().codes).toEqual([])
    expect(clinic({ history: [given(0)] }).codes).toEqual(['83'])
    expect(clinic({ history: [given(0, { ...line, modifiers: [] })] }).codes).toEqual(['83'])
  })

  test.each([
    ['another day', given(1)],
    ['another clinic', given(0, line, { pharmacyNabp: '2201120' })],
    ['other units', given(0, { ...line, units: 3 })],
    ['another code', given(0, { ...line, code: 'J3301' })],
    ['the discarded rest', given(0, { ...line, modifiers: ['JW'] })],
    ['a line that was taken back', given(0, line, { status: 'X' })],
  ])('of %s is no duplicate', (_words, fill) => {
    expect(clinic({ history: [fill] }).codes).toEqual([])
  })

  test('that is sent again joins the request of its day', () => {
    const open = (more: object = {}) => ({
      authorizationId: 'a1',
      referenceNumber: '004417733920',
      gpi: '20120101',
      rxNumber: '',
      pharmacyNabp: '1043391',
      dateOfService: daysBefore(0),
      ...more,
    })
    const steroid = { code: 'J3301', units: 4 }
    const verdict = (more?: object) => clinic({ openRequests: [open(more)] }, steroid).pending.verdict
    expect(clinic({}, steroid).codes).toEqual(['75'])
    expect(verdict()).toBe('JOIN')
    expect(verdict({ dateOfService: daysBefore(7) })).toBe('RAISE')
    expect(verdict({ gpi: '11100113' })).toBe('RAISE')
    expect(verdict({ pharmacyNabp: '2201120' })).toBe('RAISE')
    expect(verdict({ rxNumber: '7700412' })).toBe('RAISE')
  })

  test('Is not a current opioid: an injected dose does not end opioid-naive status', () => {
    const morphine = billedWithoutPackage({ ndc: '', gpi: '10100105', name: 'Morphine injection', dea: 'CII' })
    const result = run(oxycodone, { quantity: 40, days: 10 }, { history: [paid(morphine, 2, 1, 1)] })
    expect(result.facts.opioidNaive).toBe(true)
    expect(result.codes).toContain('925')
  })

  test('That was approved does not approve the tablet', () => {
    // A clinic code is known by eight digits, whatever the level says.
    const tablet = { ...oxycodone, gpi: '20120101010105', dea: null, opioidFactorKey: null }
    const grant = { ...priorAuthOf(tablet, 14, ['75']), gpiPrefix: '20120101' }
    expect(run(tablet, {}, { priorAuths: [grant] }).codes).toContain('75')
    expect(clinic({ priorAuths: [grant] }, { code: 'J3301', units: 4 }).outcome).toBe('P')
    expect(run(tablet, {}, { priorAuths: [{ ...grant, level: 8 }] }).codes).not.toContain('75')
  })

  test.each([1, 3])('at the counter (channel %i) hides no drug', (channel) => {
    const hidden = run(oxycodone, { quantity: 600, more: { channel, hcpcs: line } })
    expect(hidden.codes).toEqual(['8J'])
    expect(hidden.pending.verdict).toBe('NONE')
    expect(clinic({}, line, channel).codes).toContain('8J')
    for (const bill of [2, 7, 8, 9]) expect(clinic({}, line, bill).codes).not.toContain('8J')
  })

  test('Is checked for interactions with current drugs', () => {
    expect(clinic({ history: [paid(sertraline, 3, 30, 30)] }).rejects[0]).toMatchObject({
      rejectCode: '88',
      severity: 3,
    })
  })
})
