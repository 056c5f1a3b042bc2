import { describe, expect, test } from 'vitest'
import { dateOfDay } from '#platform/dates/day.ts'
import { adjudicate, considerations, recommend } from './rules.ts'
import { dateText, dayNumber, yearsBetween } from './day-number.ts'
import { extend, scale, showDollars } from './money.ts'
import { isNpi } from '#features/claims/check-digits.ts'
import {
  daysBefore,
  drugNamed,
  open,
  paid,
  type RequestChange,
  requestFor,
  run,
  type SnapshotChange,
  snapshotOf,
} from './testing.ts'
import {
  alprazolam,
  carisoprodol,
  celecoxibBrand,
  ciprofloxacin,
  gabapentin,
  ibuprofen,
  metformin,
  naproxen,
  oxycodone,
  pregabalin,
  tizanidine,
  tramadol,
} from './testing-drugs.ts'

// What a person reads before deciding and what the rules advise when no pharmacist has.

const cyclobenzaprine = drugNamed('Cyclobenzaprine 10 mg tablet')
const celecoxib = drugNamed('Celecoxib 200 mg capsule', 'G')

function both(drug: typeof ibuprofen, request: RequestChange, snapshot: SnapshotChange) {
  const bill = requestFor(drug, request)
  const loaded = snapshotOf(drug, snapshot)
  const result = adjudicate(bill, loaded, { mode: 'REVIEW' })
  return { result, facts: considerations(result, bill, loaded), advice: recommend(result, bill, loaded) }
}

