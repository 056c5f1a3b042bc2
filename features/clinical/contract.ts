import { reasonField } from '#features/authorizations/reason-field.ts'
import { day, instant } from '#platform/dates/fields.ts'
import { z } from 'zod'
import { Consideration, uuid } from '#features/authorizations/contract.ts'
import { level } from '#features/claims/fields.ts'
import { claimId, daysSupply, gpi, gpiPrefix, mcCode, quantity } from '#features/claims/fields.ts'
import { ndc } from '#features/claims/number-shapes.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import { callOutcomes, MOST_NOTE } from './call-outcomes.ts'
import { adviceDays, adviceOutcomes } from './own-advice.ts'
import { callStates } from './prescriber-calls.ts'

/** A pharmacist's advice, or the guidance of the rules. */
export const Recommendation = z.object({
  /** Null for guidance of the rules, which no person signs. */
  recommendationId: z.string().nullable(),
  action: z.string(),
  rationale: z.string(),
  by: z.string(),
  license: z.string().nullable(),
  at: z.string().nullable(),
  modified: z.object({
    oneTime: z.boolean(),
    days: z.int().nullable(),
    quantity: z.number().nullable(),
    drugLevel: z.int().nullable(),
  }),
  refs: z.array(z.string()),
})
export type Recommendation = z.infer<typeof Recommendation>

const Clock = z.object({
  text: z.string(),
  amount: z.int(),
  unit: z.string(),
  dueTime: z.string(),
  lapse: z.string(),
  source: z.string(),
  /** H official text read, M secondary source, L not verified. */
  confidence: z.string(),
  /** Null where nothing was read that shows the rule. */
  verifiedOn: z.string().nullable(),
  /** Day it was last looked for. */
  lookedOn: z.string(),
  /** Page or site of the source, where one is known. */
  sourceUrl: z.string().nullable(),
  /** What is not settled about it. */
  open: z.array(z.string()),
  /** The time is an internal target, not the state's. */
  ownTarget: z.boolean(),
  effectiveFrom: z.string(),
  /** The portal's own target, where no rule is known. */
  isDefault: z.boolean(),
})

/** Who did what, and when (ISO 8601 UTC). */
const Done = z.object({ byName: z.string(), at: z.string() })
/** Something written or said about a request since it was handed over. */
const ThreadLine = Done.extend({ text: z.string(), byAnswerer: z.boolean() })
export type ThreadLine = z.infer<typeof ThreadLine>
const authorizationId = uuid
const onRequest = ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'ALREADY_DECIDED', 'RULE'] as const

