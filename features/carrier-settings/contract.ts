import { z } from 'zod'
import { mcCode, page, size, subCode } from '#features/claims/fields.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import { day } from '#platform/dates/fields.ts'
import { changeStatuses } from './change-statuses.ts'
import { effects } from './effects.ts'

/** What every user may know of the settings of a carrier, or of one of its sub-carriers. */
const Shown = z.object({
  approveAuthType: z.object({ id: z.int(), name: z.string() }),
  allowPaFillLimit: z.boolean(),
  safetyOverrides: z.boolean(),
  formularyOverrides: z.boolean(),
  eobrEnabled: z.boolean(),
  dolEnabled: z.boolean(),
  urRequirements: z.boolean(),
  sojStateGuidelinesDisplay: z.boolean(),
  rphRecommendation: z.boolean(),
  lettersDisabled: z.boolean(),
  patientNameInFiles: z.boolean(),
  clinicalService: z.boolean(),
  teamViewEnabled: z.boolean(),
  /** Days; null where there is no limit. */
  maxApprovalDays: z.int().nullable(),
  defaultDrugLevel: z.int().nullable(),
  /** What screens call the worker: a patient (P) or a claimant (E). */
  dateLabel: z.string(),
})
export type Shown = z.infer<typeof Shown>

/** Counts the changes of the carrier's settings. */
const version = z.int()

const Change = z.object({
  changeId: z.string(),
  key: z.string(),
  /** Null: the whole carrier. */
  subCarrier: z.string().nullable(),
  /** Null: not set, the default counts. */
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string(),
  /** The day it takes effect. */
  startsOn: z.string(),
  status: z.enum(changeStatuses),
  madeBy: z.string(),
  madeAt: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** Why it was declined; empty where it was not. */
  declinedBecause: z.string(),
  /** Whether the caller made it. */
  own: z.boolean(),
  /** Why the caller may not approve it; null where they may. */
  whyNotApprove: z.string().nullable(),
  /** Why the caller may not decline or cancel it; null where they may. */
  whyNotDecline: z.string().nullable(),
  /** Why the caller may not undo it; null where they may. */
  whyNotUndo: z.string().nullable(),
})
export type Change = z.infer<typeof Change>

const Listed = z.object({
  key: z.string(),
  means: z.string(),
  takes: z.string(),
  default: z.unknown(),
  /** As the carrier has set it; null where it has not. */
  carrier: z.unknown(),
  /** As the sub-carrier asked about has set it; null where it has not. */
  subCarrier: z.unknown(),
  /** When the value that counts was set; null for the default. */
  since: z.string().nullable(),
  /** Who set it in the portal; null where an operator did. */
  by: z.string().nullable(),
  /** Why two people change it; null where one does. */
  twoPeople: z.string().nullable(),
  /** Why one person may change it; null where two do. */
  onePerson: z.string().nullable(),
  /** The engine reads it: a change is tried on the submissions of last month. */
  engine: z.boolean(),
})
export type Listed = z.infer<typeof Listed>

const reason = z.string().trim().max(300, 'Enter a reason of at most 300 characters.')
const changeId = z.uuid('Enter the id of a change.')
const oneSetting = z
  .record(z.string().max(60), z.unknown())
  .refine((given) => Object.keys(given).length === 1, 'Enter one setting.')
const Twice = z.object({ before: z.int(), after: z.int() })

