import { describe, expect, test } from 'vitest'
import type { FormularyItem } from './snapshot.ts'
import { drugs } from '#reference/drugs.ts'
import { interactions } from '#reference/interactions.ts'
import { interactionsBetween } from './gates/interaction-match.ts'
import { adjudicate } from './rules.ts'
import {
  daysBefore,
  drugNamed,
  injured,
  open,
  paid,
  priorAuthOf,
  type RequestChange,
  run,
  type SnapshotChange,
  snapshotOf,
} from './testing.ts'
import {
  gabapentin,
  gabapentin600,
  ibuprofen,
  metformin,
  oxycodone,
  oxycodone15,
  pregabalin,
  sertraline,
  tramadol,
} from './testing-drugs.ts'

const early = (jurisState: string, daysAgo: number, compensability: 'PENDING' | 'ACCEPTED'): SnapshotChange =>
  injured(daysAgo, { jurisState, compensability })

describe('opioids over time', () => {
  const feca = (history: SnapshotChange['history']): SnapshotChange => ({
    ...open,
    claim: { jurisState: 'US-FECA' },
    history: history ?? [],
  })

  test('FECA: a second fill of a new user is as short as the first', () => {
    expect(run(oxycodone, { quantity: 14, days: 7 }, feca([paid(oxycodone, 7, 14, 7)])).codes).toEqual([])
    expect(run(oxycodone, { quantity: 20, days: 10 }, feca([paid(oxycodone, 7, 14, 7)])).codes).toEqual(['925'])
    expect(run(oxycodone, { quantity: 20, days: 10 }, { ...open, history: [paid(oxycodone, 7, 14, 7)] }).codes).toEqual(
      [],
    )
  })

  test('days already supplied count when fills come late or early', () => {
    const daily = [27, 20, 13, 6].map((day) => paid(oxycodone, day, 14, 7))
    expect(run(oxycodone, { quantity: 14, days: 7 }, feca(daily)).facts.opioidDay).toBe(29)
  })

  test('a pause of 25 days continues the same opioid course', () => {
    expect(
      run(oxycodone, { quantity: 14, days: 7 }, { ...open, history: [paid(oxycodone, 85, 60, 60)] }).facts.opioidDay,
    ).toBe(86)
  })

  test('a pause of more than 30 days begins a new course', () => {
    const result = run(
      oxycodone,
      { quantity: 14, days: 7 },
      { ...open, history: [paid(oxycodone, 130, 30, 30), paid(oxycodone, 100, 30, 30)] },
    )
    expect(result.facts.opioidDay).toBe(1)
    expect(result.facts.opioidNaive).toBe(false)
  })

  test('a taper above the MME limit pays a lower dose and stops a higher one', () => {
    const taper = priorAuthOf(oxycodone, 10, [], { reasonId: 5 })
    const history = [paid(tramadol, 100, 30, 5), paid(oxycodone, 30, 240, 30)]
    const down = run(oxycodone, { quantity: 210 }, { ...open, history, priorAuths: [taper] })
    expect(down.facts.mme?.after).toBe(105)
    expect(down.codes).toEqual([])
    expect(run(oxycodone, { quantity: 270 }, { ...open, history, priorAuths: [taper] }).codes).toEqual(['922'])
    expect(run(oxycodone, { quantity: 210 }, { ...open, history }).codes).toEqual(['922'])
  })

  test.each([
    ['used up', { statusId: 4, oneTime: true, fillsUsed: 1 }],
    ['used up to the last of its fills', { maxFills: 2, fillsUsed: 2 }],
    ['for fewer tablets', { maxQtyPerFill: 180 }],
    ['for fewer days', { maxDaysPerFill: 14 }],
  ])('a taper plan that is %s lets nothing over the limit', (_words, change) => {
    const taper = priorAuthOf(oxycodone, 10, [], { reasonId: 5, ...change })
    const history = [paid(tramadol, 100, 30, 5), paid(oxycodone, 30, 240, 30)]
    expect(run(oxycodone, { quantity: 210 }, { ...open, history, priorAuths: [taper] }).codes).toEqual(['922'])
    const within = { ...taper, statusId: 2, fillsUsed: 0, maxQtyPerFill: 210, maxDaysPerFill: 30 }
    expect(run(oxycodone, { quantity: 210 }, { ...open, history, priorAuths: [within] }).codes).toEqual([])
  })

  test('a refill replaces the supply before it in the total', () => {
    const result = run(
      oxycodone,
      { quantity: 60 },
      { ...open, history: [paid(tramadol, 100, 30, 5), paid(oxycodone, 27, 60, 30)] },
    )
    expect(result.facts.mme).toMatchObject({ now: 30, after: 30 })
    const other = run(
      oxycodone15,
      { quantity: 60 },
      { ...open, history: [paid(tramadol, 100, 30, 5), paid(oxycodone, 27, 60, 30)] },
    )
    expect(other.facts.mme).toMatchObject({ now: 30, after: 75 })
  })

  test('a letter counts for 60 days under FECA, a year elsewhere', () => {
    const months = [90, 60, 30].map((day) => paid(oxycodone, day, 60, 30))
    const letters = [{ kind: 'LMN' as const, receivedOn: daysBefore(70) }]
    expect(run(oxycodone, { quantity: 60 }, { ...feca(months), letters }).codes).toContain('75')
    expect(run(oxycodone, { quantity: 60 }, { ...open, history: months, letters }).codes).toEqual([])
    const otherDrug = [{ ...letters[0]!, gpiPrefix: '1310' }]
    expect(run(oxycodone, { quantity: 60 }, { ...open, history: months, letters: otherDrug }).codes).toContain('75')
  })
})

