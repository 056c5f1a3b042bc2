import { expect, test } from 'vitest'
import { callbacks } from '#features/callbacks/contract.ts'
import { claimContacts } from '#features/claim-contacts/contract.ts'
import { readNabp, readNdc, readNpi, readPhone, readZip } from '#features/claims/numbers.ts'
import { clinical } from '#features/clinical/contract.ts'
import { codeRow } from '#features/drugs/ndc-file.ts'
import { faxDigits, whyNotFax } from '#features/letters/rules.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { networkRow } from '#features/pharmacies/network-file.ts'
import { nabpsOf, whyNotNabps } from '#features/pharmacies/rules.ts'
import { zipRow } from '#features/pharmacies/zip-file.ts'
import { practitioners } from '#features/practitioners/contract.ts'
import { deaRow } from '#features/practitioners/dea-file.ts'
import { deactivationRow, nppesRow } from '#features/practitioners/nppes-file.ts'
import { whyNotSearchPractitioners, whyNotThisNpi } from '#features/practitioners/rules.ts'
import { texts } from '#features/text-messages/contract.ts'
import {
  type Entries,
  field,
  rule,
  column,
  ofFeed,
  nppesLine,
  ofNppes,
  ofPharmacyFile,
  ofPrescriberFile,
  ofDrugFile,
  newClaim,
  workerForm,
  searchPharmacies,
  limit,
  type Case,
  everyEntry,
} from './entries.ts'

const zips: Case[] = [
  ['33602', '33602'],
  [' 33602 ', '33602'],
  ['\u200e33602\u200b', '33602'],
  ['33602-1234', '33602-1234'],
  ['336021234', '33602-1234'],
  ['33602 1234', '33602-1234'],
  ['33602–1234', '33602-1234'],
  ['33602−1234', '33602-1234'],
  ['33602-0000', '33602'],
  ['009261234', '00926-1234'],
  ['00926', '00926'],
  ['00000', undefined],
  ['3360', undefined],
  ['336021', undefined],
  ['3-3602', undefined],
  ['33602-', undefined],
  ['3360Z', undefined],
  ['\u202e20633', undefined],
  ['V6B 1A1', undefined],
]
everyEntry(
  'the ZIP code',
  {
    reader: readZip,
    'form of a worker': field(newClaim.zip),
    'form of a worker, looked for': workerForm('zip'),
    'eligibility feed': ofFeed('zip', 'zip'),
    'carriers file': field(ofPharmacyFile.zip),
    'search of pharmacies': searchPharmacies('zipCode'),
    'search of prescribers': field(practitioners.associated.input.shape.searchAddress.shape.zip),
  },
  zips,
)
test('where only the place matters, a ZIP code is its five digits: a new prescriber, NPPES, the gazetteer', () => {
  const five: Entries = {
    prescriber: field(practitioners.add.input.shape.zip),
    nppes: ofNppes('Provider Business Practice Location Address Postal Code', 'zip'),
  }
  for (const [text, kept] of zips.filter(([text]) => text !== '3360'))
    expect([text, ...Object.values(five).map((entry) => entry(text).value)]).toEqual([
      text,
      kept?.slice(0, 5),
      kept?.slice(0, 5),
    ])
  // A spreadsheet took the zeros of Boston and Puerto Rico; that is a file's fault, no typing error of a form.
  expect([five['nppes']!('2115').value, five['nppes']!('9261234').value]).toEqual(['02115', '00926'])
  expect(five['prescriber']!('2115').why).toBe('Enter a ZIP code of 5 or 9 digits.')
  const gazetteer = { GEOID: '33602', INTPTLAT: '27.9', INTPTLONG: '-82.4' }
  const zcta = column(gazetteer, 'GEOID', zipRow, (row) => row['zip'])
  expect([zcta('33602').value, zcta('336021234').value, zcta('3360').value]).toEqual(['33602', undefined, undefined])
})

