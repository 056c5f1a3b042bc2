import { usDate } from '#platform/dates/day.ts'
import type { InZone } from '#platform/dates/zone-stamp.ts'
import { cellWords, type SheetCell, type TableHead } from '#platform/sheet/table-file.ts'
import type { Report } from '#platform/pdf/pdf.ts'
import { deliveryTypeName } from '#reference/delivery-types.ts'
import { rejectCode } from '#reference/reject-codes.ts'
import { completeStatuses, openStatuses, statusLabel, type StatusId } from '#features/authorizations/statuses.ts'
import type { ClinicalPart, ExportColumn, Search } from './rules.ts'
import { plural } from '#platform/text/plural.ts'

/** NDC as people write it: 5-4-2, or 6-4-2 of the longer ones. */
const ndcWords = (ndc: string): string => `${ndc.slice(0, -6)}-${ndc.slice(-6, -2)}-${ndc.slice(-2)}`
const commaBetween = (first: string, second: string | null): string =>
  first && second ? `${first}, ${second}` : first || (second ?? '')
const money = (amount: number): string =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** What the columns of a file show of a request. */
export type FileRow = {
  reference_number: string
  status_id: StatusId
  request_received_at: string
  statutory_due_at: string
  completed_at: string | null
  completed_by_name: string | null
  juris_state: string
  drug_name: string
  strength: string
  quantity: number
  days_supply: number
  ndc: string
  /** Each reject code once. */
  codes: string | null
  delivery_type_id: number
  escalation_level: number
  estimated_cost: number | null
  claim_number: string
  doi: string
  first_name: string
  last_name: string
  dob: string
  prescriber_npi: string
  prescriber_first: string | null
  prescriber_last: string | null
  /** Its number where it is not on file. */
  pharmacy_name: string
  pharmacy_city: string | null
  owner_names: string | null
}

type Column = TableHead & { share: number; align?: 'right'; cell: (row: FileRow) => SheetCell }

const columns: Record<ExportColumn, Column> = {
  referenceNumber: { label: 'Reference number', share: 12, cell: (row) => row.reference_number },
  status: { label: 'Status', share: 9, cell: (row) => statusLabel(row.status_id) },
  received: { label: 'Received', isTime: true, share: 13, cell: (row) => ({ at: row.request_received_at }) },
  due: { label: 'Due', isTime: true, share: 13, cell: (row) => ({ at: row.statutory_due_at }) },
  claimant: { label: 'Claimant', share: 14, cell: (row) => `${row.last_name}, ${row.first_name}` },
  dateOfBirth: { label: 'Date of birth', share: 9, cell: (row) => ({ day: row.dob }) },
  claimNumber: { label: 'Claim number', share: 15, cell: (row) => row.claim_number },
  dateOfInjury: { label: 'Date of injury', share: 9, cell: (row) => ({ day: row.doi }) },
  state: { label: 'State', share: 5, cell: (row) => row.juris_state },
  drug: { label: 'Drug', share: 17, cell: (row) => row.drug_name },
  strength: { label: 'Strength', share: 11, cell: (row) => row.strength },
  quantity: { label: 'Quantity', share: 6, align: 'right', cell: (row) => row.quantity },
  daysSupply: { label: 'Days', share: 5, align: 'right', cell: (row) => row.days_supply },
  ndc: { label: 'NDC', share: 11, cell: (row) => ndcWords(row.ndc) },
  rejects: { label: 'Reject codes', share: 8, cell: (row) => row.codes },
  prescriber: {
    label: 'Prescriber',
    share: 13,
    cell: (row) => commaBetween(row.prescriber_last ?? row.prescriber_npi, row.prescriber_first),
  },
  pharmacy: {
    label: 'Pharmacy',
    share: 14,
    cell: (row) => commaBetween(row.pharmacy_name, row.pharmacy_city),
  },
  delivery: { label: 'Delivery', share: 8, cell: (row) => deliveryTypeName(row.delivery_type_id) ?? 'Unknown' },
  caseOwner: { label: 'Case owners', share: 10, cell: (row) => row.owner_names },
  escalation: { label: 'Escalation level', share: 7, align: 'right', cell: (row) => row.escalation_level },
  estimatedCost: { label: 'Estimated cost', share: 8, align: 'right', cell: (row) => row.estimated_cost },
  completed: {
    label: 'Completed',
    isTime: true,
    share: 13,
    cell: (row) => (row.completed_at === null ? '' : { at: row.completed_at }),
  },
  decidedBy: { label: 'Decided by', share: 11, cell: (row) => row.completed_by_name ?? '' },
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
  type: 'csv' | 'xlsx' | 'pdf',
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
    search.dueHours !== null &&
      (search.dueHours === 0 ? 'Overdue only' : `Due within ${plural(search.dueHours, 'hour')}`),
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

export const headsOf = (chosen: readonly ExportColumn[]): TableHead[] => chosen.map((column) => columns[column])
export const tableRows = (chosen: readonly ExportColumn[], rows: readonly FileRow[]): SheetCell[][] =>
  rows.map((row) => chosen.map((column) => columns[column].cell(row)))
/** What a table is of, and who made it. */
export const aboutTable = (about: About): string[] => [
  ...(about.truncated ? [truncation(about.truncated)] : []),
  `Exported by ${about.by}, ${about.at}. Times are in ${about.zone}.`,
  ...about.filters,
]

/** The text of a row in the PDF. */
export const paperRow = (chosen: readonly ExportColumn[], row: FileRow, at: InZone): string[] =>
  chosen.map((column) => {
    const cell = cellWords(columns[column].cell(row), at)
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
  about: [about.filters.join('   '), `${plural(rows.length, 'request')}. Times are in ${about.zone}.`],
  columns: chosen.map((column) => columns[column]),
  rows,
  empty: 'No authorizations match these filters',
  remark: about.truncated ? truncation(about.truncated) : undefined,
  footer: `Exported by ${about.by}, ${about.at}`,
  now,
})
