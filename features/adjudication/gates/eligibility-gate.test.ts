import { usDate } from '#platform/dates/day.ts'
import { describe, expect, test } from 'vitest'
import type { EligibilitySpan } from '../snapshot.ts'
import {
  daysBefore,
  items,
  linesOf,
  open,
  paid,
  priorAuthOf,
  type RequestChange,
  run,
  serviceDate,
  type SnapshotChange,
  snapshotOf,
} from '../testing.ts'
import { eachBill } from '../testing-bills.ts'
import { adalimumab, carisoprodol, cyclobenzaprine, ibuprofen, oxycodone, pregabalin } from '../testing-drugs.ts'

const span = (from: string, to: string | null, more: Partial<EligibilitySpan> = {}): EligibilitySpan => ({
  effectiveDate: from,
  termDate: to,
  reasonCode: 'NEW',
  planLevel: 'FULL',
  ...more,
})

const doi = '2024-05-02'

const ended = (reasonCode: EligibilitySpan['reasonCode']): SnapshotChange => ({
  spans: [span(doi, daysBefore(1), { reasonCode })],
})

/** A claim not accepted yet, so many days after the injury; coverage as given. */
const young = (state: string, daysAgo: number, spans = [span(daysBefore(daysAgo), null)]): SnapshotChange => ({
  ...open,
  claim: { jurisState: state, compensability: 'PENDING', doi: daysBefore(daysAgo) },
  spans,
})

const hurt = (daysAgo: number, more: RequestChange = {}): RequestChange => ({ ...more, doi: daysBefore(daysAgo) })

const carrier = 'Carrier first-fill rule'

const phaseA = '12 NYCRR 441, Phase A'

const ofState = (state: string, more: SnapshotChange = {}): SnapshotChange => ({ ...young(state, 3), ...more })

const store = 'Meridian Pharmacy #112'

const inCalifornia = (networks: ('RETAIL' | 'MAIL' | 'NINETY_DAY' | 'SPECIALTY')[]): SnapshotChange => ({
  claim: { jurisState: 'CA' },
  pharmacy: { networks },
})

const directs = 'CA lets the plan choose the pharmacy (assumed: source not confirmed)'
const choice = 'no rule on file lets the plan choose the pharmacy in IL, so it is paid at fee schedule'

