import type { Refusal } from '#platform/calls/refusal.ts'
import { writtenDay } from '#platform/dates/written-day.ts'
import { completeStatuses, handedOverStatuses, openStatuses, status } from '#features/authorizations/statuses.ts'
import { claimNumbers, cleaned, peopleOf, uuid, type PeopleFound } from '#features/owners/search-text.ts'
import { nameStarts, type NameStart } from '#platform/text/typed-name.ts'

export const searchKeys = ['A', 'C', 'N', 'Au', 'D'] as const
export type SearchKey = (typeof searchKeys)[number]

export const sorts = [
  'statutoryDueAt',
  'answerDueAt',
  'requestReceivedDate',
  'claimantLastName',
  'estimatedCost',
  'escalationLevel',
  'completedAt',
  'answeredAt',
] as const
export type SortKey = (typeof sorts)[number]
type Stage = 'open' | 'complete' | 'mixed'
export type Sorting = { by: SortKey; descending: boolean }

/**
 * Parts of the pharmacists' work: what the caller took, what waits for a prescriber who was called and not reached or
 * calls back, and what a pharmacist answered today.
 */
export const clinicalParts = ['TAKEN', 'PRESCRIBER', 'ANSWERED'] as const
export type ClinicalPart = (typeof clinicalParts)[number]

/** Columns of the exported file, in their usual order. */
export const exportColumns = [
  'referenceNumber',
  'status',
  'received',
  'due',
  'claimant',
  'dateOfBirth',
  'claimNumber',
  'dateOfInjury',
  'state',
  'drug',
  'strength',
  'quantity',
  'daysSupply',
  'ndc',
  'rejects',
  'prescriber',
  'pharmacy',
  'delivery',
  'caseOwner',
  'escalation',
  'estimatedCost',
  'completed',
  'decidedBy',
] as const
export type ExportColumn = (typeof exportColumns)[number]

/** The most rows the total of a list counts (docs/decisions/0095-totals.md); the values of the filters look at more. */
export const TOTAL_COUNTED = 2_500

/** The stage of these statuses; it selects one of the two sets of indexes. */
export function stageOf(statuses: readonly number[]): Stage {
  const open = statuses.filter((id) => id < 30).length
  return open === statuses.length ? 'open' : open === 0 ? 'complete' : 'mixed'
}

/** The input of the call; the contract has checked each field by itself. */
export type Filter = {
  subCarrier?: string | undefined
  authSearchKey?: SearchKey | undefined
  authSearchValue?: string | undefined
  pendingAuthFilterParams?:
    | {
        jurisState?: readonly string[] | undefined
        deliveryType?: readonly number[] | undefined
        rejectCode?: readonly string[] | undefined
        status?: readonly number[] | undefined
        drug?: readonly string[] | undefined
        prescriber?: string | undefined
        startDate?: string | undefined
        endDate?: string | undefined
      }
    | undefined
  authStatuses?: readonly number[] | undefined
  reconsiderationLevels?: readonly number[] | undefined
  isEscalatedOnly?: boolean | undefined
  isSnoozedOnly?: boolean | undefined
  isMyQueueOnly?: boolean | undefined
  clinicalPart?: ClinicalPart | undefined
  isMyTeamOnly?: boolean | undefined
  isAtCounterOnly?: boolean | undefined
  isLetterCameOnly?: boolean | undefined
  isOverMyLimitOnly?: boolean | undefined
  isDueTodayOnly?: boolean | undefined
  dueWithinHours?: number | undefined
  decidedTodayBy?: readonly string[] | undefined
  caseOwners?: readonly string[] | undefined
  authorizationIds?: readonly string[] | undefined
}