describe('refills', () => {
  test.each([
    [67, ['79']],
    [68, []],
  ])('75 percent of 90 days, day %i: %j', (day, codes) => {
    expect(run(gabapentin, { quantity: 270, days: 90 }, { history: [paid(gabapentin, day, 270, 90)] }).codes).toEqual(
      codes,
    )
  })

  test('supplies that were each a little early add up', () => {
    const history = [72, 49, 24].map((day) => paid(gabapentin, day, 90, 30))
    const result = run(gabapentin, { quantity: 90 }, { history })
    // 90 days handed out over 72: 18 are left, so 40 % of the last supply is used, not 80 %.
    expect(result.facts.refill).toMatchObject({
      remainingDays: 18,
      usedPercent: 40,
      daysEarly: 11,
      payableFrom: daysBefore(-11),
    })
  })

  test('another strength handed out earlier on the day is at hand', () => {
    const history = [paid(gabapentin600, 0, 90, 30)]
    const refill = run(gabapentin, { quantity: 90 }, { history })
    expect([refill.codes, refill.facts.refill?.usedPercent]).toEqual([['79'], 0])
    // The same again is the same bill.
    expect(run(gabapentin600, { quantity: 90 }, { history }).codes).toEqual(['83'])
    const opioids = { ...open, history: [paid(tramadol, 100, 30, 5), paid(oxycodone15, 0, 30, 30)] }
    expect(run(oxycodone, { quantity: 30 }, opioids).rejects[0]).toMatchObject({ rejectCode: '79', overridableBy: 'R' })
  })

  test('a higher daily dose uses the remaining supply faster', () => {
    const history = [paid(gabapentin, 20, 90, 30)]
    expect(run(gabapentin600, { quantity: 90 }, { history }).facts.refill?.remainingDays ?? null).toBe(5)
    expect(run(gabapentin600, { quantity: 90 }, { history }).outcome).toBe('P')
    expect(run(gabapentin, { quantity: 45 }, { history }).codes).toEqual(['79'])
  })

  test('reversed and rejected fills add nothing to the supply on hand', () => {
    for (const status of ['X', 'R'] as const) {
      expect(run(gabapentin, { quantity: 90 }, { history: [paid(gabapentin, 5, 90, 30, { status })] }).outcome).toBe(
        'P',
      )
    }
    expect(
      run(gabapentin, { quantity: 90 }, { history: [paid(gabapentin, 5, 90, 30, { status: 'B' })] }).codes,
    ).toEqual(['79'])
  })

  test('mail may be refilled at 70 percent, controlled drugs never before 85', () => {
    const history = [paid(gabapentin, 21, 90, 30)]
    expect(run(gabapentin, { quantity: 90, more: { channel: 3 } }, { history }).outcome).toBe('P')
    expect(run(gabapentin, { quantity: 90 }, { history }).codes).toEqual(['79'])
    const opioid = { ...open, history: [paid(tramadol, 100, 30, 5), paid(oxycodone, 25, 60, 30)] }
    expect(run(oxycodone, { quantity: 60, more: { channel: 3 } }, opioid).codes).toEqual(['79'])
  })
})

