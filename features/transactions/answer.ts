import type { Adjudication } from '#features/adjudication/answer.ts'
import type { ClaimAnswer } from './contract.ts'

const MAX_REJECTS = 20

/** Up to four lines for the pharmacy: the reason, who acts and the reference number. */
export function words(adjudication: Adjudication, reference: string | null): string[] {
  if (adjudication.outcome === 'P') return adjudication.warnings.map((warning) => warning.message).slice(0, 3)
  const lines = [adjudication.rejects[0]?.message ?? 'Rejected.']
  if (reference) lines.push(`PA REQUIRED - ADJUSTER NOTIFIED REF ${reference}`)
  for (const fix of adjudication.pending.pharmacyMustFix.slice(0, 2))
    lines.push(`PHARMACY MUST ALSO FIX: ${fix.fixHint}`)
  return lines.slice(0, 4)
}

/** Of the answer to a paid claim, what a repeat of it is answered with, besides its TCN and the request it settled. */
export type PaidAnswer = Pick<ClaimAnswer, 'pricing' | 'message' | 'priorAuthRef'>
export const paidAnswer = (adjudication: Adjudication): PaidAnswer | undefined => {
  if (adjudication.outcome !== 'P') return undefined
  const { pricing, message, priorAuthRef } = answer(adjudication, '', null, null)
  return { pricing, message, priorAuthRef }
}

/** A claim that was paid and is still paid, sent once more: the first answer again, marked as a repeat. */
export const repeated = (of: PaidAnswer & { tcn: string; authorizationId: string | null }): ClaimAnswer => ({
  status: 'D',
  tcn: of.tcn,
  referenceNumber: null,
  authorizationNumber: of.priorAuthRef,
  rejects: [],
  message: [`PAID BEFORE - TCN ${of.tcn}`, ...of.message].slice(0, 4),
  pricing: of.pricing,
  authorizationId: of.authorizationId,
  priorAuthRef: of.priorAuthRef,
})

/** The answer to the pharmacy; the most severe reject first. */
export function answer(
  adjudication: Adjudication,
  tcn: string,
  reference: string | null,
  authorizationId: string | null,
): ClaimAnswer {
  const { pricing } = adjudication
  return {
    status: adjudication.outcome,
    tcn,
    referenceNumber: reference,
    authorizationNumber: adjudication.priorAuthUsed?.overrideRef ?? null,
    // The response holds this many rejects.
    rejects: adjudication.rejects.slice(0, MAX_REJECTS).map((reject) => ({
      code: reject.rejectCode,
      description: reject.description,
      message: reject.message,
    })),
    message: words(adjudication, reference),
    pricing:
      adjudication.outcome === 'P' && pricing
        ? {
            paid: pricing.paid,
            ingredientCost: pricing.ingredientCost,
            dispensingFee: pricing.dispensingFee,
            basis: pricing.basis,
          }
        : null,
    authorizationId,
    priorAuthRef: adjudication.priorAuthUsed?.overrideRef ?? null,
  }
}
