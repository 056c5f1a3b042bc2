import { z } from 'zod'
import { bands } from '#features/care-score/bands.ts'
import { calls, read } from '#platform/calls/contract.ts'
import type { FileAnswer } from '#platform/calls/handler.ts'
import { writtenDay } from '#platform/dates/written-day.ts'
import { Page } from '#platform/calls/page.ts'
import { AuthRow, uuid } from '#features/authorizations/row-shape.ts'
import { roles } from '#features/permissions/roles.ts'
import { isOpen, isStatusId } from '#features/authorizations/statuses.ts'
import { clinicalParts, exportColumns, searchKeys, sorts } from './rules.ts'

const mcCode = z.string().regex(/^[A-Z0-9]{2,6}$/, 'Enter a carrier code.')
const subCode = z.string().regex(/^[A-Z0-9]{2,8}$/, 'Enter a sub-carrier code.')
/** A day as searches send it: 20260131, 2026-01-31 or 01/31/2026. */
const searchDay = z
  .string()
  .max(10)
  .refine((text) => writtenDay(text) !== undefined, 'Enter a date as YYYYMMDD.')

const MOST_COUNTED_TOGETHER = 20
/** A column and a direction; by default the usual order of the requested statuses. */
const sort = z
  .string()
  .regex(new RegExp(`^(${sorts.join('|')}),(asc|desc)$`), `Enter one of ${sorts.join(', ')}, a comma, and asc or desc.`)
  .optional()
const statusIds = z.array(z.int().refine((id) => isStatusId(id) && id >= 20, 'Enter status ids from 20 to 52.'))
const page = z.int().min(0, 'Enter a page from 0 to 400.').max(400, 'Enter a page from 0 to 400.').default(0)
const size = z.int().min(1, 'Enter a size from 1 to 100.').max(100, 'Enter a size from 1 to 100.').default(25)

/** The filter of the worklist: what the screen keeps in its address, the export repeats and the facets count. */
export const SearchFilter = {
  masterCarrier: mcCode.optional(),
  subCarrier: subCode.optional(),
  /** A case owner, C claim number, N last name, Au authorization id or reference, D date range. */
  authSearchKey: z.enum(searchKeys, `Enter one of ${searchKeys.join(', ')}.`).optional(),
  authSearchValue: z.string().max(100, 'Enter at most 100 characters.').optional(),
  pendingAuthFilterParams: z
    .strictObject({
      jurisState: z.array(z.string().max(8)).max(60).optional(),
      deliveryType: z.array(z.int().min(1).max(99)).max(20).optional(),
      rejectCode: z
        .array(z.string().regex(/^[0-9A-Z]{2,3}$/, 'Enter a reject code.'))
        .max(50)
        .optional(),
      /** Of the statuses searched, only these. */
      status: statusIds.max(20).optional(),
      /** The first ten digits of drug codes. */
      drug: z
        .array(z.string().regex(/^\d{10}$/, 'Enter ten digits.'))
        .max(50)
        .optional(),
      /** Id or NPI, or a prefix of the last name. */
      prescriber: z.string().max(100).optional(),
      startDate: searchDay.optional(),
      endDate: searchDay.optional(),
    })
    .optional(),
  authStatuses: statusIds.min(1, 'Choose at least one status.').max(50).optional(),
  reconsiderationLevels: z.array(z.int().min(0).max(3)).min(1, 'Choose at least one level.').max(10).optional(),
  isEscalatedOnly: z.boolean().optional(),
  isSnoozedOnly: z.boolean().optional(),
  /** Of what was sent to a reviewer or a second approver, only what the caller may decide: in a state of their license, not approved by themselves first. */
  isMyQueueOnly: z.boolean().optional(),
  /** Taken by the caller; a prescriber was called and is still to be reached, or calls back; answered by a pharmacist since midnight in the caller's zone. */
  clinicalPart: z.enum(clinicalParts, `Enter one of ${clinicalParts.join(', ')}.`).optional(),
  /** Requests of the caller and everybody below the caller. */
  isMyTeamOnly: z.boolean().optional(),
  /** A patient waits at the counter of the pharmacy. */
  isAtCounterOnly: z.boolean().optional(),
  /** A letter of medical necessity came that nobody has read yet. */
  isLetterCameOnly: z.boolean().optional(),
  /** Its estimated cost is over the caller's approval limit; nothing for a caller without one. */
  isOverMyLimitOnly: z.boolean().optional(),
  /** Due from now until midnight in the caller's zone. */
  isDueTodayOnly: z.boolean().optional(),
  /** Due within so many hours from now, the overdue ones included; 0: overdue only. */
  dueWithinHours: z.int().min(0, 'Enter 0 to 720 hours.').max(720, 'Enter 0 to 720 hours.').optional(),
  /** Approved or rejected by one of these users since midnight in the caller's zone. */
  decidedTodayBy: z.array(z.uuid('Enter ids of users.')).min(1, 'Choose at least one user.').max(50).optional(),
  /** `me` (own and delegated to me), or ids of case owners. */
  caseOwners: z
    .array(z.union([z.literal('me'), z.uuid()], 'Enter me, or ids of case owners.'))
    .min(1, 'Choose at least one case owner.')
    .max(50)
    .optional(),
}

