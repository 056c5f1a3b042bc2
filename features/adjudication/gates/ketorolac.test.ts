import { expect, test } from 'vitest'
import { drugs } from '#reference/drugs.ts'
import { findingsOf } from '#features/prior-auths/findings.ts'
import type { DrugFacts, PastFill } from '../snapshot.ts'
import { daysBefore, drugNamed, linesOf, open, paid, priorAuthOf, type RequestChange, run } from '../testing.ts'
import { clinic } from '../testing-bills.ts'
import { naproxen } from '../testing-drugs.ts'

// R32: ketorolac for more than the five days of its boxed warning, in all its forms together.

const tablet = drugNamed('Ketorolac 10 mg tablet')
const vial = drugNamed('Ketorolac 30 mg/mL injection')
const drops = drugs.find(({ gpi }) => gpi.startsWith('26100105'))!
/** An injection that a clinic billed by its code, without a package. */
const line = (ago: number): PastFill =>
  paid({ ...vial, ndc: '', gpi: '11100113', form: '', route: '', strengthValue: 0 }, ago, 2, 1, {
    hcpcs: { code: 'J1885', units: 2 },
  })

const tooLong = (drug: DrugFacts | null, request: RequestChange, history: PastFill[]) =>
  run(drug, request, { ...open, history }).rejects.filter((one) => one.sourceRule === 'R32' && one.dur === 'MX')

test.each<[string, RequestChange, PastFill[], days: number | null]>([
  ['five days', { quantity: 20, days: 5 }, [], null],
  ['six days', { quantity: 20, days: 6 }, [], 6],
  ['a month', { quantity: 120, days: 30 }, [], 30],
  ['three days after two', { quantity: 12, days: 3 }, [paid(tablet, 2, 8, 2)], null],
  ['four days after two', { quantity: 16, days: 4 }, [paid(tablet, 2, 8, 2)], 6],
  ['of another prescriber', { quantity: 20, days: 5 }, [paid(tablet, 5, 20, 5, { prescriberNpi: '1245319599' })], 10],
  ['while three days are left', { quantity: 20, days: 5 }, [paid(tablet, 2, 20, 5)], 10],
  ['five days after an injection the day before', { quantity: 20, days: 5 }, [line(1)], 6],
  ['four days after an injection the day before', { quantity: 16, days: 4 }, [line(1)], null],
  ['five days with an injection the same day', { quantity: 20, days: 5 }, [line(0)], null],
  ['a vial of the pharmacy before', { quantity: 20, days: 5 }, [paid(vial, 2, 2, 2)], 7],
  ['a week without it', { quantity: 20, days: 5 }, [paid(tablet, 12, 20, 5)], 10],
  ['more than a week without it', { quantity: 20, days: 5 }, [paid(tablet, 13, 20, 5)], null],
  ['another anti-inflammatory before', { quantity: 20, days: 5 }, [paid(naproxen, 2, 60, 30)], null],
  ['eye drops before', { quantity: 20, days: 5 }, [paid(drops, 2, 5, 30)], null],
  ['two courses long apart', { quantity: 20, days: 5 }, [paid(tablet, 40, 20, 5), paid(tablet, 60, 20, 5)], null],
  ['a bill that comes after the one for later days', { quantity: 20, days: 5 }, [paid(tablet, -5, 20, 5)], 10],
  ['a supply that was reversed', { quantity: 20, days: 5 }, [paid(tablet, 5, 20, 5, { status: 'X' })], null],
])('tablets: %s', (_words, request, history, days) => {
  const found = tooLong(tablet, request, history)
  expect(found.map(({ rejectCode, overridableBy, safety }) => [rejectCode, overridableBy, safety])).toEqual(
    days === null ? [] : [['88', 'R', true]],
  )
  if (days !== null)
    expect(found[0]).toMatchObject({
      message: expect.stringMatching(`^Ketorolac for ${days} days.*: its label allows 5 in all forms together$`),
      citation: 'Ketorolac label, boxed warning and section on dosage',
      measure: { amounts: [{ of: 'DAYS', value: days }, {}] },
    })
})

test('an injection at a clinic after five days of tablets stops, and within them does not', () => {
  expect(tooLong(null, clinic('J1885', 2), [paid(tablet, 5, 20, 5)])).toHaveLength(1)
  expect(tooLong(null, clinic('J1885', 2), [paid(tablet, 4, 20, 5)])).toEqual([])
  expect(tooLong(null, clinic('J1885', 2), [])).toEqual([])
  expect(tooLong(drops, { quantity: 5, days: 30 }, [])).toEqual([])
})

test('what was cleared is so many days: one more stops again', () => {
  const seven: RequestChange = { quantity: 28, days: 7 }
  const rejects = tooLong(tablet, seven, [])
  const priorAuths = [
    priorAuthOf(tablet, 14, ['88'], { safetyIncluded: true, safetyTier: 'R', findings: findingsOf(rejects) }),
  ]
  const of = (request: RequestChange) => run(tablet, request, { ...open, priorAuths })
  expect(of(seven).outcome).toBe('P')
  expect(of({ quantity: 32, days: 8 }).codes).toEqual(['88'])
})

test('the days are said where they pass', () => {
  expect(
    linesOf(run(tablet, { quantity: 12, days: 3 }, { ...open, history: [paid(tablet, 2, 8, 2)] }), 'R32'),
  ).toContain('pass: Ketorolac: 5 of 5 days')
  expect(daysBefore(-5) > daysBefore(0)).toBe(true)
})
