import { usDate } from '#platform/dates/day.ts'
import { clearedWords } from '#features/prior-auths/findings.ts'
import { priorAuthStatusLabel } from '#features/prior-auths/statuses.ts'
import type { InZone } from '#platform/dates/zone-stamp.ts'
import { cellWords, type SheetCell, type TableHead } from '#platform/sheet/table-file.ts'
import { fileWords } from '#platform/text/file-name.ts'
import type { Report } from '#platform/pdf/pdf.ts'
import type { PriorAuthFilter, PriorAuthLine } from './contract.ts'

/** Rows a file holds at most; a claim has fewer, but a file must end somewhere. */
export const mostRows = { csv: 10_000, xlsx: 10_000, pdf: 2000 } as const
type FileType = keyof typeof mostRows

/** 'csv', 'xlsx' or 'pdf' of what was asked for in any case; undefined for anything else. */
export const fileType = (text: string): FileType | undefined => {
  const type = text.toLowerCase()
  return type === 'csv' || type === 'xlsx' || type === 'pdf' ? type : undefined
}

const amount = (dollars: number | null): string => (dollars === null ? '' : `$${dollars.toFixed(2)}`)

/** Codes with what was cleared of them; those nobody measured stand alone. */
const clears = (row: PriorAuthLine): string => {
  if (row.overrideAll) return ['all', clearedWords(row.clearedFindings)].filter(Boolean).join('; ')
  const measured = row.clearedFindings.map(({ rejectCode }) => rejectCode)
  const others = row.codesCleared.filter((code) => !measured.includes(code))
  return clearedWords([...row.clearedFindings, ...others.map((rejectCode) => ({ rejectCode, upTo: '' }))])
}

type Column = TableHead & { share: number; align?: 'right'; cell: (row: PriorAuthLine) => SheetCell }

const columns: readonly Column[] = [
  { label: 'Prior authorization', share: 10, cell: (row) => row.priorAuthOverrideRef },
  { label: 'Kind', share: 7, cell: (row) => (row.kind === 'BLOCK' ? 'Block' : 'Approval') },
  { label: 'Status', share: 8, cell: (row) => row.statusName },
  { label: 'Drug', share: 18, cell: (row) => row.drugDescription },
  // Our codes are invented; the S keeps them from being taken for licensed ones.
  { label: 'Drug code', share: 12, cell: (row) => (row.ndc === null ? `S${row.gpiPrefix}` : `NDC ${row.ndc}`) },
  { label: 'Level', share: 5, align: 'right', cell: (row) => row.level },
  { label: 'Start', share: 8, cell: (row) => ({ day: row.startDate }) },
  { label: 'End', share: 8, cell: (row) => ({ day: row.endDate }) },
  { label: 'Fills', share: 6, cell: (row) => `${row.fillsUsed} of ${row.maxFills ?? 'any'}` },
  { label: 'Qty a fill', share: 6, align: 'right', cell: (row) => row.maxQtyPerFill },
  { label: 'Days a fill', share: 6, align: 'right', cell: (row) => row.maxDaysPerFill },
  { label: 'Clears', share: 9, cell: (row) => clears(row) },
  { label: 'Reason', share: 15, cell: (row) => row.reasonDesc },
  { label: 'Request', share: 10, cell: (row) => row.referenceNumber ?? '' },
  {
    label: 'Last fill',
    share: 9,
    cell: (row) => (row.fills[0] ? `${usDate(row.fills[0].fillDate)} ${amount(row.fills[0].paidAmount)}`.trim() : ''),
  },
  { label: 'Created by', share: 11, cell: (row) => row.createdByName },
  { label: 'Created', isTime: true, share: 13, cell: (row) => ({ at: row.createdAt }) },
  { label: 'Ended by', share: 10, cell: (row) => [row.terminatedBy, row.terminatedReason].filter(Boolean).join(': ') },
]
const onPaper = new Set([
  'Prior authorization',
  'Kind',
  'Status',
  'Drug',
  'Level',
  'Start',
  'End',
  'Fills',
  'Clears',
  'Reason',
  'Request',
  'Last fill',
  'Created by',
])

/** The filter in words: what a reader must know of what is not in the file. */
export const filterWords = (filter: PriorAuthFilter): string[] => [
  ...(filter.status ? [`Status: ${filter.status.map(priorAuthStatusLabel).join(', ')}`] : []),
  ...(filter.kind ? [`Kind: ${filter.kind === 'BLOCK' ? 'blocks' : 'approvals'}`] : []),
  ...(filter.drug ? [`Drug: ${filter.drug}`] : []),
  ...(filter.from || filter.to
    ? [
        `In force: ${filter.from ? `from ${usDate(filter.from)}` : ''} ${filter.to ? `to ${usDate(filter.to)}` : ''}`
          .replace(/\s+/g, ' ')
          .trim(),
      ]
    : []),
]

export type About = {
  by: string
  at: string
  zone: string
  of: string
  filters: readonly string[]
  truncated: boolean
  now: Date
}

const cut = (rows: number): string =>
  `Only the first ${rows.toLocaleString('en-US')} are in this file. Narrow the filter for the rest.`

export const tableHeads: readonly TableHead[] = columns
export const tableRows = (rows: readonly PriorAuthLine[]): SheetCell[][] =>
  rows.map((row) => columns.map((column) => column.cell(row)))
/** What a table is of, and who made it. */
export const aboutTable = (about: About): string[] => [
  ...(about.truncated ? [cut(mostRows.csv)] : []),
  about.of,
  `Exported by ${about.by}, ${about.at}. Times are in ${about.zone}.`,
  ...about.filters,
]

/** The same list as a PDF. */
export const paper = (rows: readonly PriorAuthLine[], zone: InZone, about: About): Report => {
  const shown = columns.filter((column) => onPaper.has(column.label))
  return {
    title: 'Prior authorization history',
    about: [
      [about.of, ...about.filters].join('   '),
      `${rows.length.toLocaleString('en-US')} records. Times are in ${about.zone}.`,
    ],
    columns: shown.map(({ label, share, align }) => ({ label, share, ...(align && { align }) })),
    rows: rows.map((row) => shown.map((column) => String(cellWords(column.cell(row), zone) ?? ''))),
    empty: 'No prior authorizations match this filter',
    remark: about.truncated ? cut(rows.length) : undefined,
    footer: `Exported by ${about.by}, ${about.at}`,
    now: about.now,
  }
}

const UNNAMED = 'PriorAuthHistory'

/** `{Patient}_{MM-DD-YYYY}.csv`; without the name where the carrier wants none in file names. */
export const fileName = (patient: string | null, today: string, type: FileType): string =>
  `${patient === null ? UNNAMED : fileWords(patient, UNNAMED)}_${usDate(today).replaceAll('/', '-')}.${type}`
