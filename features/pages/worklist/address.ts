import type { InputOf } from '#platform/calls/contract.ts'
import type { Person } from '#platform/calls/person.ts'
import { addDays } from '#platform/dates/day.ts'
import { writtenDay } from '#platform/dates/written-day.ts'
import {
  completeStatuses,
  isStatusId,
  openStatuses,
  ownersTurnStatuses,
  status,
} from '#features/authorizations/statuses.ts'
import type { worklist } from '#features/worklist/contract.ts'
import { hasRole } from '#features/permissions/roles.ts'
import { mayDecide, mayUpdate } from '#features/permissions/rules.ts'
import { queues, queuesOf } from '#features/worklist/queues.ts'
import { clinicalParts, searchKeys, sorts, type ClinicalPart, type SearchKey } from '#features/worklist/rules.ts'
import { uuid } from '#features/owners/search-text.ts'

// What the list shows, as read from its address. Names and claim numbers searched for are never part of an address:
// they stay in memory.

/** The saved views in the order of their tabs, with their labels; a queue brings its own. */
const labels = {
  mine: 'My pending',
  team: 'My team',
  escalated: 'Escalated',
  waiting: 'Waiting on prescriber',
  pharmacist: 'Waiting on pharmacist',
  clinical: '',
  review: '',
  second: '',
  questions: '',
  snoozed: 'Snoozed',
  all: 'All pending',
  completed: 'Completed',
  reviewer: 'Waiting on reviewer',
  approver: 'Waiting on approver',
  asked: 'Waiting on supervisor',
  counter: 'At the counter',
  letter: 'Letter came',
  limit: 'Over my limit',
} as const
export type ViewKey = keyof typeof labels
const viewKeys = Object.keys(labels) as ViewKey[]
/** The one status of views of own requests that have one. */
const statusOf: Readonly<Partial<Record<ViewKey, number>>> = {
  waiting: status.PENDING_LOMN,
  pharmacist: status.PENDING_CLINICAL,
  reviewer: status.PENDING_UR,
  approver: status.PENDING_SECOND_APPROVAL,
  asked: status.PENDING_SUPERVISOR,
}
/** What leaves all other requests out of a view. */
const onlyOf: Readonly<Partial<Record<ViewKey, keyof InputOf<typeof worklist.search>>>> = {
  team: 'isMyTeamOnly',
  escalated: 'isEscalatedOnly',
  snoozed: 'isSnoozedOnly',
  counter: 'isAtCounterOnly',
  letter: 'isLetterCameOnly',
  limit: 'isOverMyLimitOnly',
}
/** These have a tab while something is in them, or one of them is open. */
const seldom: readonly string[] = ['reviewer', 'approver', 'asked', 'questions', 'counter', 'letter', 'limit', 'team']
/** A saved view: own requests, or those of all owners; `status` where it has one only. */
type View = { key: ViewKey; label: string; own: boolean; status?: number | undefined }
export const views: readonly View[] = viewKeys.map((key) => {
  const queue = queues.find(({ view }) => view === key)
  return { key, label: labels[key], own: !queue && key !== 'team' && key !== 'all', status: statusOf[key], ...queue }
})

/**
 * The views of a user, in the order of Alt 1 to 9. Who works on a queue has it; what rarely waits on a reviewer or a second
 * approver has a tab, the last, while something does or it is open.
 */
export const viewsOf = (person: Person, current: ViewKey, waits: (view: ViewKey) => boolean): readonly View[] => {
  const worked = queuesOf(person).map(({ view }) => view as ViewKey)
  return views.filter(({ key }) => {
    if (seldom.includes(key)) return key === current || waits(key)
    if (key === 'pharmacist') return !worked.includes('clinical')
    return !queues.some(({ view }) => view === key) || worked.includes(key) || key === current
  })
}

/** The view a user begins with: their own requests, the queue or team they work for, or all where they own none. */
export function usualView(person: Person): ViewKey {
  if (mayUpdate(person) && hasRole(person, 'adjuster', 'all_access')) return 'mine'
  const queue = queuesOf(person).find(({ view }) => view !== 'second' && view !== 'questions')
  if (queue) return queue.view
  return !mayDecide(person) ? 'all' : hasRole(person, 'supervisor') ? 'team' : 'mine'
}

/** When a request came in: in the last so many days, or between two days ('YYYY-MM-DD', both included). */
export type Received = { days: number } | { from: string | null; to: string | null }

/** Rows of a page. */
export const PAGE_SIZE = 50

