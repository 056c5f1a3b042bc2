import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillsThatFit, nothingTyped, readTyped, valuesOf, wrongLimits, wrongRequest, type Typed } from './typed.ts'

const today = '2026-11-23'
const whole: Typed = {
  ...nothingTyped,
  how: 'FAX',
  day: '11/20/2026',
  time: '6:10 PM',
  drug: { id: '98001014301', name: 'Duloxetine 30 mg', detail: 'generic' },
  level: '14',
  start: '12/01/2026',
  end: '12/30/2026',
  quantity: '30',
  days: '30',
  fills: '1',
  owners: ['dana.ruiz@example.com'],
  reason: '1',
}
const missing = (part: Partial<Typed>) => {
  const typed = { ...whole, ...part }
  const values = valuesOf(typed, today)
  return [...wrongRequest(typed, values, today), ...wrongLimits(typed, values)].map(({ field }) => field)
}

describe('What the wizard of a new authorization sends', () => {
  test('a fax counts from the wall time it was received at', () =>
    expect(valuesOf(whole, today)).toMatchObject({
      originCode: 10,
      arrival: { receivedHow: 'FAX', receivedAt: '2026-11-20T18:10' },
      start: '2026-12-01',
      end: '2026-12-30',
      quantity: 30,
      days: 30,
      fills: 1,
    }))
  test('a letter whose coming nobody noted counts from its postmark', () =>
    expect(valuesOf({ ...whole, how: 'MAIL', day: '', time: '', postedOn: '11/18/2026' }, today).arrival).toEqual({
      receivedHow: 'MAIL',
      postedOn: '2026-11-18',
    }))
  test('a worker who paid asks for reimbursement, origin 7', () =>
    expect(valuesOf({ ...whole, reimbursement: true }, today).originCode).toBe(7))
})

describe('What is missing is marked at its field', () => {
  test('nothing of a whole form', () => expect(missing({})).toEqual([]))
  test.each<[Partial<Typed>, string]>([
    [{ how: '' }, 'how'],
    [{ day: '02/30/2026' }, 'receivedAt'],
    [{ time: '6' }, 'time'],
    [{ drug: null }, 'ndc'],
    [{ level: '' }, 'drugLevel'],
    [{ start: '' }, 'effectiveDate'],
    [{ end: '11/30/2026' }, 'authExpirationDate'],
    [{ quantity: '0' }, 'quantity'],
    [{ quantity: '1e9' }, 'quantity'],
    [{ quantity: '1,5' }, 'quantity'],
    [{ quantity: '45,0' }, 'quantity'],
    [{ quantity: '4 5' }, 'quantity'],
    [{ days: '366' }, 'daysSupply'],
    [{ days: '1,0' }, 'daysSupply'],
    [{ fills: '13' }, 'paMaxFill'],
    [{ owners: [] }, 'selectedCaseOwners'],
    [{ reason: '' }, 'reasonId'],
    [{ reason: '17', note: 'ok' }, 'note'],
  ])('%j at %s', (part, field) => expect(missing(part)).toEqual([field]))
  test('fills that fit into the dates', () =>
    expect([fillsThatFit(183, 30), fillsThatFit(30, 30), fillsThatFit(1, 30)]).toEqual([7, 1, 1]))
})

describe('A saved draft', () => {
  test('is what was typed', () => expect(readTyped({ ...whole, more: 1 })).toEqual(whole))
  test('of another shape is not understood', () => {
    expect(readTyped({})).toBeUndefined()
    expect(readTyped({ ...whole, how: 'PIGEON' })).toBeUndefined()
    expect(readTyped({ ...whole, drug: { id: 1 } })).toBeUndefined()
    expect(readTyped({ ...whole, owners: [1] })).toBeUndefined()
  })
  test('never throws, whatever it holds', () =>
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(nothingTyped)), fc.anything()), (body) => {
        const typed = readTyped(body)
        expect(typed === undefined || Object.keys(typed).length === Object.keys(nothingTyped).length).toBe(true)
      }),
    ))
})
