import { day } from '#platform/dates/fields.ts'
import { z } from 'zod'
import { Adjuster, Consideration, PriorAuth, RejectLine, uuid } from '#features/authorizations/contract.ts'
import { namedReject } from '#features/decisions/call-shapes.ts'
import { EditRules } from '#features/decisions/edit-rules-shape.ts'
import { level } from '#features/claims/fields.ts'
import { nabp, ndc, npiOnFile } from '#features/claims/number-shapes.ts'
import { claimId, clinicLine, daysSupply, gpi, mcCode, ofClaim, quantity, reference } from '#features/claims/fields.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import { arrivalFields } from './arrival-fields.ts'

/** The medication of a request with what its maker wants, as the wizard shows it. Money in US dollars. */
export const Medication = z.object({
  ndc: z.string(),
  gpi: z.string(),
  drugName: z.string(),
  strength: z.string(),
  form: z.string(),
  unit: z.string(),
  deaSchedule: z.string().nullable(),
  genericOrbrand: z.string(),
  daw: z.string(),
  quantity: z.number(),
  daysSupply: z.int(),
  unitsPerDay: z.number(),
  rxNumber: z.string(),
  fillNumber: z.int(),
  refillsAuthorised: z.int(),
  dateOfService: z.string(),
  effectiveDate: z.string().nullable(),
  authExpirationDate: z.string().nullable(),
  drugLevel: z.int().nullable(),
  awpUnit: z.number().nullable(),
  awpEffectiveDate: z.string().nullable(),
})
export type Medication = z.infer<typeof Medication>

const genericOrbrand = z.enum(['G', 'B'], 'Enter G for generic or B for brand.')

/** The fields of a medication that may be changed; what is left out stays. */
const changes = {
  referenceNumber: reference.optional(),
  ndc: ndc.optional(),
  gpi: gpi.optional(),
  quantity: quantity.optional(),
  daysSupply: daysSupply.optional(),
  genericOrbrand: genericOrbrand.optional(),
  drugLevel: level.optional(),
  effectiveDate: day.optional(),
  authExpirationDate: day.nullable().optional(),
  /** Day of the price the caller saw: another one in the price list means the price changed meanwhile. */
  awpEffectiveDate: day.optional(),
  /** Of the draft or request as the caller sees it. */
  version: z.int().min(1).optional(),
}

const Changed = z.object({
  success: z.literal(true),
  authorizationId: z.string(),
  version: z.int(),
  medication: Medication,
  rejects: z.array(RejectLine),
  estimatedCost: z.number().nullable(),
  mmeAfter: z.number().nullable(),
})
export type Changed = z.infer<typeof Changed>

const changeRefusals = [
  'NOT_FOUND',
  'UPDATE_BLOCKED',
  'NOT_ALLOWED',
  'ALREADY_DECIDED',
  'CONFLICT',
  'PRECONDITION_REQUIRED',
  'VALIDATION',
  'RULE',
] as const

