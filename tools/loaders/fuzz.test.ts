import { describe, expect, test } from 'vitest'
import { interactionKind } from '#features/snapshots/interaction-file.ts'
import { feedKind } from '#features/eligibility-feed/feed-file.ts'
import { nppesColumns } from '#features/practitioners/nppes-file.ts'
import { batchesOf, columnsOf, loadBatch, type FileKind } from '#platform/load/load.ts'
import { NotThisFile, recordsIn, type FileShape } from '#platform/load/records.ts'
import { bound, numberFrom } from '#testing/bounds.ts'
import { testSeed } from '#testing/test-seed.ts'
import { kinds } from '../directories/kinds.ts'
import { secondReader } from './second-reader.ts'

/*
 * Files as they come, changed at random: bytes, cells, lines, ends. Of each a loader stores what a second reader reads there, or
 * refuses the line or the file in a sentence. Nothing else is thrown.
 */

const MUTANTS = bound(300, 10_000)

type Kind = FileKind<unknown>
type Sample = { name: string; kind: Kind; shape: FileShape; text: string }

const feedColumns =
  'claim_number,first_name,last_name,date_of_birth,date_of_injury,state,group,effective_date,term_date,plan_level,phone,facts_from'
const feed = [
  feedColumns,
  'F-1001,Zoë,Vanderquill,1980-05-17,2026-01-12,CA,AAA1GRP,2026-01-12,,FULL,(559) 555-0164,',
  'F-1002,Bob,"Ochre, Jr.",05/17/1975,20260210,CA,AAA1GRP,2026-02-10,2026-12-31,first_fill,,',
  'F-1002,Bob,"Ochre, Jr.",05/17/1975,20260210,CA,AAA1GRP,2027-01-01,,FULL,,2027-01-01',
  'F-1003,"Ann ""Nan""",O’Lark,1981-05-17,2026-01-12,US-FECA,AAA1GRP,2026-01-12,,,5595550101,',
  'F-1004,Eve,Wren,1999-12-31,2026-03-01,TX,AAA1GRP,2026-03-01,,MAINTENANCE,,',
].join('\r\n')

const place = (zip: string) => ({
  'Provider First Line Business Practice Location Address': '12 HARBOR ST, STE 4',
  'Provider Business Practice Location Address City Name': 'TAMPA',
  'Provider Business Practice Location Address State Name': 'FL',
  'Provider Business Practice Location Address Postal Code': zip,
  'Provider Business Practice Location Address Telephone Number': '8135550177',
})
const providers: Readonly<Record<string, string>>[] = [
  {
    NPI: '1932102084',
    'Entity Type Code': '1',
    'Provider Last Name (Legal Name)': 'VANDERQUILL',
    'Provider First Name': 'MARY "MAY" ANN',
    'Provider Credential Text': 'M.D.',
    'Healthcare Provider Taxonomy Code_1': '207Q00000X',
    'Healthcare Provider Primary Taxonomy Switch_1': 'Y',
    'Provider License Number_1': 'me1234',
    'Provider License Number State Code_1': 'FL',
    ...place('336061234'),
  },
  {
    NPI: '1003000126',
    'Entity Type Code': '2',
    'Provider Organization Name (Legal Business Name)': 'QUAYSIDE DRUG, LLC',
    'Healthcare Provider Taxonomy Code_1': '3336C0003X',
    ...place('33606'),
  },
  { NPI: '1245319599', 'NPI Deactivation Date': '01/15/2026' },
  { NPI: '1679576722', 'NPI Deactivation Date': '01/15/2026', 'NPI Reactivation Date': '02/15/2026' },
]
const nppes = [nppesColumns, ...providers.map((row) => nppesColumns.map((name) => row[name] ?? ''))]
  .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
  .join('\n')