describe('considerations', () => {
  test('the first opioid, and long-acting, is said first', () => {
    const [fact] = both(drugNamed('Fentanyl 25 mcg/h patch'), { quantity: 5, days: 15 }, open).facts
    expect(fact).toMatchObject({ key: 'first-long-acting', severity: 'ALERT', title: 'First opioid, and long-acting' })
    const used = (quantity: number) => ({ ...open, history: [paid(oxycodone, 20, quantity, 30)] })
    const later = (quantity: number) =>
      both(drugNamed('Fentanyl 25 mcg/h patch'), { quantity: 5, days: 15 }, used(quantity)).facts
    expect(later(90).map(({ key }) => key)).not.toContain('first-long-acting')
    expect(later(90).map(({ key }) => key)).not.toContain('not-opioid-tolerant')
    expect(later(89).find(({ ruleId }) => ruleId === 'R37')).toMatchObject({
      key: 'not-opioid-tolerant',
      severity: 'ALERT',
      title: 'Fentanyl, and not opioid-tolerant',
    })
  })

  test('eight at most, worst first, and the trio with the dose arithmetic among them', () => {
    const { facts } = both(
      oxycodone,
      { quantity: 120, more: { diagnosisCodes: ['N18.3'] } },
      {
        ...open,
        claim: { surgeryDates: [daysBefore(2)] },
        history: [
          paid(tramadol, 60, 60, 30, { pharmacyNabp: '2', prescriberNpi: '2' }),
          paid(alprazolam, 3, 60, 30, { pharmacyNabp: '3', prescriberNpi: '3' }),
          paid(carisoprodol, 3, 60, 30),
        ],
      },
    )
    const rank = { ALERT: 0, WARN: 1, INFO: 2 }
    const ranks = facts.map((row) => rank[row.severity])
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    expect(facts.length).toBe(8)
    expect(facts.some((row) => row.key === 'surgery')).toBe(false)
    expect(facts[0]).toMatchObject({ key: 'trio', severity: 'ALERT' })
    expect(facts.find((row) => row.key === 'mme')).toMatchObject({
      severity: 'WARN',
      evidence: ['Oxycodone 10 mg tablet: 10 mg x 4 a day x 1.5 = 60'],
    })
  })

  const rows: [string, string, string, typeof ibuprofen, RequestChange, SnapshotChange][] = [
    [
      'early',
      'WARN',
      '67% used (75% required)',
      gabapentin,
      { quantity: 90 },
      { history: [paid(gabapentin, 20, 90, 30)] },
    ],
    [
      'injury',
      'WARN',
      'Almost never prescribed for the accepted injury',
      metformin,
      {},
      { ...open, claim: { bodyParts: [42] } },
    ],
    ['injury', 'INFO', 'Commonly prescribed for: back', ibuprofen, {}, {}],
    ['injury', 'INFO', 'no accepted body part', ibuprofen, {}, { claim: { bodyParts: [] } }],
    [
      'formulary',
      'INFO',
      'prior authorization required (gabapentin first). Texas closed formulary',
      pregabalin,
      {},
      { claim: { jurisState: 'TX' } },
    ],
    ['formulary', 'WARN', 'Formulary: excluded', carisoprodol, {}, {}],
    [
      'age',
      'WARN',
      'over 65, higher risk of bleeding',
      ibuprofen,
      {},
      { claimant: { firstName: 'A', lastName: 'B', dateOfBirth: '1950-01-01', gender: 'M' } },
    ],
    ['organ', 'WARN', 'N18.3', ibuprofen, { more: { diagnosisCodes: ['N18.3'] } }, {}],
    [
      'generic',
      'WARN',
      'Celecoxib 200 mg capsule saves $',
      celecoxibBrand,
      { daw: '1' },
      { genericAlternative: celecoxib },
    ],
    [
      'prescribers',
      'WARN',
      '3 in the past 90 days',
      ibuprofen,
      {},
      {
        history: [
          paid(gabapentin, 40, 90, 30, { prescriberNpi: '1' }),
          paid(gabapentin, 41, 90, 30, { prescriberNpi: '2' }),
        ],
      },
    ],
    [
      'pharmacies',
      'WARN',
      '3 in the past 90 days',
      ibuprofen,
      {},
      {
        history: [
          paid(gabapentin, 40, 90, 30, { pharmacyNabp: '1' }),
          paid(gabapentin, 41, 90, 30, { pharmacyNabp: '2' }),
        ],
      },
    ],
    ['naloxone', 'WARN', 'No naloxone', oxycodone, { quantity: 120 }, open],
    ['letter', 'INFO', '12 days before', ibuprofen, {}, { letters: [{ kind: 'LMN', receivedOn: daysBefore(12) }] }],
    [
      'decisions',
      'INFO',
      'Earlier decisions for this drug: 2; last rejected this fill 08/10/2024 (too soon)',
      ibuprofen,
      {},
      {
        decisions: [
          { authorizationId: 'a', decision: 'APPROVE', decidedOn: '2024-06-01', gpi: ibuprofen.gpi },
          {
            authorizationId: 'b',
            decision: 'REJECT_NO_PA',
            decidedOn: '2024-08-10',
            gpi: ibuprofen.gpi,
            reason: 'too soon',
          },
          { authorizationId: 'c', decision: 'APPROVE', decidedOn: '2024-08-11', gpi: gabapentin.gpi },
        ],
      },
    ],
    [
      'surgery',
      'INFO',
      'Surgery: within 7 days of this fill',
      ibuprofen,
      {},
      { claim: { surgeryDates: [daysBefore(6)] } },
    ],
    [
      'first-line',
      'WARN',
      'First-line drug not tried: Pregabalin requires',
      pregabalin,
      {},
      {
        formulary: {
          id: 'f',
          name: 'f',
          kind: 'OPEN',
          items: [{ gpiPrefix: '13100103', status: 'STEP', stepThrough: ['13100101'] }],
        },
      },
    ],
    ['dose', 'ALERT', 'exceeds the labeled maximum', ibuprofen, { quantity: 300 }, {}],
    ['dose-usual', 'INFO', 'Within labeled dose: 3 a day (maximum 5)', ibuprofen, { quantity: 90 }, {}],
  ]
  test.each(rows)('%s (%s): %s', (key, severity, words, drug, request, snapshot) => {
    const { facts } = both(drug, request, snapshot)
    const found = facts.find((row) => row.key === key)
    expect(found?.severity).toBe(severity)
    expect(`${found?.title}: ${found?.detail}`).toContain(words)
  })
})

