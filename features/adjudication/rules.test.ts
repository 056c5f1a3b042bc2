import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findingsOf } from '#features/prior-auths/findings.ts'
import { drugs } from '#reference/drugs.ts'
import { opioidFactors } from '#reference/opioid-factors.ts'
import { rejectCodes } from '#reference/reject-codes.ts'
import type { Compensability, DrugFacts, PriorAuth } from './snapshot.ts'
import type { CarrierSettings } from './settings.ts'
import { claimRequest } from './claim-request.ts'
import { mmeFacts, mmeOf, sumMme } from './mme.ts'
import { priorAuthClears } from './gates/prior-auth-gate.ts'
import { ruleBook } from './rule-book.ts'
import { adjudicate, considerations, recommend } from './rules.ts'
import {
  blockOf,
  defaultFormulary,
  openFormulary,
  paid,
  daysBefore,
  priorAuthOf,
  requestFor,
  snapshotOf,
} from './testing.ts'

// Invariants of every claim, checked on generated claims.

const anyDrug = fc.constantFrom(...drugs)
const fill = fc.record({
  drug: anyDrug,
  daysAgo: fc.integer({ min: -10, max: 400 }),
  quantity: fc.integer({ min: 1, max: 360 }),
  days: fc.integer({ min: 1, max: 90 }),
})
const settings: fc.Arbitrary<Partial<CarrierSettings>> = fc.record(
  {
    safetyOverrides: fc.boolean(),
    formularyOverrides: fc.boolean(),
    autoApprovalRules: fc.constantFrom([], [1], [2, 3], [1, 2, 3, 4, 5]),
    longActingEarlyRule: fc.boolean(),
    callEveryTime: fc.constantFrom([], ['10'], ['*']),
    payBrandAtGenericPrice: fc.boolean(),
    costLimitPerFill: fc.constantFrom(50, 1000, 10_000),
  },
  { requiredKeys: [] },
)

const anyCase = fc
  .record({
    drug: anyDrug,
    quantity: fc.integer({ min: 1, max: 400 }),
    days: fc.integer({ min: 1, max: 100 }),
    daw: fc.constantFrom('0', '1', '5'),
    fillNumber: fc.integer({ min: 0, max: 12 }),
    history: fc.array(fill, { maxLength: 8 }),
    settings,
    state: fc.constantFrom('IL', 'NY', 'TX', 'CA', 'MT', 'FL', 'US-FECA'),
    bodyParts: fc.subarray([10, 14, 34, 38, 42, 53, 60, 90, 91], { maxLength: 3 }),
    compensability: fc.constantFrom<Compensability>('PENDING', 'ACCEPTED', 'PARTIAL', 'CONTROVERTED', 'DENIED'),
    injuredDaysAgo: fc.integer({ min: 0, max: 900 }),
    uc: fc.integer({ min: 0, max: 90_000 }),
    open: fc.boolean(),
  })
  .map((one) => {
    const doi = daysBefore(one.injuredDaysAgo)
    const request = requestFor(one.drug, {
      quantity: one.quantity,
      days: one.days,
      daw: one.daw,
      fillNumber: one.fillNumber,
      doi,
      more: { pricing: { usualAndCustomary: one.uc / 100 } },
    })
    const snapshot = snapshotOf(one.drug, {
      settings: one.settings,
      claim: { jurisState: one.state, bodyParts: one.bodyParts, compensability: one.compensability, doi },
      spans: [{ effectiveDate: doi, termDate: null, reasonCode: 'NEW', planLevel: 'FULL' }],
      history: one.history.map((row) => paid(row.drug, row.daysAgo, row.quantity, row.days)),
      formulary: one.open ? openFormulary : defaultFormulary,
    })
    return { request, snapshot, drug: one.drug }
  })

const keys = (rejects: readonly { rejectCode: string; sourceRule: string; message: string }[]): string[] =>
  rejects.map((row) => `${row.rejectCode} ${row.sourceRule} ${row.message}`)

