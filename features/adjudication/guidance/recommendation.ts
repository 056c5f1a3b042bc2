import { ncpdp } from '#reference/ncpdp.ts'
import { opioidRule } from '#reference/first-fill.ts'
import type { Adjudication, Recommendation, Reject } from '../answer.ts'
import type { ClaimRequest } from '../claim-request.ts'
import type { Snapshot } from '../snapshot.ts'
import { isControlled } from '../drug-class.ts'
import { daysWord } from '../in-words.ts'
import { partGroupLabel } from '../injury-match.ts'
import { settingsOf } from '../settings.ts'

// Rule-based guidance when no pharmacist has advised. It never carries a pharmacist's name, and it never
// advises approval while a safety question stands that it has not answered.

const advice = (
  action: Recommendation['action'],
  rationale: string,
  ruleIds: string[],
  more: Partial<Recommendation> = {},
): Recommendation => ({
  action,
  label: 'Rule-based guidance',
  oneTime: false,
  modifiedDays: null,
  rationale,
  ruleIds,
  ...more,
})

/** The first rule that fits the rejects that stand; null when none does. */
export function recommend(result: Adjudication, request: ClaimRequest, snapshot: Snapshot): Recommendation | null {
  const { rejects, facts } = result
  if (rejects.length === 0 || rejects.some((made) => made.hardStop)) return null
  const by = (rule: string): Reject | undefined => rejects.find((made) => made.sourceRule === rule)
  const safetyBut = (rule: string): boolean => rejects.some((made) => made.safety && made.sourceRule !== rule)

  const contraindicated = rejects.find((made) => made.severity === 1)
  if (contraindicated !== undefined) {
    // A therapy of months is not stopped without contacting the prescriber.
    return facts.stableTherapy
      ? advice('P2P', `Call the prescriber first. ${contraindicated.message}`, ['R31'])
      : advice('REJECT', contraindicated.message, ['R31'])
  }
  const dose = by('R33') ?? by('R38')
  if (dose !== undefined) return advice('P2P', `Call the prescriber first. ${dose.message}`, [dose.sourceRule])
  const first = by('R34')
  if (first !== undefined) {
    if (safetyBut('R34')) return null
    const limit = firstDays(result, snapshot)
    return advice('APPROVE_MODIFIED', `Approve one fill of ${daysWord(limit)}. ${first.message}`, ['R34'], {
      modifiedDays: limit,
      oneTime: true,
    })
  }
  const duplicate = by('R30')
  if (duplicate !== undefined && !isControlledPair(result, snapshot)) {
    if (safetyBut('R30')) return null
    return advice('APPROVE_MODIFIED', `Approve only if the other drug is stopped. ${duplicate.message}`, ['R30'])
  }
  const injury = by('R22')
  if (injury !== undefined) {
    const parts = facts.partGroups.map(partGroupLabel).join('; ')
    const question = `how does this drug relate to the accepted injury (${parts})?`
    return advice('DEFER', `Ask the prescriber first: ${question}`, ['R22'])
  }
  const step = by('R17') ?? by('R18')
  if (step !== undefined) {
    if (safetyBut(step.sourceRule)) return null
    const other = facts.genericAlternative
    // A brand and its generic have one name.
    const alternative =
      other === null ? 'the alternative' : other.name === snapshot.drug?.name ? 'the generic' : other.name
    return advice('APPROVE_MODIFIED', `Approve ${alternative} instead. ${step.message}`, [step.sourceRule])
  }
  if (rejects.some((made) => made.safety)) return null
  if (rejects.every((made) => made.rejectCode === ncpdp.REFILL_TOO_SOON) && (facts.refill?.daysEarly ?? 99) <= 5) {
    return advice('APPROVE', `Approve one fill: only ${daysWord(facts.refill?.daysEarly ?? 0)} early.`, ['R23'], {
      oneTime: true,
    })
  }
  if (facts.stableTherapy && rejects.every((made) => made.overridableBy === 'A')) {
    const days = request.prescription?.daysSupply
    const words = `Stable therapy: ${facts.sameDrugFills180} fills at this dose in the past 180 days${days === undefined ? '' : `, ${daysWord(days)} each`}.`
    return advice('APPROVE', words, ['R16'])
  }
  return null
}

/** Whether the drug, or one it duplicates, is on Schedules II to IV: then no rule advises (R30). */
function isControlledPair(result: Adjudication, snapshot: Snapshot): boolean {
  if (isControlled(snapshot.drug?.dea ?? null)) return true
  const twins = result.dur.filter((row) => row.reason === 'TD')
  return snapshot.history.some(
    ({ drug, fillDate }) =>
      isControlled(drug.dea) && twins.some((row) => row.otherDrug === drug.name && row.otherFillDate === fillDate),
  )
}

function firstDays(result: Adjudication, snapshot: Snapshot): number {
  const claim = snapshot.claim
  const jurisdiction = claim?.dolProgram === 'FECA' ? 'US-FECA' : (claim?.jurisState ?? '')
  const legal = opioidRule(jurisdiction, claim?.doi)?.firstFillDays ?? Number.POSITIVE_INFINITY
  const cap = result.facts.firstFillCapDays ?? Number.POSITIVE_INFINITY
  return Math.min(settingsOf(snapshot.settings).opioidFirstFillDays, legal, cap)
}