everyEntry(
  'the telephone number',
  {
    reader: (text) => readPhone(text),
    'form of a worker': field(newClaim.mobile),
    'form of a worker, looked for': workerForm('phone'),
    'eligibility feed': ofFeed('mobile', 'mobile'),
    NPPES: ofNppes('Provider Business Practice Location Address Telephone Number', 'phone'),
    'carriers file': field(ofPharmacyFile.phone),
    'carriers file, fax': field(ofPrescriberFile.fax),
    'contact of a claim': field(claimContacts.add.input.shape.phone),
    'new prescriber': field(practitioners.add.input.shape.phone),
    'text of a worker': field(texts.inbound.input.shape.from),
    'search of pharmacies': searchPharmacies('phone'),
    'letter by fax': rule(
      (text) => whyNotFax(text, [])?.message,
      (text) => faxDigits(text)!,
    ),
  },
  [
    ['8135550151', '8135550151'],
    ['(813) 555-0151', '8135550151'],
    ['813.555.0151', '8135550151'],
    ['813 555 0151', '8135550151'],
    ['813‑555‑0151', '8135550151'],
    ['813–555–0151', '8135550151'],
    ['1-813-555-0151', '8135550151'],
    ['+1 813 555 0151', '8135550151'],
    ['+18135550151', '8135550151'],
    ['tel:+1-813-555-0151', '8135550151'],
    ['\u202a(813) 555-0151\u202c', '8135550151'],
    ['\u00a0813\u00a0555\u00a00151', '8135550151'],
    ['312-555-0158 x12', undefined],
    ['312-555-0158 ext. 12', undefined],
    ['555-0151', undefined],
    ['81355501511', undefined],
    ['+44 20 7946 0958', undefined],
    ['+52 813 555 0151', undefined],
    ['0135550151', undefined],
    ['8131550151', undefined],
    ['911 555 0151', undefined],
    ['----------', undefined],
    ['813-555-CALL', undefined],
  ],
)
test.each([
  ['312-555-0158 x12', 'Leave the extension out: enter the ten digits alone.'],
  ['555-0151', 'Enter a fax number of ten digits.'],
  ['8131550151', 'This is not a fax number in the United States or Canada.'],
  ['900-555-0151', 'This is a premium number. Letters cannot be faxed to it.'],
])('no letter is faxed to %s: %s', (text, why) => expect(whyNotFax(text, [])?.message).toBe(why))
test('a number blocked for letters is blocked however it is written', () =>
  expect(
    ['706.555.0158', '(706) 555-0158', '+17065550158'].map((one) => whyNotFax(one, ['706-555-0158'])?.message),
  ).toEqual(Array(3).fill('This number is blocked for letters.')))

const npis: Case[] = [
  ['1932102084', '1932102084'],
  [' 1932102084 ', '1932102084'],
  ['1932-102-084', '1932102084'],
  ['1932 102 084', '1932102084'],
  ['1932–102–084', '1932102084'],
  ['\ufeff1932102084', '1932102084'],
  ['1932\u00ad102084', '1932102084'],
  ['1932102085', undefined],
  ['1932102048', undefined],
  ['193210208', undefined],
  ['19321020840', undefined],
  ['9932102084', undefined],
  ['19321O2084', undefined],
  ['NPI 1932102084', undefined],
]
everyEntry(
  'the NPI',
  {
    reader: readNpi,
    NPPES: (text) => {
      const read = nppesRow((of) => (of === 'NPI' ? text : ((nppesLine as Record<string, string>)[of] ?? '')))
      if (read && 'problems' in read) return { why: read.problems[0]!.message }
      return { value: (read as unknown as { row: { of: { npi: string } } }).row.of.npi }
    },
    'DEA registrations': column({ dea_schedules: '2', expires: '2027-01-31' }, 'npi', deaRow, (row) => row['npi']),
    'deactivated NPIs': column(
      { 'NPPES Deactivation Date': '01/05/2026' },
      'NPI',
      deactivationRow,
      (row) => row['npi'],
    ),
    'carriers file': field(ofPharmacyFile.npi),
    'search of pharmacies': searchPharmacies('npi'),
    'search of prescribers': rule(
      (text) => whyNotSearchPractitioners('NPI', text, 'value')?.message,
      (text) => readNpi(text).value!,
    ),
    'new prescriber': rule(
      (text) => whyNotThisNpi(text)?.message,
      (text) => readNpi(text).value!,
    ),
  },
  npis,
)
test('a field for somebody on file takes the same forms of an NPI, and asks only for its digits', () => {
  const entries: Entries = {
    limit: limit('prescriberNpi'),
    trial: field(newAuthorization.trial.input.shape.prescriberNpi),
    information: field(practitioners.information.input.shape.npis.unwrap().element),
  }
  for (const [text, kept] of npis.filter(([text]) => !/^[19]9321020[48]/.test(text) || text === '1932102084'))
    for (const [name, entry] of Object.entries(entries))
      expect([name, text, entry(text).value]).toEqual([name, text, kept])
})

