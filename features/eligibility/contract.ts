import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { Page } from '#platform/calls/page.ts'
import { day } from '#platform/dates/fields.ts'
import { withoutUnseen } from '#platform/text/typed-text.ts'
import { cardChannels } from '#features/cards/contract.ts'
import { claimId, mcCode, page, size, subCode } from '#features/claims/fields.ts'
import { nabp, phoneOrEmpty as phone, ssn4, zipOrEmpty as zip } from '#features/claims/number-shapes.ts'
import {
  cardStatuses,
  planLevels,
  spanReasons,
  coverageStates,
  LEAST_REASON,
  type CardStatus,
  type CoverageState,
  type PlanLevel,
  type SpanReason,
} from './rules.ts'

const keysOf = <Key extends string>(table: Readonly<Record<Key, string>>) => Object.keys(table) as [Key, ...Key[]]
const planLevel = z.enum(keysOf<PlanLevel>(planLevels), 'Choose a plan level.')
const reasonCode = z.enum(keysOf<SpanReason>(spanReasons), 'Choose a reason for the change.')
const name = z
  .string()
  .overwrite(withoutUnseen)
  .trim()
  .min(1, 'Enter a name.')
  .max(100, 'Write 100 characters at most.')
  .regex(/^[^\p{Cc}\p{Cf}\p{Co}\p{Cn}]+$/u, 'This name has characters that cannot be printed.')
  .transform((text) => text.normalize('NFC'))
const line = (most: number) =>
  z
    .string()
    .overwrite(withoutUnseen)
    .trim()
    .max(most, `Write ${most} characters at most.`)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'This line has characters that cannot be printed.')
const state = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^(?:[A-Z]{2})?$/, 'Enter a state of two letters.')
const email = z.union([z.literal(''), z.email('Enter an e-mail address.').max(254)])
const note = z.string().trim().max(4000, 'Write 4,000 characters at most.')
const claimNumber = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9\-/.]{2,19}$/, 'Enter 3 to 20 letters, digits, hyphens, slashes or periods.')

/** A telephone, address and language of a worker; empty where there is none. */
const contact = {
  address1: line(200).optional(),
  city: line(100).optional(),
  state: state.optional(),
  zip: zip.optional(),
  phone: phone.optional(),
  mobile: phone.optional(),
  email: email.optional(),
  language: z.enum(['en', 'es'], 'Choose English or Spanish.').optional(),
}

/** A period of coverage as a user wants it. */
const wanted = {
  claimId,
  /** Absent for a new period. */
  eligibilityId: z.uuid('Enter the id of a period of coverage.').optional(),
  effectiveDate: day,
  /** Null is open. */
  termDate: day.nullable(),
  planLevel,
  reasonCode,
  doi: day.optional(),
  group: z.string().max(15, 'Enter the code of a group.').optional(),
  note: note.optional(),
}

/** A new claim, of somebody new or of a worker on file. */
const newClaim = {
  firstName: name,
  lastName: name,
  dob: day,
  gender: z.enum(['F', 'M', 'U', 'X'], 'Choose F, M, X or U.').default('U'),
  ssn4: ssn4.optional(),
  ...contact,
  doi: day,
  jurisState: z.string().max(8, 'Enter a jurisdiction.'),
  groupCode: z.string().min(1, 'Choose a group.').max(15, 'Choose a group.'),
  claimNumber,
  injury: line(200).optional(),
  caseOwnerId: z.uuid('Choose a case owner.'),
  effectiveDate: day,
  planLevel: planLevel.default('FULL'),
  /** A worker on file whose further claim this is. */
  claimantId: z.uuid('Enter the id of a patient.').optional(),
  /** Why this is somebody else although a worker on file looks like the same person. */
  otherPersonReason: z
    .string()
    .trim()
    .min(LEAST_REASON, `Write at least ${LEAST_REASON} characters.`)
    .max(500, 'Write 500 characters at most.')
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'This reason has characters that cannot be printed.')
    .optional(),
  /** How the first card is sent; absent: by mail or e-mail where the worker has an address on file. */
  cardChannel: z
    .enum(['MAIL', 'EMAIL', 'TEXT', 'PRINT', 'NONE'], 'Choose MAIL, EMAIL, TEXT, PRINT or NONE.')
    .optional(),
}

export const Span = z.object({
  eligibilityId: z.string(),
  effectiveDate: z.string(),
  termDate: z.string().nullable(),
  reasonCode,
  reason: z.string(),
  planLevel,
  planLevelName: z.string(),
  source: z.string(),
  status: z.enum(['ENDED', 'CURRENT', 'FUTURE']),
  version: z.int(),
})
export type Span = z.infer<typeof Span>

const Gap = z.object({ from: z.string(), to: z.string() })