describe('G3: was the person covered', () => {
  eachBill([
    ['R04', ['pass: Covered from 05/02/2024'], {}],
    ['R05', ['pass: Coverage has no end date'], {}],
    ['R05', [`pass: Covered through ${usDate(serviceDate)}`], {}, { spans: [span(doi, serviceDate)] }],
    ['R04', [`pass: Covered from ${usDate(serviceDate)}`], {}, { spans: [span(serviceDate, null)] }],
    [
      'R04',
      [`reject: 67: Coverage began on ${usDate(daysBefore(-1))}`],
      {},
      { spans: [span(daysBefore(-9), null), span(daysBefore(-1), null)] },
    ],
    ['R05', ['skip: Coverage had not begun'], {}, { spans: [span(daysBefore(-1), null)] }],
    ['R05', ['reject: 65: No coverage has been set up for this claim'], {}, { spans: [] }],
    ['R04', ['skip: No coverage on file'], {}, { spans: [] }],
    ['R05', [`reject: 68: Coverage expired on ${usDate(daysBefore(1))}`], {}, ended('NEW')],
    ['R05', [`reject: 69: Coverage ended on ${usDate(daysBefore(1))}: the claim was closed`], {}, ended('TERM_CLOSED')],
    ['R05', [`reject: 69: Coverage ended on ${usDate(daysBefore(1))}: the claim was denied`], {}, ended('TERM_DENIED')],
    ['R05', [`reject: 69: Coverage ended on ${usDate(daysBefore(1))}: the claim was settled`], {}, ended('SETTLEMENT')],
    ['R04', ['pass: Coverage began on 05/02/2024'], {}, ended('NEW')],
    [
      'R05',
      [`reject: 600: Gap in coverage after ${usDate(daysBefore(5))}`],
      {},
      { spans: [span(daysBefore(-5), null), span(doi, daysBefore(50)), span(daysBefore(40), daysBefore(5))] },
    ],
    // The last span that began decides, whatever the order on file.
    [
      'R05',
      [`reject: 69: Coverage ended on ${usDate(daysBefore(5))}: the claim was closed`],
      {},
      { spans: [span(daysBefore(40), daysBefore(5), { reasonCode: 'TERM_CLOSED' }), span(doi, daysBefore(50))] },
    ],
  ])

  test.each([
    ['SETTLEMENT' as const, 'ACCEPTED' as const, 'S'],
    ['NEW' as const, 'SETTLED_MSA' as const, 'S'],
    ['NEW' as const, 'ACCEPTED' as const, 'A'],
  ])('coverage that ended by %s on a claim that is %s is cleared by %s', (reasonCode, compensability, by) => {
    const [reject] = run(ibuprofen, {}, { ...ended(reasonCode), claim: { compensability } }).rejects
    expect(reject?.overridableBy).toBe(by)
  })

  eachBill([
    [
      'R04',
      ['clear: No coverage yet, 3 days after the injury: the first-fill rule applies'],
      hurt(3, { days: 10 }),
      young('IL', 3, []),
    ],
    ['R05', ['skip: No coverage has ended'], hurt(3, { days: 10 }), young('IL', 3, [])],
    [
      'R04',
      ['clear: No coverage yet, 3 days after the injury: the first-fill rule applies'],
      hurt(3),
      young('IL', 3, [span(daysBefore(-2), null)]),
    ],
    // Coverage that was there and ended is no coverage to come.
    [
      'R05',
      [`reject: 68: Coverage expired on ${usDate(daysBefore(1))}`],
      hurt(3),
      young('IL', 3, [span(daysBefore(3), daysBefore(1))]),
    ],
    ['R06', ['clear: Day 30 after the injury: the first-fill rule applies'], hurt(30), young('IL', 30)],
    ['R06', ['reject: 830: The claim has not been accepted (day 31 after the injury)'], hurt(31), young('IL', 31)],
    ['R06', ['clear: Day 0 after the injury: the first-fill rule applies'], hurt(0), young('IL', 0)],
    ['R06', ['clear: Day 7 after the injury: the first-fill rule applies'], hurt(7), young('TN', 7)],
    ['R06', ['reject: 830: The claim has not been accepted (day 8 after the injury)'], hurt(8), young('TN', 8)],
    [
      'R06',
      ['reject: 830: The claim has not been accepted (day 3 after the injury)'],
      hurt(3),
      { ...young('IL', 3), settings: { firstFill: { enabled: false, windowDays: 30, capDays: 14, capUsd: 250 } } },
    ],
    ['R06', ['pass: The claim is accepted'], {}],
    ['R08', ['skip: Not a first fill'], {}],
    [
      'R06',
      ['reject: 830: First-fill coverage has ended (day 31 after the injury)'],
      hurt(31),
      { claim: { doi: daysBefore(31) }, spans: [span(daysBefore(31), null, { planLevel: 'FIRST_FILL' })] },
    ],
    [
      'R06',
      ['clear: Day 30 after the injury: the first-fill rule applies'],
      hurt(30),
      { claim: { doi: daysBefore(30) }, spans: [span(daysBefore(30), null, { planLevel: 'FIRST_FILL' })] },
    ],
  ])
})

const dead = (date: string): SnapshotChange => ({ claimant: { ...snapshotOf(null).claimant!, deceasedDate: date } })
const diedOn = (date: string) => [`reject: 65: The patient died on ${usDate(date)}, before this fill`]
const leftOpen = (on = '') => [`reject: 830: The claim was closed${on}, and its coverage was left open`]
const fromSettlement = (on = '') => [
  `reject: 830: The claim was settled${on}: future medical care is paid from the settlement`,
]
const accepted = ['pass: The claim is accepted']
const yesterday = daysBefore(1)
const coveredTo = (termDate: string | null) => ({ spans: [span('2024-05-02', termDate)] })