const Searched = z.strictObject({
  mc: mcCode,
  page,
  size,
  sort,
  ...SearchFilter,
  /** `next` of the previous page: rows that were added or removed meanwhile are neither repeated nor skipped. */
  after: z.string().max(2000).optional(),
})

/** What waits in one queue, by the time it has left. */
export const QueueCount = z.object({
  /** Status id of what waits in it. */
  status: z.int(),
  waiting: z.int(),
  overdueCount: z.int(),
  dueTodayCount: z.int(),
  dueTomorrowCount: z.int(),
  laterCount: z.int(),
})
export type QueueCount = z.infer<typeof QueueCount>

export const Counts = z.object({
  /** Own requests the user is next on: without those that wait for a pharmacist, a reviewer, a second approver or a supervisor. */
  pendingAuthCount: z.int(),
  escalatedAuthCount: z.int(),
  overdueCount: z.int(),
  completeTodayCount: z.int(),
  dueTodayCount: z.int(),
  dueTomorrowCount: z.int(),
  laterCount: z.int(),
  snoozedCount: z.int(),
  waitingOnPrescriberCount: z.int(),
  /** Own requests that wait for a pharmacist. */
  waitingOnPharmacistCount: z.int(),
  /** Own requests in utilization review. */
  waitingOnReviewerCount: z.int(),
  /** Own requests that wait for a second approval. */
  waitingOnSecondApproverCount: z.int(),
  /** Own requests a supervisor was asked about. */
  waitingOnSupervisorCount: z.int(),
  carrierPendingCount: z.int(),
  /** Own requests for which a patient waits at the counter. */
  atCounterCount: z.int(),
  /** Own requests for which a letter came that nobody has read yet. */
  letterCameCount: z.int(),
  /** Own requests the user is next on whose estimated cost is over the caller's approval limit. */
  overLimitCount: z.int(),
  /** Requests of the caller's team; 0 where nobody is below the caller or the carrier has the team view off. */
  teamPendingCount: z.int(),
  /** The queues the user works on as a pharmacist, a reviewer, a second approver or a supervisor. */
  queues: z.array(QueueCount),
})
export type Counts = z.infer<typeof Counts>
const Facet = z.object({ code: z.string(), label: z.string(), count: z.int() })
export type Facet = z.infer<typeof Facet>

