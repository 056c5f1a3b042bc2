import { ncpdp } from '#reference/ncpdp.ts'
import { type Case, claimOf, note } from '../case.ts'
import type { Bypass } from '../snapshot.ts'
import type { Reject } from '../answer.ts'
import { dayNumber } from '../day-number.ts'
import { toCents } from '../money.ts'

// G10: a bypass or transition of care clears authorization rejects for a period; never safety, never a hard stop,
// never a block, never the denial of the whole claim.

const bypassableClass = (made: Reject): boolean => made.class === 'PA' || made.class === 'PROD' || made.class === 'QTY'

const mayRest = (made: Reject): boolean =>
  bypassableClass(made) &&
  !made.safety &&
  !made.hardStop &&
  made.overridableBy !== 'K' &&
  made.rejectCode !== ncpdp.BLOCKED &&
  made.sourceRule !== 'R07'

function applies(c: Case, bypass: Bypass): boolean {
  if (!(dayNumber(bypass.startDate) <= c.day && c.day <= dayNumber(bypass.endDate))) return false
  if (bypass.scope === 'DRUG' && !(bypass.gpiPrefix != null && c.product.gpi.startsWith(bypass.gpiPrefix))) return false
  if (bypass.maxFills != null && bypass.fillsUsed >= bypass.maxFills) return false
  return (
    bypass.maxCostPerFill == null || Math.round((c.pricing?.amountDue ?? 0) * 100) <= toCents(bypass.maxCostPerFill)
  )
}

/** Formulary codes a drug the person already took keeps clear of while the claim changes hands (TOC). */
const transitionCodes: readonly string[] = [
  ncpdp.PRIOR_AUTH_NEEDED,
  ncpdp.NOT_ON_FORMULARY,
  ncpdp.PRODUCT_EXCLUDED,
  ncpdp.STEP_THERAPY,
  ncpdp.ADJUSTER_MUST_AUTHORIZE,
]

function inTransition(c: Case): boolean {
  const { tocStart, tocEnd } = claimOf(c)
  if (tocStart == null || tocEnd == null) return false
  const from = dayNumber(tocStart)
  if (!(from <= c.day && c.day <= dayNumber(tocEnd)) || c.product.gpi.length < 8) return false
  const drug = c.product.gpi.slice(0, 8)
  return c.fills.some((fill) => fill.start < from && fill.start >= from - 120 && fill.drug.gpi.startsWith(drug))
}

function rest(c: Case, codes: readonly string[], by: 'BYPASS' | 'TOC', id: string): string[] {
  const done: string[] = []
  c.rejects = c.rejects.filter((made) => {
    if (!mayRest(made) || !(codes.includes('*') || codes.includes(made.rejectCode))) return true
    c.cleared.push({ reject: made, by, id })
    done.push(made.rejectCode)
    return false
  })
  return done
}

export type BypassUse = { bypassId: string | null; reason: string; codes: string[] }

/** Runs G10; what was used, or null. */
export function bypassGate(c: Case): BypassUse | null {
  if (!c.rejects.some(mayRest)) {
    note(c, 'G10', 'bypass', 'skip', 'Nothing for a bypass to clear')
    return null
  }
  if (inTransition(c)) {
    const codes = rest(c, transitionCodes, 'TOC', claimOf(c).claimId)
    if (codes.length > 0) {
      note(c, 'G10', 'bypass', 'clear', `Transition of care clears ${codes.join(', ')}`)
      return { bypassId: null, reason: 'TRANSITION_OF_CARE', codes }
    }
  }
  for (const bypass of c.snapshot.bypasses) {
    if (!applies(c, bypass)) continue
    const codes = rest(c, bypass.codes, 'BYPASS', bypass.bypassId)
    if (codes.length === 0) continue
    c.bypass = bypass
    note(
      c,
      'G10',
      'bypass',
      'clear',
      `Bypass ${bypass.bypassId} (${bypass.reason.toLowerCase()}) clears ${codes.join(', ')}`,
    )
    return { bypassId: bypass.bypassId, reason: bypass.reason, codes }
  }
  note(c, 'G10', 'bypass', 'pass', 'No bypass or transition of care')
  return null
}