export type Search = {
  statuses: readonly number[]
  stage: Stage
  subCarrier: string | null
  claimNumbers: readonly string[] | null
  names: readonly NameStart[] | null
  /** A request by its id or its reference number. */
  request: { id: string } | { reference: string } | null
  /** Case owners searched: by id, by e-mail in lower case, by name. */
  owners: PeopleFound | null
  /** Case owners filtered by; `me` is own and delegated. */
  ownedBy: { me: boolean; ids: readonly string[] } | null
  states: readonly string[] | null
  deliveryTypes: readonly number[] | null
  rejectCodes: readonly string[] | null
  /** Of `statuses`, only these. */
  onlyStatuses: readonly number[] | null
  /** The first ten digits of drug codes. */
  drugs: readonly string[] | null
  prescriber: { id: string } | { npi: string } | { last: string } | null
  from: string | null
  to: string | null
  levels: readonly number[] | null
  escalated: boolean
  snoozed: boolean
  myQueue: boolean
  clinicalPart: ClinicalPart | null
  myTeam: boolean
  atCounter: boolean
  letterCame: boolean
  overLimit: boolean
  dueToday: boolean
  /** Due within so many hours. */
  dueHours: number | null
  /** Ids of users who decided it today. */
  decidedToday: readonly string[] | null
  /** Only these requests. */
  ids: readonly string[] | null
}

const tooShort = 'Enter at least 2 characters'

export const wrong = (field: string, message: string): { why: Refusal<'VALIDATION'> } => ({
  why: { code: 'VALIDATION', fields: [{ path: field, code: 'invalid', message }] },
})

const distinct = <T extends string | number>(values: readonly T[] | undefined): readonly T[] | null =>
  values === undefined || values.length === 0 ? null : [...new Set(values)].sort((a, b) => (a < b ? -1 : 1))