/** Of a row in the queue of those who answer: who sent it with what note, who took it, and what the adjuster approved before. */
const Question = z.object({
  by: z.string(),
  taker: z.string().optional(),
  note: z.string().optional(),
  /** What a supervisor is asked about, in words. */
  about: z.string().optional(),
  /** Codes cleared, days a fill, fills, dollars its giver approves alone; null: no limit. */
  approved: z
    .object({
      codes: z.array(z.string()),
      days: z.number().nullable(),
      fills: z.number().nullable(),
      limit: z.number().nullable(),
    })
    .optional(),
})
export type Question = z.infer<typeof Question>
/** A request as a page of the list carries it; `listed.ts` says which field of `AuthRow` each is. */
const ListedRow = z.object({
  id: z.string(),
  /** Absent while it is the first. */
  version: z.int().optional(),
  /** Status id; absent while it is pending. */
  status: z.int().optional(),
  /** Level of reconsideration, from 1. */
  level: z.int().optional(),
  /** Level of escalation, where it is escalated. */
  escalated: z.int().optional(),
  snoozed: z.string().optional(),
  received: z.string(),
  due: z.string(),
  completed: z.string().optional(),
  /** Its place in `groups`. */
  group: z.int(),
  /** Places in `claims`, `drugs`, `pharmacies`, `prescribers`. */
  claim: z.int(),
  drug: z.int(),
  pharmacy: z.int(),
  prescriber: z.int(),
  quantity: z.number(),
  days: z.int(),
  cost: z.number().optional(),
  /** Delivery type, where it is not retail pickup. */
  delivery: z.int().optional(),
  /** Since when the patient waits at the counter. */
  waiting: z.string().optional(),
  /** Where it waits on somebody else than its case owner, or for a letter: since when, and until when the answer is wanted. */
  pharmacist: z.tuple([z.string(), z.string()]).optional(),
  asked: Question.optional(),
  /** Places in the page's `rejects` and `owners`. */
  rejects: z.array(z.int()),
  owners: z.array(z.int()),
  /** The caller has a draft about it. */
  draft: z.literal(true).optional(),
})
export type ListedRow = z.infer<typeof ListedRow>
/** A claim of the page and its patient. */
const ListedClaim = z.object({
  id: z.string(),
  number: z.string(),
  first: z.string(),
  last: z.string(),
  state: z.string(),
  /** Band of its care score, where there is one and the carrier shows it. */
  care: z.enum(bands).optional(),
})
export type ListedClaim = z.infer<typeof ListedClaim>
const ListedPage = Page(ListedRow).extend({
  claims: z.array(ListedClaim),
  /** Name, strength, and G for a generic or B for a brand. */
  drugs: z.array(z.tuple([z.string(), z.string(), z.string()])),
  /** Name and city. */
  pharmacies: z.array(z.tuple([z.string(), z.string()])),
  /** First and last name. */
  prescribers: z.array(z.tuple([z.string(), z.string()])),
  owners: z.array(z.object({ id: z.string(), first: z.string(), last: z.string() })),
  /** Sub-carrier and group. */
  groups: z.array(z.tuple([z.string(), z.string()])),
  /** Reject code and what it means. */
  rejects: z.array(z.tuple([z.string(), z.string()])),
})
export type ListedPage = z.infer<typeof ListedPage>

/** A file: the handler makes it, the browser receives it. */
export const File = z.custom<FileAnswer>().transform((answer) => answer as unknown as Blob)