everyEntry(
  'the NABP number',
  {
    reader: readNabp,
    'search of pharmacies': searchPharmacies('nabp'),
    networks: column({ networks: 'RETAIL' }, 'nabp', networkRow, (row) => row['nabp']),
    'list of numbers': rule(
      (text) => whyNotNabps(nabpsOf(text)),
      (text) => readNabp(nabpsOf(text)[0]!).value!,
    ),
  },
  [
    ['0123459', undefined],
    ['1043392', '1043392'],
    [' 1043392', '1043392'],
    ['10-43392', '1043392'],
    ['10–43392', '1043392'],
    ['\u200b1043392', '1043392'],
    ['1043395', undefined],
    ['0143392', undefined],
    ['104339', undefined],
    ['10433920', undefined],
    ['104339/', undefined],
    ['O143392', undefined],
    ['１０４３３９２', undefined],
  ],
)
test.each([
  ['10-43392, 10–43405', ['1043392', '1043405']],
  ['1043392;1043405 1043392', ['1043392', '1043405']],
  ['\u200e1043392\u00a01043405\u200b', ['1043392', '1043405']],
  ['1043392\r\n1043405\r\n', ['1043392', '1043405']],
  ['1043392,\u200b,1043405', ['1043392', '1043405']],
  [' ', []],
])('a pasted list %j is the pharmacies %j', (text, kept) => expect(nabpsOf(text)).toEqual(kept))

test('a field for a pharmacy on file takes the same forms, and asks only for its digits', () => {
  const entries: Entries = {
    limit: limit('pharmacyNabp'),
    trial: field(newAuthorization.trial.input.shape.pharmacyNabp),
    messages: field(callbacks.take.input.shape.nabp),
    'carriers file': field(ofPharmacyFile.nabp),
  }
  for (const [name, entry] of Object.entries(entries))
    expect([name, ...[' 10-43392 ', '1043395', '104339', '104339/'].map((text) => entry(text).value)]).toEqual([
      name,
      '1043392',
      '1043395',
      undefined,
      undefined,
    ])
})

everyEntry(
  'the NDC',
  {
    reader: readNdc,
    'drug codes file': column(
      { gpi: '10100101010310', awp_unit: '1.5', awp_effective_date: '2026-01-01' },
      'ndc',
      codeRow,
      (row) => row['ndc'],
    ),
    'carriers file': field(ofDrugFile.ndc),
    trial: field(newAuthorization.trial.input.shape.ndc),
    screening: field(clinical.considerations.input.shape.ndc),
  },
  [
    ['00021433080', '00021433080'],
    ['0002-1433-80', '00002143380'],
    ['00002-1433-80', '00002143380'],
    ['12345-678-90', '12345067890'],
    ['12345-6789-0', '12345678900'],
    ['0002 1433 80', '00002143380'],
    ['0002–1433–80', '00002143380'],
    ['NDC 0002-1433-80', '00002143380'],
    ['NDC: 0002-1433-80', '00002143380'],
    [' 00002143380\u200b', '00002143380'],
    ['123456-7890-12', '123456789012'],
    ['0002143380', undefined],
    ['0002-1433-800', undefined],
    ['000-21433-80', undefined],
    ['00021433', undefined],
    ['0002-14E3-80', undefined],
    ['', undefined],
  ],
)
const money: Case[] = [
  ['1.25', '1.25'],
  ['1.2500000', '1.25'],
  ['$1.25', '1.25'],
  ['$ 1,234.5', '1234.5'],
  ['0', '0'],
  ['0.00001', '0.00001'],
  ['\u200e12\u00a0', '12'],
  ['999999.99999', '999999.99999'],
  ['1,25', undefined],
  ['1.234,50', undefined],
  ['1 234', undefined],
  ['12,34', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['1.234567', undefined],
  ['1000000', undefined],
  ['', undefined],
]
everyEntry(
  'the price of a unit',
  {
    'drug codes file': column(
      { ndc: '00002143380', gpi: '10100101010310', awp_effective_date: '2026-01-01' },
      'awp_unit',
      codeRow,
      (row) => (typeof row['awp_unit'] === 'number' ? row['awp_unit'].toFixed(5).replace(/\.?0+$/, '') : undefined),
    ),
  },
  money,
)
test('ten digits alone are refused with what to enter instead', () =>
  expect(readNdc('0002143380').why).toBe(
    'Ten digits can be three NDCs. Enter it with its dashes, such as 0002-1433-80, or 11 digits.',
  ))
