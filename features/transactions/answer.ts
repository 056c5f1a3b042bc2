import type { Adjudication } from '#features/adjudication/answer.ts'
import type { ClaimAnswer } from './contract.ts'

const MAX_REJECTS = 20

/** Up to four lines a pharmacy reads: why, who acts, which reference. */
export function words(adjudication: Adjudication, reference: string | null): string[] {
  if (adjudication.outcome === 'P') return adjudication.warnings.map((warning) => warning.message).slice(0, 3)
  const lines = [adjudication.rejects[0]?.message ?? 'Rejected.']
  if (reference) lines.push(`PA REQUIRED - ADJUSTER NOTIFIED REF ${reference}`)
  for (const fix of adjudication.pending.pharmacyMustFix.slice(0, 2))
    lines.push(`PHARMACY MUST ALSO FIX: ${fix.fixHint}`)
  return lines.slice(0, 4)
}

/** What the pharmacy hears of its claim; the rejects worst first. */
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
    // A response has room for so many.
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
