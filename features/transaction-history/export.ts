import { usDate } from '#platform/dates/day.ts'
import { cellWords, tableWriter, wholeTable, type SheetCell, type TableHead } from '#platform/sheet/table-file.ts'
import type { InZone } from '#platform/dates/zone-stamp.ts'
import { fileWords } from '#platform/text/file-name.ts'
import type { Report } from '#platform/pdf/pdf.ts'
import { drugGroupName } from '#reference/drug-groups.ts'
import type { ClaimSummary, Totals, Txn } from './shapes.ts'
import type { Search } from './sql.ts'
import { statusNames } from './rules.ts'

/** Rows a file has at most. */
export const mostRows = { csv: 100_000, xlsx: 100_000, pdf: 5000 } as const
type FileType = keyof typeof mostRows

/** 'csv', 'xlsx' or 'pdf' of what was asked for in any case; undefined for anything else. */
export const fileType = (text: string): FileType | undefined => {
  const type = text.toLowerCase()
  return type === 'csv' || type === 'xlsx' || type === 'pdf' ? type : undefined
}

/** `Maria Ortega 11-22-2026.csv`; without the name where the carrier wants none in file names. */
export const fileName = (patient: string | null, instead: string, today: string, type: FileType): string =>
  `${patient === null ? instead : fileWords(patient, instead)} ${usDate(today).replaceAll('/', '-')}.${type}`