export const Patient = z.object({
  claimantId: z.string(),
  patientId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  dob: z.string(),
  gender: z.string(),
  /** The last four digits, masked. */
  ssn: z.string().nullable(),
  address1: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  phone: z.string(),
  mobile: z.string(),
  email: z.string(),
  language: z.string(),
  preferredPharmacyNabp: z.string().nullable(),
  preferredPharmacy: z.string().nullable(),
  version: z.int(),
})

/** Somebody on file who looks like the person that was typed in. */
export const Duplicate = z.object({
  claimantId: z.string(),
  patientId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  dob: z.string(),
  claimId: z.string(),
  claimNumber: z.string(),
  doi: z.string(),
  score: z.int(),
})
export type Duplicate = z.infer<typeof Duplicate>
const problem = z.object({ path: z.string(), code: z.string(), message: z.string(), nearest: z.string().optional() })
const warning = z.object({ code: z.string(), message: z.string() })
const Checked = z.object({
  valid: z.boolean(),
  errors: z.array(problem),
  /** What has to be confirmed. */
  warnings: z.array(warning),
  /** What else changes once it is saved. */
  effects: z.array(z.object({ tone: z.enum(['good', 'watch']), title: z.string(), detail: z.string() })),
  possibleDuplicates: z.array(Duplicate),
})

const coverage = z.enum(keysOf<CoverageState>(coverageStates))
const cardStatus = z.enum(keysOf<CardStatus>(cardStatuses))
const why = z.object({ code: z.string(), message: z.string() }).nullable()

/** One change of coverage or of contact data, in words. */
export const Change = z.object({
  changeId: z.string(),
  kind: z.enum(['CONTACT', 'SPAN', 'ADDED', 'PERSON']),
  eligibilityId: z.string().nullable(),
  at: z.string(),
  changedBy: z.string(),
  /** Only the fields that differ; `before` is null where there was nothing. */
  fields: z.array(z.object({ label: z.string(), before: z.string().nullable(), after: z.string() })),
  note: z.string(),
})
export type Change = z.infer<typeof Change>

