import { z } from 'zod'

const day = z.string()

/** The price a record holds, with what it was worked out from. */
export const Price = z.object({
  awp: z.number(),
  feeSchedule: z.number(),
  network: z.number(),
  uc: z.number(),
  billed: z.number(),
  paid: z.number(),
  tax: z.number(),
  amountDue: z.number(),
  basis: z.enum(['FEE_SCHEDULE', 'CONTRACT', 'UC', 'BILLED']),
  ingredientCost: z.number(),
  dispensingFee: z.number(),
  savings: z.number(),
  awpUnit: z.number(),
  awpEffectiveDate: day.nullable(),
  feeScheduleRule: z.string(),
  pricedAs: z.string(),
  /** Null in requests older than this record. */
  inputs: z
    .object({
      feeScheduleVersion: z.string(),
      state: z.string(),
      citation: z.string(),
      confidence: z.string(),
      lines: z.array(z.object({ name: z.string(), unitPrice: z.number(), quantity: z.number(), factor: z.number() })),
      feeCents: z.number(),
      taxRate: z.number(),
      contract: z.object({ factor: z.number(), feeCents: z.number() }).nullable(),
      sent: z.object({
        usualAndCustomary: z.number(),
        grossAmountDue: z.number(),
        dispensingFee: z.number(),
        tax: z.number(),
      }),
    })
    .nullable(),
})
