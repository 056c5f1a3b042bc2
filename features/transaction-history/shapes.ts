import { z } from 'zod'
import { storedDay } from '#platform/dates/fields.ts'

export const Status = z.enum(['P', 'R', 'X', 'B'])
export type TransactionStatus = z.infer<typeof Status>

/** One transaction in a list. */
export const Txn = z.object({
  transactionId: z.string(),
  referenceNumber: z.string(),
  tcn: z.string(),
  /** P paid, R rejected, X reversed, B billed. */
  status: Status,
  fillDate: storedDay,
  drugName: z.string(),
  strength: z.string(),
  ndc: z.string(),
  gpi: z.string(),
  quantity: z.number(),
  daysSupply: z.int(),
  /** 0 for the first fill of a prescription. */
  refill: z.int(),
  rxNumber: z.string(),
  prescriberName: z.string(),
  pharmacyName: z.string(),
  nabp: z.string(),
  /** Dollars; of a reversed fill what had been paid. */
  paidAmount: z.number().nullable(),
  rejects: z.array(z.string()),
  /** What each reject code means, in the same order. */
  rejectMeanings: z.array(z.string()),
  claimChannelType: z.int(),
  claimChannelName: z.string(),
  fileProcessingCode: z.string(),
  claimNumber: z.string(),
  esiClaimId: z.string(),
  subscriberNumber: z.string(),
  stratusClaimId: z.string(),
  reversedAt: z.string().nullable(),
  /** The request it raised, joined or was paid after. */
  authorizationId: z.string().nullable(),
  hasEob: z.boolean(),
  hasPbImage: z.boolean(),
  compound: z.boolean(),
  /** 1 the current transactions, 2 the archive: rejects older than 24 months. */
  searchProvider: z.int(),
})
export type Txn = z.infer<typeof Txn>

/** How many transactions of each kind, and what was paid and billed. */
export const Totals = z.object({
  paid: z.int(),
  rejected: z.int(),
  reversed: z.int(),
  billed: z.int(),
  /** Dollars paid or billed; what was reversed is not in it. */
  amount: z.number(),
})
export type Totals = z.infer<typeof Totals>

const Named = z.object({ name: z.string(), fills: z.int(), amount: z.number() })

const Document = z.object({ documentId: z.string(), typeId: z.int(), typeName: z.string(), fileName: z.string() })

/** One transaction in full. */
export const TxnDetail = Txn.extend({
  submittedAt: z.string(),
  adjudicatedAt: z.string(),
  dateWritten: storedDay.nullable(),
  refillsAuthorised: z.int(),
  genericOrbrand: z.string(),
  daw: z.string(),
  deaSchedule: z.string().nullable(),
  mmePerDay: z.number().nullable(),
  pharmacy: z.object({
    nabp: z.string(),
    name: z.string(),
    city: z.string(),
    state: z.string(),
    phone: z.string(),
  }),
  prescriber: z.object({ npi: z.string(), name: z.string(), specialty: z.string(), phone: z.string() }),
  pricing: z.object({
    awp: z.number().nullable(),
    feeSchedule: z.number().nullable(),
    network: z.number().nullable(),
    usualAndCustomary: z.number().nullable(),
    paid: z.number().nullable(),
  }),
  /** Each reject in plain words, with what fixes it and who can. */
  why: z.array(
    z.object({
      code: z.string(),
      meaning: z.string(),
      message: z.string(),
      fixHint: z.string(),
      whoCanFix: z.string(),
      safety: z.boolean(),
    }),
  ),
  /** What would have stopped it, and what let it pass. */
  cleared: z.array(z.object({ code: z.string(), meaning: z.string(), by: z.string() })),
  priorAuth: z.object({ overrideRef: z.string(), drugDescription: z.string(), endDate: storedDay }).nullable(),
  authorization: z.object({ authorizationId: z.string(), referenceNumber: z.string(), status: z.string() }).nullable(),
  invoiceNumber: z.string().nullable(),
  billedDate: storedDay.nullable(),
  reversal: z
    .object({
      at: z.string(),
      reference: z.string().nullable(),
      reason: z.string().nullable(),
      by: z.string().nullable(),
    })
    .nullable(),
  eob: z.array(Document),
  pbImage: Document.nullable(),
  message: z.string(),
  /** Whether the caller may reverse it; the reason when not. */
  reverse: z.object({ allowed: z.boolean(), reason: z.string() }),
})
export type TxnDetail = z.infer<typeof TxnDetail>

export const Ingredient = z.object({
  seq: z.int(),
  ndc: z.string(),
  gpi: z.string(),
  name: z.string(),
  qty: z.number(),
  unit: z.string(),
  cost: z.number(),
  covered: z.boolean().nullable(),
  reason: z.string(),
})

export const ClaimSummary = z.object({
  claim: z.object({
    claimId: z.string(),
    claimNumber: z.string(),
    patientName: z.string(),
    masterCarrier: z.string(),
    subCarrier: z.string(),
    doi: storedDay,
    jurisState: z.string(),
    claimStatus: z.string(),
    injury: z.string(),
  }),
  from: storedDay.nullable(),
  to: storedDay,
  counts: Totals,
  byYear: z.array(z.object({ year: z.int(), fills: z.int(), amount: z.number() })),
  byMonth: z.array(z.object({ month: z.string(), fills: z.int(), amount: z.number() })),
  byClass: z.array(Named),
  topDrugs: z.array(Named),
  prescribers: z.array(Named),
  pharmacies: z.array(Named),
  openAuths: z.int(),
})
export type ClaimSummary = z.infer<typeof ClaimSummary>
