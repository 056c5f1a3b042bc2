import { expect, test } from 'vitest'
import { nppesRow, type NppesColumn } from './nppes-file.ts'

const doctor = (more: Partial<Record<NppesColumn, string>>) => {
  const line: Partial<Record<NppesColumn, string>> = {
    NPI: '1932102084',
    'Entity Type Code': '1',
    'Provider Last Name (Legal Name)': 'VANDERQUILL',
    'Provider First Name': 'MARY ANN',
    'Healthcare Provider Taxonomy Code_1': '207Q00000X',
    'Healthcare Provider Primary Taxonomy Switch_1': 'Y',
    'Provider First Line Business Practice Location Address': '12 HARBOR ST',
    'Provider Business Practice Location Address City Name': 'TAMPA',
    'Provider Business Practice Location Address State Name': 'FL',
    'Provider Business Practice Location Address Postal Code': '336061234',
    ...more,
  }
  return nppesRow((column) => line[column] ?? '')
}

test.each([
  ['02115', '02115'],
  ['021151234', '02115'],
  ['02115-1234', '02115'],
  ['2115', '02115'],
  ['21151234', '02115'],
  ['926', '00926'],
  ['9261234', '00926'],
  ['009261234', '00926'],
  ['33606', '33606'],
])('a ZIP code written %s is %s, with the zeros a spreadsheet took away', (text, zip) => {
  expect(doctor({ 'Provider Business Practice Location Address Postal Code': text })).toMatchObject({
    row: { of: { zip } },
  })
})

test.each(['', '12', '1234567890', 'V6B 1A1'])('a ZIP code written "%s" is refused', (text) => {
  expect(doctor({ 'Provider Business Practice Location Address Postal Code': text })).toMatchObject({
    problems: [{ message: 'Enter a ZIP code of 5 or 9 digits.' }],
  })
})

test.each([
  ['BC', 'MX'],
  ['DE', 'DE'],
  ['IN', 'IN'],
])('the state %s of the country %s is no state of ours', (state, country) => {
  expect(
    doctor({
      'Provider Business Practice Location Address State Name': state,
      'Provider Business Practice Location Address Country Code (If outside U.S.)': country,
    }),
  ).toMatchObject({ problems: [{ message: expect.stringContaining('places abroad are not loaded') }] })
})

test.each([
  ['01/15/2026', '', '2026-01-15'],
  ['01/15/2024', '03/01/2025', undefined],
  ['06/15/2026', '03/01/2025', '2026-06-15'],
  ['03/01/2025', '03/01/2025', undefined],
])('an NPI that ended on %s and was given again on "%s" has ended: %s', (ended, again, since) => {
  const found = doctor({ 'NPI Deactivation Date': ended, 'NPI Reactivation Date': again })
  expect(found).toMatchObject(
    since === undefined ? { row: { is: 'prescriber' } } : { row: { is: 'deactivated', npi: '1932102084', since } },
  )
})