describe('A claim that is over stops, whatever its coverage says', () => {
  eachBill([
    ['R06', leftOpen(), {}, { claim: { compensability: 'CLOSED' } }],
    ['R06', leftOpen(), {}, { claim: { status: 'CLOSED' } }],
    ['R06', leftOpen(), {}, { claim: { status: 'CLOSED', compensability: 'CLOSED' } }],
    ['R06', leftOpen(), {}, { claim: { status: 'CLOSED', compensability: 'PARTIAL' } }],
    ['R06', leftOpen(` on ${usDate(yesterday)}`), {}, { claim: { status: 'CLOSED', closedDate: yesterday } }],
    ['R06', fromSettlement(), {}, { claim: { compensability: 'SETTLED_MSA' } }],
    ['R06', fromSettlement(), {}, { claim: { status: 'CLOSED', compensability: 'SETTLED_MSA' } }],
    [
      'R06',
      fromSettlement(` on ${usDate(yesterday)}`),
      {},
      { claim: { compensability: 'SETTLED_MSA', closedDate: yesterday } },
    ],
    // A late bill of a day before it was closed, and a claim that was opened again.
    ['R06', accepted, {}, { claim: { status: 'CLOSED', closedDate: daysBefore(0) } }],
    ['R06', accepted, {}, { claim: { status: 'CLOSED', closedDate: daysBefore(-3) } }],
    ['R06', accepted, {}, { claim: { compensability: 'SETTLED_MSA', closedDate: daysBefore(-3) } }],
    ['R06', accepted, {}, { claim: { status: 'CLOSED' }, ...coveredTo(daysBefore(-3)) }],
    ['R06', accepted, {}, { claim: { status: 'REOPENED', compensability: 'CLOSED' } }],
    ['R06', accepted, {}, { claim: { compensability: 'PARTIAL' } }],
    ['R06', ['skip: The claim is denied'], {}, { claim: { status: 'CLOSED', compensability: 'DENIED' } }],
    ['R05', diedOn(yesterday), {}, dead(yesterday)],
    ['R05', diedOn(daysBefore(400)), {}, dead(daysBefore(400))],
    ['R05', diedOn(yesterday), {}, { ...dead(yesterday), spans: [] }],
    ['R05', diedOn(yesterday), hurt(3), { ...young('IL', 3, []), ...dead(yesterday) }],
    ['R05', ['pass: Coverage has no end date'], {}, dead(daysBefore(0))],
    ['R05', ['pass: Coverage has no end date'], {}, dead(daysBefore(-1))],
  ])

  test('nobody clears a fill after a death, a supervisor one after a settlement', () => {
    const all = [
      priorAuthOf(ibuprofen, 14, ['65', '830'], { overrideAll: true, safetyIncluded: true, safetyTier: 'O' }),
    ]
    const died = run(ibuprofen, {}, { ...dead(yesterday), priorAuths: all })
    expect([died.codes, died.pending.verdict]).toEqual([['65'], 'NONE'])
    expect(run(ibuprofen, {}, { claim: { compensability: 'SETTLED_MSA' }, priorAuths: all }).outcome).toBe('P')
    expect(run(ibuprofen, {}, { claim: { compensability: 'SETTLED_MSA' } }).pending.verdict).toBe('RAISE')
  })
})