describe('every claim', () => {
  test('Adjudication is deterministic and does not change its arguments', () => {
    fc.assert(
      fc.property(anyCase, ({ request, snapshot }) => {
        const before = JSON.stringify([request, snapshot])
        const first = JSON.stringify(adjudicate(request, snapshot))
        const copy = JSON.parse(before) as [typeof request, typeof snapshot]
        expect(JSON.stringify(adjudicate(copy[0], copy[1]))).toBe(first)
        expect(JSON.stringify([request, snapshot])).toBe(before)
      }),
    )
  })

  test('The order of the history does not change the answer', () => {
    fc.assert(
      fc.property(anyCase, fc.nat(), ({ request, snapshot }, turn) => {
        // Of two fills on one day the one billed later counts as the newer: those keep their order.
        const days = new Set<string>()
        const history = snapshot.history.filter((row) => !days.has(row.fillDate) && days.add(row.fillDate))
        const sorted = history.toSorted((a, b) => a.fillDate.localeCompare(b.fillDate))
        const at = history.length === 0 ? 0 : turn % history.length
        const turned = [...sorted.slice(at), ...sorted.slice(0, at)]
        const answers = [sorted, turned, sorted.toReversed()].map((one) =>
          adjudicate(request, { ...snapshot, history: one }),
        )
        expect(answers[1]).toEqual(answers[0])
        expect(answers[2]).toEqual(answers[0])
      }),
    )
  })

  test('the engine answers with plain JSON', () => {
    fc.assert(
      fc.property(anyCase, ({ request, snapshot }) => {
        const answer = adjudicate(request, snapshot)
        expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
      }),
    )
  })

  test('The engine writes a trace line with text for every rule', () => {
    fc.assert(
      fc.property(anyCase, ({ request, snapshot }) => {
        const { trace } = adjudicate(request, snapshot)
        const spoken = new Set(trace.map((row) => row.rule))
        // R28 speaks in G1 only when it rejects, and again in G6.
        for (const id of Object.keys(ruleBook)) expect(spoken, id).toContain(id)
        expect(trace.every((row) => row.detail.length > 3)).toBe(true)
        expect(trace.some((row) => row.detail.includes('undefined') || row.detail.includes('NaN'))).toBe(false)
      }),
    )
  })

  test('A claim pays only without rejects, and a reject names a known code, its rule and who may clear it', () => {
    const codes = new Set(rejectCodes.map((row) => row.code))
    fc.assert(
      fc.property(anyCase, ({ request, snapshot }) => {
        const answer = adjudicate(request, snapshot)
        expect(answer.outcome).toBe(answer.rejects.length === 0 ? 'P' : 'R')
        expect(answer.codes.length).toBeLessThanOrEqual(6)
        for (const made of answer.rejects) {
          expect(codes).toContain(made.rejectCode)
          expect(made.hardStop).toBe(made.overridableBy === '-')
          const rule = ruleBook[made.sourceRule]
          if (made.rejectCode === '64' || made.rejectCode === 'PA') continue
          expect(rule?.codes, `${made.sourceRule} ${made.rejectCode}`).toContain(made.rejectCode)
          expect(rule?.clearedBy, `${made.sourceRule} ${made.overridableBy}`).toContain(made.overridableBy)
          if (rule?.safety === 'y') expect(made.safety).toBe(true)
          if (rule?.safety === 'n') expect(made.safety).toBe(false)
        }
      }),
    )
  })

  test('rejects are ranked: hard stops, then safety, then authorization', () => {
    fc.assert(
      fc.property(anyCase, ({ request, snapshot }) => {
        const ranks = adjudicate(request, snapshot).rejects.map((made) => (made.hardStop ? 0 : made.safety ? 1 : 2))
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
      }),
    )
  })

  test('considerations and guidance are deterministic, at most eight, and never approve past a safety question', () => {
    fc.assert(
      fc.property(anyCase, ({ request, snapshot }) => {
        const answer = adjudicate(request, snapshot, { mode: 'REVIEW' })
        const facts = considerations(answer, request, snapshot)
        expect(facts.length).toBeLessThanOrEqual(8)
        expect(considerations(answer, request, snapshot)).toEqual(facts)
        const advice = recommend(answer, request, snapshot)
        if (advice?.action === 'APPROVE') expect(answer.rejects.some((made) => made.safety)).toBe(false)
      }),
    )
  })
})