describe('guidance by rule', () => {
  const months = (drug: typeof ibuprofen) => [95, 64, 33].map((day) => paid(drug, day, 90, 30))
  const rows: [
    string,
    string | null,
    Partial<{ oneTime: boolean; modifiedDays: number | null; rationale: string }>,
    typeof ibuprofen,
    RequestChange,
    SnapshotChange,
  ][] = [
    ['contraindication', 'REJECT', {}, tizanidine, { quantity: 90 }, { history: [paid(ciprofloxacin, 2, 20, 10)] }],
    [
      'contraindication of a long therapy',
      'P2P',
      {},
      tizanidine,
      { quantity: 90 },
      { history: [...months(tizanidine), paid(ciprofloxacin, 2, 20, 10)] },
    ],
    [
      'dose over the limit',
      'P2P',
      {},
      oxycodone,
      { quantity: 210 },
      { ...open, history: [paid(tramadol, 60, 60, 30)] },
    ],
    [
      'long first opioid fill',
      'APPROVE_MODIFIED',
      { modifiedDays: 7, oneTime: true },
      oxycodone,
      { quantity: 20, days: 10 },
      open,
    ],
    [
      'long first opioid fill beside a benzodiazepine',
      null,
      {},
      oxycodone,
      { quantity: 20, days: 10 },
      { ...open, history: [paid(alprazolam, 3, 60, 30)] },
    ],
    [
      'two anti-inflammatories',
      'APPROVE_MODIFIED',
      {},
      naproxen,
      { quantity: 60 },
      { history: [paid(ibuprofen, 5, 90, 30)] },
    ],
    [
      'a relaxant beside a controlled one',
      null,
      {},
      cyclobenzaprine,
      { quantity: 42, days: 14 },
      { history: [paid(carisoprodol, 5, 90, 30)] },
    ],
    [
      'two relaxants',
      'APPROVE_MODIFIED',
      {},
      cyclobenzaprine,
      { quantity: 42, days: 14 },
      { history: [paid(tizanidine, 5, 90, 30)] },
    ],
    ['does not fit the injury', 'DEFER', {}, metformin, {}, { ...open, claim: { bodyParts: [42] } }],
    [
      'a brand, whose generic has its name',
      'APPROVE_MODIFIED',
      { rationale: expect.stringMatching(/^Approve the generic instead\. /) },
      celecoxibBrand,
      { daw: '1' },
      { genericAlternative: celecoxib },
    ],
    [
      'five days early',
      'APPROVE',
      { oneTime: true },
      gabapentin,
      { quantity: 90 },
      { history: [paid(gabapentin, 18, 90, 30)] },
    ],
    ['six days early', null, {}, gabapentin, { quantity: 90 }, { history: [paid(gabapentin, 17, 90, 30)] }],
    ['stable therapy', 'APPROVE', { oneTime: false }, pregabalin, { quantity: 90 }, { history: months(pregabalin) }],
    ['stable at another dose', null, {}, pregabalin, { quantity: 60 }, { history: months(pregabalin) }],
    ['nothing known', null, {}, pregabalin, { quantity: 60 }, {}],
    ['a claim that pays', null, {}, ibuprofen, {}, {}],
    ['a hard stop', null, {}, pregabalin, {}, { pharmacy: { status: 'SANCTIONED' } }],
  ]
  test.each(rows)('%s: %s', (_words, action, more, drug, request, snapshot) => {
    const { advice } = both(drug, request, snapshot)
    expect(advice?.action ?? null).toBe(action)
    if (advice !== null) expect(advice).toMatchObject({ label: 'Rule-based guidance', ...more })
  })
})

describe('days, money and numbers', () => {
  test.each([
    ['2024-02-29', '2024-02-29'],
    ['20240229', '2024-02-29'],
    ['02/29/2024', '2024-02-29'],
    ['1900-01-01', '1900-01-01'],
    ['2023-02-29', null],
    ['2024-13-01', null],
    ['2024-00-10', null],
    ['2024-04-31', null],
    ['2024-1-1', null],
    ['', null],
    ['abcdefgh', null],
    ['2024/01/01', null],
  ])('%s is %s', (text, expected) => {
    const day = dayNumber(text)
    expect(Number.isNaN(day) ? null : dateText(day)).toBe(expected)
  })

  test('every day of four centuries goes there and back, as the platform counts it', () => {
    for (let day = dayNumber('1899-12-30'); day < dayNumber('2101-01-02'); day += 1) {
      expect(dateText(day)).toBe(dateOfDay(day))
      expect(dayNumber(dateText(day))).toBe(day)
    }
  })

  test.each([
    ['2000-08-23', 24],
    ['2000-08-24', 23],
    ['2000-02-29', 24],
  ])('born %s: %i', (birth, years) => {
    expect(yearsBetween(birth, dayNumber('2024-08-23'))).toBe(years)
  })

  test('amounts are rounded to whole cents without drift', () => {
    expect(extend(0.1, 3)).toBe(30)
    expect(extend(1.005, 100)).toBe(10_050)
    expect(extend(0.12345, 10)).toBe(123)
    expect(extend(3450, 2)).toBe(690_000)
    expect(scale(10_050, 12_500, 400)).toBe(12_963)
    expect([0, 5, 123_456_789].map(showDollars)).toEqual(['0.00', '0.05', '1,234,567.89'])
  })

  test.each([
    ['1234567893', true],
    ['1234567890', false],
    ['1245319599', true],
    ['2234567893', false],
    ['3234567899', false],
    ['123456789', false],
    ['12345678x3', false],
  ])('NPI %s: %s', (npi, valid) => {
    expect(isNpi(npi)).toBe(valid)
  })
})

