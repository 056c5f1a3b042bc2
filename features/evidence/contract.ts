import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { day, storedDay } from '#platform/dates/fields.ts'

const authorizationId = z.uuid('Enter the id of a request.')
const plain = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Write ${most} characters at most.`)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'This line has characters that cannot be printed.')

/** A figure a later submission changed, in words. */
const Changed = z.object({ figure: z.string(), before: z.string(), after: z.string() })

/** A submission as it is laid beside another: the same figures in the same order. */
const Submission = z.object({ at: z.string(), figures: z.array(z.object({ figure: z.string(), words: z.string() })) })
export type Submission = z.infer<typeof Submission>

/** One ingredient of a compound, as it was billed. */
const Ingredient = z.object({
  ndc: z.string(),
  name: z.string(),
  schedule: z.string().nullable(),
  opioid: z.boolean(),
  quantity: z.number(),
  unit: z.string(),
  /** In one unit of the compound. */
  each: z.number(),
  /** What was billed for it; null where the bill gives no price for each ingredient. */
  price: z.number().nullable(),
  /** Whole percent of the price of all. */
  share: z.int().nullable(),
  covered: z.enum(['COVERED', 'APPROVAL', 'NOT_COVERED', 'WITH_DRUG', 'UNKNOWN']),
})
export type Ingredient = z.infer<typeof Ingredient>

/** A drug with a supply on the day of service. */
const Medicine = z.object({
  name: z.string(),
  strength: z.string(),
  directions: z.string().nullable(),
  filledOn: storedDay,
  lastsTo: storedDay,
  prescriber: z.string(),
  specialty: z.string(),
  /** An opioid, or a drug that is dangerous with one. */
  risk: z.boolean(),
  otherClaim: z.string().nullable(),
})
export type Medicine = z.infer<typeof Medicine>

const ChartEntry = z.object({
  entryId: z.string(),
  kind: z.enum(['ALLERGY', 'KIDNEY', 'LIVER', 'WEIGHT']),
  text: z.string(),
  seenOn: storedDay,
  by: z.string(),
})
export type ChartEntry = z.infer<typeof ChartEntry>

/** A look at the state's monitoring report; who is no pharmacist sees only that one looked, and when. */
const Look = z.object({
  at: z.string(),
  byName: z.string().nullable(),
  mine: z.boolean(),
  months: z.int().nullable(),
  note: z.string().nullable(),
})
export type Look = z.infer<typeof Look>

const why = z.object({ code: z.string(), message: z.string() }).nullable()

export const evidence = calls('evidence', {
  of: read('GET /authorizations/{authorizationId}/evidence', {
    id: 'X472',
    summary:
      'What a request is decided from besides its figures: as sent, resubmitted, ingredients, medicines, chart, report',
    phi: 'full',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({ authorizationId }),
    output: z.object({
      /** Null where the last submission asks for what the first did. */
      resubmitted: z
        .object({
          at: z.string(),
          by: z.string(),
          changes: z.array(Changed),
          /** The amount before, where that is another. */
          amount: z.object({ quantity: z.number(), daysSupply: z.int() }).nullable(),
        })
        .nullable(),
      /** What the pharmacy sent, oldest first: each submission that asks for something else than the one before it. */
      submissions: z.array(Submission),
      sent: z.object({
        dateOfService: storedDay,
        directions: z.string().nullable(),
        /** Whether it is taken as needed; null without directions. */
        asNeeded: z.boolean().nullable(),
        diagnoses: z.array(
          z.object({
            code: z.string(),
            description: z.string(),
            status: z.enum(['ACCEPTED', 'PENDING', 'DENIED', 'NOT_ON_CLAIM']),
          }),
        ),
        ndc: z.string().nullable(),
        /** Whose package it is: the drug, of a compound the ingredient that leads. */
        ndcOf: z.string(),
      }),
      ingredients: z.array(Ingredient),
      /** Charged for making and handing it out; null where the bill does not say. */
      fee: z.number().nullable(),
      billed: z.number().nullable(),
      /** What the submission before was billed at. */
      billedBefore: z.number().nullable(),
      /** The rule behind each reject, with its source. */
      rules: z.array(
        z.object({ code: z.string(), message: z.string(), rule: z.string(), says: z.string(), source: z.string() }),
      ),
      medicines: z.array(Medicine),
      chart: z.array(ChartEntry),
      looks: z.array(Look),
      whyNotLook: why,
      whyNotChart: why,
    }),
    refusals: ['NOT_FOUND'],
  }),
  look: act('POST /authorizations/{authorizationId}/monitoringLooks', {
    id: 'X473',
    summary: 'A pharmacist records a look at the state’s monitoring report for a request',
    phi: 'full',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({
      authorizationId,
      months: z.int().min(1, 'Enter 1 to 24 months.').max(24, 'Enter 1 to 24 months.').default(12),
      /** Empty: nothing to note. */
      note: z.string().trim().max(1000, 'Write 1,000 characters at most.').default(''),
    }),
    output: z.object({ success: z.literal(true), at: z.string() }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED'],
  }),
  chart: act('POST /authorizations/{authorizationId}/chart', {
    id: 'X474',
    summary: 'Record an allergy, kidney or liver test or weight of the patient of a request, or end an entry',
    phi: 'full',
    ids: { authorizationId: 'rx_authorization' },
    input: z.strictObject({
      authorizationId,
      entry: z
        .strictObject({
          kind: z.enum(['ALLERGY', 'KIDNEY', 'LIVER', 'WEIGHT'], 'Choose what it is.'),
          text: plain(120).min(1, 'Write what the chart says.'),
          seenOn: day,
        })
        .optional(),
      /** An entry that is wrong or over. */
      endId: z.uuid('Enter the id of an entry.').optional(),
    }),
    output: z.object({ success: z.literal(true) }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED', 'VALIDATION', 'ALREADY_DECIDED'],
  }),
})
