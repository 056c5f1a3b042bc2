import { usDate } from '#platform/dates/day.ts'
import type { InZone } from '#platform/dates/zone-stamp.ts'
import { csvLine, csvMark, csvRemark, type CsvCell } from '#platform/text/csv.ts'
import type { Report } from '#platform/pdf/pdf.ts'
import { deliveryTypeName } from '#reference/delivery-types.ts'
import { rejectCode } from '#reference/reject-codes.ts'
import type { AuthRow } from '#features/authorizations/contract.ts'
import { completeStatuses, openStatuses, statusLabel } from '#features/authorizations/statuses.ts'
import type { ClinicalPart, ExportColumn, Search } from './rules.ts'

/** NDC as people write it: 5-4-2, or 6-4-2 of the longer ones. */
const ndcWords = (ndc: string): string => `${ndc.slice(0, -6)}-${ndc.slice(-6, -2)}-${ndc.slice(-2)}`
const money = (amount: number): string =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

type Column = { label: string; share: number; align?: 'right'; cell: (row: AuthRow, at: InZone) => CsvCell }

const columns: Record<ExportColumn, Column> = {
  referenceNumber: { label: 'Reference number', share: 12, cell: (row) => row.referenceNumber },
  status: { label: 'Status', share: 9, cell: (row) => row.authorizationStatus },
  received: { label: 'Received', share: 13, cell: (row, at) => at.instant(row.requestReceivedDate) },
  due: { label: 'Due', share: 13, cell: (row, at) => at.instant(row.statutoryDueAt) },
  claimant: { label: 'Claimant', share: 14, cell: (row) => `${row.claimantLastName}, ${row.claimantFirstName}` },
  dateOfBirth: { label: 'Date of birth', share: 9, cell: (row) => usDate(row.dateOfBirth) },
  claimNumber: { label: 'Claim number', share: 15, cell: (row) => row.claimNumber },
  dateOfInjury: { label: 'Date of injury', share: 9, cell: (row) => usDate(row.dateOfInjury) },
  state: { label: 'State', share: 5, cell: (row) => row.jurisState },
  drug: { label: 'Drug', share: 17, cell: (row) => row.drugName },
  strength: { label: 'Strength', share: 11, cell: (row) => row.strength },
  quantity: { label: 'Quantity', share: 6, align: 'right', cell: (row) => row.quantity },
  daysSupply: { label: 'Days', share: 5, align: 'right', cell: (row) => row.daysSupply },
  ndc: { label: 'NDC', share: 11, cell: (row) => ndcWords(row.ndc) },
  rejects: {
    label: 'Reject codes',
    share: 8,
    cell: (row) => [...new Set(row.rejects.map((reject) => reject.rejectCode))].join(', '),
  },
  prescriber: {
    label: 'Prescriber',
    share: 13,
    cell: (row) => [row.physicianLastName, row.physicianFirstName].filter(Boolean).join(', '),
  },
  pharmacy: {
    label: 'Pharmacy',
    share: 14,
    cell: (row) => [row.pharmacyName, row.pharmacyCity].filter(Boolean).join(', '),
  },
  delivery: { label: 'Delivery', share: 8, cell: (row) => row.deliveryType.name },
  caseOwner: { label: 'Case owners', share: 10, cell: (row) => row.caseOwners.map((owner) => owner.name).join(', ') },
  escalation: { label: 'Escalation level', share: 7, align: 'right', cell: (row) => row.escalationLevel },
  estimatedCost: { label: 'Estimated cost', share: 8, align: 'right', cell: (row) => row.estimatedCost },
  completed: {
    label: 'Completed',
    share: 13,
    cell: (row, at) => (row.completedAt === null ? '' : at.instant(row.completedAt)),
  },
  decidedBy: { label: 'Decided by', share: 11, cell: (row) => row.decidedBy ?? '' },
}

/** The default columns of a PDF: as many as fit on a Letter page. */
const onPaper: readonly ExportColumn[] = [
  'due',
  'claimant',
  'claimNumber',
  'state',
  'drug',
  'strength',
  'quantity',
  'daysSupply',
  'rejects',
  'prescriber',
  'pharmacy',
  'caseOwner',
  'delivery',
]
const onPaperComplete: readonly ExportColumn[] = [
  'completed',
  'status',
  'claimant',
  'claimNumber',
  'state',
  'drug',
  'strength',
  'quantity',
  'daysSupply',
  'rejects',
  'prescriber',
  'pharmacy',
  'decidedBy',
]
const pendingOnly = new Set<ExportColumn>(['completed', 'decidedBy'])

/** The columns of a file: the requested ones, else the usual ones. */
export function columnsOf(
  chosen: readonly ExportColumn[] | undefined,
  type: 'csv' | 'pdf',
  complete: boolean,
): readonly ExportColumn[] {
  if (chosen) return [...new Set(chosen)]
  if (type === 'pdf') return complete ? onPaperComplete : onPaper
  const all = Object.keys(columns) as ExportColumn[]
  return complete ? all : all.filter((column) => !pendingOnly.has(column))
}

function statusesInWords({ stage, statuses }: Pick<Search, 'stage' | 'statuses'>): string {
  if (stage === 'open' && statuses.length === openStatuses.length) return 'all pending'
  if (stage === 'complete' && statuses.length === completeStatuses.length) return 'all completed'
  return statuses.map(statusLabel).join(', ')
}

