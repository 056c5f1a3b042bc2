import { reasonField } from '#features/authorizations/reason-field.ts'
import { day } from '#platform/dates/fields.ts'
import { z } from 'zod'
import { mayChoose } from '#features/notifications/may-choose.ts'
import { PriorAuth } from '#features/authorizations/contract.ts'
import { Page } from '#platform/calls/page.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import type { FileAnswer } from '#platform/calls/handler.ts'
import { level } from '#features/claims/fields.ts'
import { nabp, ndc, npiOnFile } from '#features/claims/number-shapes.ts'
import {
  claimId,
  clinicLine,
  daysSupply,
  gpiPrefix,
  mcCode,
  ofClaim,
  page,
  quantity,
  reference,
  reject,
  size,
  subCode,
  subOrAll,
  zone,
} from '#features/claims/fields.ts'

/** A prior authorization or block with its limits, fills and status. `statusId` is as of today in the caller's zone. */
export const PriorAuthLine = PriorAuth.extend({
  masterCarrier: z.string(),
  stratusClaimId: z.string(),
  esiClaimId: z.string(),
  subscriberNumber: z.string(),
  claimNumber: z.string(),
  subCarrier: z.string(),
  referenceNumber: z.string().nullable(),
  ndc: z.string().nullable(),
  maxCostPerFill: z.number().nullable(),
  pharmacyNabp: z.string().nullable(),
  prescriberNpi: z.string().nullable(),
  reasonId: z.int().nullable(),
  createdSource: z.string(),
  supersedesId: z.string().nullable(),
  terminatedBy: z.string().nullable(),
  terminatedReason: z.string().nullable(),
  version: z.int(),
  fills: z.array(
    z.object({
      tcn: z.string(),
      fillDate: z.string(),
      quantity: z.number(),
      daysSupply: z.int(),
      pharmacyName: z.string(),
      paidAmount: z.number().nullable(),
    }),
  ),
})
export type PriorAuthLine = z.infer<typeof PriorAuthLine>

/** What the caller may do, and why not the rest. The browser shows this and computes nothing of its own. */
export const Acts = z.object({
  allowedActions: z.array(z.string()),
  blockedReasons: z.array(z.object({ action: z.string(), code: z.string(), message: z.string() })),
})
export type Acts = z.infer<typeof Acts>

const Counted = z.object({ products: z.int(), names: z.array(z.string()) })

