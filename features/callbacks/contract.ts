import { z } from 'zod'
import { page, size } from '#features/claims/fields.ts'
import { nabp } from '#features/claims/number-shapes.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import { patientPlaces } from './patient-places.ts'
import { sinceCalls } from './since-call.ts'

/** The message a pharmacy's system receives when a request was decided, or a fill of its was reversed. */
export const PharmacyMessage = z.object({
  messageId: z.string(),
  at: z.string(),
  nabp: z.string(),
  referenceNumber: z.string(),
  rxNumber: z.string(),
  outcome: z.enum(['APPROVED', 'REJECTED', 'NOT_COVERED_THIS_FILL', 'REVERSED']),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  oneTime: z.boolean(),
  maxDays: z.int().nullable(),
  maxQty: z.number().nullable(),
  priorAuthRef: z.string().nullable(),
  /**
   * What came after the decision: of an approval, the codes that would stop the claim when the message left; of a denial, empty where
   * nothing would, and 3Y where the block of another decision does.
   */
  stops: z.array(z.string()).optional(),
  /** Of a denial: the product that pays without an approval in the amount that was billed; `same`: in its strength too. */
  instead: z.object({ ndc: z.string(), name: z.string(), same: z.boolean() }).optional(),
  text: z.string(),
})
export type PharmacyMessage = z.infer<typeof PharmacyMessage>

/** The user who works on an item of a support queue; null while nobody does. */
export const TakenBy = z.object({ name: z.string(), at: z.string(), mine: z.boolean() }).nullable()

/** A pharmacy that needs a call. */
export const CallToMake = z.object({
  callbackId: z.string(),
  authorizationId: z.string(),
  claimId: z.string(),
  subCarrier: z.string(),
  claimNumber: z.string(),
  /** Whose prescription it is: the pharmacy names both before it hears anything. */
  claimantName: z.string(),
  /** 'YYYY-MM-DD'. */
  dateOfBirth: z.string(),
  referenceNumber: z.string(),
  status: z.string(),
  outcome: z.enum(['APPROVED', 'REJECTED', 'NOT_COVERED_THIS_FILL']),
  /** What to say: the text of the message. */
  text: z.string(),
  pharmacyNabp: z.string(),
  pharmacyName: z.string(),
  pharmacyPhone: z.string().nullable(),
  rxNumber: z.string(),
  drugName: z.string(),
  attempts: z.int(),
  /** Not before this instant: pharmacies are closed at night. */
  nextTryAt: z.string().nullable(),
  lastError: z.string().nullable(),
  waitingSince: z.string(),
  takenBy: TakenBy,
})
export type CallToMake = z.infer<typeof CallToMake>

export const callbacks = calls('callbacks', {
  queue: read('GET /callbackQueue?page&size', {
    id: 'E11',
    summary: 'Pharmacies to call because the message was not taken, the next one first',
    phi: 'full',
    limit: 'search',
    input: z.strictObject({ page, size }),
    output: z.object({ calls: z.array(CallToMake), page: z.int(), size: z.int(), more: z.boolean() }),
    refusals: ['NOT_ALLOWED'],
  }),
  mine: read('GET /callbackQueue/mine', {
    id: 'E11',
    summary:
      'The calls a user made today, in their own time zone: how many, how many reached the pharmacy, how long they spoke',
    phi: 'none',
    input: z.strictObject({}),
    output: z.object({ calls: z.int(), reached: z.int(), talkSeconds: z.int() }),
    refusals: ['NOT_ALLOWED'],
  }),
  lately: read('GET /callbackQueue/lately', {
    id: 'X850',
    summary:
      'The pharmacies called on the last day of calls before today, at most 7 days ago, and what became of each since',
    phi: 'limited',
    limit: 'search',
    input: z.strictObject({}),
    output: z.object({
      /** 'YYYY-MM-DD' in the time zone of who asks; null where nobody was called. */
      day: z.string().nullable(),
      /** What somebody has to do something about comes first; of the same kind the latest call. */
      calls: z.array(
        z.object({
          callbackId: z.string(),
          authorizationId: z.string(),
          pharmacyName: z.string(),
          rxNumber: z.string(),
          calledAt: z.string(),
          calledBy: z.string(),
          reached: z.boolean(),
          since: z.enum(sinceCalls),
          /** When to call again. */
          nextTryAt: z.string().nullable(),
        }),
      ),
    }),
    refusals: ['NOT_ALLOWED'],
  }),
  assign: act('PUT /callback/{id}/assignee', {
    id: 'E11',
    summary: 'Take a call to a pharmacy, or give it back; one user has it at a time',
    phi: 'limited',
    ids: { id: 'pharmacy_callback' },
    input: z.strictObject({
      id: z.uuid('Enter the id of a callback.'),
      mine: z.boolean('Say whether you take it.'),
    }),
    output: z.object({ success: z.literal(true), callbackId: z.string(), takenBy: TakenBy }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'ALREADY_DECIDED', 'CONFLICT'],
  }),
  called: act('PUT /callback/{id}', {
    id: 'E11',
    summary: 'What came of a call to a pharmacy',
    phi: 'limited',
    ids: { id: 'pharmacy_callback' },
    input: z.strictObject({
      id: z.uuid('Enter the id of a callback.'),
      result: z.enum(['REACHED', 'NOT_REACHED'], 'Enter REACHED or NOT_REACHED.'),
      /** Attempts the caller saw; when another user called meanwhile, the call is refused. */
      attempts: z.int().min(0).max(100),
      /** The pharmacy named the prescription and the date of birth; without that it can have heard nothing. */
      callerChecked: z.boolean().optional(),
      /** Where the patient is, as the pharmacy says. */
      patient: z.enum(patientPlaces, `Enter ${patientPlaces.join(', ')}.`).optional(),
      /** How long they spoke; 4 hours at most. */
      talkSeconds: z.int().min(0).max(14_400).optional(),
      spokeWith: z.string().trim().max(80).optional(),
      note: z.string().trim().max(250).optional(),
    }),
    output: z.object({
      success: z.literal(true),
      callbackId: z.string(),
      status: z.string(),
      nextTryAt: z.string().nullable(),
    }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'ALREADY_DECIDED', 'CONFLICT', 'VALIDATION'],
  }),
  take: act('POST /pharmacy/messages', {
    id: 'X02',
    summary: "The pharmacy's side of the callback: messages waiting for it, taken by reading them",
    service: { kind: 'pharmacy' },
    phi: 'limited',
    limit: 'intake',
    input: z.strictObject({
      bin: z.string().max(6),
      pcn: z.string().max(10),
      insurance: z.strictObject({ groupCode: z.string().max(15) }),
      nabp,
    }),
    output: z.object({ messages: z.array(PharmacyMessage) }),
  }),
})
