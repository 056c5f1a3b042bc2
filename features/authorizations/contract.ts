import { storedDay } from '#platform/dates/fields.ts'
import { z } from 'zod'
import { calls, read } from '#platform/calls/contract.ts'
import { Lomn } from './letter-shape.ts'

import { determinationKinds } from './determination-kinds.ts'
import { Determined } from './determination-shape.ts'
import { AuthRow, RejectLine, uuid } from './row-shape.ts'

// The shapes of a list's row are a file of their own; all calls are declared here.
export { Adjuster, AuthRow, RejectLine, uuid } from './row-shape.ts'

export const PriorAuth = z.object({
  priorAuthId: z.string(),
  authorizationId: z.string().nullable(),
  priorAuthOverrideRef: z.string(),
  kind: z.enum(['PERMIT', 'BLOCK']),
  statusId: z.int(),
  statusName: z.string(),
  level: z.int(),
  gpiPrefix: z.string(),
  drugDescription: z.string(),
  brandFlag: z.string(),
  startDate: storedDay,
  endDate: storedDay,
  oneTime: z.boolean(),
  maxFills: z.int().nullable(),
  fillsUsed: z.int(),
  maxQtyPerFill: z.number().nullable(),
  maxDaysPerFill: z.int().nullable(),
  /** Dollars. */
  maxCostPerFill: z.number().nullable(),
  codesCleared: z.array(z.string()),
  /** What was cleared of each code: 922, 'up to 120 MME a day'. Empty for what was granted before this was kept, and for blocks. */
  clearedFindings: z.array(z.object({ rejectCode: z.string(), upTo: z.string() })),
  overrideAll: z.boolean(),
  safetyIncluded: z.boolean(),
  reasonDesc: z.string(),
  createdByName: z.string(),
  createdAt: z.string(),
})
export type PriorAuth = z.infer<typeof PriorAuth>

export const Consideration = z.object({
  key: z.string(),
  severity: z.enum(['INFO', 'WARN', 'ALERT']),
  title: z.string(),
  detail: z.string(),
  evidence: z.array(z.string()),
  ruleId: z.string(),
})

const ClearedNow = z.object({
  finding: z.string(),
  rejectCode: z.string(),
  about: z.string(),
  reason: z.string(),
})

export const Decision = z.object({
  decision: z.string(),
  decidedBy: z.string(),
  /** Who gave the second of two approvals; null where one person decided. */
  secondApprover: z.string().nullable(),
  at: z.string(),
  startDate: storedDay.nullable(),
  endDate: storedDay.nullable(),
  oneTimeFill: z.boolean(),
  drugLevel: z.int().nullable(),
  maxFill: z.int().nullable(),
  reasonDesc: z.string(),
  note: z.string(),
  rejects: z.array(
    z.object({
      rejectCode: z.string(),
      override: z.boolean(),
      /** The safety findings of the code that were cleared: what each is about, and why it was cleared. */
      findings: z.array(ClearedNow.omit({ rejectCode: true })).optional(),
    }),
  ),
  undone: z.boolean(),
})
export type Decision = z.infer<typeof Decision>

const HandedOver = z.object({
  at: z.string(),
  byName: z.string(),
  note: z.string().nullable(),
  /** What a supervisor is asked about, in words. */
  about: z.string().optional(),
})

/** What the first of two people approved. */
const SavedApproval = z.object({
  byName: z.string(),
  at: z.string(),
  startDate: storedDay,
  endDate: storedDay,
  oneTimeFill: z.boolean(),
  drugLevel: z.int(),
  maxFills: z.int().nullable(),
  codes: z.array(z.string()),
  waitsFor: z.array(z.string()),
  /** The safety findings it clears; left out of approvals older than this. */
  cleared: z.array(ClearedNow).optional(),
  reasonId: z.int().nullable(),
  /** Of one fill. */
  maxQty: z.number().nullable(),
  maxDays: z.int().nullable(),
  note: z.string(),
  /** Dollars up to which its giver approved alone then; null: no limit; left out of approvals older than this. */
  limit: z.number().nullable().optional(),
})
export type SavedApproval = z.infer<typeof SavedApproval>

/**
 * Everything the decision screen shows of one request. `allowedActions` and `blockedReasons` are the same rules the server
 * applies.
 */
