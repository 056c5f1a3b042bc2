import { injuryMatch, partGroupsOf } from '#features/adjudication/injury-match.ts'
import { whyNotWithdraw } from '#features/decision-rights/withdrawal.ts'
import { factInWords, factOn, type WantedFact } from '#features/eligibility/claim-fact-rules.ts'
import type { FactBase } from '#features/eligibility/claim-fact-sql.ts'
import { addDays } from '#platform/dates/day.ts'

// What a change of a claim does to its approvals: one that rests on a fact that ends, ends with it, or somebody looks at it
// (docs/decisions/0600-approvals-rest-on-facts.md).

/** An approval that lets fills through, as far as it rests on the claim. */
export type Approval = {
  id: string
  authorization_id: string | null
  auth_status: number | null
  override_ref: string
  drug_name: string
  gpi_prefix: string
  prescriber_npi: string | null
  codes_cleared: readonly string[]
  max_days: number | null
  /** Null: any number. */
  fills_left: number | null
  by_silence: boolean
  received_at: string
  waiting: boolean
  pharmacy_nabp: string | null
  merged: { id: string; nabp: string }[]
}

/** The facts of a claim as they are on file. */
export type OnFile = Pick<FactBase, 'facts' | 'icd' | 'body_parts' | 'compensability' | 'status'> & {
  nature_code: number | null
  first_responder: boolean
}
type Basis = {
  compensability: string
  status: string
  groups: readonly string[]
}

/** What an approval may rest on, as it holds on a day. */
function basisOn(claim: OnFile, day: string): Basis {
  const of = (kind: WantedFact['kind'], subject: string, onFile: string) =>
    factOn(claim.facts, { kind, subject }, day) ?? onFile
  const parts = new Set([
    ...claim.body_parts.map(String),
    ...claim.facts.filter(({ kind }) => kind === 'PART').map(({ subject }) => subject),
  ])
  // A part that nobody changed is on the claim because it is accepted.
  const bodyParts = [...parts].filter((part) => of('PART', part, 'ACCEPTED') === 'ACCEPTED').map(Number)
  const acceptedIcd = claim.icd
    .filter((one) => of('DIAGNOSIS', one.code, one.status) === 'ACCEPTED')
    .map(({ code }) => code)
  const accepted = { bodyParts, acceptedIcd, nature: claim.nature_code, firstResponder: claim.first_responder }
  return {
    compensability: of('COMPENSABILITY', '', claim.compensability),
    status: of('STATUS', '', claim.status),
    groups: partGroupsOf(accepted, false),
  }
}

type Change = WantedFact & { before: string | null }
export type ClaimChange = { jurisState: string; facts: readonly Change[]; before: Basis; after: Basis }

/** What a change of these facts is, the day before the first of them compared with a day on which all hold. */
export const changeOf = (claim: OnFile, jurisState: string, facts: readonly Change[], day: string): ClaimChange => {
  const first = facts.map(({ from }) => from).toSorted()[0] ?? day
  return { jurisState, facts, before: basisOn(claim, addDays(first, -1)), after: basisOn(claim, day) }
}

/** `lastDay`: the last day whose fills it covers. */
export type Effect = { ends: true; why: string; lastDay: string } | { ends: false; why: string }

/** Over: the worker died, or the claim was closed or settled, and no other change took that back. The day itself is still covered. */
const over = ({ kind, value }: Change, { before, after }: Pick<ClaimChange, 'before' | 'after'>): boolean =>
  (kind === 'DEATH' && value === 'DIED') ||
  (kind === 'STATUS' && value === 'CLOSED' && after.status === 'CLOSED' && before.status !== 'CLOSED') ||
  (kind === 'COMPENSABILITY' &&
    value === 'SETTLED_MSA' &&
    after.compensability === 'SETTLED_MSA' &&
    before.compensability !== 'SETTLED_MSA')

const asUsual = 30
/** 80: somebody decided that the drug is for the injury, whatever is usual for it. */
const UNRELATED = '80'

/** The drug is usual for an injury that was accepted, and for none that still is. */
const loses = ({ gpi_prefix, max_days, codes_cleared }: Approval, { before, after }: ClaimChange): boolean =>
  !codes_cleared.includes(UNRELATED) &&
  injuryMatch(before.groups, gpi_prefix, max_days ?? asUsual) === 'RELATED' &&
  injuryMatch(after.groups, gpi_prefix, max_days ?? asUsual) !== 'RELATED'

/** The fact of the change an approval rests on, and whether it ends with it or has to be looked at. */
function restsOn(approval: Approval, change: ClaimChange): { fact: Change; ends: boolean } | undefined {
  const { facts, before, after } = change
  const last = (is: (fact: Change) => boolean) => facts.findLast(is)
  const ended = last((fact) => over(fact, change))
  if (ended) return { fact: ended, ends: true }
  const accepted = last(({ kind }) => kind === 'COMPENSABILITY')
  if (accepted && after.compensability !== before.compensability) {
    if (after.compensability === 'DENIED') return { fact: accepted, ends: true }
    // A dispute decides nothing yet.
    if (after.compensability === 'CONTROVERTED') return { fact: accepted, ends: false }
  }
  const injury = last(({ kind, value }) => (kind === 'PART' || kind === 'DIAGNOSIS') && value !== 'ACCEPTED')
  if (injury && loses(approval, change)) return { fact: injury, ends: true }
  const provider = last(
    ({ kind, value, subject }) => kind === 'PROVIDER' && value === 'ENDED' && subject === approval.prescriber_npi,
  )
  return provider && { fact: provider, ends: false }
}

/**
 * What a change does to an approval; null where it rests on nothing that ends. What the state lets nobody take back stays, but
 * for a death.
 */
export function effectOn(approval: Approval, change: ClaimChange): Effect | null {
  const found = restsOn(approval, change)
  if (!found) return null
  const { fact, ends } = found
  const why = factInWords(fact)
  if (!ends) return { ends: false, why }
  const { jurisState } = change
  const { received_at: receivedAt, by_silence: bySilence } = approval
  const stays = fact.kind === 'DEATH' ? undefined : whyNotWithdraw({ jurisState, receivedAt, bySilence })
  if (stays) return { ends: false, why: `${why}. ${stays.message}` }
  return { ends: true, why, lastDay: over(fact, change) ? fact.from : addDays(fact.from, -1) }
}
