import { claimOfRow } from '#features/claims/seen-sql.ts'
import { oneTrip, seen, implement } from '#platform/calls/handler.ts'
import { onePlan } from '#platform/database/one-plan.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { deliveryTypeName } from '#reference/delivery-types.ts'
import { jurisdictionOf } from '#reference/jurisdictions/jurisdictions.ts'
import { rejectCode } from '#reference/reject-codes.ts'
import type { AuthRow } from '#features/authorizations/contract.ts'
import { statusLabel } from '#features/authorizations/statuses.ts'
import { type Question, type Facet, worklist } from './contract.ts'
import { must, placeAfter } from './asked.ts'
import { worklistFile } from './file.ts'
import { toListed } from './listed.ts'
import { cursorOf, readCursor } from './place.ts'
import { queuesOf } from './queues.ts'
import { decisionSettingRows, settingsBySubCarrier, toAuthRow } from './row.ts'
import { COUNTED } from './most-rows.ts'
import { TOTAL_COUNTED, orderingOf, readSearch, readSort, sortText, type Filter, type Search } from './rules.ts'
import { counts } from './counts-sql.ts'
import { notAllowed } from './others-numbers.ts'
import { facets } from './facets-sql.ts'
import * as sql from './sql.ts'

type PageInput = Filter & {
  mc: string
  page: number
  size: number
  sort?: string | undefined
  after?: string | undefined
}

/** The meaning of a request for a page: search, order and cursor. Refuses before any statement is sent. */
function sliceOf(input: PageInput): sql.Slice {
  const read = readSearch(input)
  const search = must(read.search, read.why)
  const order = readSort(input.sort, orderingOf(search))
  const sorting = must(order.sorting, order.why)
  const at = input.after === undefined ? undefined : readCursor(input.mc, search, sorting, input.after)
  return { search, sorting, size: input.size, page: input.page, after: at ? must(at.place, at.why) : null }
}

type Context = { input: PageInput; person: Parameters<typeof toAuthRow>[1]['person']; now: Date }
type PageFound = {
  rows: sql.Listed[]
  total: { total: number }[]
  settings: Parameters<typeof settingsBySubCarrier>[0]
}

const fullRows = ({ rows, settings }: PageFound, { now, person }: Context) => ({
  content: rows.map((row) => toAuthRow(row, { now, person, settings: settingsBySubCarrier(settings) })),
})
type Sent = NonNullable<sql.Listed['sent']>
const toAsked = ({ by, takenBy, approved, note, about }: Sent): Question => ({
  by,
  ...(takenBy !== null && { taker: takenBy }),
  ...(note && { note }),
  ...(about && { about }),
  ...(approved && { approved }),
})
/** To the second: a page of many stays small. */
const second = (at: string): string => isoOf(at).replace(/\.\d+/, '')
const clockOf = ({ at, due }: Sent): [string, string] => [second(at), second(due)]
/** The queues of those who answer say more of each question than other lists. */
const listedRows = (found: PageFound, context: Context & { input: Filter }) => {
  const inQueue = orderingOf(searchOf(context.input)) === 'answers'
  return toListed(
    fullRows(found, context).content.map((row, at) => {
      const { owners, sent } = found.rows[at]!
      return { row, owners, ...(sent && { pharmacist: clockOf(sent), ...(inQueue && { asked: toAsked(sent) }) }) }
    }),
  )
}

/** A page of a search: rows, bounded total and settings in one trip with authentication and audit. */
const pageOf = <I extends PageInput, R>(
  filter: (input: I) => PageInput,
  contentOf: (found: PageFound, context: Context) => R,
) => ({
  questions: (input: I) => {
    const slice = sliceOf(filter(input))
    return {
      // Planning for each name costs more than finding it, and more the longer the history.
      ...(slice.search.names && { plan: onePlan }),
      rows: seen(sql.page(slice), claimOfRow),
      total: sql.total(slice.search),
      settings: decisionSettingRows(),
    }
  },
  answer: (found: PageFound, context: Omit<Context, 'input'> & { input: I }) => {
    const { search, sorting, size, page } = sliceOf(filter(context.input))
    const counted = found.total[0]!.total
    const last = found.rows.at(-1)
    return {
      ...contentOf(found, context),
      page,
      size,
      sort: sortText(sorting),
      totalElements: Math.min(counted, TOTAL_COUNTED),
      totalPages: Math.ceil(Math.min(counted, TOTAL_COUNTED) / size),
      totalIsExact: counted <= TOTAL_COUNTED,
      next: last?.more ? cursorOf(context.input.mc, search, sorting, placeAfter(last)) : null,
    }
  },
})