export const AuthDetail = AuthRow.extend({
  claimant: z.object({
    firstName: z.string(),
    lastName: z.string(),
    dateOfBirth: storedDay,
    gender: z.string(),
    age: z.int(),
    patientId: z.string(),
    ssnLast4: z.string().nullable(),
  }),
  claim: z.object({
    claimNumber: z.string(),
    dateOfInjury: storedDay,
    daysSinceInjury: z.int(),
    jurisState: z.string(),
    compensability: z.string(),
    claimStatus: z.string(),
    injury: z.string(),
    bodyParts: z.array(z.string()),
    icd: z.array(z.object({ code: z.string(), description: z.string(), status: z.string(), primary: z.boolean() })),
    employer: z.string().nullable(),
    coverage: z.array(z.object({ effectiveDate: storedDay, termDate: storedDay.nullable(), planLevel: z.string() })),
  }),
  medication: z.object({
    ndc: z.string(),
    gpi: z.string(),
    drugName: z.string(),
    strength: z.string(),
    form: z.string(),
    deaSchedule: z.string().nullable(),
    /** The code a clinic billed it by, with its units and modifiers. */
    clinicCode: z.object({ code: z.string(), units: z.number(), modifiers: z.array(z.string()) }).nullable(),
    genericOrBrand: z.string(),
    daw: z.string(),
    quantity: z.number(),
    daysSupply: z.int(),
    unitsPerDay: z.number(),
    unit: z.string(),
    rxNumber: z.string(),
    fillNumber: z.int(),
    refillsAuthorised: z.int(),
    dateWritten: storedDay.nullable(),
    dateOfService: storedDay,
  }),
  pharmacy: z.object({
    nabp: z.string(),
    npi: z.string(),
    name: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    phone: z.string(),
    fax: z.string().nullable(),
  }),
  prescriber: z.object({
    npi: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    credential: z.string(),
    specialty: z.string(),
    phone: z.string().nullable(),
    fax: z.string().nullable(),
    email: z.string().nullable(),
  }),
  due: z.object({
    at: z.string(),
    pack: z.string(),
    arithmetic: z.array(z.string()),
    /** When it would be due if information were asked for now; null where the rule moves it no further. */
    extendsTo: z.string().nullable(),
  }),
  mustAlsoFix: z.array(z.string()),
  lastSubmittedAt: z.string(),
  resubmissionCount: z.int(),
  considerations: z.array(Consideration),
  mme: z
    .object({
      now: z.number(),
      after: z.number(),
      limit: z.number(),
      factorVersion: z.string(),
      items: z.array(z.object({ drug: z.string(), arithmetic: z.string(), mme: z.number(), source: z.string() })),
    })
    .nullable(),
  mmeTrend: z.array(z.object({ month: z.string(), mme: z.number() })),
  pricing: z
    .object({
      paid: z.number(),
      basis: z.string(),
      awp: z.number(),
      feeSchedule: z.number(),
      network: z.number(),
      uc: z.number(),
      feeScheduleRule: z.string(),
    })
    .nullable(),
  lastPaidCost: z.number().nullable(),
  recommendation: z
    .object({
      source: z.enum(['PHARMACIST', 'RULE']),
      action: z.string(),
      rationale: z.string(),
      by: z.string(),
      at: z.string().nullable(),
      oneTime: z.boolean(),
      modifiedDays: z.int().nullable(),
      modifiedQuantity: z.number().nullable(),
      /** What a pharmacist cites for it. */
      refs: z.array(z.string()),
    })
    .nullable(),
  guideline: z.object({
    jurisdiction: z.string(),
    name: z.string(),
    text: z.array(z.string()),
    source: z.string(),
    whoMayDeny: z.string(),
    /** False where no rule was found on who may deny. */
    denierStated: z.boolean(),
    lapse: z.string(),
    /** False where the rule rests on nothing that was read. */
    confirmed: z.boolean(),
    /** Since when, how sure, when it was looked up, where it stands, and what is open. */
    basis: z.array(z.string()),
    /** Windows of the law the fill lies in (first fill, phase, around an operation), open where `lastDay` is null. */
    windows: z.array(
      z.object({ name: z.string(), firstDay: storedDay, lastDay: storedDay.nullable(), reason: z.string() }),
    ),
  }),
  /** Of a request somebody else than the case owner is next on: since when, who handed it over, and their note. */
  handedOver: HandedOver.nullable(),
  /** Of a pending request that one of them gave back, or that was taken back; `saved`: what the caller had approved of it. */
  returned: HandedOver.extend({ saved: SavedApproval.nullable() }).nullable(),
  /** What the first of two people approved; the second one confirms exactly that. */
  firstApproval: SavedApproval.nullable(),
  /** The determination in force: what an approval must be, or who denied it. */
  determination: Determined.nullable(),
  /** The authorities whose determination the caller may record now. */
  recordableDeterminations: z.array(z.enum(determinationKinds)),
  decision: Decision.nullable(),
  priorAuth: PriorAuth.nullable(),
  callback: z
    .object({
      callbackId: z.string(),
      statusId: z.int(),
      status: z.string(),
      outcome: z.string(),
      createdAt: z.string(),
      acknowledgedAt: z.string().nullable(),
    })
    .nullable(),
  /** Letters of medical necessity asked for on this request, newest first. */
  lomn: z.array(Lomn),
  originalAuthId: z.string().nullable(),
  /** Open requests for the same drug on the same claim for days that overlap: a supervisor may merge them (T28). */
  duplicates: z.array(
    z.object({
      authorizationId: z.string(),
      referenceNumber: z.string(),
      authorizationStatus: z.string(),
      drugName: z.string(),
      quantity: z.number(),
      daysSupply: z.int(),
      pharmacyName: z.string(),
      requestReceivedDate: z.string(),
      statutoryDueAt: z.string(),
      version: z.int(),
    }),
  ),
  /** The request this one was merged into. */
  mergedInto: z.object({ authorizationId: z.string(), referenceNumber: z.string() }).nullable(),
  /** Requests that were merged into this one. */
  merged: z.array(z.object({ authorizationId: z.string(), referenceNumber: z.string(), pharmacyName: z.string() })),
  /** The carrier's own fields that its screens show, by label. */
  passthru: z.record(z.string(), z.string()),
  undoUntil: z.string().nullable(),
  allowedActions: z.array(z.string()),
  blockedReasons: z.array(z.object({ action: z.string(), code: z.string(), message: z.string() })),
})
export type AuthDetail = z.infer<typeof AuthDetail>