const tabbed = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.join('\t')).join('\r\n')
const products = tabbed([
  'PRODUCTID PRODUCTTYPENAME PROPRIETARYNAME PROPRIETARYNAMESUFFIX NONPROPRIETARYNAME DOSAGEFORMNAME ROUTENAME MARKETINGCATEGORYNAME LABELERNAME ACTIVE_NUMERATOR_STRENGTH ACTIVE_INGRED_UNIT DEASCHEDULE'.split(
    ' ',
  ),
  [
    'A_1',
    'HUMAN PRESCRIPTION DRUG',
    'Quarrycet™',
    '',
    'OXYCODONE AND ACETAMINOPHEN',
    'TABLET, FILM COATED',
    'ORAL',
    'NDA',
    'Labs',
    '5; 325',
    'mg/1; mg/1',
    'CII',
  ],
  ['B_2', 'VACCINE', 'Vaccine', '', 'X', 'INJECTION', 'X', 'BLA', 'Labs', '1', 'mg/mL', ''],
  ['C_3', 'HUMAN OTC DRUG', '12" Balm', 'Extra', 'menthol', 'GEL', 'TOPICAL', 'OTC', 'Labs', '.5', 'g/100g', ''],
])
const packages = tabbed([
  [
    'PRODUCTID',
    'PRODUCTNDC',
    'NDCPACKAGECODE',
    'PACKAGEDESCRIPTION',
    'STARTMARKETINGDATE',
    'ENDMARKETINGDATE',
    'NDC_EXCLUDE_FLAG',
    'SAMPLE_PACKAGE',
  ],
  [
    'A_1',
    '91234-101',
    '91234-101-03',
    '3 BLISTER PACK in 1 CARTON (91234-101-03)  > 10 TABLET in 1 BLISTER PACK',
    '20200101',
    '',
    'N',
    'N',
  ],
  ['A_1', '91234-101', '91234-101-04', '100 TABLET in 1 BOTTLE (91234-101-04)', '20200101', '20240630', 'N', 'N'],
  ['C_3', '91234-102', '91234-102-01', '12 mL in 1 TUBE', '20210131', '', 'N', 'Y'],
])
const codes =
  'ndc,gpi,awp_unit,awp_effective_date\n91234-101-03,65990002100305,1.25,2026-01-01\n91234010104,65990002100305,0.5,20260101\n'
const zips = 'GEOID|ALAND|INTPTLAT|INTPTLONG\n33606|1|27.93|-82.46\n93721|2|+36.73|-119.78\n00601|3|18.18|-66.75\n'
const deactivated = 'NPI,NPPES Deactivation Date\n1245319599,01/15/2026\n1679576722,2/3/2026\n1932102084,12/31/2025\n'
const registrations =
  'npi,dea_schedules,expires\n1932102084,2 2N 3 3N 4 5,2027-01-31\n1245319599,"CII, CIII",12/31/2026\n1679576722,,20261231\n'
const networks = 'nabp,networks\n1043405,RETAIL MAIL\n1043392,"RETAIL, NINETY_DAY"\n10-43405,\n'
const interactions =
  'id,a,b,severity,text,source,section\nL-1,6510,5710,1,"Opioid, with a benzodiazepine",Label,5.1\nL-2,65990002100305 6599,83,2,Bleeding,"The ""label""",\nL.3,0102,0304,3,x,y,z\n'
const directory = ([kind]: readonly unknown[], shape?: FileShape): Pick<Sample, 'kind' | 'shape'> => ({
  kind: kind as Kind,
  shape: shape ?? (kind as Kind).shape,
})
const samples: Sample[] = [
  { name: 'eligibility feed', ...directory([feedKind({ now: new Date(0), newId: () => '' })]), text: feed },
  { name: 'NPPES', ...directory(kinds.nppes), text: nppes },
  { name: 'NDC products', ...directory(kinds.ndc), text: products },
  { name: 'NDC packages', ...directory(kinds.ndc.slice(1)), text: packages },
  { name: 'drug codes', ...directory(kinds.codes), text: codes },
  { name: 'deactivated NPIs', ...directory(kinds.deactivated), text: deactivated },
  { name: 'DEA registrations', ...directory(kinds.dea), text: registrations },
  { name: 'networks', ...directory(kinds.networks), text: networks },
  { name: 'interactions', ...directory([interactionKind([])]), text: interactions },
  { name: 'ZIP places', ...directory(kinds.zip, { delimiter: '|', quoted: false, encoding: 'utf-8' }), text: zips },
]

