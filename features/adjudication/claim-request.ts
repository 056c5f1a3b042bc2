import { z } from 'zod'
import { readDea, readNabp, readNdc, readNpi, readRx, type ReadNumber } from '#features/claims/numbers.ts'

// A claim as a pharmacy sends it. Dates are 'YYYY-MM-DD', money US dollars with two decimals, quantities up to three.

const text = (max: number) => z.string().max(max)
/** A number as it is kept; what is none stays as it was sent, for gate G1 to refuse with its reject code. */
const sent = (max: number, read: (text: string) => ReadNumber) =>
  z
    .string()
    .max(max)
    .transform((given) => read(given).value ?? given.trim())

/**
 * A bill for one fill as the pharmacy sends it (D.0 B1 written as JSON). Objects are strict, values are
 * lenient: a missing or impossible value is answered with its reject code by gate G1, not with a bare "bad request".
 */
export const claimRequest = z.strictObject({
  /** Claim channel (reference/channels.ts): 1 retail, 2 bill review, 3 mail, 7 claimant reimbursement, 8 J code, 9 paper. */
  channel: z.int().min(1).max(12),
  /** How the drug reaches the worker (reference/delivery-types.ts); 1 retail pickup when absent. */
  deliveryType: z.int().min(1).max(9).optional(),
  /** R real time, B batch, P paper. */
  fileProcessingCode: z.enum(['R', 'B', 'P']).optional(),
  /** 101-A1 and 104-A4. */
  bin: text(6).optional(),
  pcn: text(10).optional(),
  /** 201-B1: seven digits. */
  pharmacyNabp: sent(12, readNabp).optional(),
  /** 401-D1. */
  dateOfService: text(10).optional(),
  insurance: z
    .strictObject({
      /** 301-C1 */ groupCode: text(15).optional(),
      /** 302-C2 */ cardholderId: text(20).optional(),
      /** 303-C3 */ personCode: text(3).optional(),
      /** 306-C6 */ relationship: text(1).optional(),
    })
    .optional(),
  patient: z
    .strictObject({
      /** 310-CA */ firstName: text(40).optional(),
      /** 311-CB */ lastName: text(60).optional(),
      /** 304-C4 */ dateOfBirth: text(10).optional(),
      /** 305-C5 */ gender: text(1).optional(),
      /** 322-CM, 323-CN, 324-CO, 325-CP, 326-CQ */
      street: text(60).optional(),
      city: text(40).optional(),
      state: text(2).optional(),
      zip: text(10).optional(),
      phone: text(20).optional(),
    })
    .optional(),
  prescription: z
    .strictObject({
      /** 402-D2 */ rxNumber: sent(20, readRx).optional(),
      /** 403-D3: 0 is the original fill */ fillNumber: z.number().optional(),
      /** 407-D7: NDC of 11 digits, or of 10 with its dashes; '0' for a compound */ productId: sent(
        19,
        readNdc,
      ).optional(),
      /** 442-E7 */ quantity: z.number().optional(),
      /** 405-D5 */ daysSupply: z.number().optional(),
      /** 408-D8, 0 to 9 */ daw: text(1).optional(),
      /** 414-DE */ dateWritten: text(10).optional(),
      /** 415-DF */ refillsAuthorised: z.number().optional(),
      /** 419-DJ */ originCode: text(1).optional(),
      /** 406-D6: 0 or 1 not a compound, 2 compound */ compoundCode: text(1).optional(),
      /** 420-DK: 3 vacation, 4 lost, 5 therapy change */ submissionClarification: text(2).optional(),
      /** 343-HD: P a part of the fill, C the rest that completes it */ dispensingStatus: text(1).optional(),
      /** 344-HF: what the prescriber ordered for the fill a part is of */ quantityIntended: z.number().optional(),
      /** The directions (SIG) as the prescriber wrote them; the standard of a bill has no field for them. */
      directions: text(140).optional(),
      /** 461-EU, 462-EV */ paType: text(2).optional(),
      paNumber: text(14).optional(),
    })
    .optional(),
  prescriber: z
    .strictObject({
      /** 411-DB with qualifier 01 */ npi: sent(12, readNpi).optional(),
      dea: sent(12, readDea).optional(),
      /** 427-DR */ lastName: text(60).optional(),
    })
    .optional(),
  workersComp: z
    .strictObject({
      /** 434-DY */ dateOfInjury: text(10).optional(),
      /** 315-CF */ employerName: text(60).optional(),
      /** 327-CR */ carrierId: text(10).optional(),
      /** 435-DZ */ claimReference: text(30).optional(),
      /** 117-TR */ billingEntityType: text(2).optional(),
      /** 126-UA */ genericEquivalentProductId: sent(19, readNdc).optional(),
    })
    .optional(),
  /** 409-D9, 412-DC, 426-DQ, 430-DU, 423-DN and the tax charged; dollars. */
  pricing: z
    .strictObject({
      ingredientCost: z.number().optional(),
      dispensingFee: z.number().optional(),
      usualAndCustomary: z.number().optional(),
      grossAmountDue: z.number().optional(),
      basisOfCost: text(2).optional(),
      tax: z.number().optional(),
    })
    .optional(),
  /** 439-E4, 440-E5, 441-E6: what the pharmacist did about a conflict. */
  dur: z
    .array(z.strictObject({ reason: text(2), service: text(2), result: text(2) }))
    .max(9)
    .optional(),
  /** 447-EC and its rows 489-TE, 448-ED, 449-EE. */
  compound: z
    .strictObject({
      ingredients: z
        .array(z.strictObject({ productId: sent(19, readNdc), quantity: z.number(), cost: z.number().optional() }))
        .max(25),
    })
    .optional(),
  /** A clinic line billed by HCPCS code (channels 2, 8 and 9). */
  hcpcs: z
    .strictObject({
      code: text(5),
      units: z.number(),
      modifiers: z.array(text(2)).max(4).optional(),
      /** Amount given, in the unit the code counts (15 for "15 mg"). */
      doseGiven: z.number().optional(),
      /** What an unclassified code stands for. */
      description: text(80).optional(),
    })
    .optional(),
  /** ICD-10-CM codes on the bill. */
  diagnosisCodes: z.array(text(8)).max(12).optional(),
})
export type ClaimRequest = z.infer<typeof claimRequest>
