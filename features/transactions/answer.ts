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