describe('prior authorizations and blocks', () => {
  const level = fc.constantFrom<PriorAuth['level']>(2, 4, 6, 8, 10, 11, 12, 14)

  test('A prior authorization removes only the codes it names and never adds one of them', () => {
    fc.assert(
      fc.property(anyCase, level, fc.boolean(), fc.boolean(), (one, width, overrideAll, safetyIncluded) => {
        const bare = adjudicate(one.request, one.snapshot, { mode: 'REVIEW' })
        const codes = bare.rejects.map((made) => made.rejectCode)
        const pa = priorAuthOf(one.drug, width, codes.slice(0, 2), { overrideAll, safetyIncluded })
        const granted = adjudicate(one.request, { ...one.snapshot, priorAuths: [pa] }, { mode: 'REVIEW' })
        for (const made of granted.rejects) expect(priorAuthClears(pa, made)).toBe(false)
        const expected = bare.rejects.filter((made) => !priorAuthClears(pa, made))
        // What stays says why the prior authorization does not clear it.
        const bareWords = granted.rejects.map((made) => ({
          ...made,
          message: made.message.replace(/\. Prior authorization PA00901221 .*$/, ''),
        }))
        const withoutPeriod = expected.map((made) => ({ ...made, message: made.message.replace(/\.$/, '') }))
        expect(keys(bareWords.map((made) => ({ ...made, message: made.message.replace(/\.$/, '') })))).toEqual(
          keys(withoutPeriod),
        )
        expect(granted.priorAuthUsed?.priorAuthId).toBe(pa.priorAuthId)
      }),
    )
  })

  test('"All" clears nothing beyond the codes it was given with, and coverage only where it is named', () => {
    fc.assert(
      fc.property(anyCase, fc.nat(5), fc.boolean(), ({ drug, request, snapshot }, kept, safetyIncluded) => {
        const { rejects } = adjudicate(request, snapshot, { mode: 'REVIEW' })
        const codes = rejects.map((made) => made.rejectCode).slice(0, kept)
        const pa = priorAuthOf(drug, 8, codes, { safetyIncluded })
        for (const made of rejects) {
          expect(priorAuthClears({ ...pa, overrideAll: true }, made)).toBe(priorAuthClears(pa, made))
          if (!codes.includes(made.rejectCode) && made.sourceRule !== 'R41')
            expect(priorAuthClears({ ...pa, overrideAll: true }, made)).toBe(false)
        }
      }),
    )
  })

  test('a second approval never stops what the first one pays, whichever is listed first', () => {
    fc.assert(
      fc.property(anyCase, level, level, fc.nat(40), ({ drug, request, snapshot }, one, other, startedAgo) => {
        const codes = adjudicate(request, snapshot, { mode: 'REVIEW' }).rejects.map((made) => made.rejectCode)
        const more = { safetyIncluded: true, safetyTier: 'O' as const }
        const first = priorAuthOf(drug, one, codes, { ...more, priorAuthId: 'first' })
        const second = priorAuthOf(drug, other, codes.slice(1), { startDate: daysBefore(startedAgo) })
        const alone = adjudicate(request, { ...snapshot, priorAuths: [first] })
        for (const priorAuths of [
          [first, second],
          [second, first],
        ]) {
          const both = adjudicate(request, { ...snapshot, priorAuths })
          expect(both.rejects.length).toBeLessThanOrEqual(alone.rejects.length)
        }
      }),
    )
  })

  test('adding a block never pays a claim that stopped without it', () => {
    fc.assert(
      fc.property(anyCase, level, fc.boolean(), (one, width, withPriorAuth) => {
        const priorAuths = withPriorAuth
          ? [priorAuthOf(one.drug, 14, [], { overrideAll: true, safetyIncluded: true })]
          : []
        const before = adjudicate(one.request, { ...one.snapshot, priorAuths })
        const after = adjudicate(one.request, {
          ...one.snapshot,
          priorAuths: [...priorAuths, blockOf(one.drug, width)],
        })
        if (before.outcome === 'R') expect(after.outcome).toBe('R')
        const wins = !withPriorAuth || width >= 14 || width === 11
        expect(after.codes.includes('3Y')).toBe(wins)
        if (wins) expect(after.autoRule).toBeNull()
      }),
    )
  })

  test('A prior authorization cannot clear a hard stop, a data error or a block', () => {
    const all = priorAuthOf(drugs[0]!, 2, [], { overrideAll: true, safetyIncluded: true, safetyTier: 'O' })
    fc.assert(
      fc.property(anyCase, ({ request, snapshot }) => {
        for (const made of adjudicate(request, snapshot).rejects) {
          expect(priorAuthClears(all, made)).toBe(made.sourceRule === 'R41')
          const named = { ...all, codesCleared: [made.rejectCode], findings: findingsOf([made]) }
          const canBeCleared = !made.hardStop && made.overridableBy !== 'K'
          expect(priorAuthClears(named, made)).toBe(canBeCleared)
        }
      }),
    )
  })

  test('neither a bypass nor an automatic rule ever clears safety, a hard stop or a data fix', () => {
    fc.assert(
      fc.property(anyCase, ({ request, snapshot }) => {
        const bypass = {
          bypassId: 'b',
          scope: 'ALL' as const,
          startDate: daysBefore(9),
          endDate: daysBefore(-9),
          fillsUsed: 0,
          codes: ['*'],
          reason: 'DISASTER' as const,
        }
        for (const bypasses of [[], [bypass]]) {
          for (const row of adjudicate(request, { ...snapshot, bypasses }).cleared) {
            expect(row.reject).toMatchObject({ safety: false, hardStop: false })
            expect(row.reject.overridableBy).not.toBe('K')
          }
        }
      }),
    )
  })

  test('A dry run with an assumed prior authorization answers as if it existed', () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const pa = priorAuthOf(one.drug, 14, ['75'], { overrideAll: true })
        const tried = adjudicate(one.request, one.snapshot, { mode: 'TRIAL', assumePa: pa })
        const real = adjudicate(one.request, { ...one.snapshot, priorAuths: [pa] }, { mode: 'TRIAL' })
        expect(tried).toEqual(real)
      }),
    )
  })
})