export const clinical = calls('clinical', {
  waiting: read('GET /authorizations/{authorizationId}/handOver', {
    id: 'X260',
    summary: 'Where a hand-over stands: who has it, until when, what was done and written about it',
    phi: 'full',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({ authorizationId }),
    output: z.object({
      /** Null where nobody else than the case owner is next. */
      asked: z
        .object({
          at: z.string(),
          /** Who answers: pharmacist, reviewer, second approver, supervisor. */
          who: z.string(),
          /** Until when the carrier wants the answer. */
          due: z.string(),
          takenBy: z.object({ userId: z.string(), name: z.string() }).nullable(),
          taken: Done.nullable(),
          /** One of those who answer, who has it open now. */
          openBy: z.string().nullable(),
          /** The last call to the prescriber; `backAt`: when the prescriber wants to be called, or calls back. */
          call: Done.extend({ result: z.string(), backAt: z.string().nullable() }).nullable(),
          nudge: Done.nullable(),
          /** What both sides wrote since, the first first; of many the last 20. */
          thread: z.array(ThreadLine),
          /** Since when a question waits for the case owners; null where none does. */
          questionSince: z.string().nullable(),
          /** Minutes between two reminders. */
          nudgeMinutes: z.int(),
          /** When the next reminder may go; null: now. */
          nextNudgeAt: z.string().nullable(),
          /** Why the caller may not remind, take, write or call; null where they may. */
          whyNotNudge: z.string().nullable(),
          whyNotTake: z.string().nullable(),
          whyNotWrite: z.string().nullable(),
          whyNotCall: z.string().nullable(),
        })
        .nullable(),
    }),
    refusals: ['NOT_FOUND'],
  }),
  take: act('POST /authorizations/{authorizationId}/handOver', {
    id: 'X261',
    summary: 'Take a request that was handed over, as one of those who answer, or give it back to the others',
    phi: 'none',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({ authorizationId, take: z.boolean().default(true) }),
    output: z.object({ success: z.literal(true), takenBy: z.string().nullable() }),
    refusals: onRequest,
  }),
  nudge: act('POST /authorizations/{authorizationId}/handOver/nudge', {
    id: 'X262',
    summary: 'Remind who took a request that was handed over, or all who answer, that somebody waits for it',
    phi: 'none',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({ authorizationId }),
    output: z.object({
      success: z.literal(true),
      /** Who was reminded; null: all who answer. */
      to: z.string().nullable(),
      nextNudgeAt: z.string(),
    }),
    refusals: onRequest,
  }),
  write: act('POST /authorizations/{authorizationId}/handOver/notes', {
    id: 'X263',
    summary: 'Who answers asks the case owners about a request, or they write to who took it',
    phi: 'full',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({
      authorizationId,
      text: z
        .string()
        .trim()
        .min(1, 'Write what it is about.')
        .max(MOST_NOTE, `Write ${MOST_NOTE} characters at most.`),
    }),
    output: z.object({ success: z.literal(true), to: z.array(z.string()) }),
    refusals: onRequest,
  }),
  called: act('POST /authorizations/{authorizationId}/handOver/calls', {
    id: 'X264',
    summary: 'A pharmacist or reviewer records a call to the prescriber of a request that waits for them',
    phi: 'full',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({
      authorizationId,
      outcome: z.enum(callOutcomes, `Enter one of ${callOutcomes.join(', ')}.`),
      /** When the prescriber calls back, or wants to be called. */
      backAt: instant.optional(),
      text: z.string().trim().max(MOST_NOTE, `Write ${MOST_NOTE} characters at most.`).optional(),
    }),
    output: z.object({ success: z.literal(true), result: z.string() }),
    refusals: [...onRequest, 'VALIDATION'],
  }),

  guideline: read('POST /getSojGuidelines', {
    id: 'C057',
    summary: 'Formulary, clocks and who may deny in a state',
    phi: 'none',
    input: z.strictObject({
      stateCode: z.string().trim().min(1, 'Enter a state.').max(8),
      gpi: gpiPrefix.optional(),
      doi: day.optional(),
    }),
    output: z.object({
      stateCode: z.string(),
      program: z.string(),
      formulary: z.string(),
      clocks: z.record(z.string(), Clock),
      urNeeded: z.boolean(),
      denialRule: z.string(),
      links: z.array(z.object({ title: z.string(), source: z.string() })),
      /** What was looked at for the state's time to answer, and what was found; null for what is no jurisdiction. */
      lookedUp: z
        .object({
          lookedAt: z.string(),
          found: z.string().nullable(),
          effectiveFrom: z.string().nullable(),
          asOf: z.string().nullable(),
          confidence: z.string(),
          site: z.string().nullable(),
          lookedOn: z.string(),
        })
        .nullable(),
      /** The parts of the text whose source was not read: First fill, Opioids, Dispensing. */
      unconfirmed: z.array(z.string()),
      text: z.array(z.string()),
    }),
  }),
  recommendation: read('POST /recommendation', {
    id: 'C059',
    summary: 'The advice on a request: a pharmacist’s, else the guidance of the rules',
    phi: 'full',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({ authorizationId: uuid }),
    output: z.object({ recommendation: Recommendation.nullable(), source: z.enum(['PHARMACIST', 'RULE', 'NONE']) }),
    refusals: ['NOT_FOUND', 'FEATURE_OFF'],
  }),
  advise: act('PUT /recommendation', {
    id: 'C059',
    summary: 'A pharmacist’s advice on a request in clinical review, which goes back to its case owner',
    phi: 'full',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({
      authorizationId: uuid,
      version: z.int().min(1).optional(),
      action: z.enum(['APPROVE', 'REJECT', 'APPROVE_MODIFIED', 'P2P', 'DEFER']),
      rationale: reasonField('Enter why.', 4000),
      modified: z
        .strictObject({
          oneTime: z.boolean().optional(),
          days: daysSupply.optional(),
          quantity: quantity.optional(),
          drugLevel: level.optional(),
        })
        .optional(),
      /** What the advice rests on: guideline, study, call with the prescriber. */
      refs: z.array(z.string().trim().min(1).max(300)).max(10).optional(),
    }),
    output: z.object({
      success: z.literal(true),
      recommendation: Recommendation,
      authorizationId: z.string(),
      authorizationStatusId: z.int(),
      authorizationStatus: z.string(),
      version: z.int(),
    }),
    refusals: [
      'NOT_FOUND',
      'UPDATE_BLOCKED',
      'NOT_ALLOWED',
      'FEATURE_OFF',
      'ALREADY_DECIDED',
      'CONFLICT',
      'PRECONDITION_REQUIRED',
      'VALIDATION',
      'RULE',
    ],
  }),
  ownAdvice: read('GET /recommendations/own', {
    id: 'X770',
    summary: `What became of the advice the caller gave in the last ${adviceDays} days`,
    phi: 'limited',
    input: z.strictObject({}),
    output: z.object({
      /** The newest first, at most 200. */
      content: z.array(
        z.object({
          authorizationId: z.string(),
          claimantName: z.string(),
          drugName: z.string(),
          action: z.string(),
          modified: Recommendation.shape.modified,
          at: z.string(),
          /** Milliseconds from the question to the answer; null where nobody asked. */
          answeredInMs: z.int().nullable(),
          outcome: z.enum(adviceOutcomes),
          decidedBy: z.string().nullable(),
          decidedAt: z.string().nullable(),
        }),
      ),
    }),
  }),
  prescriberCalls: read('GET /prescriberCalls', {
    id: 'X802',
    summary: 'Calls to prescribers about questions a pharmacist has: to make, agreed, and made today',
    phi: 'limited',
    input: z.strictObject({}),
    output: z.object({
      /** Of questions that are the caller’s or nobody’s: what is next first, at most 100. Nothing for who is no pharmacist. */
      content: z.array(
        z.object({
          authorizationId: z.string(),
          claimantName: z.string(),
          drugName: z.string(),
          prescriberName: z.string(),
          phone: z.string().nullable(),
          state: z.enum(callStates),
          /** The hour that was agreed; else when the last call was. */
          at: z.string(),
          byName: z.string(),
          /** Calls since the question came. */
          calls: z.int(),
        }),
      ),
    }),
  }),
  onDuty: read('GET /clinical/onDuty', {
    id: 'X803',
    summary:
      'The pharmacists of the carrier: what each has and answered today, who is away, until when, and who stands in',
    phi: 'none',
    input: z.strictObject({}),
    output: z.object({
      /** The caller first, then those at work; nobody for who is no pharmacist. */
      content: z.array(
        z.object({
          userId: z.string(),
          name: z.string(),
          /** May clear every code a pharmacist may. */
          senior: z.boolean(),
          taken: z.int(),
          answeredToday: z.int(),
          awayUntil: z.string().nullable(),
          standIns: z.array(z.string()),
          /** When their next time off begins, within a week. */
          awayFrom: z.string().nullable(),
        }),
      ),
    }),
  }),
  considerations: read('POST /getClinicalConsiderations', {
    id: 'C061',
    summary: 'The clinical facts for a decision: of a request, or of a drug on a claim',
    phi: 'full',
    ids: { authorizationId: 'rx_authorization', claimId: 'wc_claim' },
    input: z.strictObject({
      authorizationId: uuid.optional(),
      claimId: claimId.optional(),
      ndc: ndc.optional(),
      gpi: gpi.optional(),
      quantity: quantity.optional(),
      daysSupply: daysSupply.optional(),
    }),
    output: z.object({ considerations: z.array(Consideration) }),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  diagnoses: read('POST /patients/icdInfo', {
    id: 'C127',
    summary: 'The diagnoses of a claim, grouped, and its transition of care',
    phi: 'full',
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({
      claimId,
      masterCarrier: mcCode.optional(),
      /** Characters of a code that make a group. */
      codeLength: z.int().min(1, 'Enter a length from 1 to 7.').max(7, 'Enter a length from 1 to 7.').default(2),
    }),
    output: z.object({
      icds: z.array(
        z.object({
          code: z.string(),
          description: z.string(),
          status: z.string(),
          primary: z.boolean(),
          rollup: z.string(),
          /** Days it stays on the claim; null where it has no such end. */
          from: z.string().nullable(),
          to: z.string().nullable(),
        }),
      ),
      rollups: z.array(z.object({ rollup: z.string(), codes: z.array(z.string()), accepted: z.int() })),
      toc: z.object({
        active: z.boolean(),
        start: z.string().nullable(),
        end: z.string().nullable(),
        /** What the patient took when the claim was transferred: these are paid meanwhile. */
        drugs: z.array(z.object({ gpi: z.string(), drugName: z.string(), lastFill: z.string() })),
      }),
    }),
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
})