export type Wanted = {
  view: ViewKey
  /** Of the pharmacists' view; null for all that waits. */
  part: ClinicalPart | null
  states: readonly string[]
  deliveryTypes: readonly number[]
  rejectCodes: readonly string[]
  /** Of the statuses of the view, only these. */
  statuses: readonly number[]
  /** The first ten digits of drug codes. */
  drugs: readonly string[]
  /** Id of a practitioner. */
  prescriber: string | null
  levels: readonly number[]
  received: Received | null
  /** Ids of case owners, instead of the user's own requests. */
  owners: readonly string[]
  /** Due within so many hours; 0: overdue. */
  due: number | 'today' | null
  /** Ids of users who decided it today. */
  deciders: readonly string[]
  subCarrier: string | null
  by: SearchKey
  /** The search text; in the address only where it is known to be no patient's. */
  text: string
  /** 'claimantLastName,asc'; null for the usual order. */
  sort: string | null
  page: number
}

type Several = 'states' | 'deliveryTypes' | 'rejectCodes' | 'statuses' | 'drugs' | 'levels' | 'deciders'
/** Filters of several values: its word in an address, what a value looks like, its name for the server where it is one of many, and how a value is read. */
const several: readonly (readonly [Several, string, RegExp, string, ((text: string) => unknown)?])[] = [
  ['states', 'state', /^[A-Z-]{2,8}$/, 'jurisState'],
  ['deliveryTypes', 'delivery', /^[1-9]$/, 'deliveryType', Number],
  ['rejectCodes', 'reject', /^[0-9A-Z]{2,3}$/, 'rejectCode'],
  ['statuses', 'status', /^[2-5]\d$/, 'status', Number],
  ['drugs', 'drug', /^\d{10}$/, 'drug'],
  ['levels', 'level', /^[0-3]$/, '', Number],
  ['deciders', 'decidedtoday', uuid, ''],
]