describe('prices', () => {
  test('The paid amount is the lowest price basis, to the cent', () => {
    fc.assert(
      fc.property(anyCase, ({ request, snapshot }) => {
        const pricing = adjudicate(request, snapshot).pricing
        if (pricing === null) return
        const bases = [pricing.feeSchedule, pricing.network, pricing.uc, pricing.billed].filter((amount) => amount > 0)
        expect(pricing.paid).toBe(Math.min(...bases))
        for (const amount of [
          pricing.awp,
          pricing.paid,
          pricing.feeSchedule,
          pricing.network,
          pricing.ingredientCost,
        ]) {
          expect(Math.abs(amount * 100 - Math.round(amount * 100))).toBeLessThan(1e-6)
        }
        expect(Math.round((pricing.ingredientCost + pricing.dispensingFee) * 100)).toBe(Math.round(pricing.paid * 100))
      }),
    )
  })
})

// Morphine equivalents by hand: strength x units a day x factor of reference/opioid-factors.ts.
const byHand: [key: string, strength: number, perDay: number, mme: number][] = [
  ['codeine', 30, 4, 18],
  ['fentanyl-patch', 50, 1 / 3, 120],
  ['hydrocodone', 10, 6, 60],
  ['hydromorphone', 4, 4, 80],
  ['methadone', 10, 3, 141],
  ['morphine', 15, 4, 60],
  ['oxycodone', 10, 4, 60],
  ['oxymorphone', 5, 4, 60],
  ['tapentadol', 50, 4, 80],
  ['tramadol', 50, 6, 60],
  ['meperidine', 50, 4, 20],
  ['pentazocine', 50, 4, 74],
  ['levorphanol', 2, 3, 66],
  ['butorphanol', 1, 4, 28],
  ['dihydrocodeine', 16, 10, 40],
  ['opium', 10, 2, 20],
  ['fentanyl-buccal', 100, 4, 52],
  ['fentanyl-film', 200, 2, 72],
  ['fentanyl-nasal', 100, 5, 80],
]

const opioid = (key: string, strengthValue: number): DrugFacts => ({
  ...drugs[0]!,
  gpi: `10100101010199`,
  opioidFactorKey: key,
  strengthValue,
})