describe('injury and formulary', () => {
  const cases: [string, string[], typeof ibuprofen, Parameters<typeof snapshotOf>[1]][] = [
    ['a part nobody mapped asks nothing', [], sertraline, { ...open, claim: { bodyParts: [61] } }],
    [
      'an accepted psychological injury settles an SSRI',
      [],
      sertraline,
      { claim: { bodyParts: [42], acceptedIcd: ['F43.10'] } },
    ],
    ['without it the SSRI needs authorization and a reason', ['75', '80'], sertraline, { claim: { bodyParts: [42] } }],
    ['metformin on back and wrist: unlisted for the wrist', [], metformin, { ...open, claim: { bodyParts: [42, 34] } }],
    ['metformin on back and knee: never for both', ['80'], metformin, { ...open, claim: { bodyParts: [42, 53] } }],
    ['everything but its own drugs for an eye', ['80'], gabapentin, { ...open, claim: { bodyParts: [14] } }],
  ]
  test.each(cases)('%s: %j', (_words, codes, drug, snapshot) => {
    expect(run(drug, {}, snapshot ?? {}).codes.toSorted()).toEqual(codes)
  })

  test('the longest prefix decides, and an item of the phase stands before the general one', () => {
    const items = [
      { gpiPrefix: '13', status: 'EXCLUDED' as const },
      { gpiPrefix: '1310', status: 'PA' as const },
      { gpiPrefix: '13100101', status: 'COVERED' as const },
      { gpiPrefix: '13100101', status: 'PA' as const, phase: 'B' as const },
    ]
    const formulary = { id: 'f', name: 'f', kind: 'OPEN' as const, items }
    expect(run(pregabalin, {}, { formulary }).codes).toEqual(['75'])
    expect(run(gabapentin, {}, { formulary }).codes).toEqual(['75'])
    const acute = { ...early('NY', 3, 'PENDING'), formulary }
    expect(run(gabapentin, { doi: daysBefore(3) }, acute).facts.formularyStatus).toBe('COVERED')
  })
})

describe('limits of a list', () => {
  const listed = (item: Partial<FormularyItem>): SnapshotChange => ({
    formulary: {
      id: 'f',
      name: 'f',
      kind: 'OPEN',
      items: [
        { gpiPrefix: '1010', status: 'COVERED', ...item },
        { gpiPrefix: '1014', status: 'COVERED', ...item },
      ],
    },
  })
  const tapentadol = drugNamed('Tapentadol 50 mg tablet')

  test('a fill over the formulary’s number of fills in 180 days stops', () => {
    const history = [paid(tramadol, 40, 30, 5)]
    expect(run(tramadol, { quantity: 30, days: 5 }, { ...listed({ maxFills: 2 }), history }).codes).toEqual([])
    expect(run(tramadol, { quantity: 30, days: 5 }, { ...listed({ maxFills: 1 }), history }).codes).toEqual(['76'])
  })

  test('a formulary item for generics only stops a brand', () => {
    const history = [paid(tramadol, 40, 30, 5)]
    expect(run(tapentadol, { quantity: 15, days: 5 }, { ...listed({ genericOnly: true }), history }).codes).toEqual([
      '75',
    ])
    expect(run(tramadol, { quantity: 15, days: 5 }, { ...listed({ genericOnly: true }), history }).codes).toEqual([])
  })

  test('an opioid for a hand: seven days are usual, eight are a question', () => {
    const snapshot = { ...open, claim: { bodyParts: [35] }, history: [paid(tramadol, 100, 30, 5)] }
    expect(run(oxycodone, { quantity: 14, days: 7 }, snapshot).codes).toEqual([])
    expect(run(oxycodone, { quantity: 16, days: 8 }, snapshot).codes).toEqual(['80'])
  })
})

describe('what is at hand', () => {
  test.each([
    [29, ['88']],
    [30, []],
  ])('a 30-day supply of %i days ago: %j', (daysAgo, codes) => {
    expect(run(ibuprofen, {}, { history: [paid(sertraline, daysAgo, 30, 30)] }).codes).toEqual(codes)
  })

  test('a late bill meets what was handed out after it', () => {
    expect(run(ibuprofen, {}, { history: [paid(sertraline, -29, 30, 30)] }).codes).toEqual(['88'])
    expect(run(ibuprofen, {}, { history: [paid(sertraline, -30, 30, 30)] }).codes).toEqual([])
  })

  test('every interaction is found whichever drug comes second', () => {
    for (const row of interactions) {
      for (const a of row.a) {
        for (const b of row.b) {
          const first = drugs.find((drug) => drug.gpi.startsWith(a))!
          const second = drugs.find((drug) => drug.gpi.startsWith(b) && drug.gpi.slice(0, 8) !== first.gpi.slice(0, 8))!
          expect(interactionsBetween(first.gpi, second.gpi), `${row.id} ${a} ${b}`).toContain(row)
          expect(interactionsBetween(second.gpi, first.gpi), `${row.id} ${b} ${a}`).toContain(row)
        }
      }
    }
  })
})

