import { describe, expect, test } from 'vitest'
import type { DrugFacts } from '../snapshot.ts'
import {
  daysBefore,
  drugNamed,
  eachSays,
  injured,
  open,
  paid,
  priorAuthOf,
  type RequestChange,
  run as runListed,
  type Says,
  type SnapshotChange,
} from '../testing.ts'
import {
  alprazolam,
  carisoprodol,
  cyclobenzaprine,
  hydrocodone,
  ibuprofen,
  morphineEr as morphine,
  oxycodone,
  oxycodone15,
  tizanidine,
  tramadol,
} from '../testing-drugs.ts'

const pentazocine = drugNamed('Pentazocine-naloxone 50-0.5 mg tablet')

const temazepam = drugNamed('Temazepam 15 mg capsule')

const naltrexone = drugNamed('Naltrexone 50 mg tablet')

// Nothing here needs prior authorization: what stops a bill is safety.
const run = (drug: DrugFacts | null, request: RequestChange, snapshot: SnapshotChange = {}) =>
  runListed(drug, request, { ...open, ...snapshot })

const each = (rows: Says[]) =>
  eachSays(rows.map(([rule, says, drug, request, snapshot]) => [rule, says, drug, request, { ...open, ...snapshot }]))

const history = (...fills: ReturnType<typeof paid>[]): SnapshotChange => ({ history: fills })

const on = (days: number): string => daysBefore(days)

const used = paid(tramadol, 100, 30, 5)

const sum = (units: number, name = 'Oxycodone 10 mg tablet', mg = 10, factor = 1.5): string =>
  `${name}: ${mg} mg x ${units} a day x ${factor} = ${Math.round(mg * units * factor * 100) / 100}`

