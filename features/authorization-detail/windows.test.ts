import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstFillRules } from '#reference/first-fill.ts'
import { addDays } from '#platform/dates/day.ts'
import { windowsOf, type AboutWindows, type FillWindow } from './windows.ts'

const about = (more: Partial<AboutWindows> = {}): AboutWindows => ({
  jurisState: 'IL',
  place: 'Illinois',
  dateOfInjury: '2026-11-01',
  dateOfService: '2026-11-10',
  surgeryDates: [],
  compensability: 'PENDING',
  acceptedOn: null,
  facts: { firstFill: false, firstFillCapDays: null, planLevel: 'FULL' },
  carrier: { enabled: true, windowDays: 30, capDays: 14, capUsd: 250 },
  ...more,
})
const paid = (firstFillCapDays: number): AboutWindows['facts'] => ({
  firstFill: true,
  firstFillCapDays,
  planLevel: 'FULL',
})
const newYork = { jurisState: 'NY', place: 'New York' } as const
const said = ({ name, firstDay, lastDay, reason }: FillWindow): string =>
  `${name} ${firstDay} ${lastDay ?? '-'}: ${reason}`

test.each<[says: string, of: AboutWindows, windows: string[]]>([
  [
    'New York before the claim is accepted',
    about({ ...newYork, facts: paid(7) }),
    [
      'New York Phase A 2026-11-01 2026-12-01: 30 days from the injury or until the claim is accepted; 7 days of supply at most (12 NYCRR 441, Phase A)',
    ],
  ],
  [
    'New York, accepted after the fill',
    about({ ...newYork, facts: paid(30), compensability: 'ACCEPTED', acceptedOn: '2026-11-16' }),
    [
      'New York Phase A 2026-11-01 2026-11-15: it ended when the claim was accepted on 11/16/2026; 30 days of supply at most (12 NYCRR 441, Phase A)',
    ],
  ],
  [
    'New York, accepted when the thirty days were over',
    about({ ...newYork, facts: paid(30), compensability: 'ACCEPTED', acceptedOn: '2026-12-02' }),
    [
      'New York Phase A 2026-11-01 2026-12-01: 30 days from the injury or until the claim is accepted; 30 days of supply at most (12 NYCRR 441, Phase A)',
    ],
  ],
  [
    'New York, accepted before the fill',
    about({ ...newYork, compensability: 'ACCEPTED', acceptedOn: '2026-11-10' }),
    ['New York Phase B 2026-11-10 -: the claim was accepted on 11/10/2026 (12 NYCRR 441)'],
  ],
  [
    'New York on the thirty-first day',
    about({ ...newYork, dateOfService: '2026-12-02' }),
    ['New York Phase B 2026-12-02 -: more than 30 days after the injury (12 NYCRR 441)'],
  ],
  [
    'New York, denied within the thirty days',
    about({ ...newYork, compensability: 'DENIED' }),
    ['New York Phase B 2026-11-01 -: the claim is denied (12 NYCRR 441)'],
  ],
  [
    'New York, a carrier that pays no first fills',
    about({ ...newYork, carrier: { enabled: false, windowDays: 30, capDays: 14, capUsd: 250 } }),
    ['New York Phase B 2026-11-01 -: the carrier pays no first fills (12 NYCRR 441)'],
  ],
  [
    'New York, accepted on a day nobody wrote down',
    about({ ...newYork, compensability: 'ACCEPTED' }),
    ['New York Phase B 2026-11-01 -: the claim is accepted (12 NYCRR 441)'],
  ],
  [
    'four days before an operation, in Phase B',
    about({ ...newYork, dateOfService: '2026-12-06', surgeryDates: ['2026-12-10'] }),
    ['Perioperative fill 2026-12-06 2026-12-14: surgery on 12/10/2026, 4 days before to 4 days after (12 NYCRR 441)'],
  ],
  [
    'four days after one, in Phase A: its limits hold beside it',
    about({ ...newYork, facts: paid(30), surgeryDates: ['2026-11-06'] }),
    [
      'Perioperative fill 2026-11-02 2026-11-10: surgery on 11/06/2026, 4 days before to 4 days after (12 NYCRR 441)',
      'New York Phase A 2026-11-01 2026-12-01: 30 days from the injury or until the claim is accepted; 30 days of supply at most (12 NYCRR 441, Phase A)',
    ],
  ],
  [
    'between two operations in California',
    about({
      jurisState: 'CA',
      place: 'California',
      compensability: 'ACCEPTED',
      dateOfService: '2026-11-22',
      surgeryDates: ['2026-11-24', '2026-11-20', '2026-11-27'],
    }),
    [
      'Perioperative fill 2026-11-16 2026-11-24: surgery on 11/20/2026, 4 days before to 4 days after (8 CCR 9792.27.13)',
      'Perioperative fill 2026-11-20 2026-11-28: surgery on 11/24/2026, 4 days before to 4 days after (8 CCR 9792.27.13)',
    ],
  ],
  [
    'an operation in a state whose law we know nothing of',
    about({ surgeryDates: ['2026-11-10'], compensability: 'ACCEPTED' }),
    ['Perioperative fill 2026-11-06 2026-11-14: surgery on 11/10/2026, 4 days before to 4 days after'],
  ],
  [
    'Montana in seven days',
    about({ jurisState: 'MT', place: 'Montana', dateOfService: '2026-11-08', facts: paid(7) }),
    [
      'Montana: first fill in 7 days 2026-11-01 2026-11-08: 7 days from the injury or until the claim is accepted; 7 days of supply at most (ARM 24.29.1616, 24.29.1624)',
    ],
  ],
  [
    'Montana on the eighth day',
    about({ jurisState: 'MT', place: 'Montana', dateOfService: '2026-11-09' }),
    [
      'Montana: first fill in 7 days, ended 2026-11-01 2026-11-08: 7 days from the injury have passed and the claim is not accepted yet (ARM 24.29.1616, 24.29.1624)',
    ],
  ],
  [
    'California in its first days',
    about({ jurisState: 'CA', place: 'California', dateOfService: '2026-11-05', facts: paid(4) }),
    [
      'California special fill 2026-11-01 2026-11-08: 7 days from the injury or until the claim is accepted; 4 days of supply at most (8 CCR 9792.27.12)',
    ],
  ],
  [
    'where the state has no rule, that of the carrier',
    about({ facts: paid(14), carrier: { enabled: true, windowDays: 21, capDays: 14, capUsd: 250 } }),
    [
      'First fill 2026-11-01 2026-11-22: 21 days from the injury or until the claim is accepted; 14 days of supply at most (the carrier’s first-fill rule)',
    ],
  ],
  [
    'coverage for first fills only, of an accepted claim',
    about({
      compensability: 'ACCEPTED',
      acceptedOn: '2026-11-12',
      facts: { firstFill: true, firstFillCapDays: 14, planLevel: 'FIRST_FILL' },
    }),
    [
      'First fill 2026-11-01 2026-12-01: 30 days from the injury or until the claim is covered in full; 14 days of supply at most (the carrier’s first-fill rule)',
    ],
  ],
  [
    'first-fill coverage that has run out, though the claim is accepted',
    about({
      dateOfService: '2026-12-05',
      compensability: 'ACCEPTED',
      facts: { firstFill: false, firstFillCapDays: null, planLevel: 'FIRST_FILL' },
    }),
    [
      'First fill, ended 2026-11-01 2026-12-01: 30 days from the injury have passed and only first fills are covered (the carrier’s first-fill rule)',
    ],
  ],
  [
    'an accepted claim in a state without phases',
    about({ compensability: 'ACCEPTED', dateOfService: '2026-12-05' }),
    [],
  ],
  ['a fill before the injury', about({ ...newYork, dateOfService: '2026-10-31' }), []],
])('%s', (_, of, windows) => expect(windowsOf(of).map(said)).toEqual(windows))