test('a pharmacy that closes next week still dispenses', () => {
  expect(run(ibuprofen, {}, { pharmacy: { status: 'CLOSED', closedDate: daysBefore(-7) } }).codes).toEqual([])
})

describe('requests', () => {
  test('a hard stop beside other codes raises nothing', () => {
    const result = run(pregabalin, { quantity: 60 }, { pharmacy: { status: 'SANCTIONED' } })
    expect(result.codes).toEqual(['559', '75'])
    expect(result.pending.verdict).toBe('NONE')
  })

  const ask: RequestChange = { quantity: 60 }
  test('data the pharmacy must fix is named beside the request', () => {
    const result = run(pregabalin, { ...ask, npi: '1234567890' }, {})
    expect(result.pending.verdict).toBe('RAISE')
    expect(result.pending.pharmacyMustFix.map((made) => made.rejectCode)).toEqual(['25'])
    expect(result.pending.reason).toContain('pharmacy must also fix: 25')
  })

  test('a bill of the same prescription joins its open request', () => {
    const openRequests = [
      {
        authorizationId: 'a9',
        referenceNumber: '004417733920',
        gpi: pregabalin.gpi,
        rxNumber: '7700412',
        pharmacyNabp: '1043391',
      },
    ]
    expect(run(pregabalin, ask, { openRequests }).pending).toMatchObject({ verdict: 'JOIN', authorizationId: 'a9' })
    expect(run(pregabalin, { ...ask, rx: { rxNumber: '1' } }, { openRequests }).pending.verdict).toBe('RAISE')
  })

  test.each([
    [1, {}, 'RAISE'],
    [7, {}, 'RAISE'],
    [9, {}, 'NONE'],
    [9, { pendBillChannels: true }, 'RAISE'],
    [10, {}, 'NONE'],
    [1, { denyAndCall: ['PA' as const] }, 'NONE'],
  ])('channel %i with %j: %s', (channel, settings, verdict) => {
    expect(run(pregabalin, { ...ask, more: { channel } }, { settings }).pending.verdict).toBe(verdict)
  })
})

describe('identity', () => {
  const as = (lastName: string, dateOfBirth: string) =>
    run(ibuprofen, { more: { patient: { lastName, dateOfBirth } } }, {})
  test.each([
    ['ORTEGA-RUIZ', '1979-03-14', 'P', 0],
    ['Örtega', '1979-03-14', 'P', 0],
    ['Ortega', '19790314', 'P', 0],
    ['Ortega', '03/14/1979', 'P', 0],
    ['Smith', '1979-03-14', 'P', 1],
    ['Ortega', '1980-01-01', 'P', 1],
    ['Smith', '1980-01-01', 'R', 0],
  ])('%s born %s: %s', (lastName, birth, outcome, warnings) => {
    const result = as(lastName, birth)
    expect(result.outcome).toBe(outcome)
    expect(result.warnings.length).toBe(warnings)
  })

  test('transposed day and month pass with a warning even under another name', () => {
    const result = run(
      ibuprofen,
      { more: { patient: { lastName: 'Smith', dateOfBirth: '1979-04-03' } } },
      { claimant: { firstName: 'M', lastName: 'Ortega', dateOfBirth: '1979-03-04', gender: 'F' } },
    )
    expect(result.outcome).toBe('P')
    expect(result.warnings[0]?.message).toContain('transposed')
  })

  test('in the portal the chosen claim is taken as it is, without pharmacy or prescriber', () => {
    const request = {
      channel: 10,
      dateOfService: daysBefore(0),
      prescription: { productId: ibuprofen.ndc, quantity: 30, daysSupply: 30 },
    }
    const snapshot = { ...snapshotOf(ibuprofen), group: null, pharmacy: null, prescriber: null }
    expect(adjudicate(request, snapshot, { mode: 'BUILD' }).codes).toEqual([])
    expect(adjudicate(request, snapshot, { mode: 'LIVE' }).codes.length).toBeGreaterThan(0)
    expect(adjudicate(request, { ...snapshot, claim: null }, { mode: 'TRIAL' }).codes).toEqual(['52'])
  })
})
