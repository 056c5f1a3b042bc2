import { z } from 'zod'
import { gpiPrefix } from '#features/claims/fields.ts'
import { calls, read } from '#platform/calls/contract.ts'

/** A product as lists show it. Dollars a unit; `gpi` is our own invented code. */
export const Drug = z.object({
  ndc: z.string(),
  gpi: z.string(),
  name: z.string(),
  genericName: z.string(),
  strength: z.string(),
  form: z.string(),
  route: z.string(),
  /** B single-source brand, M multi-source brand, G generic. */
  brandFlag: z.string(),
  dea: z.string().nullable(),
  awpUnit: z.number(),
  awpEffectiveDate: z.string().nullable(),
  active: z.boolean(),
  /** Of the carrier's plan; null where it is not listed. */
  formularyStatus: z.string().nullable(),
  packageSize: z.number(),
})
export type Drug = z.infer<typeof Drug>

export const directory = calls('directory', {
  rejectCodes: read('GET /allRejectCodes', {
    id: 'C023',
    summary: 'The dictionary of reject codes, in our own words',
    gate: 'session',
    phi: 'none',
    input: z.strictObject({}),
    output: z.array(
      z.object({
        rejectCodeId: z.string(),
        rejectCode: z.string(),
        description: z.string(),
        class: z.string(),
        safety: z.boolean(),
        pendingWorthy: z.boolean(),
        overridableBy: z.string(),
        fixHint: z.string(),
      }),
    ),
  }),
  gpiVariations: read('GET /gpi/variations/{code}', {
    id: 'C026',
    summary: 'What a drug code lets through at each level',
    phi: 'none',
    input: z.strictObject({ code: gpiPrefix }),
    output: z.object({
      code: z.string(),
      levels: z.array(
        z.object({
          length: z.int(),
          code: z.string(),
          description: z.string(),
          /** Products on the market today, and how many of them are brands. */
          productCount: z.int(),
          brandCount: z.int(),
          /** One of them is a scheduled drug. */
          controlled: z.boolean(),
        }),
      ),
      /** At most 200, those on the market first. */
      products: z.array(Drug),
      more: z.boolean(),
    }),
  }),
  gpiDescriptions: read('GET /gpi/variations/description/codelength/{n}?code', {
    id: 'C027',
    summary: 'The drug codes of one length, in words',
    phi: 'none',
    input: z.strictObject({
      n: z
        .int()
        .refine((value) => [2, 4, 6, 8, 10, 12, 14].includes(value), 'Give a length of 2, 4, 6, 8, 10, 12 or 14.'),
      /** Only those under this code. */
      code: gpiPrefix.optional(),
    }),
    output: z.array(z.object({ code: z.string(), description: z.string() })),
  }),
})