/** Numbers that look drawn, the same for the same seed. */
function drawsOf(seed: string) {
  let turn = 0
  return (below: number): number => numberFrom(`${testSeed} ${seed} ${(turn += 1)}`) % Math.max(1, below)
}
const odd = [
  '"',
  '""',
  ',',
  '\t',
  '|',
  ';',
  '\n',
  '\r',
  '\r\n',
  ' ',
  '\u{feff}',
  '\0',
  '0',
  '-',
  '/',
  '#',
  'sep=,\n',
  '2026-02-30',
  'é',
  '“',
  '\u{202e}',
  '=1+1',
]
const oddBytes = [0xff, 0xe9, 0x80, 0xc3, 0xfe, 0x00]
type Draw = (below: number) => number
/** The ways a file goes wrong. */
const ways: readonly ((bytes: Buffer, draw: Draw, shape: FileShape) => Buffer)[] = [
  (bytes, draw) => spliced(bytes, draw(bytes.length + 1), 0, Buffer.from(odd[draw(odd.length)]!)),
  (bytes, draw) => spliced(bytes, draw(bytes.length), 1, Buffer.of(oddBytes[draw(oddBytes.length)]!)),
  (bytes, draw) => spliced(bytes, draw(bytes.length), 1, Buffer.from(odd[draw(odd.length)]!)),
  (bytes, draw) => spliced(bytes, draw(bytes.length), 1 + draw(12), Buffer.alloc(0)),
  (bytes, draw) => bytes.subarray(0, draw(bytes.length + 1)),
  (bytes, draw) => {
    const at = draw(bytes.length)
    return spliced(bytes, draw(bytes.length), 0, bytes.subarray(at, at + draw(80)))
  },
  // A line more, a line less, two that change places.
  (bytes, draw) => inLines(bytes, (lines) => lines.toSpliced(draw(lines.length), 0, lines[draw(lines.length)]!)),
  (bytes, draw) => inLines(bytes, (lines) => lines.toSpliced(draw(lines.length), 1)),
  (bytes, draw) => inLines(bytes, (lines) => lines.with(draw(lines.length), lines[draw(lines.length)]!)),
  // A cell more or less, and separators after the last one.
  (bytes, draw, { delimiter }) =>
    inLines(bytes, (lines) => {
      const at = draw(lines.length)
      const cells = lines[at]!.split(delimiter)
      return lines.with(
        at,
        cells.toSpliced(draw(cells.length), draw(2), ...(draw(2) ? [odd[draw(odd.length)]!] : [])).join(delimiter),
      )
    }),
  (bytes, draw, { delimiter }) => inLines(bytes, (lines) => lines.map((line) => line + delimiter.repeat(draw(3)))),
  (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n').replaceAll('\n', '\r\n'), 'latin1'),
]
const spliced = (bytes: Buffer, at: number, less: number, more: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at + less)])
const inLines = (bytes: Buffer, change: (lines: string[]) => string[]): Buffer =>
  Buffer.from(change(bytes.toString('latin1').split('\n')).join('\n'), 'latin1')

