import { reasonField } from '#features/authorizations/reason-field.ts'
import { z } from 'zod'
import { claimId, gpiPrefix, mcCode, page, reference, size, subOrAll, zone } from '#features/claims/fields.ts'
import { Found } from '#features/patients/contract.ts'
import { File } from '#features/worklist/contract.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import { Page } from '#platform/calls/page.ts'
import { day, storedDay } from '#platform/dates/fields.ts'
import { ClaimSummary, Ingredient, Status, Totals, Txn, TxnDetail } from './shapes.ts'

const tcn = z
  .string()
  .trim()
  .regex(/^[\d ]{14,30}$/, 'Enter 14 to 20 digits.')
  .transform((text) => text.replaceAll(' ', ''))
  .pipe(z.string().regex(/^\d{14,20}$/, 'Enter 14 to 20 digits.'))

/** The ways to name the claim; all that are given must match the same claim. */
const ofClaim = {
  claimId: claimId.optional(),
  subscriberId: z.string().trim().min(1).max(20).optional(),
  claimNumber: z.string().trim().min(1).max(30).optional(),
  esiClaimId: z.string().trim().min(1).max(20).optional(),
  masterCarrier: mcCode.optional(),
  subCarrier: subOrAll.optional(),
  /** The claim is looked for in every sub-carrier in scope, whatever `subCarrier` says. */
  historySearchWithNoSubcar: z.boolean().optional(),
}

const filter = {
  ...ofClaim,
  /** Kinds of transaction; none chosen means all. */
  claimTypes: z
    .strictObject({
      paid: z.boolean().optional(),
      rejected: z.boolean().optional(),
      reversal: z.boolean().optional(),
      billed: z.boolean().optional(),
    })
    .optional(),
  /** Words in the drug, the prescriber, the pharmacy, or a number of the transaction. */
  searchFilter: z.string().trim().max(60).optional(),
  /** A drug code, the beginning of one, or words of a drug's name. */
  medicationFilter: z.string().trim().max(60).optional(),
  statusFilter: z.array(Status).max(4).optional(),
  /** Days to look back; `all` for the whole history. */
  searchNumberOfDays: z
    .union([z.int().min(1).max(3660), z.literal('all')], 'Enter a number of days, or all.')
    .optional(),
  fillDate: day.optional(),
  gpi: gpiPrefix.optional(),
  timeZone: zone.optional(),
}
const HistoryFilter = z.strictObject(filter)
export type HistoryFilter = z.output<typeof HistoryFilter>

const fileOf = {
  /** CSV or PDF, in any case. */
  type: z.string().max(50),
  /** As the screen shows it; the file is named after the person on file. */
  patientName: z.string().max(255).optional(),
}
const ofOneClaim = { id: claimId, masterCarrier: mcCode.optional(), subCarrier: subOrAll.optional() }
const claimPeriod = { ...ofOneClaim, from: day.optional(), to: day.optional(), timeZone: zone.optional() }

/** Days that all transactions of a claim go back by default. */
const THIRTEEN_MONTHS = 396

const Slice = z.object({
  transactions: z.array(Txn),
  totals: Totals,
  count: z.int(),
  nextDataKey: z.string().nullable(),
  moreData: z.boolean(),
})

