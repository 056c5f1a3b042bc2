export { considerations } from './guidance/considerations.ts'
const basisWords = {
  FEE_SCHEDULE: 'state fee schedule',
  CONTRACT: 'contract price',
  UC: 'usual and customary price',
  BILLED: 'amount billed',
} as const

export { recommend } from './guidance/recommendation.ts'

import { autoApprovalGate } from './gates/auto-approval-gate.ts'
import { bypassGate } from './gates/bypass-gate.ts'
import { type Case, note, openCase } from './case.ts'
import { compensabilityGate } from './gates/compensability-gate.ts'
import type { Adjudication } from './answer.ts'
import type { ClaimRequest } from './claim-request.ts'
import type { Options, Snapshot } from './snapshot.ts'
import { durGate } from './gates/dur-gate.ts'
import { eligibilityGate } from './gates/eligibility-gate.ts'
import { gatherFacts } from './history/facts.ts'
import { formatGate } from './gates/format-gate.ts'
import { identityGate } from './gates/identity-gate.ts'
import { showDollars } from './money.ts'
import { pendingWorthy } from './outcome/pending-worthy.ts'
import { genericSaving, price } from './pricing/pricing.ts'
import { priorAuthGate } from './gates/prior-auth-gate.ts'
import { productGate } from './gates/product-gate.ts'
import { providerGate } from './gates/provider-gate.ts'
import { quantityGate } from './gates/quantity-gate.ts'
import { firstCodes, ranked } from './outcome/rank.ts'

/**
 * Adjudicates one claim. Pure: time comes from the date of service and `snapshot.now`,
 * everything else from the two arguments; the same arguments always give the same answer. G1 and G2 stop at once, all
 * later gates run fully so that the answer lists every reason.
 */
export function adjudicate(
  request: ClaimRequest,
  snapshot: Snapshot,
  options: Options = { mode: 'LIVE' },
): Adjudication {
  const c = openCase(request, snapshot, options)
  if (!formatGate(c) || !identityGate(c)) return answer(c, false, null, null)
  // The price is known early because gates compare it with limits; its trace line stands at G12.
  c.pricing = price(c)
  c.facts.estimatedCost = c.pricing?.amountDue ?? null
  c.facts.genericAlternative = genericSaving(c)
  gatherFacts(c)
  eligibilityGate(c)
  providerGate(c)
  productGate(c)
  quantityGate(c)
  durGate(c)
  compensabilityGate(c)
  priorAuthGate(c)
  const bypassUsed = bypassGate(c)
  const autoRule = autoApprovalGate(c)
  if (c.pricing === null) note(c, 'G12', 'price', 'skip', 'No price available')
  else {
    const { paid, basis, feeScheduleRule } = c.pricing
    note(
      c,
      'G12',
      'price',
      'pass',
      `$${showDollars(Math.round(paid * 100))} by ${basisWords[basis]}; ${feeScheduleRule}`,
    )
  }
  return answer(c, true, bypassUsed, autoRule)
}

function answer(
  c: Case,
  identified: boolean,
  bypassUsed: Adjudication['bypassUsed'],
  autoRule: Adjudication['autoRule'],
): Adjudication {
  const rejects = ranked(c.rejects)
  const uncleared = new Set(rejects)
  const clearedMessages = new Set(
    c.cleared.filter((row) => !uncleared.has(row.reject)).map((row) => row.reject.message),
  )
  for (const row of c.dur) row.cleared = clearedMessages.has(row.text)
  const priorAuth = c.priorAuth
  const codes = c.cleared.filter((row) => row.by === 'PRIOR_AUTH').map((row) => row.reject.rejectCode)
  return {
    outcome: rejects.length === 0 ? 'P' : 'R',
    rejects,
    codes: firstCodes(rejects),
    cleared: c.cleared,
    warnings: c.warnings,
    dur: c.dur,
    pricing: c.pricing,
    priorAuthUsed:
      priorAuth === null
        ? null
        : {
            priorAuthId: priorAuth.priorAuthId,
            overrideRef: priorAuth.overrideRef ?? null,
            needed: codes.length > 0,
            codes,
            ...(c.isRestUnder && { rest: true as const }),
          },
    blockedBy:
      c.block === null
        ? null
        : { priorAuthId: c.block.priorAuthId, referenceNumber: c.block.referenceNumber ?? c.block.overrideRef ?? null },
    bypassUsed,
    autoRule,
    pending: pendingWorthy(c, identified),
    facts: c.facts,
    trace: c.trace,
  }
}
