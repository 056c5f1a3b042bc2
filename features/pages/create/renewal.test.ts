import { describe, expect, test } from 'vitest'
import type { PriorAuthLine } from '#features/prior-auth-maintenance/contract.ts'
import { renewalOf, type Named } from './renewal.ts'
import { readTyped, valuesOf, wrongLimits } from './typed.ts'

const drug = { id: '98001014301', name: 'Duloxetine 30 mg', detail: 'generic' }
const nothing: Named = { drug, pharmacy: null, prescriber: null, asked: null }
const granted = {
  startDate: '2026-06-01',
  endDate: '2026-11-30',
  level: 10,
  maxQtyPerFill: 60,
  maxDaysPerFill: 30,
  maxFills: 6,
  oneTime: false,
  reasonId: 1,
  fills: [],
} as unknown as PriorAuthLine
const of = (part: Partial<PriorAuthLine> = {}, found: Partial<Named> = {}, today = '2026-11-24') =>
  renewalOf({ ...granted, ...part }, { ...nothing, ...found }, today)

describe('A renewal has what the prior authorization had', () => {
  test('from the day after its end, for as long again, within the same limits', () =>
    expect(of()).toMatchObject({
      drug,
      level: '10',
      start: '12/01/2026',
      end: '06/01/2027',
      quantity: '60',
      days: '30',
      fills: '6',
      oneTime: false,
      reason: '1',
    }))
  test('from today where it ended before', () => expect(of({ endDate: '2026-11-01' }).start).toBe('11/24/2026'))
  test('what it set no limit to is as it was last filled', () =>
    expect(
      of({ maxQtyPerFill: null, maxDaysPerFill: null, fills: [{ quantity: 45, daysSupply: 15 }] as never }),
    ).toMatchObject({ quantity: '45', days: '15' }))
  test('or as it was asked for where nothing was filled', () =>
    expect(
      of({ maxQtyPerFill: null, maxDaysPerFill: null }, { asked: { quantity: 20, daysSupply: 10 } }),
    ).toMatchObject({ quantity: '20', days: '10' }))
  test('any number of fills stays so, one fill too', () => {
    expect(of({ maxFills: null }).fills).toBe('')
    expect(of({ oneTime: true, maxFills: 1 })).toMatchObject({ oneTime: true, fills: '' })
  })
  test('how it came and its owners are those of the new request', () =>
    expect(of()).toMatchObject({ how: '', day: '', time: '', owners: [] }))
  test('only its owners are missing among dates and limits', () => {
    const typed = of()
    expect(wrongLimits(typed, valuesOf(typed, '2026-11-24')).map(({ field }) => field)).toEqual(['selectedCaseOwners'])
  })
  test('a correction has its days from today on, beside it', () => {
    const corrected = (part: Partial<PriorAuthLine>) =>
      renewalOf({ ...granted, ...part }, { ...nothing, drug }, '2026-11-24', true)
    expect(corrected({})).toMatchObject({ start: '11/24/2026', end: '11/30/2026', quantity: '60', fills: '6' })
    expect(corrected({ startDate: '2026-12-05', endDate: '2026-12-20' })).toMatchObject({
      start: '12/05/2026',
      end: '12/20/2026',
    })
  })
  test('its draft is read again', () => expect(readTyped(of())).toEqual(of()))
})
