import { ncpdp } from '#reference/ncpdp.ts'
import { alternativeReason } from '#reference/rejection-reasons.ts'
import type { Why } from '#platform/calls/refusal.ts'

// A denial of a brand stops the brand: its generic is what the denial recommends.

/** Codes a brand is stopped with while its generic is payable. */
const brandCodes: readonly string[] = [ncpdp.GENERIC_REQUIRED, ncpdp.BRAND_WITHOUT_REASON, ncpdp.DISPENSE_AS_WRITTEN]

/** A denial as far as it is about a brand. */
export type BrandDenial = { brand: boolean; codes: readonly string[]; reasonId: number | undefined }

/** Whether a denial begins as one of the brand alone. */
export const beginsBrandOnly = ({ brand, codes, reasonId }: BrandDenial): boolean =>
  brand && (reasonId === alternativeReason || codes.some((code) => brandCodes.includes(code)))

/** Whether it can be of nothing else: all it says is that the generic, or another drug, is to be dispensed. */
const isOfBrandAlone = ({ brand, codes, reasonId }: BrandDenial): boolean =>
  brand && (reasonId === alternativeReason || (codes.length > 0 && codes.every((code) => brandCodes.includes(code))))

/** Why a block may not reach as far as this; nothing means it may. */
export function whyNotReachOf(of: BrandDenial, brandOnly: boolean): Why<'RULE'> | undefined {
  const field = 'brandOnly'
  if (brandOnly && !of.brand)
    return { code: 'RULE', field, message: 'This drug is a generic: no brand can be blocked.' }
  if (brandOnly || !isOfBrandAlone(of)) return undefined
  return {
    code: 'RULE',
    field,
    message: 'This rejects a brand for its generic or another drug. Block this brand only, or reject this fill only.',
  }
}
