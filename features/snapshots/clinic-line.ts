import type { Why } from '#platform/calls/refusal.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import { isBill } from '#features/deadlines/which-pack.ts'
import { hcpcs } from '#reference/hcpcs.ts'
import { atShare, mixtureOf, whyNotCompound, type MedicationInput, type Mixture } from './compound.ts'

// A clinic bills units of a code, often without an NDC: only its bill says what was given.

/** The product fields of a request; `bill` is the claim with the compound or clinic line. */
export type OfRequest = {
  compound_code: number
  claim_channel_type: number
  ndc: string
  gpi: string
  bill: ClaimRequest | null
}

/** True for units of a clinic code, with or without an NDC. */
export const isClinicLine = (of: OfRequest): boolean =>
  of.compound_code !== 2 &&
  isBill(of.claim_channel_type) &&
  (of.bill?.hcpcs !== undefined || (of.ndc === '' && of.gpi !== ''))

/** True when there is no product on file: a compound, or a clinic line without an NDC. */
export const lacksProduct = (of: OfRequest): boolean => of.compound_code === 2 || (isClinicLine(of) && of.ndc === '')

/**
 * The clinic line of a bill for another quantity: whole units and a proportional charge. The dose given is
 * unchanged. Undefined when no claim says which code was billed.
 */
export function lineOf(
  bill: Pick<ClaimRequest, 'hcpcs' | 'prescription' | 'pharmacyNabp' | 'pricing'> | null,
  quantity: number,
  pharmacyNabp: string,
): Mixture | undefined {
  const line = bill?.hcpcs
  if (!bill || !line) return undefined
  const billed = bill.prescription?.quantity ?? line.units
  const share = billed > 0 ? quantity / billed : 1
  const units = share === 1 ? line.units : Math.max(1, Math.ceil(line.units * share - 1e-9))
  const pricing = bill.pharmacyNabp === pharmacyNabp ? bill.pricing : undefined
  return { hcpcs: { ...line, units }, ...(pricing && { pricing: atShare(pricing, share) }) }
}

/** The compound or clinic line of a request's bill, for a quantity. */
export const saidOf = (of: OfRequest, quantity: number, pharmacyNabp: string): Mixture | undefined =>
  of.compound_code === 2
    ? mixtureOf(of.bill, quantity, pharmacyNabp)
    : isClinicLine(of)
      ? lineOf(of.bill, quantity, pharmacyNabp)
      : undefined

/** Why a compound or clinic line may not be requested or changed like this; undefined for a product. */
export function whyNotSaid(
  input: MedicationInput,
  of: OfRequest,
  said: Mixture | undefined,
): Why<'RULE' | 'VALIDATION'> | undefined {
  if (of.compound_code === 2) return whyNotCompound(input, of.gpi, said)
  if (!lacksProduct(of)) return undefined
  if (input.ndc !== undefined || (input.gpi !== undefined && input.gpi !== of.gpi))
    return {
      code: 'RULE',
      message: 'Another drug is another request.',
      field: input.ndc === undefined ? 'gpi' : 'ndc',
    }
  if (input.genericOrbrand === 'B')
    return { code: 'VALIDATION', message: 'A clinic code is no brand.', field: 'genericOrbrand' }
  if (!said) return { code: 'RULE', message: 'No claim on file says what was billed. The clinic has to send it again.' }
  return undefined
}

type NewLine = {
  hcpcs?: NonNullable<ClaimRequest['hcpcs']> | undefined
  ndc?: string | undefined
  gpi?: string | undefined
  quantity?: number | undefined
}
/** Why a clinic line may not be created like this: without an NDC its units are its quantity. */
export function whyNotNewLine({ hcpcs: line, ndc, gpi, quantity }: NewLine): Why<'VALIDATION'> | undefined {
  if (!line) return undefined
  const wrong = (field: string, message: string): Why<'VALIDATION'> => ({ code: 'VALIDATION', field, message })
  const row = hcpcs(line.code)
  if (!row) return wrong('hcpcs.code', 'No clinic code like this is on file.')
  if (gpi !== undefined) return wrong('gpi', 'Enter a clinic code or a drug code, not both.')
  if (row.gpi === null && ndc === undefined)
    return wrong('ndc', 'An unclassified code says nothing of the drug: give its NDC.')
  if (ndc === undefined && quantity !== undefined && quantity !== line.units)
    return wrong('quantity', 'The units of a clinic line are its quantity.')
  return undefined
}