/** The search a filter means, or why there is none. Runs before any statement. */
export function readSearch(
  filter: Filter,
): { search: Search; why?: undefined } | { search?: undefined; why: Refusal<'VALIDATION'> } {
  const params = filter.pendingAuthFilterParams ?? {}
  const statuses = [...new Set(filter.authStatuses ?? openStatuses)].sort((a, b) => a - b)
  const search: Search = {
    statuses,
    stage: stageOf(statuses),
    subCarrier: filter.subCarrier ?? null,
    claimNumbers: null,
    names: null,
    request: null,
    owners: null,
    ownedBy: filter.caseOwners
      ? {
          me: filter.caseOwners.includes('me'),
          ids: [...new Set(filter.caseOwners.filter((id) => id !== 'me'))].sort(),
        }
      : null,
    states: distinct(params.jurisState),
    deliveryTypes: distinct(params.deliveryType),
    rejectCodes: distinct(params.rejectCode),
    onlyStatuses: distinct(params.status),
    drugs: distinct(params.drug),
    prescriber: null,
    from: params.startDate === undefined ? null : (writtenDay(params.startDate) ?? null),
    to: params.endDate === undefined ? null : (writtenDay(params.endDate) ?? null),
    levels: distinct(filter.reconsiderationLevels),
    escalated: filter.isEscalatedOnly ?? false,
    snoozed: filter.isSnoozedOnly ?? false,
    myQueue: filter.isMyQueueOnly ?? false,
    clinicalPart: filter.clinicalPart ?? null,
    myTeam: filter.isMyTeamOnly ?? false,
    atCounter: filter.isAtCounterOnly ?? false,
    letterCame: filter.isLetterCameOnly ?? false,
    overLimit: filter.isOverMyLimitOnly ?? false,
    dueToday: filter.isDueTodayOnly ?? false,
    dueHours: filter.dueWithinHours ?? null,
    decidedToday: distinct(filter.decidedTodayBy),
    ids: distinct(filter.authorizationIds),
  }
  if (search.from !== null && search.to !== null && search.to < search.from)
    return wrong('pendingAuthFilterParams.endDate', 'End date cannot be before start date')

  const key = filter.authSearchKey
  const text = cleaned(filter.authSearchValue ?? '')
  if (key === undefined && text !== '') return wrong('authSearchKey', 'Enter what the search text is.')
  if (key === 'D' && search.from === null && search.to === null)
    return wrong('pendingAuthFilterParams.startDate', 'Choose a start date or an end date.')
  if (key !== undefined && key !== 'D' && [...text].length < 2) return wrong('authSearchValue', tooShort)
  if (key === 'C') search.claimNumbers = claimNumbers(text)
  if (key === 'N') {
    search.names = nameStarts(text)
    if (search.names.length === 0) return wrong('authSearchValue', tooShort)
  }
  if (key === 'Au') {
    const reference = text.replaceAll(/[# -]/g, '')
    if (uuid.test(text)) search.request = { id: text.toLowerCase() }
    else if (/^\d{12}$/.test(reference)) search.request = { reference }
    else return wrong('authSearchValue', 'Enter the 12 digits of the reference number, or the id of the request.')
  }
  if (key === 'A') {
    search.owners = peopleOf(text)
    if (search.owners!.ids.length + search.owners!.emails.length + search.owners!.names.length === 0)
      return wrong('authSearchValue', tooShort)
  }
  const prescriber = cleaned(params.prescriber ?? '')
  if (params.prescriber !== undefined) {
    if (uuid.test(prescriber)) search.prescriber = { id: prescriber.toLowerCase() }
    else if (/^\d{10}$/.test(prescriber)) search.prescriber = { npi: prescriber }
    else if ([...prescriber].length >= 2) search.prescriber = { last: prescriber }
    else return wrong('pendingAuthFilterParams.prescriber', tooShort)
  }
  return { search }
}

/** Who answers works by the clock of the answer, a reviewer by the state's; what pharmacists answered today is listed from the last on. */
type Ordering = Stage | 'answers' | 'answered'
const byAnswer: readonly number[] = handedOverStatuses.filter((id) => id !== status.PENDING_UR)
type Ordered = Pick<Search, 'myQueue' | 'statuses' | 'stage' | 'clinicalPart'>
export const orderingOf = ({ myQueue, statuses, stage, clinicalPart }: Ordered): Ordering =>
  clinicalPart === 'ANSWERED'
    ? 'answered'
    : myQueue && statuses.length === 1 && byAnswer.includes(statuses[0]!)
      ? 'answers'
      : stage

const open = ['statutoryDueAt', 'requestReceivedDate', 'claimantLastName', 'estimatedCost', 'escalationLevel'] as const
/** The orders an index serves, so that no click can sort a million rows. */
const sortsOf: Record<Ordering, readonly SortKey[]> = {
  open,
  answers: ['answerDueAt', ...open],
  answered: ['answeredAt'],
  complete: ['completedAt', 'requestReceivedDate', 'claimantLastName', 'statutoryDueAt'],
  mixed: ['requestReceivedDate', 'claimantLastName', 'statutoryDueAt'],
}
const usualSort: Record<Ordering, Sorting> = {
  answers: { by: 'answerDueAt', descending: false },
  answered: { by: 'answeredAt', descending: true },
  open: { by: 'statutoryDueAt', descending: false },
  complete: { by: 'completedAt', descending: true },
  mixed: { by: 'requestReceivedDate', descending: true },
}

/** True where a list in this stage is put in order by it. */
export const maySort = (by: SortKey, of: Ordering): boolean => sortsOf[of].includes(by)

/** The requested order ('statutoryDueAt,asc'), or the usual one of these statuses; undefined where they have no such order. */
export function sortingOf(sort: string | undefined, of: Ordering): Sorting | undefined {
  if (sort === undefined) return usualSort[of]
  const [by, direction] = sort.split(',') as [SortKey, string]
  return maySort(by, of) ? { by, descending: direction === 'desc' } : undefined
}

/** The same, or why it is refused. */
export function readSort(
  sort: string | undefined,
  of: Ordering,
): { sorting: Sorting; why?: undefined } | { sorting?: undefined; why: Refusal<'VALIDATION'> } {
  const sorting = sortingOf(sort, of)
  return sorting ? { sorting } : wrong('sort', `These statuses are sorted by ${sortsOf[of].join(', ')}.`)
}

export const sortText = ({ by, descending }: Sorting): string => `${by},${descending ? 'desc' : 'asc'}`

/** The requested kind of file, in any case; undefined for another. */
export const exportType = (type: string): 'csv' | 'xlsx' | 'pdf' | undefined => {
  const lower = type.toLowerCase()
  return lower === 'csv' || lower === 'xlsx' || lower === 'pdf' ? lower : undefined
}

/** The filter of a file of completed requests: all of them, unless statuses were chosen. */
export const exportFilter = (filter: Filter, complete: boolean): Filter =>
  complete && filter.authStatuses === undefined ? { ...filter, authStatuses: completeStatuses } : filter

/** File names of the service list. */
export const exportName = (type: 'csv' | 'xlsx' | 'pdf', complete: boolean): string =>
  `${complete ? 'completeAuthSummaryExport' : 'authSummaryExport'}${type === 'pdf' ? 'ToPDF.pdf' : `ToExcel.${type}`}`
