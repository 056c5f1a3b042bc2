import { describe, expect, test } from 'vitest'
import type { Adjudication } from './answer.ts'
import type { Bypass, Snapshot } from './snapshot.ts'
import type { ClaimRequest } from './claim-request.ts'
import { adjudicate } from './rules.ts'
import {
  blockOf,
  daysBefore,
  drugNamed,
  open,
  paid,
  priorAuthOf,
  type RequestChange,
  requestFor,
  run,
  type SnapshotChange,
  snapshotOf,
} from './testing.ts'
import {
  acetaminophen,
  alprazolam,
  base,
  celecoxibBrand,
  ciprofloxacin,
  gabapentin,
  ibuprofen,
  ketamine,
  menthol,
  methadone,
  naproxen,
  oxycodone,
  pregabalin,
  pregabalin150,
  sildenafil,
  tizanidine,
  tramadol,
} from './testing-drugs.ts'

// Cases that engine and calls must agree with.

const oxyApap = drugNamed('Oxycodone-acetaminophen 5-325 mg tablet')
const oxycodoneEr40 = drugNamed('Oxycodone ER 40 mg extended-release tablet')
const fentanyl50 = drugNamed('Fentanyl 50 mcg/h patch')
const duloxetine = drugNamed('Duloxetine 60 mg delayed-release capsule')
const cyclobenzaprine5 = drugNamed('Cyclobenzaprine 5 mg tablet')
const hydroApap = drugNamed('Hydrocodone-acetaminophen 10-325 mg tablet')
const meloxicam = drugNamed('Meloxicam 15 mg tablet')

// Opioids for months, so that the rules for people new to them stay out of the way.
const usedTo = paid(tramadol, 100, 30, 5)

const rejectOf = (result: Adjudication, code: string, dur?: string) =>
  result.rejects.find((row) => row.rejectCode === code && (dur === undefined || row.dur === dur))

