import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allPacks } from '#reference/jurisdictions/packs.ts'
import { endedBy, noticesOwed, served, type Ended } from './duties.ts'

const pack = (id: string) => allPacks.find((one) => one.id === id)!

describe('the notices a state requires', () => {
  test.each([
    // A Friday afternoon in Texas: the next working day is Monday.
    ['TX/prospective/2004', 'denied', '2026-11-13T21:00:00Z', [['28 TAC 134.600(j)', '2026-11-17T05:59:59.999Z']]],
    ['TX/prospective/2004', 'approved', '2026-11-13T21:00:00Z', [['28 TAC 134.600(j)', '2026-11-17T05:59:59.999Z']]],
    ['TX/prospective/2004', 'lapsed', '2026-11-13T21:00:00Z', []],
    ['CA/prospective/2020', 'approved', '2026-11-16T20:00:00Z', [['8 CCR 9792.9.1(d)', '2026-11-17T20:00:00.000Z']]],
    ['CA/prospective/2020', 'denied', '2026-11-16T20:00:00Z', [['8 CCR 9792.9.1(e)', '2026-11-19T07:59:59.999Z']]],
    ['AZ/prospective/2016', 'denied', '2026-11-16T20:00:00Z', [['R20-5-1309(A): the medical reason', null]]],
  ] as const)('%s, %s at %s', (id, ended, at, owed) => {
    expect(noticesOwed(pack(id), ended, at).map(({ source, by }) => [source, by])).toEqual(owed)
  })

  test('no notice is due before its decision; each is for one outcome or for any decision', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...allPacks),
        fc.constantFrom<Ended>('approved', 'denied', 'lapsed'),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
        (one, ended, at) => {
          const owed = noticesOwed(one, ended, at.toISOString())
          for (const { by } of owed) if (by !== null) expect(Date.parse(by)).toBeGreaterThanOrEqual(at.getTime())
          expect(owed.length).toBeLessThanOrEqual(one.noticeDuties.length)
        },
      ),
    )
  })

  test('only a written duty to a recipient of the message is served by it', () => {
    const owed = noticesOwed(pack('TX/prospective/2004'), 'denied', '2026-11-13T21:00:00Z')
    expect(served(owed, ['worker'])).toEqual(['28 TAC 134.600(j)'])
    expect(served(owed, ['pharmacy'])).toEqual([])
    expect(
      served(noticesOwed(pack('CA/prospective/2020'), 'approved', '2026-11-13T21:00:00Z'), ['prescriber']),
    ).toEqual([])
  })

  test('a rule, a bypass and the first of two approvals owe no notice', () => {
    expect(['APPROVE', 'REJECT', 'REJECT_NO_PA', 'DEEMED', 'AUTO', 'BYPASS', 'FIRST_APPROVAL'].map(endedBy)).toEqual([
      'approved',
      'denied',
      'denied',
      'lapsed',
      undefined,
      undefined,
      undefined,
    ])
  })
})