describe('G8: is the injury accepted, and what is paid before', () => {
  eachBill([
    ['R07', ['pass: Neither controverted nor denied'], {}],
    [
      'R07',
      ['reject: 830: The claim is denied', 'reject: 65: The claim is denied: the patient is not covered'],
      {},
      { claim: { compensability: 'DENIED' } },
    ],
    [
      'R07',
      ['reject: 830: The claim is controverted', 'reject: 65: The claim is controverted: the patient is not covered'],
      {},
      { claim: { compensability: 'CONTROVERTED' } },
    ],
    ['R06', ['skip: The claim is denied'], {}, { claim: { compensability: 'DENIED' } }],
    ['R08', [`pass: Within the first-fill rule (${carrier})`], hurt(3, { days: 14, quantity: 42 }), ofState('IL')],
    [
      'R08',
      [`reject: 76: First fill of 15 days exceeds the 14-day limit (${carrier})`],
      hurt(3, { days: 15 }),
      ofState('IL'),
    ],
    ['R08', ['pass: Within the first-fill rule (ARM 24.29.1616, 24.29.1624)'], hurt(3, { days: 7 }), ofState('MT')],
    [
      'R08',
      ['reject: 76: First fill of 8 days exceeds the 7-day limit (ARM 24.29.1616, 24.29.1624)'],
      hurt(3, { days: 8 }),
      ofState('MT'),
    ],
    ['R08', ['pass: Within the first-fill rule (8 CCR 9792.27.12)'], hurt(3, { days: 14 }), ofState('CA')],
    [
      'R08',
      ['pass: Within the first-fill rule (8 CCR 9792.27.12)'],
      hurt(3, { days: 4, quantity: 12 }),
      ofState('CA'),
      oxycodone,
    ],
    [
      'R08',
      ['reject: 76: First fill of 5 days exceeds the 4-day limit (8 CCR 9792.27.12)'],
      hurt(3, { days: 5, quantity: 15 }),
      ofState('CA'),
      oxycodone,
    ],
    [
      'R08',
      ['reject: 76: First fill of 5 days exceeds the 4-day limit (8 CCR 9792.27.12)'],
      hurt(3, { days: 5, quantity: 15 }),
      ofState('CA'),
      cyclobenzaprine,
    ],
    // Schedule V is a schedule too.
    [
      'R08',
      ['reject: 75: First fill of 8 days exceeds the 7-day limit (12 NYCRR 441, Phase A)'],
      hurt(3, { days: 8, quantity: 16 }),
      ofState('NY'),
      pregabalin,
    ],
    ['R08', [`pass: Within the first-fill rule (${phaseA})`], hurt(3, { days: 30 }), ofState('NY')],
    [
      'R08',
      [
        `reject: 75: Only one first supply is covered: Cyclobenzaprine 10 mg tablet was paid on ${usDate(daysBefore(2))} (${phaseA})`,
      ],
      hurt(3, { days: 5, quantity: 15 }),
      ofState('NY', { history: [paid(cyclobenzaprine, 2, 9, 1)] }),
      cyclobenzaprine,
    ],
    // Another class, or before the injury, is another supply; a drug of no schedule may be filled again.
    [
      'R08',
      [`pass: Within the first-fill rule (${phaseA})`],
      hurt(3, { days: 5, quantity: 15 }),
      ofState('NY', { history: [paid(cyclobenzaprine, 4, 9, 3)] }),
      cyclobenzaprine,
    ],
    [
      'R08',
      [`pass: Within the first-fill rule (${phaseA})`],
      hurt(3, { days: 5, quantity: 15 }),
      ofState('NY', { history: [paid(oxycodone, 2, 9, 1)] }),
      cyclobenzaprine,
    ],
    [
      'R08',
      [`pass: Within the first-fill rule (${phaseA})`],
      hurt(3, { days: 5 }),
      ofState('NY', { history: [paid(ibuprofen, 2, 9, 1)] }),
    ],
    ['R41', ['pass: No call to the carrier required'], {}, { settings: { callEveryTime: ['1010', ''] } }],
    [
      'R41',
      ['reject: 830: The carrier must authorize every fill of Ibuprofen 600 mg tablet'],
      {},
      { settings: { callEveryTime: ['1010', '1110'] } },
    ],
    [
      'R41',
      ['reject: 830: The carrier must authorize every fill of Ibuprofen 600 mg tablet'],
      {},
      { settings: { callEveryTime: ['*'] } },
    ],
  ])

  test('the cap in dollars holds to the cent, and the amount stands on the reject', () => {
    const at = (capUsd: number) =>
      run(
        adalimumab,
        hurt(3, { days: 10, quantity: 2 }),
        ofState('IL', { settings: { firstFill: { enabled: true, windowDays: 30, capDays: 14, capUsd } } }),
      )
    const due = at(1).facts.estimatedCost!
    expect(linesOf(at(due), 'R08')).toEqual([`pass: Within the first-fill rule (${carrier})`])
    const over = at(due - 0.01).rejects.find((one) => one.sourceRule === 'R08')
    expect(over).toMatchObject({ rejectCode: '78', amount: due })
    expect(over?.message).toMatch(/^First fill costs \$[\d,.]+; the limit is \$[\d,.]+$/)
  })

  const listed = (status: 'COVERED' | 'PA' | 'STEP' | 'EXCLUDED', firstFillDays?: number): SnapshotChange =>
    items({ gpiPrefix: '1110', status, ...(firstFillDays !== undefined && { firstFillDays }) })
  const no = (words: string): string => `reject: 70: Ibuprofen 600 mg tablet is not on the first-fill list (${words})`
  const yes = (words: string): string => `pass: Within the first-fill rule (${words})`
  eachBill([
    ['R08', [yes(carrier)], hurt(3, { days: 5 }), ofState('IL', listed('COVERED'))],
    ['R08', [no(carrier)], hurt(3, { days: 5 }), ofState('IL', listed('PA'))],
    ['R08', [no(carrier)], hurt(3, { days: 5 }), ofState('IL', listed('PA', 0))],
    ['R08', [yes(carrier)], hurt(3, { days: 5 }), ofState('IL', listed('PA', 7))],
    ['R08', [no(carrier)], hurt(3, { days: 5 }), ofState('IL', listed('STEP'))],
    ['R08', [yes('Tenn. R. 0800-02-25')], hurt(3, { days: 5 }), ofState('TN', listed('PA'))],
    ['R08', [yes('Tenn. R. 0800-02-25')], hurt(3, { days: 5 }), ofState('TN', listed('STEP'))],
    // What is excluded has its 70 already, from the formulary.
    ['R08', [yes(carrier)], hurt(3, { days: 5 }), ofState('IL', listed('EXCLUDED'))],
  ])
})

