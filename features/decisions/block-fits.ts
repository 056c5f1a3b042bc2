import { narrowness } from '#features/prior-auths/reach.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { otherDrugReasons, rejectionReason } from '#reference/rejection-reasons.ts'

// A block stops what was denied and nothing else: not the next step that the reason names (docs/decisions/0940).

/** The level of one drug, with all its strengths and forms. */
const ONE_DRUG = 8

/** Why a denial for this reason blocks nothing; nothing where it may block. */
export function whyNotBlockFor(reasonId: number | undefined): Why<'RULE'> | undefined {
  const reason = reasonId === undefined ? undefined : rejectionReason(reasonId)
  if (reason?.stops !== 'FILL') return undefined
  const message = `“${reason.reason}” is about this fill alone and blocks nothing. Reject this fill only, or choose another reason.`
  return { code: 'RULE', field: 'reasonId', message }
}

/** Why a block for this reason may not reach as far as this level: it would stop the drug the reason asks for. */
export function whyNotAsWide(reasonId: number | undefined, level: number): Why<'RULE'> | undefined {
  if (reasonId === undefined || !otherDrugReasons.includes(reasonId) || narrowness(level) >= ONE_DRUG) return undefined
  const message = `“${rejectionReason(reasonId)?.reason}” asks for another drug, which a wider block would stop too. Block this drug or less.`
  return { code: 'RULE', field: 'drugLevel', message }
}
