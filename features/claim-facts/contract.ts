import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { day, storedDay } from '#platform/dates/fields.ts'
import { claimId } from '#features/claims/fields.ts'
import { factKinds, type FactKind } from '#features/eligibility/claim-fact-rules.ts'

const kind = z.enum(Object.keys(factKinds) as [FactKind, ...FactKind[]], 'Choose a kind of fact.')
const plain = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Write ${most} characters at most.`)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'This line has characters that cannot be printed.')

/** One change of a claim, in words; it holds from a day on. */
const Change = z.object({
  factId: z.string(),
  kind,
  /** What it is about: "Sprain of knee S83.91XA", "Claim status". */
  about: z.string(),
  before: z.string(),
  after: z.string(),
  from: storedDay,
  by: z.string(),
  at: z.string(),
  reason: z.string(),
})
export type Change = z.infer<typeof Change>

/** A change that does not hold yet, and the approvals that rest on what ends with it. */
const WaitingChange = Change.extend({
  approvals: z.array(
    z.object({
      priorAuthOverrideRef: z.string(),
      drugName: z.string(),
      /** Null: any number. */
      fillsLeft: z.int().nullable(),
      /** It ends with the change; false: it stays, and its owner looks at it. */
      ends: z.boolean(),
      why: z.string(),
    }),
  ),
  /** Somebody asked that it be held, and nobody agreed yet. */
  hold: z
    .object({
      until: storedDay,
      reason: z.string(),
      by: z.string(),
      /** This user is the second person who may agree. */
      mayAgree: z.boolean(),
    })
    .nullable(),
})
export type WaitingChange = z.infer<typeof WaitingChange>

/** A diagnosis or a part of the body, and whether the carrier accepts it. */
const Injury = z.object({
  kind: z.enum(['DIAGNOSIS', 'PART']),
  subject: z.string(),
  name: z.string(),
  value: z.string(),
  valueName: z.string(),
  /** From when it holds; null where that is not on file. */
  since: storedDay.nullable(),
  /** Who said so last. */
  by: z.string(),
  /** The last day it holds, where a change waits. */
  until: storedDay.nullable(),
})
export type Injury = z.infer<typeof Injury>

export const claimFacts = calls('claimFacts', {
  of: read('GET /claims/{claimId}/facts', {
    id: 'X470',
    summary: 'What a claim is: acceptance, status, injuries, prescribers, events; what waits, and every change of it',
    phi: 'full',
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({ claimId }),
    output: z.object({
      claimId: z.string(),
      version: z.int(),
      today: storedDay,
      claim: z.object({
        status: z.string(),
        statusName: z.string(),
        compensability: z.string(),
        compensabilityName: z.string(),
        /** From when the carrier says so; null where that is not on file. */
        since: storedDay.nullable(),
        closedOn: storedDay.nullable(),
        diedOn: storedDay.nullable(),
        employer: z.string().nullable(),
        owner: z.string().nullable(),
        jurisState: z.string(),
        doi: storedDay,
      }),
      injuries: z.array(Injury),
      providers: z.array(
        z.object({
          npi: z.string(),
          name: z.string(),
          specialty: z.string(),
          from: storedDay,
          to: storedDay.nullable(),
        }),
      ),
      surgeries: z.array(storedDay),
      /** Changes that do not hold yet, the next first. */
      waiting: z.array(WaitingChange),
      openRequests: z.int(),
      /** Every change, the last first. */
      history: z.array(Change),
      /** Why this user may not change a fact; null where they may. */
      whyNotChange: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
    refusals: ['NOT_FOUND'],
  }),
  change: act('PUT /claims/{claimId}/facts', {
    id: 'X471',
    summary: 'Change a fact of a claim from a day on; its open requests are decided again by the rules',
    phi: 'full',
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({
      claimId,
      kind,
      /** ICD-10 code, number of a body part or NPI; empty for the rest. */
      subject: plain(20).toUpperCase().default(''),
      /** The words of a diagnosis that is not on file. */
      description: plain(200).optional(),
      value: plain(20).min(1, 'Choose what holds from that day on.'),
      /** From this day on; the day itself of a surgery or a death. */
      from: day,
      reason: plain(500).min(5, 'Write why, in 5 characters at least.'),
      version: z.int().min(1),
    }),
    output: z.object({
      success: z.literal(true),
      factId: z.string(),
      /** It holds today already. */
      holds: z.boolean(),
      /** Requests that are decided again, now or on the day. */
      openRequests: z.int(),
    }),
    refusals: ['NOT_FOUND', 'VALIDATION', 'CONFLICT', 'NOT_ALLOWED', 'FEATURE_OFF'],
  }),
  hold: act('PUT /claims/facts/{factId}/hold', {
    id: 'X590',
    summary:
      'Hold a change of a claim that waits: one person asks until which day, a second agrees, and what is on file stays',
    phi: 'full',
    ids: { factId: 'claim_fact' },
    input: z.strictObject({
      factId: z.uuid('Enter the id of a change.'),
      /** The last day it is held; of the person who asks. */
      until: day.optional(),
      reason: plain(500).min(5, 'Write why, in 5 characters at least.'),
      version: z.int().min(1),
    }),
    output: z.object({
      success: z.literal(true),
      /** A second person agreed: it is held. */
      agreed: z.boolean(),
      until: storedDay,
    }),
    refusals: ['NOT_FOUND', 'VALIDATION', 'CONFLICT', 'NOT_ALLOWED', 'FEATURE_OFF', 'RULE'],
  }),
})