/** Requests, prior authorizations and blocks for this drug on the claim, to avoid duplicates. */
const Duplicate = z.object({
  kind: z.enum(['REQUEST', 'PRIOR_AUTH', 'BLOCK']),
  id: z.string(),
  reference: z.string(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
})

/** From when the legal clock counts, when the answer is due, and how that was counted. */
const clockShown = { receivedAt: z.string(), statutoryDueAt: z.string(), dueArithmetic: z.array(z.string()) }

/** What a new request overlaps: the same drug asked for, approved or blocked, or another drug of its class. */
const Overlap = z.object({
  kind: z.enum(['REQUEST', 'PRIOR_AUTH', 'BLOCK', 'SAME_CLASS']),
  id: z.string(),
  reference: z.string(),
  drugName: z.string().nullable(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
})

export const newAuthorization = calls('newAuthorization', {
  terms: read('POST /pendingAuth/terms', {
    id: 'X78',
    summary:
      'What holds for a request before it is prepared: its due time, its owners, how far it may reach, what it overlaps',
    phi: 'full',
    ids: { stratusClaimId: 'wc_claim' },
    input: z.strictObject({
      stratusClaimId: claimId,
      originCode: z.int().min(1).max(12).default(10),
      ndc: ndc.optional(),
      ...arrivalFields,
    }),
    output: z.object({
      /** Why the caller may not create requests here; null where they may. */
      whyNot: z.object({ code: z.string(), message: z.string() }).nullable(),
      /** What is wrong with when and how it came, at its field. */
      arrivalProblem: z.object({ field: z.string(), message: z.string() }).nullable(),
      /** Null while something is wrong with its arrival. */
      clock: z.object(clockShown).nullable(),
      /** IANA zone a time without one is read in, and days are counted in. */
      timeZone: z.string(),
      /** Days a letter counts from its posting where nobody noted when it came; 0: the posting does not count. */
      mailDays: z.int(),
      caseOwners: z.array(Adjuster),
      /** Null until a drug is named. */
      editRules: EditRules.nullable(),
      overlaps: z.array(Overlap),
    }),
    refusals: ['NOT_FOUND', 'VALIDATION', 'RULE'],
  }),
  trial: act('POST /trialadjudication', {
    id: 'C062',
    summary: 'Run a claim dry: what would happen, and why',
    phi: 'full',
    limit: 'trial',
    ids: { authorizationId: 'rx_authorization', claimId: 'wc_claim' },
    input: z.strictObject({
      /** The request whose claim, drug, pharmacy and prescriber are tried where nothing else is named. */
      authorizationId: uuid.optional(),
      /** Without a request: the claim, which drug, how much of it and for how long. */
      claimId: claimId.optional(),
      ndc: ndc.optional(),
      gpi: gpi.optional(),
      /** What is in a compound; cost in US dollars, as a pharmacy bills it. */
      compound: z
        .array(z.strictObject({ ndc, quantity, cost: z.number().min(0).max(250_000).optional() }))
        .min(1, 'Enter what is in the compound.')
        .max(25, 'A compound has at most 25 ingredients.')
        .optional(),
      /** What a clinic bills; an NDC beside it is the package it came from. */
      hcpcs: clinicLine.optional(),
      quantity: quantity.optional(),
      daysSupply: daysSupply.optional(),
      /** Today, or the day of the request, when left out. */
      fillDate: day.optional(),
      pharmacyNabp: nabp.optional(),
      prescriberNpi: npiOnFile.optional(),
      /** 0 is the first fill. */
      refill: z.int().min(0, 'Enter a refill from 0 to 99.').max(99, 'Enter a refill from 0 to 99.').optional(),
      daw: z.string().regex(/^\d$/, 'Enter a dispense-as-written code of 0 to 9.').optional(),
      assumePriorAuth: z
        .strictObject({
          startDate: day,
          endDate: day,
          drugLevel: level,
          oneTimeFill: z.boolean(),
          overrideAll: z.boolean(),
          safetyIncluded: z.boolean(),
          codes: z.array(z.string().max(3)).max(20),
          /** Of safety codes the findings; without them a code that stands for one. */
          findings: z.array(z.string().max(300)).max(60).optional(),
          maxFills: z.int().min(1).max(12).nullable(),
          maxDays: z.int().min(1).max(365).nullable(),
          maxQty: z.number().positive().max(9999.999).nullable().optional(),
        })
        .optional(),
    }),
    output: z.object({
      outcome: z.enum(['PAID', 'REJECTED']),
      /** What the approval of an open request comes to when it is sent as it is tried here. */
      plan: z
        .object({
          leadsTo: z.int().nullable(),
          waitsFor: z.array(z.string()),
          /** Why it is refused. */
          why: z.string().nullable(),
          /** What the pharmacy bills instead of what it billed. */
          bill: z.string().nullable(),
          goesTo: z.string().nullable(), // a person, or the queue of a role
        })
        .optional(),
      rejects: z.array(RejectLine),
      pricing: z
        .object({
          awp: z.number(),
          feeSchedule: z.number(),
          network: z.number(),
          uc: z.number(),
          paid: z.number(),
          basis: z.string(),
        })
        .nullable(),
      priorAuthApplied: z.boolean(),
      cleared: z.array(z.string()),
      /** The same with what each clearing is about: "120 MME a day"; '' where nothing is measured. */
      clearedFindings: z.array(z.object({ rejectCode: z.string(), measure: z.string() })),
      trace: z.array(z.object({ gate: z.string(), rule: z.string(), result: z.string(), detail: z.string() })),
    }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'VALIDATION', 'RULE'],
  }),
  build: act('POST /pendingAuth/build', {
    id: 'C050',
    summary: 'Prepare a request: a draft only its maker sees, with what the engine says of it',
    phi: 'full',
    ids: { stratusClaimId: 'wc_claim', originalAuthId: 'rx_authorization' },
    input: z.strictObject({
      ...ofClaim,
      /** Of a reimbursement (7) it is taken from the patient; any other origin must name the session's own, or none. */
      masterCarrierCode: mcCode.optional(),
      /** How the request comes about; 10, created in the portal, when left out. */
      originCode: z.int().min(1).max(12).default(10),
      /** Left out in a reconsideration: the medication of the decided request. */
      ndc: ndc.optional(),
      gpi: gpi.optional(),
      /** A line as a clinic bills it; of a code alone its units are the quantity and one day is the supply. */
      hcpcs: clinicLine.optional(),
      quantity: quantity.optional(),
      daysSupply: daysSupply.optional(),
      genericOrbrand: genericOrbrand.optional(),
      pharmacyNabp: nabp.optional(),
      prescriberId: z.uuid('Enter the id of a prescriber.').optional(),
      effectiveDate: day.optional(),
      authExpirationDate: day.optional(),
      drugLevel: level.optional(),
      reconsiderationLevel: z.int().min(0).max(3).optional(),
      originalAuthId: uuid.optional(),
      ...arrivalFields,
    }),
    output: z.object({
      success: z.literal(true),
      authorizationId: z.string(),
      referenceNumber: z.string(),
      authorizationStatusId: z.literal(10),
      version: z.int(),
      ...clockShown,
      outcome: z.enum(['PAID', 'REJECTED']),
      medication: Medication,
      rejects: z.array(RejectLine),
      estimatedCost: z.number().nullable(),
      mmeAfter: z.number().nullable(),
      clinicalConsiderations: z.array(Consideration),
      editRules: EditRules,
      caseOwners: z.array(Adjuster),
      duplicates: z.array(Duplicate),
      /** Why the caller may not approve it at once; null where they may. */
      whyNotApprove: z.string().nullable(),
      /** Safety codes for which alone the caller may not: an approval after sending waits until a pharmacist cleared them. */
      leftToPharmacist: z.array(z.string()),
      reconsiderationLevel: z.int(),
      warnings: z.array(z.string()),
    }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'FEATURE_OFF', 'ALREADY_DECIDED', 'VALIDATION', 'RULE'],
  }),
  create: act('POST /pendingAuth/create', {
    id: 'C051',
    summary: 'Send a prepared request to its case owners, or approve it at once',
    phi: 'full',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({
      authorizationId: uuid,
      /** E-mail addresses; the first decides first. */
      selectedCaseOwners: z
        .array(z.string().min(3, 'Enter an e-mail address.').max(254))
        .min(1, 'Choose a case owner.')
        .max(10, 'Choose at most 10 case owners.'),
      genericOrbrand: genericOrbrand.optional(),
      effectiveDate: day.optional(),
      authExpirationDate: day.nullable().optional(),
      awpEffectiveDate: day.optional(),
      reconsiderationLevel: z.int().min(0).max(3).optional(),
      originalAuthId: uuid.optional(),
      note: z.string().max(2000).optional(),
      /** Over what was said of the draft. */
      ...arrivalFields,
      /** T05: the sender may decide and does so now. */
      approveNow: z
        .strictObject({
          oneTimeFill: z.boolean().optional(),
          drugLevel: level.optional(),
          paMaxFill: z.int().min(1).max(12).nullable().optional(),
          maxQty: quantity.nullable().optional(),
          maxDays: daysSupply.nullable().optional(),
          rejects: z.array(namedReject).max(60).optional(),
          overrideAllRejections: z.boolean().optional(),
          safetyRejectEnabled: z.boolean().optional(),
          safetyAck: z.string().max(500).optional(),
          reasonId: z.int().min(1).max(99).optional(),
          priorauthReasonDesc: z.string().max(250).optional(),
          supersede: z.boolean().optional(),
        })
        .optional(),
    }),
    output: z.object({
      success: z.literal(true),
      authorizationId: z.string(),
      referenceNumber: z.string(),
      authorizationStatusId: z.int(),
      authorizationStatus: z.string(),
      version: z.int(),
      ...clockShown,
      caseOwners: z.array(Adjuster),
      priorAuth: PriorAuth.nullable(),
      warnings: z.array(z.string()),
    }),
    refusals: [
      'NOT_FOUND',
      'UPDATE_BLOCKED',
      'NOT_ALLOWED',
      'FEATURE_OFF',
      'ALREADY_DECIDED',
      'DUPLICATE',
      'CONFLICT',
      'CODE_NOT_YOURS_TO_CLEAR',
      'LEVEL_NOT_ALLOWED',
      'SAFETY_NEEDS_PHARMACIST',
      'DATES_NOT_ALLOWED',
      'REASON_REQUIRED',
      'HARD_STOP',
      'NOT_OVERRIDABLE',
      'VALIDATION',
      'RULE',
      'NEEDS_UR_DECISION',
      'DENIAL_TOO_LATE',
    ],
  }),
  saveMedication: act('PUT /medications/detail', {
    id: 'C011',
    summary: 'Save the medication of a draft or an open request; the engine looks again',
    phi: 'full',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({ authorizationId: uuid.optional(), ...changes }),
    output: Changed,
    refusals: changeRefusals,
  }),
  changeMedication: act('PUT /medications/{id}/detail', {
    id: 'C012',
    summary: 'Change the medication of one request; the engine looks again',
    phi: 'full',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({
      id: uuid,
      /** The one in the address wins. */
      authorizationId: uuid.optional(),
      ...changes,
    }),
    output: Changed,
    refusals: changeRefusals,
  }),
  medication: read('GET /getMedication?referenceNumber', {
    id: 'C013',
    summary: 'The medication of a request, or of a transaction, by its reference number',
    phi: 'full',
    input: z.strictObject({ referenceNumber: reference }),
    output: z.object({
      medication: Medication,
      authorizationId: z.string().nullable(),
      authorizationStatusId: z.int().nullable(),
      version: z.int().nullable(),
      transaction: z
        .object({
          tcn: z.string(),
          status: z.string(),
          fillDate: z.string(),
          paidAmount: z.number().nullable(),
          rejects: z.array(z.string()),
          nabp: z.string(),
          /** Empty where the number is nobody's on file; the same of the prescriber. */
          pharmacyName: z.string(),
          prescriberName: z.string(),
          claimChannelType: z.int(),
        })
        .nullable(),
    }),
    refusals: ['NOT_FOUND'],
  }),
})
