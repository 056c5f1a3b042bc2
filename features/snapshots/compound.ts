import type { Why } from '#platform/calls/refusal.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'

// A compound is not a product: only the claim the pharmacy sent names its ingredients.

/** What a bill adds to a product: the compound or clinic line and its charges. */
export type Mixture = Pick<ClaimRequest, 'compound' | 'hcpcs' | 'pricing'>

const rounded = (amount: number, digits: number): number => Math.round(amount * 10 ** digits) / 10 ** digits
const dollarsAt = (amount: number, share: number): number => rounded(amount * share, 2)

type Billed = NonNullable<ClaimRequest['pricing']>
/** The charges, scaled to a share of the billed quantity. */
export function atShare({ basisOfCost, ...amounts }: Billed, share: number): Billed {
  return {
    ...Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, dollarsAt(amount, share)])),
    ...(basisOfCost !== undefined && { basisOfCost }),
  }
}

/**
 * The compound of a claim for another quantity: ingredients and charges scale in proportion, although another
 * pharmacy might charge differently. Undefined when no claim names the ingredients.
 */
export function mixtureOf(bill: ClaimRequest | null, quantity: number, pharmacyNabp: string): Mixture | undefined {
  const rows = bill?.compound?.ingredients ?? []
  if (!bill || rows.length === 0) return undefined
  const pricing = bill.pharmacyNabp === pharmacyNabp ? bill.pricing : undefined
  const billed = bill.prescription?.quantity ?? 0
  if (!(billed > 0) || billed === quantity) return { compound: { ingredients: rows }, ...(pricing && { pricing }) }
  const share = quantity / billed
  return {
    compound: {
      ingredients: rows.map(({ productId, quantity: own, cost }) => ({
        productId,
        quantity: Math.max(rounded(own * share, 3), 0.001),
        ...(cost !== undefined && { cost: dollarsAt(cost, share) }),
      })),
    },
    ...(pricing && { pricing: atShare(pricing, share) }),
  }
}

export type MedicationInput = {
  ndc?: string | undefined
  gpi?: string | undefined
  genericOrbrand?: 'G' | 'B' | undefined
}

/** Why a request for a compound may not be created or changed like this; `gpi` is its drug code. */
export function whyNotCompound(
  input: MedicationInput,
  gpi: string,
  mixture: Mixture | undefined,
): Why<'RULE' | 'VALIDATION'> | undefined {
  if (input.ndc !== undefined || (input.gpi !== undefined && input.gpi !== gpi))
    return {
      code: 'RULE',
      message: 'Another drug is another request.',
      field: input.ndc === undefined ? 'gpi' : 'ndc',
    }
  if (input.genericOrbrand === 'B')
    return { code: 'VALIDATION', message: 'A compound is no brand.', field: 'genericOrbrand' }
  if (!mixture)
    return {
      code: 'RULE',
      message: 'No claim on file says what is in this compound. The pharmacy has to send it again.',
    }
  return undefined
}