/** Whether a search text is known to be no patient's, and may be part of an address: e-mail addresses of owners, a request's number or id. */
export const isPublic = (by: SearchKey, text: string): boolean =>
  (by === 'A' && /^[^\s,@]+@[^\s,@]+$/.test(text)) || (by === 'Au' && /^#?[\d-]{12,15}$|^[\da-f-]{36}$/i.test(text))

const list = (text: string | null, fits: RegExp): string[] =>
  [...new Set((text ?? '').split(','))].filter((one) => fits.test(one)).slice(0, 50)

/**
 * What an address asks for; parts it cannot mean are ignored. `userId` is the owner named in its path; `usual` is what an
 * address that asks for nothing shows.
 */
export function readAddress(search: string, userId?: string, usual: ViewKey = 'mine'): Wanted {
  const query = new URLSearchParams(search)
  const owners = list([userId, query.get('owner')].filter(Boolean).join(','), uuid)
  const view =
    viewKeys.find((key) => key === query.get('view')) ??
    (userId !== undefined && owners.length > 0 ? 'all' : search === '' ? usual : 'mine')
  const by = searchKeys.find((key) => key === query.get('by')) ?? 'A'
  const days = Number(query.get('received'))
  const [from, to] = [writtenDay(query.get('from') ?? '') ?? null, writtenDay(query.get('to') ?? '') ?? null]
  const page = query.get('page') ?? ''
  const sort = query.get('sort')
  const prescriber = query.get('prescriber') ?? ''
  const due = query.get('due') ?? ''
  const chosen = Object.fromEntries(
    several.map(([name, word, fits, , as = String]) => [name, list(query.get(word), fits).map(as)]),
  ) as unknown as Pick<Wanted, Several>
  return {
    ...chosen,
    statuses: chosen.statuses.filter(isStatusId),
    view,
    part: clinicalParts.find((part) => view === 'clinical' && part.toLowerCase() === query.get('part')) ?? null,
    prescriber: uuid.test(prescriber) || /^\d{10}$/.test(prescriber) ? prescriber : null,
    received:
      Number.isInteger(days) && days > 0 && days <= 3650
        ? { days }
        : (from ?? to) === null || (from && to && from > to)
          ? null
          : { from, to },
    owners,
    due: due === 'today' ? due : /^\d{1,3}$/.test(due) && Number(due) <= 720 ? Number(due) : null,
    subCarrier: /^[A-Z0-9]{2,8}$/.test(query.get('sub') ?? '') ? query.get('sub') : null,
    by,
    // Addresses from before may have more.
    text: by === 'N' || by === 'C' ? '' : (query.get('q') ?? '').slice(0, 100),
    sort: sort !== null && new RegExp(`^(${sorts.join('|')}),(asc|desc)$`).test(sort) ? sort : null,
    page: /^[1-9]\d{0,2}$/.test(page) ? Math.min(400, Number(page) - 1) : 0,
  }
}

/** What an address that asks for nothing shows to an owner. */
export const plain = readAddress('')

/**
 * The address of a list; reading it back gives the same list, except for text that does not belong in an address. Who
 * begins with another view has one's own named.
 */
export function addressOf(wanted: Wanted, usual: ViewKey = 'mine'): string {
  const { received, text, by } = wanted
  const query = new URLSearchParams()
  const say = (name: string, value: string | number | null | undefined) =>
    void (value !== null && value !== undefined && value !== '' && query.set(name, String(value)))
  say('view', wanted.view === 'mine' && usual === 'mine' ? null : wanted.view)
  say('part', wanted.view === 'clinical' ? wanted.part?.toLowerCase() : null)
  for (const [name, word] of several) say(word, wanted[name].join(','))
  say('prescriber', wanted.prescriber)
  if (received && 'days' in received) say('received', received.days)
  else if (received) {
    say('from', received.from)
    say('to', received.to)
  }
  say('owner', wanted.owners.join(','))
  say('due', wanted.due)
  say('sub', wanted.subCarrier)
  say('by', by === 'A' ? null : by)
  if (isPublic(by, text)) say('q', text)
  say('sort', wanted.sort)
  say('page', wanted.page === 0 ? null : wanted.page + 1)
  const said = query.toString().replaceAll('%2C', ',')
  return `/authorizations${said ? `?${said}` : ''}`
}

export type FilterInput = Omit<InputOf<typeof worklist.search>, 'mc' | 'page' | 'size' | 'sort' | 'after'>

/** The filter for the server. `today` is the user's current date, from which "last 30 days" is computed. */
export function filterOf(wanted: Wanted, today: string): FilterInput {
  const { view, received, by } = wanted
  const text = wanted.text.trim()
  // A request number is searched everywhere; a case owner searched for replaces the user; what is searched for among
  // one's own is found wherever it waits.
  const anywhere = text !== '' && by === 'Au'
  const part = anywhere ? null : wanted.part
  const these = onlyOf[view]
  const { own, status: waits } = views.find(({ key }) => key === view)!
  // What was answered waits for nobody any more.
  const only = part === 'ANSWERED' ? undefined : waits
  const params: FilterInput['pendingAuthFilterParams'] = {
    ...Object.fromEntries(
      several.flatMap(([name, , , key]) => (key && wanted[name].length > 0 ? [[key, wanted[name]]] : [])),
    ),
    ...(wanted.prescriber !== null && { prescriber: wanted.prescriber }),
    ...(received &&
      ('days' in received
        ? { startDate: addDays(today, -received.days) }
        : { ...(received.from && { startDate: received.from }), ...(received.to && { endDate: received.to }) })),
  }
  return {
    ...(!anywhere &&
      (wanted.owners.length > 0
        ? { caseOwners: [...wanted.owners] }
        : own && wanted.deciders.length === 0 && !(by === 'A' && text !== '')
          ? { caseOwners: ['me'] }
          : {})),
    authStatuses:
      anywhere || part === 'ANSWERED'
        ? [...openStatuses, ...completeStatuses]
        : view === 'completed'
          ? [...completeStatuses]
          : only !== undefined
            ? [only]
            : (view === 'mine' || view === 'limit') && text === ''
              ? [...ownersTurnStatuses]
              : [...openStatuses],
    ...(part !== null && { clinicalPart: part }),
    ...(!anywhere && these && (view !== 'team' || wanted.owners.length === 0) && { [these]: true }),
    ...(!anywhere && only !== undefined && !own && { isMyQueueOnly: true }),
    ...(Object.keys(params).length > 0 && { pendingAuthFilterParams: params }),
    ...(wanted.due !== null && (wanted.due === 'today' ? { isDueTodayOnly: true } : { dueWithinHours: wanted.due })),
    ...(wanted.deciders.length > 0 && { decidedTodayBy: [...wanted.deciders] }),
    ...(wanted.levels.length > 0 && { reconsiderationLevels: [...wanted.levels] }),
    ...(wanted.subCarrier !== null && { subCarrier: wanted.subCarrier }),
    ...(text !== '' && by !== 'D' && { authSearchKey: by, authSearchValue: text }),
  }
}

/** The filters that can be removed one by one, in the order of their chips. */
export const filterNames = [
  'owners',
  ...several.map(([name]) => name),
  'prescriber',
  'received',
  'due',
  'subCarrier',
] as const
export type FilterName = (typeof filterNames)[number]

/** The active filters. */
export const filtersIn = (wanted: Wanted): FilterName[] =>
  filterNames.filter((name) => {
    const value = wanted[name]
    return Array.isArray(value) ? value.length > 0 : value !== null
  })

/** A text that looks like a Social Security number: it is not sent, and the page says so. */
export const looksLikeSsn = (by: SearchKey, text: string): boolean =>
  /^\d{3}-\d{2}-\d{4}$/.test(text.trim()) || (by === 'N' && /^[\d -]{9,11}$/.test(text.trim()))
