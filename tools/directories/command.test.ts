import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { drugs } from '#features/drugs/contract.ts'
import { pharmacies } from '#features/pharmacies/contract.ts'
import { practitioners } from '#features/practitioners/contract.ts'
import { nppesColumns, nppesMore } from '#features/practitioners/nppes-file.ts'
import { drugs as catalog } from '#reference/drugs.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { runDirectories, use } from './command.ts'

let api: TestApi
let adjuster: Visitor
let db: pg.Pool
let folder: string
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  adjuster = await api.signIn('adj.aaa')
  db = new pg.Pool({ connectionString: api.url, max: 1 })
  folder = await mkdtemp(join(tmpdir(), 'rxdocket-directories-'))
})
afterAll(async () => {
  await db.end()
  await api.close()
  await rm(folder, { recursive: true, force: true })
})

const lines: string[] = []
beforeEach(() => void lines.splice(0))
const file = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
const run = (words: string[], afterBatch?: () => void | Promise<void>, of = db) =>
  runDirectories(words, {
    db: of,
    now: api.clock.now(),
    tell: (line) => void lines.push(line),
    ...(afterBatch && { afterBatch }),
  })

/** A file with the columns NPPES publishes: those that are read, among others. */
const columns = ['NPI', 'Replacement NPI', ...nppesColumns.slice(1), ...nppesMore, 'Is Sole Proprietor']
const nppesFile = (rows: readonly Record<string, string>[]): string =>
  [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))]
    .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
    .join('\n')