export const worklist = calls('worklist', {
  counts: read('POST /masterCarrier/_{mc}/authorizations/count', {
    id: 'C007',
    summary: 'Numbers for the dashboard and the tabs: own and delegated requests',
    phi: 'none',
    carrier: ['mc', 'masterCarrier'],
    input: z.strictObject({
      mc: mcCode,
      masterCarrier: mcCode.optional(),
      email: z.string().max(254).optional(),
      username: z.string().max(40).optional(),
      caseOwners: SearchFilter.caseOwners,
      authStatuses: SearchFilter.authStatuses,
    }),
    output: Counts,
    refusals: ['NOT_ALLOWED'],
  }),
  pending: read('GET /masterCarrier/_{mc}/authorizations', {
    id: 'C008',
    summary: 'All pending requests in scope, least time left first',
    phi: 'limited',
    carrier: ['mc'],
    input: z.strictObject({
      mc: mcCode,
      page,
      size,
      sort,
      /** Only requests in these open statuses. */
      status: z
        .array(z.int().refine((id) => isOpen(id), 'Enter status ids from 20 to 26.'))
        .min(1, 'Choose at least one status.')
        .max(10)
        .optional(),
    }),
    output: Page(AuthRow),
    refusals: ['VALIDATION'],
  }),
  search: read('POST /masterCarrier/_{mc}/authorizations/search?page&size&sort', {
    id: 'C009',
    summary: 'The worklist',
    phi: 'limited',
    limit: 'search',
    carrier: ['mc', 'masterCarrier'],
    input: Searched,
    output: Page(AuthRow),
    refusals: ['VALIDATION'],
  }),
  list: read('POST /masterCarrier/_{mc}/authorizations/list?page&size&sort', {
    id: 'X91',
    summary: 'The worklist with what its screen shows, a third as long',
    phi: 'limited',
    limit: 'search',
    carrier: ['mc', 'masterCarrier'],
    input: Searched,
    output: ListedPage,
    refusals: ['VALIDATION'],
  }),
  countsOf: read('POST /masterCarrier/_{mc}/authorizations/search/count', {
    id: 'X209',
    summary: 'How many requests some searches find, for the tabs of saved views',
    phi: 'none',
    roles, // a search by name says who has requests
    limit: 'search',
    carrier: ['mc'],
    input: z.strictObject({
      mc: mcCode,
      searches: z
        .array(z.strictObject(SearchFilter))
        .min(1, 'Enter a search.')
        .max(MOST_COUNTED_TOGETHER, `Enter at most ${MOST_COUNTED_TOGETHER} searches.`),
    }),
    /** In the order of the searches; `exact` is false where there are more. */
    output: z.object({ counts: z.array(z.object({ total: z.int(), exact: z.boolean() })) }),
    refusals: ['VALIDATION'],
  }),
  escalated: read('GET /authorizations/escalated?userEmail&username&masterCarrier', {
    id: 'C010',
    summary: 'Escalated requests grouped by claimant, oldest first',
    phi: 'limited',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      userEmail: z.string().max(254).optional(),
      username: z.string().max(40).optional(),
      masterCarrier: mcCode,
    }),
    /** Exactly one key: the number of escalated requests; its value the groups, the claimant waiting longest first. */
    output: z.record(z.string(), z.array(z.array(AuthRow))),
    refusals: ['NOT_ALLOWED'],
  }),
  filterOptions: read('POST /authorizations/filterOption', {
    id: 'C031',
    summary: 'Values for the filters, with counts',
    phi: 'none',
    roles, // of a search by name they are those of a patient
    limit: 'search',
    carrier: ['masterCarrier'],
    input: z.strictObject(SearchFilter),
    output: z.object({
      jurisStates: z.array(Facet),
      deliveryTypes: z.array(Facet),
      rejectCodes: z.array(Facet),
      prescribers: z.array(Facet),
      reconsiderationLevels: z.array(Facet),
      caseOwners: z.array(Facet),
      subCarriers: z.array(Facet),
      statuses: z.array(Facet),
      /** By the first ten digits of the drug code; the label is its most usual name. */
      drugs: z.array(Facet),
      /** False when the search finds more than is counted: the counts are of its first 10,000. */
      exact: z.boolean(),
    }),
    refusals: ['VALIDATION'],
  }),
  export: read('POST /authorizations/export/{type}', {
    trips: {
      count: 3,
      why: 'the audit says what the file is of, so it follows the rows; how it ended follows the file',
    },
    id: 'C024',
    summary: 'The worklist as a file, same filter and order as the screen',
    phi: 'limited',
    limit: 'export',
    carrier: ['masterCarrier'],
    file: 'text/csv; charset=utf-8',
    input: z.strictObject({
      /** CSV or PDF, in any case. */
      type: z.string().max(50),
      sort,
      /** Only these columns, in this order. */
      columns: z.array(z.enum(exportColumns)).min(1).max(exportColumns.length).optional(),
      complete: z.boolean().default(false),
      /** Only these requests of the search. */
      authorizationIds: z.array(uuid).min(1, 'Choose at least one request.').max(1000).optional(),
      timeZone: z.string().max(60).optional(),
      ...SearchFilter,
    }),
    output: File,
    refusals: ['UNKNOWN_EXPORT_TYPE', 'VALIDATION', 'FEATURE_OFF'],
  }),
})