describe('prices by hand', () => {
  const priced = (
    drug: typeof ibuprofen,
    state: string,
    quantity: number,
    request: RequestChange = {},
    snapshot: SnapshotChange = {},
  ) => run(drug, { quantity, ...request }, { ...open, claim: { jurisState: state }, ...snapshot }).pricing

  test('Texas generic: AWP 31.50, schedule 43.38, contract 16.18', () => {
    // 90 x 0.35 = 31.50; x 1.25 + 4 = 43.375; x 0.45 + 2 = 16.175
    expect(priced(ibuprofen, 'TX', 90)).toMatchObject({
      awp: 31.5,
      feeSchedule: 43.38,
      network: 16.18,
      paid: 16.18,
      basis: 'CONTRACT',
      savings: 27.2,
      dispensingFee: 2,
      ingredientCost: 14.18,
      feeScheduleRule: 'TX generic: 125% of AWP + $4.00',
    })
  })

  test.each([
    ['NY', 30.2, 'NY generic: 80% of AWP + $5.00'],
    ['FL', 35.68, 'FL generic: AWP + $4.18'],
    ['OH', 34.93, 'Default generic: 95% of AWP + $5.00'],
  ])('%s: %d', (state, amount, rule) => {
    expect(priced(ibuprofen, state, 90)).toMatchObject({ feeSchedule: amount, feeScheduleRule: rule })
  })

  test('the usual price wins when it is lower, the bill when that is lower still', () => {
    expect(priced(ibuprofen, 'TX', 90, { more: { pricing: { usualAndCustomary: 12 } } })).toMatchObject({
      paid: 12,
      basis: 'UC',
    })
    expect(
      priced(ibuprofen, 'TX', 90, { more: { pricing: { usualAndCustomary: 12, grossAmountDue: 9.99 } } }),
    ).toMatchObject({ paid: 9.99, basis: 'BILLED' })
  })

  test('a pharmacy outside the network is paid by the fee schedule', () => {
    expect(priced(ibuprofen, 'TX', 90, {}, { pharmacy: { networks: [] } })).toMatchObject({
      network: 0,
      paid: 43.38,
      basis: 'FEE_SCHEDULE',
    })
  })

  test('tax is on top, and never more than the state’s rate', () => {
    const taxed = priced(ibuprofen, 'IL', 90, { more: { pricing: { tax: 5 } } })
    expect(taxed).toMatchObject({ paid: 16.18, tax: 0.16, amountDue: 16.34 })
    expect(priced(ibuprofen, 'TX', 90, { more: { pricing: { tax: 5 } } })).toMatchObject({ tax: 0 })
  })

  test('a brand billed as its generic, and a repackaged product, are paid at the original price', () => {
    const generic = priced(celecoxib, 'TX', 30)
    expect(priced(celecoxibBrand, 'TX', 30, { daw: '5' }, { genericAlternative: celecoxib })?.paid).toBe(generic?.paid)
    expect(priced(celecoxibBrand, 'TX', 30, { daw: '1' })?.pricedAs).toBe('BRAND')
    const repackaged = { ...ibuprofen, repackaged: true, awpUnit: 1.4, originalAwpUnit: 0.35 }
    expect(priced(repackaged, 'TX', 90)?.awp).toBe(31.5)
  })
})