export const eligibility = calls('eligibility', {
  of: read('GET /eligibility/_{id}?isPrescriberCall', {
    id: 'C107',
    summary: 'Coverage of a claim; for a call by a prescriber only whether there is any',
    phi: 'full',
    ids: { id: 'wc_claim' },
    input: z.strictObject({ id: claimId, isPrescriberCall: z.stringbool().optional() }),
    output: z.object({
      claimId: z.string(),
      coverage,
      coverageName: z.string(),
      planLevel: planLevel.nullable(),
      today: z.string(),
      /** The drug list of the program, and the page that has it. */
      formulary: z.object({ name: z.string(), path: z.string() }),
      /** Null for a call by a prescriber, as everything below. */
      patient: Patient.nullable(),
      claim: z
        .object({
          claimNumber: z.string(),
          clientClaimId: z.string(),
          subscriberNumber: z.string(),
          subCarrier: z.string(),
          groupCode: z.string(),
          groups: z.array(z.object({ code: z.string(), name: z.string() })),
          doi: z.string(),
          jurisState: z.string(),
          employer: z.string().nullable(),
          status: z.string(),
          compensability: z.string(),
          injury: z.string(),
          diagnoses: z.array(z.object({ code: z.string(), description: z.string(), status: z.string() })),
        })
        .nullable(),
      spans: z.array(Span),
      gaps: z.array(Gap),
      card: z
        .object({
          cardId: z.string(),
          channel: z.enum(cardChannels),
          status: cardStatus,
          /** Why its message could not be sent. */
          error: z.string().nullable(),
          requestedAt: z.string(),
          requestedBy: z.string(),
        })
        .nullable(),
      toc: z.object({ start: z.string(), end: z.string() }).nullable(),
      bypasses: z.array(z.object({ bypassId: z.string(), reason: z.string(), start: z.string(), end: z.string() })),
      /** Why coverage and contact data cannot be changed; null where they can. */
      whyNotEdit: why,
      whyNotContact: why,
      /** Why no further claim can be added; null where one can. */
      whyNotAdd: why,
    }),
    refusals: ['NOT_FOUND'],
  }),
  history: read('POST /eligibility/changeHistory', {
    id: 'X130',
    summary: 'Changes of coverage and of contact data of a claim, newest first: who, when, before and after',
    phi: 'full',
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({
      claimId,
      /** Of one period of coverage alone. */
      eligibilityId: z.uuid('Enter the id of a period of coverage.').optional(),
      page,
      size,
    }),
    output: Page(Change),
    refusals: ['NOT_FOUND'],
  }),
  addForm: read('GET /eligibility/addForm?masterCarrier', {
    id: 'X131',
    summary: 'What the form that adds a worker offers: groups, jurisdictions, and whether this user may add',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode.optional() }),
    output: z.object({
      today: z.string(),
      /** Groups a claim can be added to today. */
      groups: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          subCarrier: z.string(),
          subCarrierName: z.string(),
          employer: z.string().nullable(),
          /** Where its claims fall; empty where the group says none. */
          state: z.string(),
          /** The case owner of the group. */
          ownerId: z.string().nullable(),
          cardOff: z.boolean(),
        }),
      ),
      jurisdictions: z.array(z.object({ code: z.string(), name: z.string() })),
      whyNotAdd: why,
    }),
  }),
  summary: read('POST /getEligibilitySummary', {
    id: 'C119',
    summary: 'Coverage of a claim in a line',
    phi: 'limited',
    carrier: ['masterCarrier'],
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({ claimId, masterCarrier: mcCode, subCarrier: subCode }),
    output: z.object({
      status: coverage,
      statusName: z.string(),
      spans: z.array(Span),
      gaps: z.array(Gap),
      nextTermination: z.string().nullable(),
      claimStatus: z.string(),
      formularyName: z.string(),
      network: z.string(),
      acceptedIcd: z.array(z.object({ code: z.string(), description: z.string() })),
      cardStatus: cardStatus.nullable(),
    }),
    refusals: ['NOT_FOUND'],
  }),
  update: act('PUT /eligibility/update', {
    id: 'C108',
    summary: "Change a worker's address, telephone, e-mail, language or pharmacy",
    phi: 'full',
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({
      claimId,
      ...contact,
      preferredPharmacyNabp: z.union([z.literal(''), nabp]).optional(),
      version: z.int().min(1),
    }),
    output: z.object({ success: z.literal(true), patient: Patient }),
    refusals: ['NOT_FOUND', 'VALIDATION', 'CONFLICT', 'FEATURE_OFF'],
  }),
  edit: act('PUT /eligibility/edit', {
    id: 'C109',
    summary: 'Change a period of coverage, or add one',
    phi: 'full',
    ids: { claimId: 'wc_claim' },
    input: z.strictObject({
      ...wanted,
      /** Of the period; absent for a new one. */
      version: z.int().min(1).optional(),
      /** Codes of the warnings that were confirmed. */
      confirmed: z.array(z.string().max(40)).max(10).optional(),
    }),
    output: z.object({ success: z.literal(true), span: Span, effects: Checked.shape.effects }),
    refusals: ['NOT_FOUND', 'VALIDATION', 'CONFLICT', 'NOT_ALLOWED', 'FEATURE_OFF', 'RULE', 'DATES_NOT_ALLOWED'],
  }),
  validate: read('PUT /eligibility/validate', {
    id: 'C110',
    summary: 'Check a period of coverage, or a new claim, without saving it',
    phi: 'limited',
    trips: { count: 2, why: 'what it shows, and so the audit of it, follows from rules' },
    input: z.strictObject({ span: z.strictObject(wanted).optional(), claim: z.strictObject(newClaim).optional() }),
    output: Checked,
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'VALIDATION'],
  }),
  add: act('PUT /eligibility/add', {
    id: 'C111',
    summary: 'Add a worker and a claim',
    phi: 'full',
    carrier: ['masterCarrier'],
    trips: { count: 3, why: 'the numbers that were drawn are part of the answer' },
    input: z.strictObject({ ...newClaim, masterCarrier: mcCode.optional() }),
    output: z.object({
      success: z.literal(true),
      claimId: z.string(),
      patientId: z.string(),
      subscriberNumber: z.string(),
      cardRequested: z.boolean(),
      /** Where the card goes, masked; null without one, or where it is printed. */
      cardSentTo: z.string().nullable(),
      /** Why there is no card; null where there is one, or where none was wanted. */
      whyNoCard: z.string().nullable(),
    }),
    refusals: ['NOT_FOUND', 'VALIDATION', 'NOT_ALLOWED', 'FEATURE_OFF', 'DUPLICATE'],
  }),
  duplicates: read('POST /patients/addeligdetails/search', {
    id: 'C120',
    summary: 'Look for a worker on file before one is added',
    phi: 'limited',
    trips: { count: 2, why: 'whom it shows, and so the audit of it, follows from a score' },
    limit: 'search',
    input: z.strictObject({
      lastName: name,
      firstName: name,
      dob: day,
      doi: day.optional(),
      ssn4: ssn4.optional(),
      claimNumber: claimNumber.optional(),
      phone: phone.optional(),
      zip: zip.optional(),
    }),
    output: z.object({ exact: z.array(Duplicate), possible: z.array(Duplicate) }),
    refusals: ['UPDATE_BLOCKED'],
  }),
})