const at = (line: string, city: string, state: string, zip: string) => ({
  'Provider First Line Business Practice Location Address': line,
  'Provider Business Practice Location Address City Name': city,
  'Provider Business Practice Location Address State Name': state,
  'Provider Business Practice Location Address Postal Code': zip,
  'Provider Business Practice Location Address Telephone Number': '8135550177',
})
/** An NPI with its check digit. */
function npi(number: number): string {
  const nine = `1${String(number).padStart(8, '0')}`
  for (let last = 0; last < 10; last += 1) {
    const sum = [...`80840${nine}${last}`].reverse().reduce((total, digit, place) => {
      const doubled = place % 2 === 1 ? Number(digit) * 2 : Number(digit)
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
    if (sum % 10 === 0) return nine + last
  }
  throw new Error('There is always one.')
}
const doctor = (number: number, more: Record<string, string> = {}) => ({
  NPI: npi(number),
  'Entity Type Code': '1',
  'Provider Last Name (Legal Name)': `VANDERQUILL${number}`,
  'Provider First Name': 'MARY ANN',
  'Provider Credential Text': 'M.D.',
  'Healthcare Provider Taxonomy Code_1': '207Q00000X',
  'Healthcare Provider Primary Taxonomy Switch_1': 'N',
  'Healthcare Provider Taxonomy Code_2': '208VP0014X',
  'Healthcare Provider Primary Taxonomy Switch_2': 'Y',
  'Provider License Number_2': 'me1234',
  'Provider License Number State Code_2': 'FL',
  ...at('12 HARBOR ST', 'TAMPA', 'FL', '336061234'),
  ...more,
})
const find = async (name: string) =>
  (await adjuster.ask(practitioners.search, { practitionerSearchKey: 'NAME', practitionerSearchVal: name })).body
    .content

test.each([
  ['with its title', 'NPPES Deactivated NPI Report as of Jan 12 2026,\n', '\n'],
  ['without one', '', '\n'],
  ['with a mark and line ends of Windows', '\u{feff}NPPES Deactivated NPI Report as of Jan 12 2026,\r\n', '\r\n'],
])(
  'An operator loads the report of deactivated NPIs %s: who is on file is ended, the rest is passed over',
  async (_, title, end) => {
    const [doctorNpi, shopNpi] = [npi(601), npi(602)]
    await db.query(
      `insert into practitioner (npi, id, first_name, last_name, specialty, license_state)
       values ($1, gen_random_uuid(), 'Ada', 'Quenched', 'Pain medicine', 'FL')
       on conflict (npi) do update set status = 'ACTIVE'`,
      [doctorNpi],
    )
    await db.query(
      `insert into pharmacy (nabp, npi, name, address1, city, state, zip, phone)
       values ('7990059', $1, 'Ended Drug', '2 A St', 'Fresno', 'CA', '93721', '559-555-0103')
       on conflict (nabp) do update set closed_date = null`,
      [shopNpi],
    )
    const path = await file(
      'deactivated.csv',
      title +
        [
          'NPI,NPPES Deactivation Date',
          `${doctorNpi},01/05/2026`,
          `${shopNpi},1/6/2026`,
          `${npi(603)},12/31/2025`,
          '1234567890,01/05/2026',
          `${npi(604)},`,
        ].join(end),
    )
    await run(['deactivated', path])
    expect(lines[0]).toBe('deactivated.csv: 2 stored, 2 lines refused.')
    expect((await find('quenched')).map(({ status }) => status)).toEqual(['INACTIVE'])
    const { rows } = await db.query(`select closed_date::text as day from pharmacy where nabp = '7990059'`)
    expect(rows).toEqual([{ day: '2026-01-06' }])
    expect(await readFile(`${path}.refused.csv`, 'utf8')).toMatch(/check digit[^]*Enter a day as MM\/DD\/YYYY\./)
  },
)

test('An operator loads the NPPES file: prescribers and pharmacies are found in the directory, the deactivated are inactive', async () => {
  await db.query(
    `insert into pharmacy (nabp, npi, name, address1, city, state, zip, phone) values
       ('7990016', $1, 'Old Name', '1 A St', 'Fresno', 'CA', '93721', '559-555-0101'),
       ('7990042', $2, 'Gone Drug', '2 A St', 'Fresno', 'CA', '93721', '559-555-0102')`,
    [npi(501), npi(504)],
  )
  const pharmacy = (number: number, more: Record<string, string>) => ({
    NPI: npi(number),
    'Entity Type Code': '2',
    'Provider Organization Name (Legal Business Name)': 'QUAYSIDE DRUG LLC',
    'Healthcare Provider Taxonomy Code_1': '3336C0003X',
    ...at('5 PIER RD', 'TAMPA', 'FL', '33606'),
    ...more,
  })
  const path = await file(
    'npidata_pfile.csv',
    nppesFile([
      doctor(1),
      doctor(2, { 'Healthcare Provider Taxonomy Code_2': '', 'Healthcare Provider Taxonomy Code_1': '101Y00000X' }),
      { NPI: '1234567890' },
      doctor(3, { 'Provider Business Practice Location Address State Name': 'ONTARIO' }),
      pharmacy(501, { 'Provider Other Organization Name': 'QUAYSIDE PHARMACY' }),
      pharmacy(502, {
        'Other Provider Identifier_7': '7990028',
        'Other Provider Identifier Issuer_7': 'NCPDP PROVIDER ID',
      }),
      pharmacy(503, {}),
      { NPI: '1999999984', 'NPI Deactivation Date': '01/15/2026' },
      { NPI: npi(504), 'NPI Deactivation Date': '01/15/2026' },
    ]),
  )
  await run(['nppes', path])
  const closed = await db.query(
    `select nabp, closed_date::text as day from pharmacy where nabp in ('7990016', '7990042') order by 1`,
  )
  expect(closed.rows).toEqual([
    { nabp: '7990016', day: null },
    { nabp: '7990042', day: '2026-01-15' },
  ])
  expect(await find('vanderquill1')).toEqual([
    expect.objectContaining({
      npi: npi(1),
      firstName: 'Mary Ann',
      lastName: 'Vanderquill1',
      credential: 'MD',
      specialty: 'Interventional Pain Medicine',
      licenseState: 'FL',
      licenseNumber: 'ME1234',
      phone: '8135550177',
      city: 'Tampa',
      status: 'ACTIVE',
    }),
  ])
  expect(await find('vanderquill2')).toEqual([])
  const { body } = await adjuster.ask(pharmacies.search, { name: 'quayside', isExternal: true })
  expect(body.content.map((one) => [one.nabp, one.name, one.address.city, one.inNetwork])).toEqual([
    ['7990028', 'Quayside Drug Llc', 'Tampa', false],
    ['7990016', 'Quayside Pharmacy', 'Tampa', true],
  ])
  const gone = await adjuster.ask(practitioners.search, {
    practitionerSearchKey: 'NPI',
    practitionerSearchVal: '1999999984',
  })
  expect(gone.body.content[0]!.status).toBe('INACTIVE')
  const report = await readFile(`${path}.refused.csv`, 'utf8')
  expect(report.split('\r\n').filter(Boolean)).toEqual([
    '"Line","Column","What is wrong, and how to put it right"',
    '"4","NPI","That NPI has a typing error: check digit 0, expected 3."',
    '"5","Provider Business Practice Location Address State Name","Enter the two letters of a state; places abroad are not loaded."',
    '"8","Other Provider Identifier_1","This pharmacy has no NABP number here. Add it with its NABP number in a carrier file first."',
  ])
  expect(lines[0]).toBe('npidata_pfile.csv: 5 stored, 3 lines refused.')
})

test('A load that was cut off goes on where it stood, and a file that was loaded changes nothing', async () => {
  const rows = Array.from({ length: 1800 }, (_, number) => doctor(1000 + number))
  const path = await file('weekly.csv', nppesFile(rows))
  let batches = 0
  await expect(
    run(['nppes', path], () => {
      batches += 1
      if (batches === 2) throw new Error('The power failed.')
    }),
  ).rejects.toThrow('The power failed.')
  const loaded = async () =>
    (
      await db.query<{ n: number }>(`select count(*)::int as n from practitioner where last_name like 'Vanderquill1___'
      or last_name like 'Vanderquill2___'`)
    ).rows[0]!.n
  expect(await loaded()).toBe(999)
  lines.splice(0)
  await run(['list'])
  expect(lines.at(0)).toMatch(/^nppes weekly\.csv: 999 stored, 0 refused, cut off after line 1000/)
  lines.splice(0)
  // Lines that were stored before the cut are not read again.
  await db.query(`update practitioner set city = 'Elsewhere' where last_name = 'Vanderquill1000'`)
  await run(['nppes', path])
  expect(lines[0]).toBe('weekly.csv goes on after line 1,000.')
  expect(lines.slice(1, -1).every((line) => /^\d+%, [\d,]+ lines, [\d,]+ stored$/.test(line))).toBe(true)
  expect(lines.at(-1)).toBe('weekly.csv: 1,800 stored, 0 lines refused.')
  expect(await loaded()).toBe(1800)
  lines.splice(0)
  await run(['nppes', await file('same.csv', nppesFile(rows))])
  expect(lines).toEqual([expect.stringMatching(/^same\.csv was loaded on \d{4}-.*; nothing to do\.$/)])
  expect((await find('vanderquill1000'))[0]!.city).toBe('Elsewhere')
})

test('A file with refused lines is loaded again once what they lacked is on file, and then no more', async () => {
  const doctorNpi = npi(701)
  const path = await file('registered.csv', `npi,dea_schedules,expires\n${doctorNpi},2 3,2030-01-31\n`)
  await run(['dea', path])
  await db.query(
    `insert into practitioner (npi, id, first_name, last_name, specialty, license_state)
       values ($1, gen_random_uuid(), 'Ada', 'Laterin', 'Pain medicine', 'FL')`,
    [doctorNpi],
  )
  await run(['dea', path])
  await run(['dea', path])
  expect(lines.filter((line) => line.startsWith('registered.csv'))).toEqual([
    'registered.csv: 0 stored, 1 line refused.',
    'registered.csv: 1 stored, 0 lines refused.',
    expect.stringMatching(/^registered\.csv was loaded on \d{4}-.*; nothing to do\.$/),
  ])
})

test('A file that was put right in its middle is loaded, its size being the same; so is one that another came after', async () => {
  const rows = Array.from({ length: 900 }, (_, number) => doctor(5000 + number))
  const first = nppesFile(rows)
  const corrected = nppesFile(
    rows.map((row, at) =>
      at === 450 ? { ...row, 'Provider Business Practice Location Address City Name': 'MIAMI' } : row,
    ),
  )
  expect(corrected.length).toBe(first.length)
  await run(['nppes', await file('first.csv', first)])
  await run(['nppes', await file('corrected.csv', corrected)])
  expect(lines.at(-1)).toBe('corrected.csv: 900 stored, 0 lines refused.')
  expect((await find('vanderquill5450'))[0]!.city).toBe('Miami')
  await run(['nppes', await file('first again.csv', first)])
  expect((await find('vanderquill5450'))[0]!.city).toBe('Tampa')
})

test('An operator loads drug codes, then the NDC directory: its packages are in the drug directory', async () => {
  const known = catalog.find((drug) => drug.name.startsWith('Oxycodone 5 mg'))!
  const product = (id: string, name: string, generic: string, more: Partial<Record<string, string>> = {}) =>
    [
      id,
      '0001-0001',
      more['type'] ?? 'HUMAN PRESCRIPTION DRUG',
      name,
      '',
      generic,
      'TABLET, FILM COATED',
      'ORAL',
      '20200101',
      '',
      more['category'] ?? 'ANDA',
      'ANDA001',
      'Quarrystone Labs\u{2122}',
      'X',
      '5; 325',
      'mg/1; mg/1',
      '',
      'CII',
      'N',
      '20271231',
    ].join('\t')
  const products = [
    'PRODUCTID\tPRODUCTNDC\tPRODUCTTYPENAME\tPROPRIETARYNAME\tPROPRIETARYNAMESUFFIX\tNONPROPRIETARYNAME\tDOSAGEFORMNAME\tROUTENAME\tSTARTMARKETINGDATE\tENDMARKETINGDATE\tMARKETINGCATEGORYNAME\tAPPLICATIONNUMBER\tLABELERNAME\tSUBSTANCENAME\tACTIVE_NUMERATOR_STRENGTH\tACTIVE_INGRED_UNIT\tPHARM_CLASSES\tDEASCHEDULE\tNDC_EXCLUDE_FLAG\tLISTING_RECORD_CERTIFIED_THROUGH',
    product('A_1', 'QUARRYCET', 'OXYCODONE AND ACETAMINOPHEN', { category: 'NDA' }),
    product('B_2', 'Vaccine', 'X', { type: 'VACCINE' }),
  ].join('\r\n')
  const packaged = (id: string, ndc: string, what: string, more = ['20200101', '', 'N', 'N']) =>
    [id, '0001-0001', ndc, what, ...more].join('\t')
  const packages = [
    'PRODUCTID\tPRODUCTNDC\tNDCPACKAGECODE\tPACKAGEDESCRIPTION\tSTARTMARKETINGDATE\tENDMARKETINGDATE\tNDC_EXCLUDE_FLAG\tSAMPLE_PACKAGE',
    packaged(
      'A_1',
      '91234-101-03',
      '3 BLISTER PACK in 1 CARTON (91234-101-03)  > 10 TABLET, FILM COATED in 1 BLISTER PACK',
    ),
    packaged('A_1', '91234-101-04', '100 TABLET in 1 BOTTLE (91234-101-04)', ['20200101', '20240630', 'N', 'N']),
    packaged('A_1', '91234-101-05', '30 TABLET in 1 BOTTLE'),
    packaged('C_9', '91234-101-06', '30 TABLET in 1 BOTTLE'),
    packaged('A_1', '91234-101-07', 'a bottle', ['2020', '', 'N', 'N']),
    packaged('A_1', '91234-101-08', '5 TABLET in 1 BOTTLE', ['20200101', '', 'N', 'Y']),
  ].join('\r\n')
  const codes = await file(
    'codes.csv',
    `ndc,gpi,awp_unit,awp_effective_date\n91234-101-03,${known.gpi},1.25,2026-01-01\n91234010104,${known.gpi},1.25,2026-01-01\n1,2,x,y\n`,
  )
  await run(['codes', codes])
  expect(lines[0]).toBe('codes.csv: 2 stored, 1 line refused.')
  await run(['ndc', await file('product.txt', Buffer.from(products, 'latin1')), await file('package.txt', packages)])
  expect(lines.slice(2)).toEqual([
    'product.txt: 1 stored, 0 lines refused.',
    'package.txt: 2 stored, 3 lines refused.',
    expect.stringContaining('package.txt.refused.csv'),
  ])
  const report = await readFile(join(folder, 'package.txt.refused.csv'), 'utf8')
  expect(report).toContain(
    '"4","NDCPACKAGECODE","91234010105 has no drug code and price. Load them first: npm run directories -- codes FILE"',
  )
  expect(report).toContain('"5","PRODUCTID","This product is not in product.txt of the same day. Load that first."')
  expect(report).toContain('"6","PACKAGEDESCRIPTION","Enter what is in the package, such as 30 TABLET in 1 BOTTLE."')
  expect(report).toContain('"6","STARTMARKETINGDATE","Enter a day as YYYYMMDD."')
  const { body } = await adjuster.ask(drugs.search, {
    drugSearchKey: 'NAME',
    drugSearchVal: 'quarrycet',
    showInactiveDrugs: true,
  })
  expect(body.content.map((one) => [one.ndc, one.active])).toEqual([
    ['91234010103', true],
    ['91234010104', false],
  ])
  expect(body.content[0]).toMatchObject({
    name: 'Quarrycet 5-325 mg tablet',
    genericName: 'Oxycodone and acetaminophen',
    gpi: known.gpi,
    packageSize: 30,
    unit: 'EA',
    dea: 'CII',
    brandFlag: 'M',
    awpUnit: 1.25,
    formularyStatus: 'PA',
  })
})

test('An operator loads the ZIP codes of the gazetteer: pharmacies there are found by distance', async () => {
  await db.query(
    `insert into pharmacy (nabp, npi, name, address1, city, state, zip, phone) values
       ('7990030', '1999999992', 'Nome Drug', '1 A St', 'Nome', 'AK', '99762', '907-555-0101')`,
  )
  const path = await file(
    'gaz.txt',
    'GEOID\tALAND\tAWATER\tALAND_SQMI\tAWATER_SQMI\tINTPTLAT\tINTPTLONG                                        \n' +
      '99762\t1\t1\t1\t1\t64.500000\t-165.400000     \n99763\t1\t1\t1\t1\t64.6\t-165.9\n9976\t1\t1\t1\t1\t164.6\t-165.9\n',
  )
  await run(['zip', path])
  const { body } = await adjuster.ask(pharmacies.search, { zipCode: '99763', radius: 50 })
  expect(body.content.map((one) => [one.name, one.distanceMiles])).toEqual([['Nome Drug', 16.4]])
  expect(await readFile(`${path}.refused.csv`, 'utf8')).toContain('"INTPTLAT","Enter degrees north, -90 to 90."')
  // Since 2025 pipes separate the cells.
  await run(['zip', await file('gaz-2025.txt', 'GEOID|GEOIDFQ|INTPTLAT|INTPTLONG\n99764|860Z200US99764|62.1|-146.2\n')])
  expect(lines.at(-1)).toBe('gaz-2025.txt: 1 stored, 0 lines refused.')
})

test('A file of another kind, an empty one and wrong words are refused with a sentence', async () => {
  const other = await file('other.csv', 'a,b\n1,2\n')
  await expect(run(['codes', other])).rejects.toThrow(
    'The first line lacks "ndc", "gpi", "awp_unit", "awp_effective_date".',
  )
  await expect(run(['codes', await file('empty.csv', '')])).rejects.toThrow('The file is empty.')
  await expect(run(['codes', join(folder, 'none.csv')])).rejects.toThrow('none.csv cannot be read.')
  await expect(run(['codes', await file('open.csv', 'ndc,gpi,awp_unit,awp_effective_date\n"1,2\n')])).rejects.toThrow(
    'Line 2 has a quotation mark that is not closed.',
  )
  for (const words of [[], ['nppes'], ['ndc', 'one'], ['toString', 'x'], ['list', 'x']])
    await expect(run(words)).rejects.toThrow(use)
})

test('While a file is loaded, another process loads none of its kind and says so', async () => {
  const other = new pg.Pool({ connectionString: api.url, max: 1 })
  const header = 'ndc,gpi,awp_unit,awp_effective_date'
  const first = await file('first.csv', `${header}\n1,2,x,y\n`)
  const second = await file('second.csv', `${header}\n3,4,x,y\n`)
  const meanwhile: unknown[] = []
  await run(['codes', first], async () => {
    meanwhile.push(await run(['codes', second], undefined, other).catch((reason: unknown) => reason))
  })
  expect(meanwhile).toMatchObject([
    {
      name: 'CannotStart',
      message: expect.stringMatching(/^Another process is loading a file of this kind \(.+\): wait/),
    },
  ])
  expect(lines).toEqual(['first.csv: 0 stored, 1 line refused.', expect.stringContaining('first.csv.refused.csv')])
  await run(['codes', second], undefined, other)
  await other.end()
  expect(lines.slice(2)).toEqual([
    'second.csv: 0 stored, 1 line refused.',
    expect.stringContaining('second.csv.refused.csv'),
  ])
})