describe('R33: the daily dose', () => {
  const taper = priorAuthOf(oxycodone, 10, [], { reasonId: 5 })
  const five = { settings: { mmeLimit: 90 } }
  each([
    ['R33', ['skip: No opioid dose to add'], ibuprofen, {}],
    ['R33', ['skip: No opioid dose to add'], ibuprofen, {}, history(paid(oxycodone, 3, 300, 30))],
    ['R33', ['skip: No opioid dose to add'], alprazolam, {}],
    ['R33', [`pass: 90 MME a day (limit 90). ${sum(6)}`], oxycodone, { quantity: 180 }, { ...history(used), ...five }],
    ['R33', [`reject: 922 HD: 91.5 MME a day (limit 90). ${sum(6.1)}`], oxycodone, { quantity: 183 }, history(used)],
    [
      'R33',
      [
        `reject: 922 HD: 100 MME a day (limit 90). ${sum(6)}; ${sum(2, 'Hydrocodone-acetaminophen 5-325 mg tablet', 5, 1)}`,
      ],
      oxycodone,
      { quantity: 180 },
      history(used, paid(hydrocodone, 3, 60, 30)),
    ],
    [
      'R33',
      [`pass: 60 MME a day (limit 60). ${sum(4)}`],
      oxycodone,
      { quantity: 120 },
      { ...history(used), settings: { mmeLimit: 60 } },
    ],
    // Beside a benzodiazepine the lower limit holds, whichever of the two is new.
    [
      'R33',
      [`pass: 45 MME a day (limit 90). ${sum(3)}`],
      oxycodone,
      { quantity: 90 },
      history(used, paid(alprazolam, 3, 30, 30)),
    ],
    [
      'R33',
      [`reject: 88 AT: 52.5 MME a day with a benzodiazepine (limit 50). ${sum(3.5)}`],
      oxycodone,
      { quantity: 105 },
      history(used, paid(alprazolam, 3, 30, 30)),
    ],
    [
      'R33',
      [`reject: 88 AT: 52.5 MME a day with a benzodiazepine (limit 50). ${sum(3.5)}`],
      oxycodone,
      { quantity: 105 },
      history(used, paid(temazepam, 3, 30, 30)),
    ],
    [
      'R33',
      [`reject: 88 AT: 52.5 MME a day with a benzodiazepine (limit 50). ${sum(3.5)}`],
      alprazolam,
      {},
      history(used, paid(oxycodone, 3, 105, 30)),
    ],
    [
      'R33',
      [`pass: 52.5 MME a day (limit 90). ${sum(3.5)}`],
      alprazolam,
      {},
      { ...history(used, paid(oxycodone, 3, 105, 30)), settings: { mmeLimitWithBenzodiazepine: 52.5 } },
    ],
    // A benzodiazepine does not make an opioid dose that others decided the carrier's limit.
    [
      'R33',
      [`reject: 88 AT: 105 MME a day with a benzodiazepine (limit 50). ${sum(7)}`],
      alprazolam,
      {},
      history(used, paid(oxycodone, 3, 210, 30)),
    ],
    [
      'R33',
      [`clear: 105 MME a day (limit 90), down from 120: within the taper plan. ${sum(7)}`],
      oxycodone,
      { quantity: 210 },
      { ...history(used, paid(oxycodone, 30, 240, 30)), priorAuths: [taper] },
    ],
    [
      'R33',
      [`clear: 105 MME a day (limit 90), down from 105: within the taper plan. ${sum(7)}`],
      oxycodone,
      { quantity: 210 },
      { ...history(used, paid(oxycodone, 28, 210, 30)), priorAuths: [taper] },
    ],
    [
      'R33',
      [`reject: 922 HD: 135 MME a day (limit 90); the taper plan does not allow an increase from 120. ${sum(9)}`],
      oxycodone,
      { quantity: 270 },
      { ...history(used, paid(oxycodone, 30, 240, 30)), priorAuths: [taper] },
    ],
    // Where the last supply ended more than thirty days ago there is no dose to come down from.
    [
      'R33',
      [`reject: 922 HD: 105 MME a day (limit 90); the taper plan does not allow an increase from 0. ${sum(7)}`],
      oxycodone,
      { quantity: 210 },
      { ...history(used, paid(oxycodone, 60, 240, 29)), priorAuths: [taper] },
    ],
    [
      'R33',
      [`clear: 105 MME a day (limit 90), down from 120: within the taper plan. ${sum(7)}`],
      oxycodone,
      { quantity: 210 },
      { ...history(used, paid(oxycodone, 59, 240, 30)), priorAuths: [taper] },
    ],
    [
      'R33',
      [`reject: 922 HD: 105 MME a day (limit 90). ${sum(7)}`],
      oxycodone,
      { quantity: 210 },
      { ...history(used, paid(oxycodone, 30, 240, 30)), priorAuths: [{ ...taper, reasonId: 4 }] },
    ],
    [
      'R33',
      [`reject: 922 HD: 105 MME a day (limit 90). ${sum(7)}`],
      oxycodone,
      { quantity: 210 },
      { ...history(used, paid(oxycodone, 30, 240, 30)), priorAuths: [{ ...taper, kind: 'BLOCK' }] },
    ],
    [
      'R33',
      [`reject: 922 HD: 105 MME a day (limit 90). ${sum(7)}`],
      oxycodone,
      { quantity: 210 },
      { ...history(used, paid(oxycodone, 30, 240, 30)), priorAuths: [{ ...taper, endDate: on(1) }] },
    ],
  ])

  test.each([
    [400, 'R'],
    [401, 'O'],
  ])('oxycodone, %d in thirty days, is cleared by %s', (quantity, by) => {
    // 400 x 10 / 30 x 1.5 is 200 to the hundredth.
    const made = run(oxycodone, { quantity }, history(used)).rejects.find((one) => one.rejectCode === '922')
    expect(made?.overridableBy).toBe(by)
    const beside = run(alprazolam, {}, history(used, paid(oxycodone, 3, quantity, 30))).rejects.find(
      (one) => one.sourceRule === 'R33',
    )
    expect(beside?.overridableBy).toBe(by)
  })
})

