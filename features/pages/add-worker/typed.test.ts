import { describe, expect, test } from 'vitest'
import { lookFor, newClaimOf, nothingTyped, whatIsWrong, type Typed } from './typed.ts'

const today = '2026-11-23'
const nora: Typed = {
  ...nothingTyped,
  firstName: 'Nora',
  lastName: 'Quist',
  dob: '02/03/1981',
  address1: '4 Pine Road',
  zip: '33601',
  claimNumber: 'NQ-1',
  doi: '11/3/26',
  jurisState: 'FL',
  groupCode: 'NWM01',
  caseOwnerId: 'an-owner',
  effectiveDate: '11/03/2026',
}
const onFile = { claimantId: 'an-id', patientId: 'P1', firstName: 'Nora', lastName: 'Quist', dob: '1981-02-03' }
const about = { today, onFile: undefined, alike: false, cardOff: false }

describe('Before a worker is added,', () => {
  test('a complete form has nothing wrong and is sent with calendar days', () => {
    expect(whatIsWrong(nora, about)).toEqual([])
    expect(newClaimOf(nora, about)).toMatchObject({
      dob: '1981-02-03',
      doi: '2026-11-03',
      effectiveDate: '2026-11-03',
      cardChannel: 'MAIL',
    })
  })
  test('an empty form names each required field in the order of the form', () => {
    expect(whatIsWrong(nothingTyped, about).map(({ field }) => field)).toEqual([
      'firstName',
      'lastName',
      'dob',
      'claimNumber',
      'doi',
      'jurisState',
      'groupCode',
      'caseOwnerId',
      'effectiveDate',
      'cardChannel',
    ])
  })
  test.each<[string, Partial<Typed>, Partial<typeof about>, string[]]>([
    ['a day that does not exist', { doi: '02/30/2026' }, {}, ['doi']],
    ['somebody who looks like a worker on file, without a reason', {}, { alike: true }, ['otherPersonReason']],
    ['a reason of a word', { otherPersonReason: ' no ' }, { alike: true }, ['otherPersonReason']],
    ['a reason', { otherPersonReason: 'Twin sister' }, { alike: true }, []],
    ['a card by mail without a ZIP code', { zip: '' }, {}, ['cardChannel']],
    ['a card by e-mail without an address', { cardChannel: 'EMAIL' }, {}, ['cardChannel']],
    ['no address where the carrier has no cards', { zip: '' }, { cardOff: true }, []],
    ['no address where no card is wanted', { address1: '', cardChannel: 'NONE' }, {}, []],
  ])('%s is judged', (_, typed, of, fields) => {
    expect(whatIsWrong({ ...nora, ...typed }, { ...about, ...of }).map(({ field }) => field)).toEqual(fields)
  })
  test('a worker on file is sent by id, without contact data, whatever was typed', () => {
    const of = { ...about, onFile }
    const typed = { ...nora, firstName: '', dob: 'x', address1: '', zip: '' }
    expect(whatIsWrong(typed, of)).toEqual([])
    expect(newClaimOf(typed, of)).toMatchObject({ claimantId: 'an-id', lastName: 'Quist', dob: '1981-02-03' })
    expect(newClaimOf(typed, of)).not.toHaveProperty('address1')
  })
  test('workers on file are looked for from name and birth date on, with what else can be read', () => {
    expect(lookFor({ ...nora, dob: '13/13/1981' }, today)).toBe('')
    expect(lookFor({ ...nora, lastName: ' ' }, today)).toBe('')
    expect(JSON.parse(lookFor({ ...nora, ssn4: '12', mobile: '(813) 555-0144', zip: '336' }, today))).toEqual({
      firstName: 'Nora',
      lastName: 'Quist',
      dob: '1981-02-03',
      doi: '2026-11-03',
      phone: '8135550144',
    })
  })
})