const money = (amount: number | null): string =>
  amount === null
    ? ''
    : `${amount < 0 ? '-' : ''}$${Math.abs(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** What a transaction adds to the amount paid: a reversal takes its payment back. */
const amountOf = (txn: Pick<Txn, 'status' | 'paidAmount'>): number | null =>
  txn.paidAmount === null ? null : txn.status === 'X' ? -txn.paidAmount : txn.paidAmount

type Column = TableHead & { share: number; align?: 'right'; paper?: true; cell: (row: Txn) => SheetCell }

const columns: readonly Column[] = [
  { label: 'Filled', share: 8, paper: true, cell: (row) => ({ day: row.fillDate }) },
  { label: 'Type', share: 7, paper: true, cell: (row) => statusNames[row.status] },
  { label: 'Drug', share: 20, paper: true, cell: (row) => row.drugName },
  { label: 'Strength', share: 9, cell: (row) => row.strength },
  { label: 'NDC', share: 9, paper: true, cell: (row) => row.ndc },
  { label: 'Quantity', share: 6, align: 'right', paper: true, cell: (row) => row.quantity },
  { label: 'Days', share: 4, align: 'right', paper: true, cell: (row) => row.daysSupply },
  { label: 'Refill', share: 4, align: 'right', cell: (row) => row.refill },
  { label: 'Prescriber', share: 13, paper: true, cell: (row) => row.prescriberName },
  { label: 'Pharmacy', share: 15, paper: true, cell: (row) => row.pharmacyName },
  { label: 'Channel', share: 8, paper: true, cell: (row) => row.claimChannelName },
  { label: 'Reject codes', share: 8, paper: true, cell: (row) => row.rejects.join(', ') },
  { label: 'Amount', share: 8, align: 'right', paper: true, cell: (row) => amountOf(row) },
  { label: 'Rx number', share: 8, cell: (row) => row.rxNumber },
  { label: 'Reference number', share: 10, cell: (row) => row.referenceNumber },
  { label: 'TCN', share: 12, cell: (row) => row.tcn },
  { label: 'Claim number', share: 10, cell: (row) => row.claimNumber },
]
const onPaper = columns.filter((column) => column.paper)

/** The filter in words, for the reader of a file. */
export const filterWords = (search: Search): string[] => [
  ...(search.statuses ? [`Type: ${search.statuses.map((one) => statusNames[one]).join(', ') || 'none'}`] : []),
  ...(search.days === null ? [] : [`Filled in the last ${search.days} days`]),
  ...(search.fillDate ? [`Filled on ${usDate(search.fillDate)}`] : []),
  ...(search.drug ? [`Medication: ${'code' in search.drug ? `S${search.drug.code}` : search.drug.words}`] : []),
  ...(search.gpi ? [`Drug code: S${search.gpi}`] : []),
  ...(search.words ? [`With the words: ${search.words}`] : []),
]

export type About = {
  by: string
  at: string
  zone: string
  /** Patient and claim. */
  of: string
  filters: readonly string[]
  /** Rows the filter finds, where the file does not have all. */
  cutFrom: number | null
  now: Date
}

const cut = (rows: number, of: number): string =>
  `Only the newest ${rows.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} transactions are in this file. Narrow the filter for the rest.`

export const tableHeads: readonly TableHead[] = columns
export const tableRows = (rows: readonly Txn[]): SheetCell[][] =>
  rows.map((row) => columns.map((column) => column.cell(row)))
/** What a table is of, and who made it. */
export const aboutTable = (about: About): string[] => [
  ...(about.cutFrom === null ? [] : [cut(mostRows.csv, about.cutFrom)]),
  about.of,
  `Exported by ${about.by}, ${about.at}. Times are in ${about.zone}.`,
  ...about.filters,
]

/** The text of a row in the PDF. */
export const paperRow = (row: Txn, zone: InZone): string[] =>
  onPaper.map((column) => {
    const cell = cellWords(column.cell(row), zone)
    return column.label === 'Amount' && typeof cell === 'number' ? money(cell) : String(cell ?? '')
  })

/** The same file as a PDF. */
export const paper = (rows: readonly (readonly string[])[], totals: Totals, about: About): Report => ({
  title: 'Transaction history',
  about: [
    [about.of, ...about.filters].join('   '),
    `${rows.length.toLocaleString('en-US')} transactions. Paid and billed: ${money(totals.amount)}. Times are in ${about.zone}.`,
  ],
  columns: onPaper.map(({ label, share, align }) => ({ label, share, ...(align && { align }) })),
  rows,
  empty: 'No transactions match this filter',
  remark: about.cutFrom === null ? undefined : cut(rows.length, about.cutFrom),
  footer: `Exported by ${about.by}, ${about.at}`,
  now: about.now,
})

/** The name of a drug class by the beginning of its code. */
export const className = (code: string): string => drugGroupName(code) ?? 'Other'

/** A claim summary as lines: part, name, fills, amount. */
const summaryLines = (summary: ClaimSummary): [string, string, number | string, number | null][] => [
  ['Transactions', 'Paid', summary.counts.paid, summary.counts.amount],
  ['Transactions', 'Rejected', summary.counts.rejected, null],
  ['Transactions', 'Reversal', summary.counts.reversed, null],
  ['Transactions', 'Billed', summary.counts.billed, null],
  ['Requests', 'Open', summary.openAuths, null],
  ...summary.byYear.map((one): [string, string, number, number] => ['Year', String(one.year), one.fills, one.amount]),
  ...summary.byClass.map((one): [string, string, number, number] => ['Class', one.name, one.fills, one.amount]),
  ...summary.topDrugs.map((one): [string, string, number, number] => ['Drug', one.name, one.fills, one.amount]),
  ...summary.prescribers.map((one): [string, string, number, number] => [
    'Prescriber',
    one.name,
    one.fills,
    one.amount,
  ]),
  ...summary.pharmacies.map((one): [string, string, number, number] => ['Pharmacy', one.name, one.fills, one.amount]),
]
const summaryColumns = [
  { label: 'Part', share: 12 },
  { label: 'Name', share: 40 },
  { label: 'Fills', share: 10, align: 'right' },
  { label: 'Amount', share: 12, align: 'right' },
] as const

/** The same as a table. */
export const summaryTable = (type: 'csv' | 'xlsx', summary: ClaimSummary, about: About): Uint8Array =>
  wholeTable(tableWriter(type, summaryColumns, about.zone), summaryLines(summary), [
    about.of,
    `Exported by ${about.by}, ${about.at}.`,
    ...about.filters,
  ])

export const summaryPaper = (summary: ClaimSummary, about: About): Report => ({
  title: 'Claim summary',
  about: [
    [about.of, ...about.filters].join('   '),
    `Injured ${usDate(summary.claim.doi)}, ${summary.claim.jurisState}. ${summary.claim.injury}`,
  ],
  columns: summaryColumns.map((column) => ({ ...column })),
  rows: summaryLines(summary).map(([part, name, fills, amount]) => [part, name, String(fills), money(amount)]),
  empty: 'Nothing was billed on this claim',
  footer: `Exported by ${about.by}, ${about.at}`,
  now: about.now,
})