describe('R34 to R38: opioids over time and together', () => {
  const none = 'skip: Not an opioid that counts toward MME'
  const fill = (days: number, quantity = days * 2): RequestChange => ({ days, quantity })
  const fresh = (days: number, more = ''): string =>
    `reject: 925 MX: New to opioids: ${days} days requested, first fill is limited to 7${more}`
  const feca: SnapshotChange = { claim: { jurisState: 'US-FECA' } }
  const week = (...starts: number[]) => starts.map((start) => paid(oxycodone, start, 14, 7))
  const letter = (age: number, more: object = {}): SnapshotChange => ({
    letters: [{ kind: 'LMN', receivedOn: on(age), ...more }] as never,
  })
  const long = history(paid(oxycodone, 60, 60, 30), paid(oxycodone, 30, 60, 30))
  each([
    ['R34', [none], ibuprofen, {}],
    ['R35', [none], ibuprofen, {}],
    ['R34', ['pass: New to opioids: 7 of 7 days allowed'], oxycodone, fill(7)],
    ['R34', [fresh(8)], oxycodone, fill(8)],
    [
      'R34',
      ['pass: New to opioids: 10 of 10 days allowed'],
      oxycodone,
      fill(10),
      { settings: { opioidFirstFillDays: 10 } },
    ],
    [
      'R34',
      ['reject: 925 MX: New to opioids: 6 days requested, first fill is limited to 5'],
      oxycodone,
      fill(6),
      { settings: { opioidFirstFillDays: 5 } },
    ],
    // New York's 7 days are a limit of Phase A (R08), not of an accepted claim.
    [
      'R34',
      ['pass: New to opioids: 8 of 10 days allowed'],
      oxycodone,
      fill(8),
      { claim: { jurisState: 'NY' }, settings: { opioidFirstFillDays: 10 } },
    ],
    // None in 180 days is new; on the 180th day one is not.
    ['R34', ['pass: Not new to opioids'], oxycodone, fill(8), history(paid(tramadol, 180, 30, 5))],
    ['R34', [fresh(8)], oxycodone, fill(8), history(paid(tramadol, 181, 30, 5))],
    ['R34', [fresh(8)], oxycodone, fill(8), history(paid(tramadol, 0, 30, 5))],
    ['R34', [fresh(8)], oxycodone, fill(8), history(paid(ibuprofen, 9, 30, 5))],
    // The federal programme pays four short fills.
    ['R34', [fresh(8, ' (limited fill 1 of 4)')], oxycodone, fill(8), feca],
    ['R34', [fresh(8, ' (limited fill 2 of 4)')], oxycodone, fill(8), { ...feca, history: week(7) }],
    ['R34', [fresh(8, ' (limited fill 4 of 4)')], oxycodone, fill(8), { ...feca, history: week(21, 14, 7) }],
    ['R34', ['pass: Not new to opioids'], oxycodone, fill(8), { ...feca, history: week(28, 21, 14, 7) }],
    ['R34', ['pass: New to opioids: 7 of 7 days allowed'], oxycodone, fill(7), { ...feca, history: week(7) }],
    [
      'R34',
      ['pass: Not new to opioids'],
      oxycodone,
      fill(8),
      { ...feca, history: [paid(oxycodone, 170, 14, 7), ...week(7)] },
    ],
    ['R35', ['pass: Day 1 of opioid therapy; a letter is required after day 90'], oxycodone, fill(7)],
    ['R35', ['pass: Day 61 of opioid therapy; a letter is required after day 90'], oxycodone, fill(30), long],
    [
      'R35',
      ['pass: Day 90 of opioid therapy; a letter is required after day 90'],
      oxycodone,
      fill(30),
      history(paid(oxycodone, 89, 60, 30), paid(oxycodone, 40, 60, 30)),
    ],
    [
      'R35',
      [
        'reject: 75: Day 91 of opioid therapy: a letter of medical necessity is required after day 90',
        'reject: 88 MX: Day 91 of opioid therapy: a letter of medical necessity is required after day 90',
      ],
      oxycodone,
      fill(30),
      history(paid(oxycodone, 90, 60, 30), paid(oxycodone, 40, 60, 30)),
    ],
    [
      'R35',
      ['pass: Day 91 of opioid therapy; a letter signed 5 days ago is on file'],
      oxycodone,
      fill(30),
      { ...history(paid(oxycodone, 90, 60, 30), paid(oxycodone, 40, 60, 30)), ...letter(5) },
    ],
    [
      'R35',
      ['pass: Day 28 of opioid therapy; a letter is required after day 28'],
      oxycodone,
      fill(7),
      { ...feca, history: week(27, 20, 13) },
    ],
    ['R36', ['skip: No limit on concurrent opioids'], oxycodone, fill(7)],
    ['R36', ['skip: No limit on concurrent opioids'], ibuprofen, {}, feca],
    [
      'R36',
      ['pass: 2 of 2 opioids'],
      oxycodone,
      fill(7),
      { ...feca, history: [paid(morphine, 3, 30, 30), paid(oxycodone15, 3, 30, 30)] },
    ],
    [
      'R36',
      ['reject: 88 TD: 3 concurrent opioids exceed the limit of 2'],
      oxycodone,
      fill(7),
      { ...feca, history: [paid(morphine, 3, 30, 30), paid(tramadol, 3, 30, 30)] },
    ],
    [
      'R36',
      ['pass: 2 of 2 opioids'],
      oxycodone,
      fill(7),
      { ...feca, history: [paid(morphine, 3, 30, 30), paid(tramadol, 30, 30, 30)] },
    ],
    [
      'R37',
      ['skip: The carrier does not use this rule'],
      morphine,
      fill(7, 14),
      { settings: { longActingEarlyRule: false } },
    ],
  ])

  const hurt = (daysAgo: number): RequestChange => ({ ...fill(7, 14), doi: on(daysAgo) })
  const first = (daysAgo: number, what = 'Long-acting opioid') => [
    `reject: 88 PP: ${what} ${daysAgo} days after the injury for a patient new to opioids`,
  ]
  const fast = 'Fentanyl for breakthrough pain'
  const usual = ['pass: Not a long-acting opioid for a new user']
  const off = { longActingEarlyRule: false }
  each([
    ['R37', first(90), morphine, hurt(90), injured(90)],
    ['R37', first(91), morphine, hurt(91), injured(91)],
    ['R37', first(900), morphine, hurt(900), injured(900)],
    ['R37', first(20), drugNamed('Fentanyl 25 mcg/h patch'), { ...hurt(20), quantity: 2 }, injured(20)],
    ['R37', first(400), drugNamed('Fentanyl 12 mcg/h patch'), { ...hurt(400), quantity: 5, days: 15 }, injured(400)],
    ['R37', first(20), drugNamed('Methadone 5 mg tablet'), hurt(20), injured(20)],
    ['R37', first(20), drugNamed('Oxycodone ER 10 mg extended-release tablet'), hurt(20), injured(20)],
    ['R37', first(20), drugNamed('Tramadol ER 100 mg extended-release tablet'), hurt(20), injured(20)],
    ['R37', first(20), drugNamed('Buprenorphine 10 mcg/h patch'), { ...hurt(20), quantity: 1 }, injured(20)],
    ['R37', first(20, fast), drugNamed('Fentanyl citrate 100 mcg buccal tablet'), hurt(20), injured(20)],
    ['R37', first(20, fast), drugNamed('Fentanyl citrate 200 mcg buccal film'), hurt(20), injured(20)],
    [
      'R37',
      first(20, fast),
      drugNamed('Fentanyl citrate 100 mcg/spray nasal spray'),
      hurt(20),
      { ...injured(20), settings: off },
    ],
    ['R37', first(400), morphine, hurt(400), { ...injured(400), ...history(paid(tramadol, 300, 30, 5)) }],
    // The first strength of buprenorphine, which a label lets a person begin with, and who takes opioids already.
    ['R37', usual, drugNamed('Buprenorphine 5 mcg/h patch'), { ...hurt(20), quantity: 1 }, injured(20)],
    [
      'R37',
      usual,
      drugNamed('Fentanyl citrate 100 mcg buccal tablet'),
      hurt(20),
      { ...injured(20), ...history(paid(oxycodone, 10, 90, 30)) },
    ],
    ['R37', usual, oxycodone, hurt(20), injured(20)],
    ['R37', usual, morphine, hurt(20), { ...injured(20), ...history(paid(tramadol, 10, 30, 5)) }],
    ['R37', usual, ibuprofen, hurt(20), injured(20)],
    [
      'R38',
      ['pass: Not an opioid, benzodiazepine or muscle relaxant'],
      ibuprofen,
      {},
      history(paid(oxycodone, 3, 30, 30), paid(alprazolam, 3, 30, 30), paid(carisoprodol, 3, 30, 30)),
    ],
    [
      'R38',
      ['pass: Opioid, benzodiazepine and muscle relaxant are not taken together'],
      oxycodone,
      fill(7),
      history(paid(alprazolam, 3, 30, 30)),
    ],
    [
      'R38',
      ['pass: Opioid, benzodiazepine and muscle relaxant are not taken together'],
      alprazolam,
      {},
      history(paid(oxycodone, 3, 30, 30)),
    ],
    [
      'R38',
      ['pass: Opioid, benzodiazepine and muscle relaxant are not taken together'],
      carisoprodol,
      {},
      history(paid(alprazolam, 3, 30, 30)),
    ],
    [
      'R38',
      ['pass: Opioid, benzodiazepine and muscle relaxant are not taken together'],
      carisoprodol,
      {},
      history(paid(oxycodone, 3, 30, 30), paid(alprazolam, 40, 30, 30)),
    ],
    [
      'R38',
      [
        'reject: 88 AT: Opioid, benzodiazepine and muscle relaxant taken together: Carisoprodol 350 mg tablet, Alprazolam 0.5 mg tablet, Oxycodone 10 mg tablet',
      ],
      carisoprodol,
      {},
      history(paid(oxycodone, 3, 30, 30), paid(ibuprofen, 3, 30, 30), paid(alprazolam, 2, 30, 30)),
    ],
    [
      'R38',
      [
        'reject: 88 AT: Opioid, benzodiazepine and muscle relaxant taken together: Tizanidine 4 mg tablet, Temazepam 15 mg capsule, Oxycodone 10 mg tablet',
      ],
      tizanidine,
      {},
      history(paid(oxycodone, 3, 30, 30), paid(temazepam, 2, 30, 30)),
    ],
    [
      'R38',
      [
        'reject: 88 AT: Opioid, benzodiazepine and muscle relaxant taken together: Oxycodone 10 mg tablet, Alprazolam 0.5 mg tablet, Cyclobenzaprine 10 mg tablet',
      ],
      oxycodone,
      fill(7),
      history(paid(cyclobenzaprine, 3, 30, 30), paid(alprazolam, 2, 30, 30)),
    ],
    [
      'R38',
      [
        'reject: 88 AT: Opioid, benzodiazepine and muscle relaxant taken together: Alprazolam 0.5 mg tablet, Cyclobenzaprine 10 mg tablet, Oxycodone 10 mg tablet',
      ],
      alprazolam,
      {},
      history(paid(oxycodone, 3, 30, 30), paid(cyclobenzaprine, 2, 30, 30)),
    ],
  ])

  test('who may clear a long first fill depends on its days and on what else stands', () => {
    const by = (days: number, snapshot: SnapshotChange = {}) =>
      run(hydrocodone, { days, quantity: days * 2 }, snapshot).rejects.find((one) => one.rejectCode === '925')
        ?.overridableBy
    expect([by(14), by(15)]).toEqual(['A', 'R'])
    expect(by(14, history(paid(alprazolam, 3, 30, 30)))).toBe('R')
  })

  test.each([
    [0, {}, 0],
    [365, {}, 365],
    [366, {}, null],
    [-1, {}, null],
    [10, { validDays: 9 }, null],
    [9, { validDays: 9 }, 9],
    [9, { gpiPrefix: '1010' }, 9],
    [9, { gpiPrefix: '1110' }, null],
    [9, { gpiPrefix: null }, 9],
  ])('a letter of %d days ago, %j, counts as %s', (age, more, counts) => {
    expect(run(oxycodone, fill(7), letter(age, more)).facts.letterAgeDays).toBe(counts)
  })
  test('of two letters the younger counts, and the federal programme’s are good for sixty days', () => {
    const letters = [letter(40), letter(20), letter(30)].flatMap((one) => one.letters ?? [])
    expect(run(oxycodone, fill(7), { letters }).facts.letterAgeDays).toBe(20)
    expect(run(oxycodone, fill(7), { ...feca, ...letter(60) }).facts.letterAgeDays).toBe(60)
    expect(run(oxycodone, fill(7), { ...feca, ...letter(61) }).facts.letterAgeDays).toBeNull()
  })

  test('the engine counts the opioids on hand, for other drugs too', () => {
    const seen = (drug: DrugFacts, ...fills: ReturnType<typeof paid>[]) => run(drug, {}, history(...fills)).facts
    expect(seen(ibuprofen)).toMatchObject({
      opioid: false,
      opioidNaive: true,
      daysSinceLastOpioid: null,
      concurrentOpioids: 0,
      mme: null,
      opioidDay: 0,
    })
    expect(
      seen(ibuprofen, paid(oxycodone, 3, 60, 30), paid(oxycodone15, 3, 30, 30), paid(tramadol, 3, 30, 30)),
    ).toMatchObject({
      opioid: false,
      opioidNaive: false,
      daysSinceLastOpioid: 3,
      concurrentOpioids: 2,
      opioidDay: 0,
      mme: { after: 30 + 22.5 + 10 },
    })
    expect(seen(oxycodone, paid(oxycodone, 3, 120, 30), paid(oxycodone, 33, 60, 30)).mme).toMatchObject({
      now: 60,
      after: 75,
    })
    expect(seen(oxycodone, paid(oxycodone, 30, 120, 30)).mme).toMatchObject({ now: 0, after: 15 })
    expect(seen(pentazocine)).toMatchObject({ opioid: true })
    expect(seen(naltrexone)).toMatchObject({ opioid: false })
    expect(seen(ibuprofen, paid(alprazolam, 3, 30, 30), paid(carisoprodol, 3, 30, 30))).toMatchObject({
      benzodiazepineActive: true,
      relaxantActive: true,
    })
    expect(seen(ibuprofen, paid(alprazolam, 30, 30, 30), paid(carisoprodol, 30, 30, 30))).toMatchObject({
      benzodiazepineActive: false,
      relaxantActive: false,
    })
  })

  test.each([
    ['a pause of thirty days is the same course', 89, 30, 90],
    ['one of thirty-one is a new one', 90, 30, 1],
  ])('%s', (_words, start, days, day) => {
    // The last supply ends 30 or 31 days before the fill.
    expect(run(oxycodone, fill(7), history(paid(oxycodone, start - 30, 2 * days, days))).facts.opioidDay).toBe(
      day === 1 ? 1 : 60,
    )
  })
})