describe('G4: may they dispense, may they prescribe', () => {
  eachBill([
    ['R10', [`pass: ${store} is in good standing`], {}],
    [
      'R10',
      [`reject: 559: ${store} is sanctioned`],
      {},
      { pharmacy: { status: 'SANCTIONED', closedDate: daysBefore(1) } },
    ],
    ['R10', [`reject: 827: ${store} is suspended`], {}, { pharmacy: { status: 'SUSPENDED' } }],
    ['R10', [`reject: 877: The contract with ${store} has ended`], {}, { pharmacy: { status: 'TERMINATED' } }],
    ['R10', [`reject: 768: ${store} is closed`], {}, { pharmacy: { closedDate: serviceDate } }],
    ['R10', [`pass: ${store} is in good standing`], {}, { pharmacy: { closedDate: daysBefore(-1), status: 'CLOSED' } }],
    ['R10', [`reject: 768: ${store} is closed`], {}, { pharmacy: { status: 'CLOSED' } }],
    ['R09', ['reject: 50: Pharmacy 1043390 is not on file'], { more: { pharmacyNabp: '1043390' } }],
    ['R10', ['skip: The pharmacy is not on file'], { more: { pharmacyNabp: '1043390' } }],
    ['R09', ['skip: No pharmacy selected'], { more: { pharmacyNabp: undefined } }, {}, ibuprofen, 'BUILD'],
    ['R10', ['skip: No pharmacy selected'], { more: { pharmacyNabp: undefined } }, {}, ibuprofen, 'BUILD'],
    ['R09', [`pass: ${store} is in the network`], {}],
    ['R09', ['skip: Billed after dispensing: paid at fee schedule'], { more: { channel: 9 } }, inCalifornia([])],
    ['R09', [`reject: 40: ${store} is not in a contracted network; ${directs}`], {}, inCalifornia([])],
    ['R09', [`reject: 560: ${store} is not in the retail network; ${directs}`], {}, inCalifornia(['MAIL'])],
    [
      'R09',
      [`reject: 561: ${store} is not in the mail network; ${directs}`],
      { more: { channel: 3 } },
      inCalifornia(['RETAIL']),
    ],
    [
      'R09',
      [`reject: 561: ${store} is not in the mail network; ${directs}`],
      { more: { deliveryType: 2 } },
      inCalifornia(['RETAIL']),
    ],
    ['R09', [`pass: ${store} is in the network`], { more: { channel: 3 } }, inCalifornia(['MAIL'])],
    [
      'R09',
      [`reject: G6: ${store} is not in the specialty network; ${directs}`],
      { quantity: 2 },
      inCalifornia(['RETAIL']),
      adalimumab,
    ],
    ['R09', [`pass: ${store} is in the network`], { quantity: 2 }, inCalifornia(['SPECIALTY']), adalimumab],
    ['R09', [`reject: G9: ${store} is not in the 90-day network; ${directs}`], { days: 31 }, inCalifornia(['RETAIL'])],
    ['R09', [`pass: ${store} is in the network`], { days: 30 }, inCalifornia(['RETAIL'])],
    ['R09', [`pass: ${store} is in the network`], { days: 90 }, inCalifornia(['RETAIL', 'NINETY_DAY'])],
    ['R09', [`warn: ${store} is not in a contracted network; ${choice}`], {}, { pharmacy: { networks: [] } }],
    ['R11', ['pass: Prescriber Haddad is active'], {}],
    ['R11', ['reject: 25: NPI "1234567890" is not valid (check digit)'], { npi: '1234567890' }],
    ['R11', ['reject: 25: NPI "123456789" is not valid (check digit)'], { npi: '123456789' }],
    ['R11', ['reject: 25: NPI "" is not valid (check digit)'], { npi: '' }],
    ['R11', ['reject: 56: No prescriber has NPI 1932102308'], { npi: '1932102308' }],
    ['R12', ['skip: Prescriber not on file'], { npi: '1932102308' }],
    ['R12', ['skip: Prescriber not on file'], { npi: '1234567890' }],
    ['R13', ['skip: Prescriber not on file'], { npi: '1932102308' }, {}, oxycodone],
    ['R11', ['skip: No prescriber selected'], { npi: '' }, {}, ibuprofen, 'BUILD'],
    ['R12', ['skip: No prescriber selected'], { npi: '' }, {}, ibuprofen, 'BUILD'],
    [
      'R11',
      ['reject: 619: NPI 1234567893 belongs to an organization, not a person'],
      {},
      { prescriber: { type: 2, status: 'DECEASED' } },
    ],
    ['R11', ['reject: 42: Prescriber Haddad is inactive'], {}, { prescriber: { status: 'INACTIVE' } }],
    ['R11', ['reject: A2: Prescriber Haddad is deceased'], {}, { prescriber: { status: 'DECEASED' } }],
    ['R11', ['reject: A1: Prescriber Haddad is excluded from payment'], {}, { prescriber: { status: 'EXCLUDED' } }],
    ['R12', ['pass: Prescriber allowed on this claim'], {}],
    [
      'R12',
      ['reject: 71: The carrier has blocked Haddad: billing'],
      {},
      { prescriber: { blocked: { reason: 'billing', fraud: false } } },
    ],
    [
      'R12',
      [
        'reject: 71: Haddad is not the authorized treating provider of this claim, as FL asks (assumed: source not confirmed)',
      ],
      {},
      { claim: { jurisState: 'FL', authorizedPrescriberNpis: ['1245319599'] } },
    ],
    [
      'R12',
      ['pass: Prescriber allowed on this claim'],
      {},
      { claim: { jurisState: 'FL', authorizedPrescriberNpis: [] } },
    ],
    [
      'R12',
      ['pass: Prescriber allowed on this claim'],
      {},
      { claim: { jurisState: 'FL', authorizedPrescriberNpis: ['1234567893'] } },
    ],
    [
      'R12',
      ['pass: Prescriber allowed on this claim'],
      {},
      { claim: { jurisState: 'IL', authorizedPrescriberNpis: ['1245319599'] } },
    ],
    ['R13', ['pass: Not a controlled drug'], {}],
    ['R13', ['pass: DEA registration covers CII'], {}, {}, oxycodone],
    [
      'R13',
      ['reject: 43: Haddad has no active DEA registration: it ended on 08/22/2024'],
      {},
      { prescriber: { deaExpires: '2024-08-22' } },
      oxycodone,
    ],
    [
      'R13',
      ['reject: 46: The DEA registration of Haddad does not cover CII'],
      {},
      { prescriber: { deaSchedules: ['CIV'] } },
      oxycodone,
    ],
    [
      'R13',
      ['reject: 46: The DEA registration of Haddad does not cover CIV'],
      {},
      { prescriber: { deaSchedules: ['CII'] } },
      carisoprodol,
    ],
    ['R13', ['skip: The DEA registration is not on file'], {}, { prescriber: { deaSchedules: null } }, oxycodone],
    ['R42', ['pass: Not locked in'], {}],
    [
      'R42',
      ['pass: Assigned pharmacy and prescriber'],
      {},
      { claim: { lockIn: { pharmacyNabp: '1043391', prescriberNpi: '1234567893' } } },
    ],
    [
      'R42',
      [
        'reject: M2: Patient is locked in to pharmacy 2201120',
        'reject: M2: Patient is locked in to prescriber 1245319599',
      ],
      {},
      { claim: { lockIn: { pharmacyNabp: '2201120', prescriberNpi: '1245319599' } } },
    ],
    [
      'R42',
      ['reject: 828: A case-management restriction applies to this patient'],
      {},
      { claim: { lockIn: { caseManagement: true } } },
    ],
    ['R42', ['pass: Assigned pharmacy and prescriber'], {}, { claim: { lockIn: { caseManagement: false } } }],
  ])

  test.each([
    ['46', { deaSchedules: ['CIV' as const] }],
    ['43', { deaExpires: '2024-08-22' }],
  ])('a missing registration (%s) is a question of safety', (code, prescriber) => {
    const answer = run(oxycodone, {}, { prescriber })
    expect(answer.rejects.find((one) => one.rejectCode === code)?.safety).toBe(true)
  })
})