export const transactionHistory = calls('transactionHistory', {
  all: read('GET /patients/searchall/_{masterCarrier}/_{subCarrier}/_{claimId}?timeZone&days&nextDataKey', {
    id: 'C064',
    summary: 'All transactions of a claim, newest first, 13 months unless said otherwise, 50 a call by cursor',
    phi: 'full',
    limit: 'search',
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({
      masterCarrier: mcCode,
      subCarrier: subOrAll,
      claimId,
      timeZone: zone.optional(),
      days: z.int('Enter a number of days.').min(1).max(3660).default(THIRTEEN_MONTHS),
      /** The key the call before answered. */
      nextDataKey: z.string().max(300).optional(),
    }),
    output: Slice,
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  byClaimNumber: read('GET /patients/searchclaimnumber/{a}/{b}/{c}', {
    id: 'C065',
    summary: 'The patients of a claim number; of a single one the latest transactions too',
    phi: 'full',
    limit: 'search',
    carrier: ['a'],
    input: z.strictObject({
      a: mcCode,
      b: subOrAll,
      /** A number the carrier gives the claim now, or gave it before. */
      c: z.string().trim().min(1, 'Enter a claim number.').max(120, 'Write 120 characters at most.'),
    }),
    output: z.object({
      patients: z.array(Found),
      /** The latest 50 of the claim; null where the number is not that of one claim. */
      transactions: z.array(Txn).nullable(),
    }),
    refusals: ['VALIDATION'],
  }),
  search: read('POST /patients/searchtranshist', {
    id: 'C066',
    summary: 'The transactions of a claim, newest first, 50 a call by cursor',
    phi: 'full',
    limit: 'search',
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({
      ...filter,
      /** The key the call before answered; a call without it, or with `moreData` false, starts over. */
      nextDataKey: z.string().max(300).optional(),
      moreData: z.boolean().optional(),
    }),
    output: Slice,
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  page: read('POST /patients/transactionHistory', {
    id: 'C072',
    summary: 'The same by page number',
    phi: 'full',
    limit: 'search',
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({ ...filter, page, size, sort: z.enum(['fillDate,desc']).optional() }),
    output: Page(Txn),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  export: read('POST /patients/transaction/history/export/{type}', {
    trips: {
      count: 3,
      why: 'the audit says what the file is of, so it follows the rows; how it ended follows the file',
    },
    id: 'C067',
    summary: 'The transactions of a claim as a file',
    phi: 'full',
    limit: 'export',
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim' },
    file: 'text/csv; charset=utf-8',
    input: z.strictObject({ ...filter, ...fileOf }),
    output: File,
    refusals: ['NOT_FOUND', 'UNKNOWN_EXPORT_TYPE', 'FEATURE_OFF', 'VALIDATION'],
  }),
  medications: read('POST /patients/distinctmedicationtranshist', {
    id: 'C068',
    summary: 'The medications of a claim with their totals',
    phi: 'full',
    limit: 'search',
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({ ...ofClaim, days: filter.searchNumberOfDays }),
    output: z.array(
      z.object({
        /** Ten digits of the drug code: one drug in one form, whatever its strength. */
        gpi: z.string(),
        drugName: z.string(),
        lastFill: storedDay,
        fills: z.int(),
        totalQty: z.number(),
        totalPaid: z.number(),
        lastPrescriber: z.string(),
        /** The last supply ended no more than 15 days ago. */
        active: z.boolean(),
        mme: z.number().nullable(),
      }),
    ),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  days: read('GET /patients/stratus/addtionaldata/days?masterCarrier', {
    id: 'C069',
    summary: 'How far back a history may look',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode.optional() }),
    output: z.object({ days: z.array(z.int()), default: z.int(), archiveStart: storedDay }),
  }),
  summary: read('POST /claim/_{id}/claimSummary', {
    id: 'C070',
    summary: 'The pharmacy picture of a claim on one page',
    phi: 'full',
    carrier: ['masterCarrier'],
    ids: { id: 'wc_claim' },
    input: z.strictObject(claimPeriod),
    output: ClaimSummary,
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  summaryExport: read('POST /claim/_{id}/claimSummary/export/{type}', {
    trips: { count: 2, why: 'the audit names the claim of the file, so it follows it' },
    id: 'C071',
    summary: 'The same as a file',
    phi: 'full',
    limit: 'export',
    carrier: ['masterCarrier'],
    ids: { id: 'wc_claim' },
    file: 'text/csv; charset=utf-8',
    input: z.strictObject({ ...claimPeriod, ...fileOf }),
    output: File,
    refusals: ['NOT_FOUND', 'UNKNOWN_EXPORT_TYPE', 'FEATURE_OFF', 'VALIDATION'],
  }),
  detail: read('POST /claim/_{id}/claimDetail', {
    id: 'C073',
    summary: 'One transaction in full: money, codes in words, who can fix them, documents',
    phi: 'full',
    carrier: ['masterCarrier'],
    ids: { id: 'wc_claim' },
    input: z.strictObject({
      id: claimId,
      masterCarrier: mcCode.optional(),
      referenceNumber: reference,
      /** Names one transaction where several have the reference number of one request. */
      tcn: tcn.optional(),
      fillDate: day.optional(),
      ndcNumber: z.string().max(14).optional(),
      fileProcessingCode: z.string().max(2).optional(),
      claimRejected: z.boolean().optional(),
      subscriberNumber: z.string().max(20).optional(),
      searchProvider: z.int().min(1).max(2).optional(),
      userId: z.string().max(60).optional(),
    }),
    output: TxnDetail,
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  ingredients: read('POST /compound/ingredients', {
    id: 'C074',
    summary: 'What a compound is made of',
    phi: 'full',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      referenceNumber: reference,
      tcn: tcn.optional(),
      masterCarrier: mcCode.optional(),
      ndc: z.string().max(14).optional(),
      fillDate: day.optional(),
    }),
    output: z.object({ ingredients: z.array(Ingredient), total: z.number(), message: z.string() }),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  billReview: read('POST /patients/claim/_{id}/claimSummary/mod/additionalDetail', {
    id: 'C075',
    summary: 'What bill review adds to a bill: code, modifiers, units, diagnoses, invoice, explanation codes',
    phi: 'full',
    carrier: ['masterCarrier'],
    ids: { id: 'wc_claim' },
    input: z.strictObject({
      ...ofOneClaim,
      referenceNumbers: z.array(reference).max(100).optional(),
      from: day.optional(),
      to: day.optional(),
    }),
    output: z.array(
      z.object({
        referenceNumber: z.string(),
        tcn: z.string(),
        fillDate: storedDay,
        hcpcs: z.string().nullable(),
        modifiers: z.array(z.string()),
        units: z.number().nullable(),
        icd: z.array(z.string()),
        invoiceNumber: z.string().nullable(),
        billedDate: storedDay.nullable(),
        eobrCodes: z.array(z.string()),
        eobrAction: z.string().nullable(),
        eobrNote: z.string().nullable(),
      }),
    ),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  byTcn: read('POST /patients/tcnSearch', {
    id: 'C114',
    summary: 'A transaction by its control number',
    phi: 'full',
    limit: 'search',
    carrier: ['masterCarrier'],
    input: z.strictObject({ tcn, masterCarrier: mcCode.optional() }),
    output: z.object({
      transaction: Txn,
      patient: z.object({
        claimantFirstName: z.string(),
        claimantLastName: z.string(),
        dob: storedDay,
        doi: storedDay,
        masterCarrier: z.string(),
        subCarrier: z.string(),
        claimId: z.string(),
        claimNumber: z.string(),
        patientId: z.string(),
      }),
    }),
    refusals: ['NOT_FOUND'],
  }),
  reverse: act('PUT /reverseClaim', {
    id: 'C076',
    summary: 'Reverse a paid fill: its prior authorization gets the fill back and the pharmacy is notified',
    phi: 'full',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      tcn,
      referenceNumber: reference.optional(),
      reason: reasonField('Enter why, in 250 characters at most.', 250, 'Enter why, in 250 characters at most.'),
      masterCarrier: mcCode.optional(),
      subCarrier: subOrAll.optional(),
    }),
    output: z.object({
      success: z.literal(true),
      tcn: z.string(),
      reversalReference: z.string(),
      restoredFills: z.int(),
      /** The prior authorization that has its fill back. */
      priorAuthRef: z.string().nullable(),
    }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'ALREADY_DECIDED', 'RULE', 'VALIDATION'],
  }),
})