export const carrierSettings = calls('carrierSettings', {
  shown: read('GET /carriersettings/subcarrier/_{mc}?subCarrier', {
    id: 'C077',
    summary: 'Settings of a carrier or sub-carrier that every user may know',
    phi: 'none',
    carrier: ['mc'],
    input: z.strictObject({ mc: mcCode, subCarrier: subCode.optional() }),
    output: Shown.extend({ version }),
    refusals: ['NOT_FOUND'],
  }),
  setUp: act('POST /carriersettings/setup', {
    id: 'C078',
    summary: 'Change settings of a carrier or sub-carrier; some wait for a second administrator',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      /** Left out: the whole carrier. */
      subCarrier: subCode.optional(),
      /** The new values by key; null takes a value away, so that the carrier's or the default counts. */
      settings: z
        .record(z.string().max(60), z.unknown())
        .refine((given) => Object.keys(given).length > 0, 'Enter at least one setting.')
        .refine((given) => Object.keys(given).length <= 50, 'Enter at most 50 settings at a time.'),
      /** The version the change starts from. */
      version: version.optional(),
      /** The day it takes effect; left out: at once. */
      startsOn: day.optional(),
      reason: reason.optional(),
    }),
    output: z.object({
      success: z.literal(true),
      settings: Shown,
      version,
      /** What changed, and what waits for its day or for a second administrator. */
      changes: z.array(z.object({ changeId: z.string(), key: z.string(), status: z.enum(changeStatuses) })),
    }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'FEATURE_OFF', 'CONFLICT', 'DUPLICATE'],
  }),
  list: read('GET /carriersettings/list?masterCarrier&subCarrier', {
    id: 'X144',
    summary: 'Every setting with what it does, its default and its value',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode.optional(), subCarrier: subCode.optional() }),
    output: z.object({
      content: z.array(Listed),
      version,
      today: z.string(),
      subCarriers: z.array(z.object({ code: z.string(), name: z.string() })),
      /** Changes that wait for their day or for a second administrator. */
      open: z.array(Change),
      /** The other account managers who may approve a change of two people here. */
      approvers: z.array(z.string()),
      /** Why the caller changes nothing here; null where they may. */
      whyNotChange: z.string().nullable(),
    }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED'],
  }),
  preview: read('POST /carriersettings/preview', {
    id: 'X148',
    summary: 'What a change of a setting would have meant for the requests that were completed last month',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      subCarrier: subCode.optional(),
      /** One setting with the value that is tried; null: as if it were not set. */
      settings: oneSetting,
    }),
    output: z.object({
      /** The first and the last day of last month, in the carrier's zone. */
      from: z.string(),
      to: z.string(),
      /** Requests that were judged, the latest; `more` when there were others. */
      judged: z.int(),
      more: z.boolean(),
      counts: z.array(
        z.object({
          words: z.string(),
          count: z.int(),
          /** The requests behind the figure, the latest 50. */
          requests: z.array(z.object({ authorizationId: z.string(), reference: z.string() })),
        }),
      ),
      /** Why nothing is counted; null where it is. */
      whyNotCounted: z.string().nullable(),
    }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED', 'VALIDATION'],
  }),
  rerun: read('POST /carriersettings/preview/submissions', {
    id: 'X501',
    summary:
      'What a change of a setting would have done to the submissions of last month, adjudicated again some hundred at a time',
    phi: 'limited',
    trips: { count: 2, why: 'the audit names the claims of the cases once they are known' },
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      subCarrier: subCode.optional(),
      /** One setting of the engine with the value that is tried; null: as if it were not set. */
      settings: oneSetting,
      /** `next` of the previous answer. */
      after: z.string().max(2000).optional(),
    }),
    output: z.object({
      /** The first and the last day of last month, in the carrier's zone. */
      from: z.string(),
      to: z.string(),
      /** Submissions of the month; null after the first call. */
      total: z.int().nullable(),
      /** Adjudicated in this call, twice each: as the setting is, and with the change. */
      judged: z.int(),
      /** Compounds and clinic lines whose claim is not kept. */
      unjudged: z.int(),
      passed: Twice,
      /** Stopped, and decided by a person. */
      forPerson: Twice,
      /** The same by who owns the claims; null: nobody yet. */
      owners: z.array(Twice.extend({ name: z.string().nullable() })),
      /** US dollars of those that passed. */
      amount: z.object({ before: z.number(), after: z.number() }),
      /** The submissions with another answer. */
      cases: z.array(
        z.object({
          transactionId: z.string(),
          claimId: z.string(),
          authorizationId: z.string().nullable(),
          reference: z.string(),
          subCarrier: z.string(),
          day: z.string(),
          drug: z.string(),
          effect: z.enum(effects),
          amountBefore: z.number().nullable(),
          amountAfter: z.number().nullable(),
          codesBefore: z.array(z.string()),
          codesAfter: z.array(z.string()),
          forPersonBefore: z.boolean(),
          forPersonAfter: z.boolean(),
          /** Who owns the claim; null: nobody yet. */
          owner: z.string().nullable(),
        }),
      ),
      /** Where the next call continues; null after the last submission. */
      next: z.string().nullable(),
    }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED', 'VALIDATION'],
  }),
  changes: read('GET /carriersettings/changes?masterCarrier&key&page&size', {
    id: 'X145',
    summary: 'The changes of settings, newest first: who, when, before and after, approved by whom',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode.optional(), key: z.string().max(60).optional(), page, size }),
    output: z.object({ content: z.array(Change), page: z.int(), size: z.int(), totalElements: z.int() }),
    refusals: ['NOT_ALLOWED'],
  }),
  decide: act('POST /carriersettings/changes/{changeId}/decision', {
    id: 'X146',
    summary: 'Approve a change that waits for a second administrator, or refuse one that has not taken effect',
    phi: 'none',
    carrier: ['masterCarrier'],
    ids: { changeId: 'carrier_setting_change' },
    input: z.strictObject({
      changeId,
      masterCarrier: mcCode.optional(),
      approve: z.boolean(),
      /** Of declining a change of another account manager. */
      reason: reason.optional(),
    }),
    output: z.object({ success: z.literal(true), status: z.enum(changeStatuses), version }),
    refusals: [
      'NOT_FOUND',
      'UPDATE_BLOCKED',
      'NOT_ALLOWED',
      'FEATURE_OFF',
      'ALREADY_DECIDED',
      'CONFLICT',
      'VALIDATION',
    ],
  }),
  undo: act('POST /carriersettings/changes/{changeId}/undo', {
    id: 'X147',
    summary: 'Put a setting back as it was before a change; where two people change it, this waits for the second',
    phi: 'none',
    carrier: ['masterCarrier'],
    ids: { changeId: 'carrier_setting_change' },
    input: z.strictObject({ changeId, masterCarrier: mcCode.optional(), reason: reason.optional() }),
    output: z.object({
      success: z.literal(true),
      changeId: z.string(),
      status: z.enum(changeStatuses),
      version,
    }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'FEATURE_OFF', 'CONFLICT', 'DUPLICATE', 'VALIDATION'],
  }),
})