/** A prior authorization or block in a list. */
export const ListedPriorAuth = PriorAuthLine.extend({
  ...Acts.shape,
  /** Of `codesCleared`, in the same order. */
  codeMeanings: z.array(z.string()),
  pharmacyName: z.string().nullable(),
  prescriberName: z.string().nullable(),
  /** Who changed what, newest first, at most 20. */
  changes: z.array(
    z.object({
      at: z.string(),
      by: z.string(),
      reason: z.string(),
      fields: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  /** Who may be notified of a new last day, how, and why not; empty where it was made without a request. */
  informable: z.array(
    z.object({ who: z.enum(mayChoose), name: z.string(), how: z.string(), whyNot: z.string().nullable() }),
  ),
  /** Of a block: the products of its drug it stops and leaves alone; null of an approval. */
  blocks: z.object({ stops: Counted, stays: Counted }).nullable(),
  /** Open requests of the claim for a drug it takes in. */
  openRequests: z.array(z.object({ authorizationId: z.string(), referenceNumber: z.string(), dueAt: z.string() })),
})
export type ListedPriorAuth = z.infer<typeof ListedPriorAuth>

/** What a conflict says: the prior authorization as it is now, and who changed it last. */
export const ChangedMeanwhile = z.object({
  version: z.int(),
  status: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  /** Null where no user did: a fill was counted, or its dates changed its status. */
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
})

/** What a refusal for want of reasons says: the safety findings, each of which is cleared for its own reason. */
export const FindingsToName = z.object({
  findings: z.array(
    z.object({ rejectCode: z.string(), finding: z.string(), about: z.string(), description: z.string() }),
  ),
})
export type FindingToName = z.infer<typeof FindingsToName>['findings'][number]

/** The safety findings it clears, each for its own reason; `finding` says which one where a code has several. */
const findings = z
  .array(
    z.strictObject({
      rejectCode: reject,
      finding: z.string().max(300).optional(),
      reason: reasonField('Enter why it may be cleared.', 500),
    }),
  )
  .max(60)
  .optional()

/** Filters of the list. */
export const PriorAuthFilter = z.strictObject({
  /** Statuses of a prior authorization. */
  status: z.array(z.int().min(1).max(8)).min(1, 'Choose at least one status.').max(8).optional(),
  kind: z.enum(['PERMIT', 'BLOCK']).optional(),
  /** Part of the drug's name, or a prefix of its code. */
  drug: z.string().trim().min(2, 'Enter at least 2 characters').max(100, 'Enter at most 100 characters.').optional(),
  /** Windows that overlap these days. */
  from: day.optional(),
  to: day.optional(),
})
export type PriorAuthFilter = z.infer<typeof PriorAuthFilter>

const ofOneClaim = {
  masterCarrierCode: mcCode.optional(),
  subCarrierCode: subOrAll.optional(),
  claimId,
}
const File = z.custom<FileAnswer>().transform((answer) => answer as unknown as Blob)

/** The answer of a change. */
const Changed = z.object({ success: z.literal(true), priorAuth: PriorAuthLine, warnings: z.array(z.string()) })

/** A prior authorization in force that ends in `ENDS_WITHIN_DAYS` days, or has one fill left. */
const EndingPriorAuth = z.object({
  id: z.string(),
  masterCarrier: z.string(),
  subCarrier: z.string(),
  stratusClaimId: z.string(),
  claimNumber: z.string(),
  claimantFirstName: z.string(),
  claimantLastName: z.string(),
  drugName: z.string(),
  endDate: z.string(),
  /** Null: fills are not limited. */
  fillsLeft: z.int().nullable(),
  /** When the last fill is used up; null where that is not known. */
  refillDate: z.string().nullable(),
  /** The case owner, where that is somebody the caller stands in for. */
  ownerName: z.string().nullable(),
})
export type EndingPriorAuth = z.infer<typeof EndingPriorAuth>
/** How far ahead an end is shown on Home; the case owner has a mail seven days ahead. */
export const ENDS_WITHIN_DAYS = 30
/** The most rows one answer has. */
export const ENDING_SHOWN = 50

export const priorAuths = calls('priorAuths', {
  ending: read('GET /priorAuths/ending', {
    id: 'X450',
    summary:
      'Prior authorizations on the claims of the caller, and of those they stand in for, that end in 30 days or have one fill left',
    phi: 'limited',
    input: z.strictObject({}),
    output: z.object({
      /** The next to end first, at most 50. */
      content: z.array(EndingPriorAuth),
      totalElements: z.int(),
    }),
  }),
  history: read(
    'GET /findPriorAuthHistory?masterCarrierCode&subCarrierCode&claimId&nextDataKey&moreDataFlag&timeZone',
    {
      id: 'C014',
      summary: 'Permissions and blocks of a claim, newest start first, 25 a call',
      phi: 'full',
      carrier: ['masterCarrierCode'],
      ids: { claimId: 'wc_claim' },
      input: z.strictObject({
        ...ofOneClaim,
        /** `nextDataKey` of the call before; empty on the first. */
        nextDataKey: z.string().max(300, 'This place is not one of ours.').optional(),
        /** True returns the page after `nextDataKey`; otherwise the list starts from the beginning. */
        moreDataFlag: z.boolean().optional(),
        timeZone: zone.optional(),
      }),
      output: z.object({
        priorAuths: z.array(ListedPriorAuth),
        nextDataKey: z.string().nullable(),
        moreDataFlag: z.boolean(),
      }),
      refusals: ['NOT_FOUND', 'VALIDATION'],
    },
  ),
  page: read('POST /priorauthorization/history', {
    id: 'C060',
    summary: 'Permissions and blocks of a claim, page by page',
    phi: 'full',
    carrier: ['masterCarrierCode'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({ ...ofOneClaim, filter: PriorAuthFilter.optional(), page, size, timeZone: zone.optional() }),
    output: Page(ListedPriorAuth).extend(Acts.shape),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  export: read('POST /priorAuthHistory/export/{type}', {
    trips: {
      count: 3,
      why: 'the audit says what the file is of, so it follows the rows; how it ended follows the file',
    },
    id: 'C025',
    summary: 'The prior authorizations and blocks of a claim as a file',
    phi: 'full',
    limit: 'export',
    carrier: ['masterCarrierCode'],
    ids: { claimId: 'wc_claim' },
    file: 'text/csv; charset=utf-8',
    input: z.strictObject({
      /** CSV or PDF, in any case. */
      type: z.string().max(50),
      ...ofOneClaim,
      filter: PriorAuthFilter.optional(),
      timeZone: zone.optional(),
      /** As the screen shows it; the file is named after the person on file. */
      patientName: z.string().max(255).optional(),
    }),
    output: File,
    refusals: ['NOT_FOUND', 'UNKNOWN_EXPORT_TYPE', 'FEATURE_OFF', 'VALIDATION'],
  }),
  save: act('POST /createOrUpdatePriorAuthDetail', {
    id: 'C032',
    summary: 'Create a prior authorization or block without a request to decide, or change one',
    phi: 'full',
    carrier: ['masterCarrierCode'],
    ids: { stratusClaimId: 'wc_claim' },
    input: z.strictObject({
      masterCarrierCode: mcCode.optional(),
      subCarrierCode: subCode.optional(),
      ...ofClaim,
      /** The request it is made for, when there is one. */
      referenceNumber: reference.optional(),
      /** Present: change this one. */
      priorAuthOverrideRef: z.string().min(3).max(14).optional(),
      /** Version of the prior authorization that is changed. */
      version: z.int().min(1).optional(),
      kind: z.enum(['PERMIT', 'BLOCK']).optional(),
      ndc: ndc.optional(),
      gpi: gpiPrefix.optional(),
      /** A line a clinic bills; an NDC beside it is the package it came from. */
      hcpcs: clinicLine.optional(),
      drugLevel: level.optional(),
      brandFlag: z.enum(['B', 'G', '*']).optional(),
      startDate: day.optional(),
      authorizationExpirationDate: day.optional(),
      oneTimeFill: z.boolean().optional(),
      paMaxFill: z.int().min(1).max(12).nullable().optional(),
      maxQty: quantity.nullable().optional(),
      maxDays: daysSupply.nullable().optional(),
      maxCost: z.number().positive().max(250_000).nullable().optional(),
      pharmacyNabp: nabp.nullable().optional(),
      prescriberNpi: npiOnFile.nullable().optional(),
      /** Codes the prior authorization clears, or the block is based on. */
      codes: z.array(reject).max(20).optional(),
      findings,
      safetyRejectEnabled: z.boolean().optional(),
      /** The reason of the only safety finding. */
      safetyAck: z.string().max(500).optional(),
      reasonId: z.int().min(1).max(99).optional(),
      priorauthReasonDesc: z.string().max(250).optional(),
      /** The same in the service list's word; only one of the two is given. */
      reason: z.string().max(250).optional(),
      note: z.string().max(2000).optional(),
      /** Ends the prior authorizations this one overlaps. */
      supersede: z.boolean().optional(),
    }),
    output: Changed,
    refusals: [
      'NOT_FOUND',
      'UPDATE_BLOCKED',
      'NOT_ALLOWED',
      'FEATURE_OFF',
      'VALIDATION',
      'DUPLICATE',
      'CONFLICT',
      'ALREADY_DECIDED',
      'PRECONDITION_REQUIRED',
      'CODE_NOT_YOURS_TO_CLEAR',
      'LEVEL_NOT_ALLOWED',
      'SAFETY_NEEDS_PHARMACIST',
      'NEEDS_UR_DECISION',
      'DENIAL_TOO_LATE',
      'DATES_NOT_ALLOWED',
      'REASON_REQUIRED',
      'HARD_STOP',
      'NOT_OVERRIDABLE',
      'RULE',
    ],
  }),
  end: act('PUT /updatePriorAuthHistory', {
    id: 'C033',
    summary: 'End a prior authorization or block, or move its last day',
    phi: 'full',
    carrier: ['masterCarrierCode'],
    input: z.strictObject({
      masterCarrierCode: mcCode.optional(),
      subCarrierCode: subCode.optional(),
      priorAuthOverrideRef: z.string().min(3).max(14),
      version: z.int().min(1).optional(),
      referenceNumber: reference.optional(),
      authorizationExpirationDate: day.optional(),
      /** Ends it at once: fills of the days before stay covered, today's are not. */
      terminate: z.boolean().optional(),
      /** Why it ends; for a later end of one that clears a safety finding, why it may go on. */
      reason: z.string().trim().max(250).optional(),
      findings,
      /** Who is notified of the new last day beside a pharmacy that waits: none when left out. */
      inform: z.array(z.enum(mayChoose, 'Choose the prescriber, the worker or both.')).max(2).optional(),
    }),
    output: Changed,
    refusals: [
      'NOT_FOUND',
      'UPDATE_BLOCKED',
      'NOT_ALLOWED',
      'VALIDATION',
      'CONFLICT',
      'ALREADY_DECIDED',
      'DUPLICATE',
      'PRECONDITION_REQUIRED',
      'DATES_NOT_ALLOWED',
      'CODE_NOT_YOURS_TO_CLEAR',
      'LEVEL_NOT_ALLOWED',
      'SAFETY_NEEDS_PHARMACIST',
      'HARD_STOP',
      'NOT_OVERRIDABLE',
      'NEEDS_UR_DECISION',
      'DENIAL_TOO_LATE',
      'REASON_REQUIRED',
      'RULE',
      'FEATURE_OFF',
    ],
  }),
})
