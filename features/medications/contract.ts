import { z } from 'zod'
import { claimId, mcCode, subOrAll, zone } from '#features/claims/fields.ts'
import { calls, read } from '#platform/calls/contract.ts'
import { storedDay } from '#platform/dates/fields.ts'
import { File } from '#features/worklist/contract.ts'

/** One supply of a drug: from the fill to the last day it lasts. */
export const Supply = z.object({
  transactionId: z.string(),
  referenceNumber: z.string(),
  tcn: z.string(),
  fillDate: storedDay,
  /** The last day of the supply, taken as directed. */
  lastsTo: storedDay,
  drugName: z.string(),
  strength: z.string(),
  quantity: z.number(),
  daysSupply: z.int(),
  prescriberNpi: z.string(),
  prescriberName: z.string(),
  pharmacyName: z.string(),
  paidAmount: z.number().nullable(),
  /** Of this supply alone. */
  mmePerDay: z.number().nullable(),
  priorAuthRef: z.string().nullable(),
  /** Days it shares with the supply before it of the same drug, and the day that one was filled. */
  overlapDays: z.int(),
  overlapsFillOf: storedDay.nullable(),
  /** Days without a supply before it. */
  gapDays: z.int(),
  stratusClaimId: z.string(),
  /** The claim it was billed on where that is another one of the same person. */
  otherClaim: z.string().nullable(),
})
export type Supply = z.infer<typeof Supply>

/** A drug that was asked for and is not decided, or was not paid. */
const Mark = z.object({
  kind: z.enum(['REQUESTED', 'REJECTED', 'CLINIC']),
  date: storedDay,
  lastsTo: storedDay,
  drugName: z.string(),
  quantity: z.number(),
  daysSupply: z.int(),
  codes: z.array(z.string()),
  referenceNumber: z.string(),
  authorizationId: z.string().nullable(),
})
export type Mark = z.infer<typeof Mark>

/** One drug in one form, whatever its strength. */
export const Lane = z.object({
  key: z.string(),
  name: z.string(),
  group: z.enum(['OPIOID', 'RISK', 'OTHER']),
  schedule: z.string().nullable(),
  fills: z.int(),
  paid: z.number(),
  /** Whole percent of the days from the first fill to the end of the last supply, or today, with a supply. */
  coveredPercent: z.int(),
  /** The last supply has not ended. */
  active: z.boolean(),
  endedOn: storedDay,
  supplies: z.array(Supply),
  asked: z.array(Mark),
})
export type Lane = z.infer<typeof Lane>

const Together = z.object({
  name: z.string(),
  /** Named in a boxed warning of the FDA. */
  boxedWarning: z.boolean(),
  from: storedDay,
  to: storedDay,
})

/** Opioid dose in morphine milligram equivalents a day. */
const Dose = z.object({
  steps: z.array(z.object({ from: storedDay, to: storedDay, mme: z.number() })),
  /** The highest dose of each month. */
  months: z.array(z.object({ month: z.string(), mme: z.number() })),
  limit: z.number(),
  caution: z.number(),
  factorVersion: z.string(),
  /** Opioids the measure leaves out, in a sentence each. */
  notCounted: z.array(z.string()),
})

export const Timeline = z.object({
  claimNumber: z.string(),
  patientName: z.string(),
  from: storedDay,
  to: storedDay,
  today: storedDay,
  lanes: z.array(Lane),
  /** Not paid, asked for, or given in a clinic. */
  marks: z.array(Mark),
  together: z.array(Together),
  dose: Dose,
  prescribers: z.array(z.object({ npi: z.string(), name: z.string(), fills: z.int() })),
})
export type Timeline = z.infer<typeof Timeline>

const ofClaim = {
  claimId,
  masterCarrier: mcCode.optional(),
  subCarrier: subOrAll.optional(),
  /** Months to look back. */
  months: z.int().min(1, 'Enter 1 to 120 months.').max(120, 'Enter 1 to 120 months.').default(13),
}

export const medications = calls('medications', {
  timeline: read('POST /patients/medicationTimeline', {
    id: 'X110',
    summary: 'The drugs of a person by time: supplies, overlaps, gaps, opioid dose, prescribers',
    phi: 'full',
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject(ofClaim),
    output: Timeline,
    refusals: ['NOT_FOUND', 'VALIDATION'],
  }),
  hearing: read('POST /patients/medicationTimeline/export/{type}', {
    id: 'X111',
    summary: 'The same as a PDF for a hearing, or as a table',
    phi: 'full',
    limit: 'export',
    trips: { count: 2, why: 'the audit names the claim of the file, so it follows it' },
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim' },
    file: 'application/pdf',
    input: z.strictObject({
      ...ofClaim,
      /** CSV or PDF, in any case. */
      type: z.string().max(50),
      timeZone: zone.optional(),
    }),
    output: File,
    refusals: ['NOT_FOUND', 'UNKNOWN_EXPORT_TYPE', 'FEATURE_OFF', 'VALIDATION'],
  }),
  beside: read('POST /authorizations/medications', {
    id: 'X112',
    summary: 'Beside a request: the last fills of its drug and class',
    phi: 'full',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({ authorizationId: z.uuid('Enter the id of a request.') }),
    output: z.object({
      /** The newest six of the drug and its class, newest first. */
      fills: z.array(Supply.extend({ sameDrug: z.boolean() })),
      /** Earlier fills of this drug on the claim, and the last of them. */
      earlierFills: z.int(),
      lastFillOn: storedDay.nullable(),
    }),
    refusals: ['NOT_FOUND'],
  }),
})
