import { z } from 'zod'
import { gpiPrefix, page, size, subCode } from '#features/claims/fields.ts'
import { calls, read } from '#platform/calls/contract.ts'
import { Page } from '#platform/calls/page.ts'
import { drugSearchKeys } from './rules.ts'

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
  /** EA each, ML milliliter, GM gram. */
  unit: z.string(),
  /** The first day it is off the market. */
  obsoleteDate: z.string().nullable(),
  repackaged: z.boolean(),
  /** Who puts it on the market; null where that is not known. */
  labeler: z.string().nullable(),
})
export type Drug = z.infer<typeof Drug>

export const drugs = calls('drugs', {
  search: read('POST /drugs/search?page&size', {
    id: 'C092',
    summary: 'Drugs by name, generic name, NDC or drug code; inactive ones when asked for',
    phi: 'none',
    limit: 'search',
    input: z.strictObject({
      page,
      size,
      /** NAME also finds the brands of a generic name; GENERIC only the generic name. */
      drugSearchKey: z.enum(drugSearchKeys, `Enter one of ${drugSearchKeys.join(', ')}.`),
      /** A name: at least three letters, its beginning first, then anywhere. An NDC: 10, 11 or 12 digits, dashes welcome. */
      drugSearchVal: z.string().trim().min(1, 'Enter what to look for.').max(100, 'Enter at most 100 characters.'),
      showInactiveDrugs: z.boolean().default(false),
      /** Without brands. */
      genericOnly: z.boolean().default(false),
      drugStrength: z.string().trim().max(60).optional(),
      /** The dosage form, such as tablet. */
      drugDosage: z.string().trim().max(60).optional(),
      /** Whose drug list `formularyStatus` is of; absent: the carrier's. */
      subCarrier: subCode.optional(),
    }),
    output: Page(Drug).extend({
      /** What of the search may be chosen for `drugStrength` and `drugDosage`. */
      strengths: z.array(z.string()),
      forms: z.array(z.string()),
    }),
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
      /** What the drug list of each sub-carrier the caller sees says of a whole code (14 digits); null: not listed. */
      lists: z.array(z.object({ subCarrier: z.string(), name: z.string(), status: z.string().nullable() })),
    }),
  }),
  gpiDescriptions: read('GET /gpi/variations/description/codelength/{n}?code', {
    id: 'C027',
    summary: 'The drug codes of one length, in words',
    phi: 'none',
    input: z.strictObject({
      n: z
        .int()
        .refine((value) => [2, 4, 6, 8, 10, 12, 14].includes(value), 'Enter a length of 2, 4, 6, 8, 10, 12 or 14.'),
      /** Only those under this code. */
      code: gpiPrefix.optional(),
    }),
    output: z.array(z.object({ code: z.string(), description: z.string() })),
  }),
})