test('for any days, a fill lies in every window that is not over, and New York always has one', () => {
  const day = fc.integer({ min: -10, max: 60 }).map((days) => addDays('2026-11-01', days))
  fc.assert(
    fc.property(
      fc.constantFrom('NY', 'IL', ...firstFillRules.map(({ state }) => state)),
      day,
      fc.array(day, { maxLength: 4 }),
      fc.option(day, { nil: null }),
      fc.constantFrom('PENDING', 'ACCEPTED', 'DENIED', 'CONTROVERTED'),
      (jurisState, dateOfService, surgeryDates, acceptedOn, compensability) => {
        const state = firstFillRules.find(({ state: one }) => one === jurisState)
        const since = (Date.parse(dateOfService) - Date.parse('2026-11-01')) / 86_400_000
        // As the engine reports it (R08).
        const firstFill = compensability === 'PENDING' && since >= 0 && since <= (state?.windowDays ?? 30)
        const found = windowsOf(
          about({
            jurisState,
            dateOfService,
            surgeryDates,
            acceptedOn: compensability === 'ACCEPTED' ? acceptedOn : null,
            compensability,
            facts: { firstFill, firstFillCapDays: firstFill ? 7 : null, planLevel: 'FULL' },
          }),
        )
        for (const one of found) {
          expect(one.lastDay === null || one.firstDay <= one.lastDay).toBe(true)
          if (one.name.endsWith(', ended')) expect(one.lastDay! < dateOfService).toBe(true)
          else
            expect(one.firstDay <= dateOfService && (one.lastDay === null || dateOfService <= one.lastDay)).toBe(true)
        }
        if (jurisState === 'NY' && since >= 0) expect(found.length).toBeGreaterThan(0)
      },
    ),
    { numRuns: 500 },
  )
})
