import { expect, test } from 'vitest'
import { dayNumber } from '#features/adjudication/day-number.ts'
import { claimDay } from '#features/claims/claim-day.ts'
import { readDea, readNabp, readNdc, readNpi, readRx, readSsn4 } from '#features/claims/numbers.ts'
import { codeRow } from '#features/drugs/ndc-file.ts'
import { deaRow } from '#features/practitioners/dea-file.ts'
import { deactivationRow } from '#features/practitioners/nppes-file.ts'
import { dayOf, isDay } from '#features/eligibility-feed/line-days.ts'
import { calendarDate, dateOfDay } from '#platform/dates/day.ts'
import { writtenDay } from '#platform/dates/written-day.ts'
import { type Entry, column, field, ofFeed, newClaim, claim, workerForm, type Case, everyEntry } from './entries.ts'

test.each<Case>([
  ['AB1234563', 'AB1234563'],
  ['ab1234563', 'AB1234563'],
  ['AB 1234563', 'AB1234563'],
  ['AB-1234563', 'AB1234563'],
  ['A91234563', 'A91234563'],
  ['\u200eAB1234563', 'AB1234563'],
  [' FM1111119 ', 'FM1111119'],
  ['AB1234564', undefined],
  ['AB1234653', undefined],
  ['AB123456', undefined],
  ['AB12345633', undefined],
  ['1B1234563', undefined],
  ['ABC234563', undefined],
  ['', undefined],
])('the DEA number %j is %s', (text, kept) => expect(readDea(text).value).toBe(kept))

test.each<Case>([
  ['8800001', '8800001'],
  ['000008800001', '8800001'],
  ['8800001 ', '8800001'],
  [' 880 0001', '8800001'],
  ['c8800001', 'C8800001'],
  ['0C8800001', 'C8800001'],
  ['88-00001', '88-00001'],
  ['88–00001', '88-00001'],
  ['8800001\u200b', '8800001'],
  ['8800001.02', '8800001.02'],
  ['0', '0'],
  ['00000', '0'],
  ['', undefined],
  ['   ', undefined],
  ['88;1', undefined],
  ['123456789012345678901', undefined],
])('the number of a prescription %j is %s', (text, kept) => expect(readRx(text).value).toBe(kept))

everyEntry(
  'the last four of the Social Security number',
  {
    reader: readSsn4,
    'form of a worker': field(newClaim.ssn4),
    'form of a worker, looked for': workerForm('ssn4'),
    'eligibility feed': ofFeed('ssn_last4', 'ssn4'),
  },
  [
    ['6789', '6789'],
    [' 6789 ', '6789'],
    ['0042', '0042'],
    ['***-**-6789', '6789'],
    ['XXX-XX-6789', '6789'],
    ['xxx–xx–6789', '6789'],
    ['•••-••-6789', '6789'],
    ['\u200e6789', '6789'],
    ['42', undefined],
    ['67890', undefined],
    ['678O', undefined],
    ['123-45-6789', undefined],
    ['123456789', undefined],
    ['6789.0', undefined],
  ],
)
test('a whole Social Security number is not taken, and the sentence says so', () =>
  expect(readSsn4('123-45-6789').why).toBe('Enter only the last four digits, not the whole number.'))

test('a claim keeps its numbers as every other entry does; what is none reaches its reject code as it was sent', () => {
  const entries: Record<string, [Entry, Entry, readonly string[], readonly string[]]> = {
    npi: [
      claim(
        (npi) => ({ prescriber: { npi } }),
        (request) => request.prescriber?.npi,
      ),
      readNpi,
      ['1932102084', '1932-102084', ' 1932102084'],
      ['1932102085', '12'],
    ],
    nabp: [
      claim(
        (pharmacyNabp) => ({ pharmacyNabp }),
        (request) => request.pharmacyNabp,
      ),
      readNabp,
      ['1043392', '10-43392'],
      ['104339/', '104339'],
    ],
    ndc: [
      claim(
        (productId) => ({ prescription: { productId } }),
        (request) => request.prescription?.productId,
      ),
      readNdc,
      ['0002-1433-80', '00002143380', '00002-1433-80'],
      ['0', '0002143380', '123'],
    ],
    dea: [
      claim(
        (dea) => ({ prescriber: { dea } }),
        (request) => request.prescriber?.dea,
      ),
      readDea,
      ['AB1234563', 'ab 1234563'],
      ['AB1'],
    ],
    rx: [
      claim(
        (rxNumber) => ({ prescription: { rxNumber } }),
        (request) => request.prescription?.rxNumber,
      ),
      readRx,
      ['000008800001', '8800001 ', '8800001'],
      [''],
    ],
  }
  for (const [name, [entry, read, good, bad]] of Object.entries(entries)) {
    for (const text of good) expect([name, text, entry(text).value]).toEqual([name, text, read(text).value])
    for (const text of bad) expect([name, text, entry(text).value]).toEqual([name, text, text])
  }
})

everyEntry(
  'the day',
  {
    reader: (text) => {
      const value = writtenDay(text)
      return value === undefined ? { why: 'no day' } : { value }
    },
    claim: (text) => {
      const value = claimDay(text)
      return value === null ? { why: 'no day' } : { value }
    },
    'eligibility feed': (text) => (isDay(dayOf(text)) ? { value: dayOf(text) } : { why: 'no day' }),
    'feed, first day of coverage': ofFeed('effective_date', 'effectiveDate'),
    'feed, last day of coverage': ofFeed('term_date', 'termDate'),
    'DEA registration, last day': column(
      { npi: '1932102084', dea_schedules: '2' },
      'expires',
      deaRow,
      (row) => row['expires'],
    ),
    'drug codes file, first day': column(
      { ndc: '00002143380', gpi: '10100101010310', awp_unit: '1' },
      'awp_effective_date',
      codeRow,
      (row) => row['awp_effective_date'],
    ),
    'deactivated NPI': column({ NPI: '1932102084' }, 'NPPES Deactivation Date', deactivationRow, (row) => row['since']),
  },
  [
    ['2026-01-31', '2026-01-31'],
    ['20260131', '2026-01-31'],
    ['01/31/2026', '2026-01-31'],
    ['1/31/2026', '2026-01-31'],
    ['1/3/2026', '2026-01-03'],
    ['20240229', '2024-02-29'],
    ['2/29/2024', '2024-02-29'],
    ['20230230', undefined],
    ['02/30/2026', undefined],
    ['2027-02-29', undefined],
    ['13/01/2026', undefined],
    ['2026-13-01', undefined],
    ['00/10/2026', undefined],
    ['01/31/26', undefined],
    ['18991231', undefined],
    ['2201-01-01', undefined],
    ['2026-0131', undefined],
    ['next week', undefined],
  ],
)
test('the engine reads each day of three centuries as the entries do', () => {
  for (let year = 1900; year <= 2200; year += 1)
    for (let month = 1; month <= 13; month += 1)
      for (const date of [1, 28, 29, 30, 31, 32]) {
        const [m, d] = [String(month).padStart(2, '0'), String(date).padStart(2, '0')]
        const kept = calendarDate(year, month, date)
        for (const text of [`${year}-${m}-${d}`, `${year}${m}${d}`, `${m}/${d}/${year}`]) {
          const number = dayNumber(text)
          const read = Number.isNaN(number) ? undefined : dateOfDay(number)
          if (read !== kept || writtenDay(text) !== kept)
            expect([text, read, writtenDay(text)]).toEqual([text, kept, kept])
        }
      }
  expect(writtenDay('2200-12-31')).toBe('2200-12-31')
})