const searching = pageOf((input: PageInput) => input, fullRows)
const listing = pageOf((input: PageInput) => input, listedRows)
const everythingPending = pageOf(
  ({ mc, page, size, sort, status }: PageInput & { status?: readonly number[] | undefined }) => ({
    mc,
    page,
    size,
    sort,
    authStatuses: status,
  }),
  fullRows,
)

/** How far the requests of a saved view are counted. */
const VIEW_COUNTED = 999
function searchOf(filter: Filter): Search {
  const { search, why } = readSearch(filter)
  return must(search, why)
}

const emptyQueue = { waiting: 0, overdueCount: 0, dueTodayCount: 0, dueTomorrowCount: 0, laterCount: 0 }

const facetLabels: Record<string, (code: string) => string | undefined> = {
  jurisStates: (code) => jurisdictionOf(code)?.name,
  deliveryTypes: (code) => deliveryTypeName(Number(code)),
  rejectCodes: (code) => rejectCode(code)?.meaning,
  statuses: (code) => statusLabel(Number(code)),
  reconsiderationLevels: (code) => (code === '0' ? 'First request' : `Reconsideration level ${code}`),
}

export const handlers = implement(worklist)({
  search: oneTrip(searching.questions, searching.answer),
  list: oneTrip(listing.questions, listing.answer),
  pending: oneTrip(everythingPending.questions, everythingPending.answer),

  counts: oneTrip(
    ({ email, username, caseOwners, authStatuses }) => ({
      found: counts({ email, username, owners: caseOwners, statuses: authStatuses }),
    }),
    ({ found }, { person, refuse }) => {
      const row = found[0]!
      if (!row.allowed) refuse(notAllowed)
      return {
        pendingAuthCount: row.pending,
        escalatedAuthCount: row.escalated,
        overdueCount: row.overdue,
        completeTodayCount: row.completed_today,
        dueTodayCount: row.due_today,
        dueTomorrowCount: row.due_tomorrow,
        laterCount: row.later,
        snoozedCount: row.snoozed,
        waitingOnPrescriberCount: row.waiting,
        waitingOnPharmacistCount: row.waiting_pharmacist,
        waitingOnReviewerCount: row.waiting_reviewer,
        waitingOnSecondApproverCount: row.waiting_second,
        waitingOnSupervisorCount: row.waiting_supervisor,
        carrierPendingCount: row.carrier_pending,
        atCounterCount: row.at_counter,
        letterCameCount: row.letter_came,
        overLimitCount: row.over_limit,
        teamPendingCount: row.team_pending,
        queues: queuesOf(person).map(
          ({ status }) => row.queues.find((queue) => queue.status === status) ?? { ...emptyQueue, status },
        ),
      }
    },
  ),

  countsOf: oneTrip(
    ({ searches }) => ({
      totals: sql.totals(
        searches.map((one) => searchOf(one)),
        VIEW_COUNTED,
      ),
    }),
    ({ totals }) => ({
      counts: totals.map(({ total }) => ({
        total: Math.min(total, VIEW_COUNTED),
        exact: total <= VIEW_COUNTED,
      })),
    }),
  ),

  escalated: oneTrip(
    ({ userEmail, username }) => ({
      rows: seen(sql.escalated(userEmail, username), claimOfRow),
      may: sql.mayAskAbout(userEmail, username),
      settings: decisionSettingRows(),
    }),
    ({ rows, may, settings }, { person, now, refuse }) => {
      if (!may[0]?.allowed) refuse(notAllowed)
      const context = { now, person, settings: settingsBySubCarrier(settings) }
      const groups = new Map<string, AuthRow[]>()
      for (const row of rows)
        groups.set(row.claimant_id, [...(groups.get(row.claimant_id) ?? []), toAuthRow(row, context)])
      return { [String(rows[0]?.total ?? 0)]: [...groups.values()] }
    },
  ),

  filterOptions: oneTrip(
    (input) => {
      const read = readSearch(input)
      return { rows: facets(must(read.search, read.why)) }
    },
    ({ rows }) => {
      const of = (facet: string): Facet[] =>
        rows
          .filter((row) => row.facet === facet)
          .map(({ code, name, count }) => ({ code, label: name ?? facetLabels[facet]?.(code) ?? code, count }))
          .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
      return {
        jurisStates: of('jurisStates'),
        deliveryTypes: of('deliveryTypes'),
        rejectCodes: of('rejectCodes'),
        prescribers: of('prescribers'),
        reconsiderationLevels: of('reconsiderationLevels'),
        caseOwners: of('caseOwners'),
        subCarriers: of('subCarriers'),
        statuses: of('statuses'),
        drugs: of('drugs'),
        exact: (rows.find((row) => row.facet === 'all')?.count ?? 0) <= COUNTED,
      }
    },
  ),

  export: worklistFile,
})
