import { describe, expect } from 'vitest'
import { daysBefore as on, eachSays, injured, open, paid, type Says, type SnapshotChange } from '../testing.ts'
import { morphineEr as morphine, oxycodone } from '../testing-drugs.ts'

const each = (rows: Says[]) =>
  eachSays(rows.map(([rule, says, drug, request, snapshot]) => [rule, says, drug, request, { ...open, ...snapshot }]))
const history = (...fills: ReturnType<typeof paid>[]): SnapshotChange => ({ history: fills })
const sum = (units: number): string => `Oxycodone 10 mg tablet: 10 mg x ${units} a day x 1.5 = ${units * 15}`

describe('Opioid limits of a state for its workers’ compensation claims', () => {
  const state = (jurisState: string, more: object = {}): SnapshotChange => ({
    claim: { jurisState, doi: '2024-05-06', ...more },
  })
  const fresh = (days: number, most: number) =>
    `reject: 925 MX: New to opioids: ${days} days requested, first fill is limited to ${most}`
  const surgery = { surgeryDates: [on(2)] }
  const before = { ...state('AR'), ...history(paid(oxycodone, 20, 60, 20)) }
  const old = injured(2400, { jurisState: 'AR' })
  each([
    ['R34', ['pass: New to opioids: 5 of 5 days allowed'], oxycodone, { days: 5, quantity: 10 }, state('AR')],
    ['R34', [fresh(6, 5)], oxycodone, { days: 6, quantity: 12 }, state('AR')],
    ['R34', ['pass: New to opioids: 6 of 7 days allowed'], oxycodone, { days: 6, quantity: 12, doi: on(2400) }, old],
    ['R33', [`pass: 45 MME a day (limit 50). ${sum(3)}`], oxycodone, { days: 5, quantity: 15 }, state('AR')],
    ['R33', [`reject: 922 HD: 60 MME a day (limit 50). ${sum(4)}`], oxycodone, { days: 5, quantity: 20 }, state('AR')],
    ['R33', [`reject: 922 HD: 60 MME a day (limit 50). ${sum(4)}`], oxycodone, { days: 30, quantity: 120 }, before],
    ['R33', [`pass: 60 MME a day (limit 90). ${sum(4)}`], oxycodone, { days: 5, quantity: 20, doi: on(2400) }, old],
    ['R34', [fresh(6, 5)], oxycodone, { days: 6, quantity: 12 }, state('NC')],
    ['R34', ['pass: New to opioids: 7 of 7 days allowed'], oxycodone, { days: 7, quantity: 14 }, state('NC', surgery)],
    ['R33', [`reject: 922 HD: 60 MME a day (limit 50). ${sum(4)}`], oxycodone, { days: 5, quantity: 20 }, state('NC')],
    [
      'R33',
      [`pass: 60 MME a day (limit 90). ${sum(4)}`],
      oxycodone,
      { days: 30, quantity: 120 },
      { ...state('NC'), ...history(paid(oxycodone, 20, 60, 20)) },
    ],
    [
      'R37',
      [expect.stringMatching(/^reject: 88 PP: Long-acting opioid .* for a patient new to opioids$/) as never],
      morphine,
      { days: 5, quantity: 10 },
      state('NC'),
    ],
    [
      'R37',
      ['skip: The carrier does not use this rule'],
      morphine,
      { days: 5, quantity: 10 },
      {
        ...state('FL'),
        settings: { longActingEarlyRule: false },
      },
    ],
  ])
})