export const Fill = z.object({
  referenceNumber: z.string(),
  tcn: z.string(),
  status: z.enum(['P', 'R', 'X', 'B']),
  fillDate: storedDay,
  drugName: z.string(),
  gpi: z.string(),
  quantity: z.number(),
  daysSupply: z.int(),
  refill: z.int(),
  prescriberName: z.string(),
  pharmacyName: z.string(),
  paidAmount: z.number().nullable(),
  rejects: z.array(z.string()),
})
export type Fill = z.infer<typeof Fill>

export const AdditionalDetails = z.object({
  authorizationId: z.string(),
  pharmacy: z.object({ name: z.string(), phone: z.string(), city: z.string(), state: z.string() }),
  prescriber: z.object({ name: z.string(), specialty: z.string(), phone: z.string().nullable() }),
  lastFills: z.array(Fill),
  sameClassActive: z.array(z.object({ drugName: z.string(), fillDate: storedDay, daysLeft: z.int() })),
  mme: z.object({ now: z.number(), after: z.number() }).nullable(),
  daysSinceInjury: z.int(),
  acceptedIcd: z.array(z.object({ code: z.string(), description: z.string() })),
  injury: z.string(),
  age: z.int(),
  gender: z.string(),
  dateOfBirth: storedDay,
  dateOfInjury: storedDay,
  /** Why it stopped, each reject with its own message. */
  rejects: z.array(RejectLine),
  formularyStatus: z.string().nullable(),
  guideline: z.string(),
  existingPriorAuths: z.array(PriorAuth),
  recommendation: AuthDetail.shape.recommendation,
  /** LOW, MODERATE, HIGH or SEVERE as last computed; null where there is none or the carrier hides it. */
  careScoreBand: z.string().nullable(),
  pharmacyWaiting: z.boolean(),
  lastSubmittedAt: z.string(),
  lastDecision: z.object({ decision: z.string(), at: z.string() }).nullable(),
  /** Letters of medical necessity asked for on the request, newest first. */
  lomn: AuthDetail.shape.lomn,
  /** The last notification of the pharmacy, and whether it arrived. */
  callback: AuthDetail.shape.callback,
})
export type AdditionalDetails = z.infer<typeof AdditionalDetails>

export const authorizations = calls('authorizations', {
  one: read('GET /authorizations/{id}', {
    id: 'E05',
    summary: 'One request with all its evidence',
    phi: 'full',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({ id: uuid }),
    output: AuthDetail,
    refusals: ['NOT_FOUND'],
  }),
  many: read('GET /authorizations/search?authorizationIds', {
    id: 'C036',
    summary: 'Several requests, in the order asked',
    phi: 'full',
    ids: { authorizationIds: 'rx_authorization' },
    input: z.strictObject({ authorizationIds: z.array(uuid).min(1).max(100) }),
    output: z.object({ authorizations: z.array(AuthDetail), notFound: z.array(z.string()) }),
  }),
  additional: read('POST /authorizations/getAdditionalAuthDetails', {
    id: 'C054',
    summary: 'What the preview of a list row needs beside the row',
    phi: 'full',
    ids: { authorizationIds: 'rx_authorization', authorizationId: 'rx_authorization' },
    input: z.strictObject({
      authorizationIds: z.array(uuid).min(1, 'Enter at least one id.').max(50, 'Enter at most 50 ids.').optional(),
      /** One request in place of a list. */
      authorizationId: uuid.optional(),
    }),
    output: z.array(AdditionalDetails),
  }),
})