async function* cut(bytes: Uint8Array, draw: Draw): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + draw(90)
    yield bytes.subarray(at, end)
    at = end
  }
}
type Loaded = { rows: { line: number; row: unknown }[]; stopped: string | undefined }
/** What the loader does with a file. Anything but a sentence about the file goes on to the test. */
async function load({ kind, shape }: Sample, bytes: Uint8Array, draw: Draw): Promise<Loaded> {
  const loaded: Loaded = { rows: [], stopped: undefined }
  try {
    let columns: ReturnType<typeof columnsOf> | undefined
    for await (const { records } of batchesOf(recordsIn(cut(bytes, draw), shape), 1 + draw(4))) {
      const lines = columns ? records : records.slice(1)
      columns ??= columnsOf(records[0]!.cells, kind)
      const store: Kind['store'] = async (rows) => {
        loaded.rows.push(...rows.map(({ line, row }) => ({ line, row })))
        return { stored: rows.length, refused: [] }
      }
      const { refused } = await loadBatch({ ...kind, store }, columns, lines, async () => [])
      for (const { message } of refused) expect(message).toMatch(/\S{2,} \S+/)
    }
  } catch (reason) {
    if (!(reason instanceof NotThisFile)) throw reason
    expect(reason.message).toMatch(/^[A-Z].*\.$/s)
    loaded.stopped = reason.message
  }
  return loaded
}

/** What of a file is right, by the second reader; nothing where it reads none. */
function rightOf({ kind, shape }: Sample, bytes: Uint8Array): Map<number, unknown> | undefined {
  const records = secondReader(bytes, shape)
  if (!records) return undefined
  const [head, ...lines] = records
  const names = head?.cells?.map((name) => name.replaceAll(/\s+/g, ' ').toLowerCase()) ?? []
  const right = new Map<number, unknown>()
  for (const { line, cells } of lines) {
    if (!cells || cells.length !== names.length || cells.some((one, at) => one !== '' && names[at] === '')) continue
    if (cells.some((one) => one.includes('\0')) || cells.every((one) => one === '')) continue
    const at = (column: string) => names.indexOf(column.toLowerCase())
    const read = kind.read(
      (column) => cells[at(column)] ?? '',
      (column) => at(column) >= 0,
    )
    if (read && 'row' in read) right.set(line, read.row)
  }
  return right
}

describe.each(samples)('$name', (sample) => {
  const encode = (text: string) =>
    sample.shape.encoding === 'utf-8' ? Buffer.from(text) : Buffer.from(text.replaceAll('™', '\u{99}'), 'latin1')
  const base = encode(sample.text)

  test('as published is loaded whole, as a second reader reads it', async () => {
    const loaded = await load(sample, base, drawsOf('base'))
    expect(loaded.stopped).toBeUndefined()
    expect(loaded.rows.length).toBeGreaterThan(1)
    expect(new Map(loaded.rows.map(({ line, row }) => [line, row]))).toEqual(rightOf(sample, base))
  })

  test(`changed at random, nothing is loaded wrongly and nothing is a fault, ${MUTANTS} times`, async () => {
    let some = 0
    let stopped = 0
    for (let number = 0; number < MUTANTS; number += 1) {
      const draw = drawsOf(`${sample.name} ${number}`)
      let bytes: Buffer = base
      for (let turn = draw(3); turn >= 0; turn -= 1) bytes = ways[draw(ways.length)]!(bytes, draw, sample.shape)
      const loaded = await load(sample, bytes, draw)
      const right = rightOf(sample, bytes)
      const found = () => `${sample.name} ${number}: ${JSON.stringify(bytes.toString('latin1'))}`
      for (const { line, row } of loaded.rows) {
        expect(right?.has(line) ?? loaded.stopped !== undefined, found()).toBe(true)
        if (right) expect(row, found()).toEqual(right.get(line))
      }
      // What is right is loaded, unless the file was refused.
      if (right && loaded.stopped === undefined) expect(loaded.rows.length, found()).toBe(right.size)
      some += loaded.rows.length > 0 ? 1 : 0
      stopped += loaded.stopped === undefined ? 0 : 1
    }
    // The changes are such that both happens.
    expect(some).toBeGreaterThan(MUTANTS / 4)
    expect(stopped).toBeGreaterThan(MUTANTS / 50)
  })
})