describe('MME', () => {
  test('the table computed by hand has every opioid with a factor', () => {
    const counted = opioidFactors.filter((row) => row.factor !== null).map((row) => row.key)
    expect(byHand.map(([key]) => key).toSorted()).toEqual(counted.toSorted())
  })

  test.each(byHand)('%s', (key, strength, perDay, mme) => {
    expect(mmeOf(opioid(key, strength), perDay * 30, 30, 'CLAIM', null)?.mme).toBe(mme)
  })

  test('buprenorphine adds no MME and is named as not counted', () => {
    const drug = opioid('buprenorphine', 8)
    expect(mmeOf(drug, 60, 30, 'CLAIM', null)).toBeNull()
    const facts = mmeFacts([], null, { drug, quantity: 60, daysSupply: 30, fillDate: null }, 90)
    expect(facts.after).toBe(0)
    expect(facts.notCounted[0]).toMatch(/^Contains /)
  })

  const supply = fc.record({
    drug: fc.constantFrom(...drugs.filter((drug) => drug.opioidFactorKey !== null)),
    quantity: fc.integer({ min: 1, max: 360 }),
    daysSupply: fc.integer({ min: 1, max: 60 }),
    fillDate: fc.constant('2024-08-01'),
  })

  test('it adds up: the total is the sum of the parts, and of the totals of any split', () => {
    fc.assert(
      fc.property(fc.array(supply, { maxLength: 6 }), fc.array(supply, { maxLength: 6 }), (left, right) => {
        const both = mmeFacts([...left, ...right], null, null, 90)
        const cents = (mme: number): number => Math.round(mme * 100)
        expect(cents(both.after)).toBe(
          cents(mmeFacts(left, null, null, 90).after) + cents(mmeFacts(right, null, null, 90).after),
        )
        expect(both.after).toBe(sumMme(both.items))
      }),
    )
  })

  test('patches count as many times as are worn together, three days each; one changed every two days is still one', () => {
    const worn = fc.record({
      together: fc.integer({ min: 1, max: 4 }),
      changes: fc.integer({ min: 1, max: 20 }),
      wearDays: fc.constantFrom(2, 3),
    })
    fc.assert(
      fc.property(worn, ({ together, changes, wearDays }) => {
        const patches = wearDays === 2 ? changes : changes * together
        const item = mmeOf(opioid('fentanyl-patch', 25), patches, changes * wearDays, 'CLAIM', null)
        expect(item?.mme).toBe(wearDays === 2 ? 60 : 60 * together)
      }),
    )
  })
})

describe('the bill', () => {
  test('Every claim that passes the schema is answered without an exception', () => {
    let answered = 0
    const loose = fc.record(
      {
        channel: fc.integer({ min: 1, max: 12 }),
        pharmacyNabp: fc.string({ maxLength: 12 }),
        dateOfService: fc.oneof(fc.string({ maxLength: 10 }), fc.constant('2024-08-23')),
        prescription: fc.record(
          {
            rxNumber: fc.string({ maxLength: 20 }),
            productId: fc.oneof(fc.string({ maxLength: 19 }), fc.constantFrom('0', drugs[0]!.ndc)),
            quantity: fc.double({ noNaN: true }),
            daysSupply: fc.double({ noNaN: true }),
            daw: fc.string({ maxLength: 1 }),
            compoundCode: fc.constantFrom('0', '1', '2', '7'),
            fillNumber: fc.double({ noNaN: true }),
          },
          { requiredKeys: [] },
        ),
        hcpcs: fc.record({ code: fc.constantFrom('J1885', 'J3490', 'ZZZZZ'), units: fc.integer({ min: -2, max: 40 }) }),
        compound: fc.record({
          ingredients: fc.array(
            fc.record({ productId: fc.string({ maxLength: 19 }), quantity: fc.double({ noNaN: true }) }),
            {
              maxLength: 4,
            },
          ),
        }),
      },
      { requiredKeys: ['channel'] },
    )
    fc.assert(
      fc.property(loose, anyCase, fc.constantFrom('LIVE' as const, 'TRIAL' as const), (raw, { snapshot }, mode) => {
        const parsed = claimRequest.safeParse(raw)
        if (!parsed.success) return
        const answer = adjudicate(parsed.data, snapshot, { mode })
        if (answer.outcome === 'R') expect(answer.codes.length).toBeGreaterThan(0)
        answered += 1
      }),
    )
    expect(answered).toBeGreaterThan(50)
  })

  test('a bill with an unknown field is refused at intake', () => {
    expect(claimRequest.safeParse({ ...requestFor(drugs[0]!), surprise: 1 }).success).toBe(false)
    expect(claimRequest.safeParse(requestFor(drugs[0]!)).success).toBe(true)
  })
})