/** The filters of a search, one a line: the reader of a file must know what it omits. */
export function filterWords(
  search: Search,
  found: {
    prescriber?: string | undefined
    owners?: readonly string[] | undefined
    deciders?: readonly string[] | undefined
  } = {},
): string[] {
  const days =
    search.from !== null && search.to !== null
      ? `${usDate(search.from)} to ${usDate(search.to)}`
      : search.from !== null
        ? `from ${usDate(search.from)}`
        : search.to !== null
          ? `to ${usDate(search.to)}`
          : null
  const whose = [...(search.ownedBy?.me ? ['own and delegated'] : []), ...(found.owners ?? [])]
  const { prescriber, request, owners } = search
  const lines: (string | null | false)[] = [
    `Status: ${statusesInWords(search)}`,
    search.ownedBy !== null && `Case owner: ${whose.join(', ') || 'chosen people'}`,
    search.subCarrier !== null && `Sub-carrier: ${search.subCarrier}`,
    search.states && `State: ${search.states.join(', ')}`,
    search.deliveryTypes && `Delivery: ${search.deliveryTypes.map((id) => deliveryTypeName(id) ?? id).join(', ')}`,
    search.rejectCodes &&
      `Reject codes: ${search.rejectCodes.map((code) => `${code} ${rejectCode(code)?.meaning ?? ''}`.trim()).join('; ')}`,
    search.onlyStatuses && `Status, of these: ${search.onlyStatuses.map(statusLabel).join(', ')}`,
    search.drugs && `Drug code begins with: ${search.drugs.join(', ')}`,
    prescriber &&
      `Prescriber: ${found.prescriber ?? ('npi' in prescriber ? prescriber.npi : 'last' in prescriber ? prescriber.last : prescriber.id)}`,
    search.levels && `Reconsideration level: ${search.levels.join(', ')}`,
    days && `Received: ${days}`,
    search.clinicalPart && partWords[search.clinicalPart],
    search.escalated && 'Escalated only',
    search.snoozed && 'Snoozed only',
    search.atCounter && 'Patient at the counter only',
    search.letterCame && 'Letter came, not read yet',
    search.overLimit && 'Over my approval limit',
    search.dueToday && 'Due today only',
    search.dueHours !== null && (search.dueHours === 0 ? 'Overdue only' : `Due within ${search.dueHours} hours`),
    search.decidedToday && `Decided today by: ${found.deciders?.join(', ') || 'chosen people'}`,
    search.myTeam && 'Case owner: my team',
    search.ids && `Selected requests only: ${search.ids.length}`,
    search.claimNumbers && `Claim number: ${search.claimNumbers[0]}`,
    search.names && `Last name begins with: ${search.names[0]!.last}`,
    request && `Request: ${'id' in request ? request.id : request.reference}`,
    owners &&
      `Case owner found by: ${[...owners.emails, ...owners.ids, ...owners.names.slice(0, 1).map((name) => name.last)].join(', ')}`,
  ]
  return lines.filter((line) => typeof line === 'string')
}

const partWords: Record<ClinicalPart, string> = {
  TAKEN: 'Clinical review: taken by me',
  PRESCRIBER: 'Clinical review: prescriber called and not reached, or calling back',
  ANSWERED: 'Clinical review: answered by a pharmacist today',
}

type About = {
  by: string
  at: string
  zone: string
  filters: readonly string[]
  truncated: { shown: number; of: string } | null
}

const truncation = ({ shown, of }: { shown: number; of: string }): string =>
  `Only the first ${shown.toLocaleString('en-US')} of ${of} requests are in this file. Narrow the filters for the rest.`

// A CSV is written in three: its head, its rows a part at a time, and who made it of what.
export const csvHead = (chosen: readonly ExportColumn[]): string =>
  csvMark + csvLine(chosen.map((column) => columns[column].label))
export const csvRows = (chosen: readonly ExportColumn[], rows: readonly AuthRow[], at: InZone): string =>
  rows.map((row) => csvLine(chosen.map((column) => columns[column].cell(row, at)))).join('')
export const csvEnd = (chosen: readonly ExportColumn[], about: About): string =>
  [
    '',
    ...(about.truncated ? [truncation(about.truncated)] : []),
    `Exported by ${about.by}, ${about.at}. Times are in ${about.zone}.`,
    ...about.filters,
  ]
    .map((words) => csvRemark(words, chosen.length))
    .join('')

/** The text of a row in the PDF. */
export const paperRow = (chosen: readonly ExportColumn[], row: AuthRow, at: InZone): string[] =>
  chosen.map((column) => {
    const cell = columns[column].cell(row, at)
    return column === 'estimatedCost' && typeof cell === 'number' ? money(cell) : String(cell ?? '')
  })

/** The same file as a PDF. */
export const paper = (
  chosen: readonly ExportColumn[],
  rows: readonly (readonly string[])[],
  about: About,
  complete: boolean,
  now: Date,
): Report => ({
  title: complete ? 'Completed authorization requests' : 'Authorization requests',
  about: [about.filters.join('   '), `${rows.length.toLocaleString('en-US')} requests. Times are in ${about.zone}.`],
  columns: chosen.map((column) => columns[column]),
  rows,
  empty: 'No authorizations match these filters',
  remark: about.truncated ? truncation(about.truncated) : undefined,
  footer: `Exported by ${about.by}, ${about.at}`,
  now,
})