describe('golden cases', () => {
  test('G01 ibuprofen on an accepted back strain pays', () => {
    const result = run(ibuprofen, { quantity: 90, days: 30 }, {})
    expect(result.outcome).toBe('P')
    expect(result.codes).toEqual([])
    expect(result.pending.verdict).toBe('NONE')
  })

  test('G02 NY first fill of an opioid, not yet accepted: 925 and 75, 45 MME, a request', () => {
    const doi = daysBefore(6)
    const result = run(
      oxyApap,
      { quantity: 60, days: 10, doi },
      {
        claim: { jurisState: 'NY', doi, compensability: 'PENDING', bodyParts: [53] },
        spans: [{ effectiveDate: doi, termDate: null, reasonCode: 'NEW', planLevel: 'FULL' }],
      },
    )
    expect(result.codes.toSorted()).toEqual(['75', '925'])
    expect(result.facts.mme?.after).toBe(45)
    expect(result.facts.mme?.items[0]?.arithmetic).toBe('5 mg x 6 a day x 1.5 = 45')
    expect(result.pending.verdict).toBe('RAISE')
    expect(rejectOf(result, '925')?.overridableBy).toBe('A')
  })

  test('G03 ER and IR oxycodone with alprazolam: 180 MME, a pharmacist decides', () => {
    const result = run(
      oxycodoneEr40,
      { quantity: 60 },
      {
        ...open,
        history: [usedTo, paid(oxycodone, 10, 120, 30), paid(alprazolam, 10, 60, 30)],
      },
    )
    expect(result.facts.mme?.after).toBe(180)
    expect(result.facts.mme?.now).toBe(60)
    expect(rejectOf(result, '922')?.overridableBy).toBe('R')
    expect(rejectOf(result, '88', 'DD')).toMatchObject({ severity: 2, overridableBy: 'R' })
    expect(rejectOf(result, '88', 'AT')).toBeUndefined()
  })

  test('G04 a fentanyl patch is 120 MME whatever the quantity', () => {
    const result = run(fentanyl50, { quantity: 10 }, { ...open, history: [usedTo] })
    expect(result.facts.mme?.after).toBe(120)
    expect(result.codes).toContain('922')
  })

  test('G05 tramadol with duloxetine: 60 MME, serotonin interaction, no 922', () => {
    const result = run(tramadol, { quantity: 180 }, { ...open, history: [usedTo, paid(duloxetine, 5, 30, 30)] })
    expect(result.facts.mme?.after).toBe(60)
    expect(rejectOf(result, '88', 'DD')?.severity).toBe(2)
    expect(result.codes).not.toContain('922')
  })

  test('G06 methadone 10 mg three times a day is 141 MME', () => {
    const result = run(methadone, { quantity: 90 }, { ...open, history: [usedTo] })
    expect(result.facts.mme?.after).toBe(141)
    expect(result.codes).toContain('922')
  })

  test.each([
    [20, 'R', ['79'], 66.7],
    [22, 'R', ['79'], 73.3],
    [23, 'P', [], 76.7],
  ])('G07 gabapentin on day %i', (day, outcome, codes, used) => {
    const result = run(gabapentin, { quantity: 90 }, { history: [paid(gabapentin, day, 90, 30)] })
    expect(result.outcome).toBe(outcome)
    expect(result.codes).toEqual(codes)
    expect(result.facts.refill?.usedPercent).toBe(used)
  })

  test('G08 oxycodone on day 25 is too soon, a safety question for a pharmacist', () => {
    const result = run(oxycodone, { quantity: 60 }, { ...open, history: [paid(oxycodone, 25, 60, 30)] })
    expect(rejectOf(result, '79')).toMatchObject({ safety: true, overridableBy: 'R' })
    expect(result.facts.refill?.usedPercent).toBe(83.3)
  })

  test('G09 one day after a closed claim ended: 69, an adjuster decides', () => {
    const result = run(
      ibuprofen,
      {},
      {
        spans: [{ effectiveDate: '2024-05-02', termDate: daysBefore(1), reasonCode: 'TERM_CLOSED', planLevel: 'FULL' }],
      },
    )
    expect(result.codes).toEqual(['69'])
    expect(rejectOf(result, '69')?.overridableBy).toBe('A')
    expect(result.pending.verdict).toBe('RAISE')
    const oneTime = priorAuthOf(ibuprofen, 14, ['69'], { oneTime: true })
    expect(
      run(
        ibuprofen,
        {},
        {
          spans: [
            { effectiveDate: '2024-05-02', termDate: daysBefore(1), reasonCode: 'TERM_CLOSED', planLevel: 'FULL' },
          ],
          priorAuths: [oneTime],
        },
      ).outcome,
    ).toBe('P')
  })

  test.each([
    ['1234567890', ['25']],
    ['1234567893', []],
  ])('G10 prescriber NPI %s', (npi, codes) => {
    expect(run(ibuprofen, { npi }, {}).codes).toEqual(codes)
  })

  test('G11 sildenafil on a wrist claim stops with 75 and 80', () => {
    const result = run(
      sildenafil,
      { quantity: 6 },
      {
        claim: { bodyParts: [34] },
        claimant: { firstName: 'Jon', lastName: 'Ortega', dateOfBirth: '1979-03-14', gender: 'M' },
      },
    )
    expect(result.codes.toSorted()).toEqual(['75', '80'])
  })

  test('G12 a compound with one uncovered ingredient for 900 dollars: 7Y, a supervisor decides', () => {
    const snapshot = snapshotOf(null, {
      ingredients: { [ketamine.ndc]: ketamine, [menthol.ndc]: menthol, [base.ndc]: base },
    })
    const request = requestFor(null, {
      rx: { productId: '0', compoundCode: '2' },
      quantity: 120,
      more: {
        compound: {
          ingredients: [
            { productId: ketamine.ndc, quantity: 18, cost: 738 },
            { productId: menthol.ndc, quantity: 10, cost: 78 },
            { productId: base.ndc, quantity: 92, cost: 84 },
          ],
        },
        pricing: { grossAmountDue: 900 },
      },
    })
    const result = adjudicate(request, snapshot)
    expect(result.pricing).toMatchObject({ pricedAs: 'COMPOUND', billed: 900 })
    expect(result.pricing?.paid).toBeGreaterThan(500)
    expect(rejectOf(result, '7Y')?.overridableBy).toBe('S')
    const small = adjudicate({ ...request, pricing: { grossAmountDue: 400 } }, snapshot)
    expect(rejectOf(small, '7Y')?.overridableBy).toBe('A')
  })

  const clinic = (code: string, units: number, date: string, more: Partial<NonNullable<ClaimRequest['hcpcs']>> = {}) =>
    run(
      null,
      {
        date,
        rx: { productId: undefined, quantity: undefined, daysSupply: undefined, rxNumber: undefined },
        doi: '2024-01-05',
        more: { channel: 8, hcpcs: { code, units, ...more }, pricing: { grossAmountDue: 80 } },
      },
      {
        ...open,
        now: `${date}T15:00:00.000Z`,
        claim: { doi: '2024-01-05', bodyParts: [53] },
        spans: [{ effectiveDate: '2024-01-05', termDate: null, reasonCode: 'NEW', planLevel: 'FULL' }],
      },
    )

  test('G13 J1030 billed after it was deleted on 4/1/2024 stops with 54', () => {
    expect(clinic('J1030', 1, '2024-05-02').codes).toEqual(['54'])
    expect(clinic('J1030', 1, '2024-03-15').codes).toEqual([])
    expect(clinic('J1030', 1, '2024-03-31').codes).toEqual([])
    expect(clinic('J1010', 40, '2024-03-31').codes).toEqual(['54'])
  })

  test('G14 twelve units of J1885 on one day are over the range', () => {
    expect(clinic('J1885', 12, '2024-05-02').codes).toEqual(['9G'])
    expect(clinic('J1885', 8, '2024-05-02').codes).toEqual([])
    expect(clinic('J1885', 4, '2024-05-02', { doseGiven: 30 }).codes).toEqual(['9H'])
    expect(clinic('J1885', 2, '2024-05-02', { doseGiven: 20 }).codes).toEqual([])
    expect(clinic('J1885', 1, '2024-05-02', { doseGiven: 20 }).codes).toEqual(['9H'])
    // Discarded drug is billed on top of what was given.
    expect(clinic('J1885', 4, '2024-05-02', { doseGiven: 30, modifiers: ['JW'] }).codes).toEqual([])
    expect(clinic('J1885', 1, '2024-05-02', { doseGiven: 30, modifiers: ['JW'] }).codes).toEqual(['9H'])
  })

  test('G15 a one-time prior authorization is used up by its fill and comes back with the reversal', () => {
    const used = priorAuthOf(pregabalin, 14, ['75'], { oneTime: true, fillsUsed: 1, statusId: 4 })
    const again = run(pregabalin, { quantity: 60 }, { priorAuths: [used] })
    expect(again.codes[0]).toBe('PA')
    expect(again.pending.verdict).toBe('RAISE')
    const restored = { ...used, fillsUsed: 0, statusId: 3 }
    expect(run(pregabalin, { quantity: 60 }, { priorAuths: [restored] }).outcome).toBe('P')
  })

  test('G16 level 8 lets another strength through, level 14 does not', () => {
    const wide = priorAuthOf(pregabalin, 8, ['75'])
    const narrow = priorAuthOf(pregabalin, 14, ['75'])
    expect(run(pregabalin150, { quantity: 60 }, { priorAuths: [wide] }).outcome).toBe('P')
    expect(run(pregabalin150, { quantity: 60 }, { priorAuths: [narrow] }).codes).toEqual(['75'])
  })

  test('G17 a narrower prior authorization passes a wider block', () => {
    const priorAuths = [blockOf(cyclobenzaprine5, 4), priorAuthOf(cyclobenzaprine5, 14, ['75'])]
    const result = run(cyclobenzaprine5, { quantity: 90 }, { priorAuths })
    expect(result.outcome).toBe('P')
    expect(result.blockedBy).toBeNull()
  })

  test('G18 a block at strength level beats a prior authorization at drug level', () => {
    const priorAuths = [blockOf(cyclobenzaprine5, 14), priorAuthOf(cyclobenzaprine5, 8, ['75'])]
    const result = run(cyclobenzaprine5, { quantity: 90 }, { priorAuths })
    expect(result.codes).toContain('3Y')
    expect(result.pending.verdict).toBe('NONE')
  })

  test('G19 a bypass of everything leaves a contraindication', () => {
    const all: Bypass = {
      bypassId: 'b1',
      scope: 'ALL',
      startDate: daysBefore(3),
      endDate: daysBefore(-20),
      fillsUsed: 0,
      codes: ['*'],
      reason: 'DISASTER',
    }
    const result = run(tizanidine, { quantity: 90 }, { bypasses: [all], history: [paid(ciprofloxacin, 2, 20, 10)] })
    expect(rejectOf(result, '88', 'DD')?.severity).toBe(1)
    expect(result.codes).toEqual(['88'])
    expect(result.bypassUsed?.codes).toContain('75')
  })

  test('G20 only four days early, not controlled: paid by rule 2', () => {
    const result = run(
      gabapentin,
      { quantity: 90 },
      {
        settings: { autoApprovalRules: [1, 2, 3, 4, 5] },
        history: [paid(gabapentin, 19, 90, 30)],
      },
    )
    expect(result.facts.refill?.daysEarly).toBe(4)
    expect(result.outcome).toBe('P')
    expect(result.autoRule).toMatchObject({ id: 2, codes: ['79'] })
    const off = run(gabapentin, { quantity: 90 }, { history: [paid(gabapentin, 19, 90, 30)] })
    expect(off.codes).toEqual(['79'])
  })

  test('G21 the date of injury may be a week off, not a month', () => {
    const near = run(ibuprofen, { doi: '2024-05-07' }, {})
    expect(near.outcome).toBe('P')
    expect(near.warnings.map((row) => row.rule)).toEqual(['R03'])
    const far = run(ibuprofen, { doi: '2024-06-01' }, {})
    expect(far.codes).toEqual(['DY'])
    expect(far.pending.verdict).toBe('NONE')
  })

  test('G22 a federal worker’s 29th day of opioids needs a letter of medical necessity', () => {
    const feca: SnapshotChange = {
      ...open,
      claim: { jurisState: 'US-FECA' },
      history: [28, 21, 14, 7].map((day) => paid(oxyApap, day, 28, 7)),
    }
    const result = run(oxyApap, { quantity: 28, days: 7 }, feca)
    expect(result.facts.opioidDay).toBe(29)
    expect(result.codes.toSorted()).toEqual(['75', '88'])
    expect(rejectOf(result, '88', 'MX')).toMatchObject({ overridableBy: 'R', letterNeeded: true })
    const letters = [{ kind: 'LMN' as const, receivedOn: daysBefore(2) }]
    expect(run(oxyApap, { quantity: 28, days: 7 }, { ...feca, letters }).outcome).toBe('P')
  })

  test('G23 6.6 grams of acetaminophen a day stops with 88 for a pharmacist', () => {
    const result = run(hydroApap, { quantity: 240 }, { ...open, history: [usedTo, paid(acetaminophen, 3, 240, 30)] })
    expect(result.facts.acetaminophenGramsPerDay).toBe(6.6)
    expect(rejectOf(result, '88', 'HD')?.overridableBy).toBe('R')
    expect(rejectOf(result, 'TQ')?.overridableBy).toBe('R')
  })

  test('G24 tizanidine with ciprofloxacin: override-all only', () => {
    const result = run(tizanidine, { quantity: 90 }, { ...open, history: [paid(ciprofloxacin, 2, 20, 10)] })
    expect(rejectOf(result, '88', 'DD')).toMatchObject({ severity: 1, overridableBy: 'O' })
  })

  test.each([
    [true, 'A'],
    [false, 'R'],
  ])('G25 two anti-inflammatories, safety overrides %s', (safetyOverrides, by) => {
    const result = run(meloxicam, {}, { settings: { safetyOverrides }, history: [paid(naproxen, 10, 60, 30)] })
    expect(result.codes).toEqual(['88'])
    expect(rejectOf(result, '88', 'TD')).toMatchObject({ overridableBy: by, safety: true })
  })

  test('G26 a claim not accepted on day 40 stops with 830', () => {
    const doi = daysBefore(40)
    const result = run(
      ibuprofen,
      { doi },
      {
        claim: { compensability: 'PENDING', doi },
        spans: [{ effectiveDate: doi, termDate: null, reasonCode: 'NEW', planLevel: 'FULL' }],
      },
    )
    expect(result.codes).toEqual(['830'])
    expect(result.pending.verdict).toBe('RAISE')
  })

  test('G27 a denied claim: 830 and 65, a supervisor decides', () => {
    const result = run(ibuprofen, {}, { claim: { compensability: 'DENIED' } })
    expect(result.codes.toSorted()).toEqual(['65', '830'])
    expect(result.rejects.every((row) => row.overridableBy === 'S')).toBe(true)
  })

  test('G28 a brand with a generic: DAW 0 is the pharmacy’s to fix, DAW 1 asks for a prior authorization', () => {
    const fix = run(celecoxibBrand, { daw: '0' }, {})
    expect(fix.codes).toEqual(['UU'])
    expect(fix.pending.verdict).toBe('NONE')
    const ask = run(celecoxibBrand, { daw: '1' }, {})
    expect(ask.codes).toEqual(['AJ'])
    expect(ask.pending.verdict).toBe('RAISE')
    const granted = priorAuthOf(celecoxibBrand, 14, ['AJ'], { brandFlag: 'M' })
    expect(run(celecoxibBrand, { daw: '1' }, { priorAuths: [granted] }).outcome).toBe('P')
    const generic = priorAuthOf(celecoxibBrand, 14, ['AJ'], { brandFlag: 'G' })
    expect(run(celecoxibBrand, { daw: '1' }, { priorAuths: [generic] }).codes).toEqual(['AJ'])
  })

  test('G29 a sanctioned pharmacy: 559, no request, nobody clears it', () => {
    const priorAuths = [
      priorAuthOf(ibuprofen, 14, ['559'], { overrideAll: true, safetyIncluded: true, safetyTier: 'O' }),
    ]
    const result = run(ibuprofen, {}, { pharmacy: { status: 'SANCTIONED' }, priorAuths })
    expect(result.codes).toEqual(['559'])
    expect(result.rejects[0]).toMatchObject({ hardStop: true, overridableBy: '-' })
    expect(result.pending.verdict).toBe('NONE')
  })

  test('G38 and G39 a reject without block re-pends, one with block answers 3Y', () => {
    const request: RequestChange = { quantity: 60 }
    const without: Partial<Snapshot> = {
      decisions: [{ authorizationId: 'a1', decision: 'REJECT_NO_PA', decidedOn: daysBefore(1), gpi: pregabalin.gpi }],
    }
    const free = adjudicate(requestFor(pregabalin, request), { ...snapshotOf(pregabalin), ...without })
    expect(free.codes).toEqual(['75'])
    expect(free.pending.verdict).toBe('RAISE')
    const blocked = run(pregabalin, request, { priorAuths: [blockOf(pregabalin, 14)] })
    expect(blocked.codes).toContain('3Y')
    expect(blocked.blockedBy?.referenceNumber).toBe('PA00901300')
    expect(blocked.pending.verdict).toBe('NONE')
  })
})
