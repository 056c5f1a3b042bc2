import { bodyPart, natureOfInjury, type PartGroup } from '#reference/body-parts.ts'
import { icdGroups, injuryDrugMap, type InjuryDrugRow } from '#reference/injury-drug-map.ts'
import type { ClaimState } from './snapshot.ts'
import type { EngineFacts } from './answer.ts'

const byGroup = new Map<string, InjuryDrugRow>(injuryDrugMap.map((row) => [row.group, row]))

/** What a part group is called in a sentence. */
export const partGroupLabel = (group: string): string => byGroup.get(group)?.label ?? group

type Accepted = Pick<ClaimState, 'bodyParts' | 'nature' | 'acceptedIcd' | 'firstResponder'>

/** The part groups a claim's accepted parts, nature and diagnoses stand for; empty when nothing is known. */
export function partGroupsOf(claim: Accepted, surgeryNear: boolean): PartGroup[] {
  const groups = new Set<PartGroup>()
  for (const code of claim.bodyParts) for (const group of bodyPart(code)?.groups ?? []) groups.add(group)
  for (const group of natureOfInjury(claim.nature ?? 0)?.groups ?? []) groups.add(group)
  for (const icd of claim.acceptedIcd ?? []) {
    for (const row of icdGroups) if (icd.startsWith(row.prefix)) groups.add(row.group)
    if (claim.firstResponder === true && icd.startsWith('I')) groups.add('heart')
  }
  // Occupational disease of a first responder: the presumption.
  if (claim.firstResponder === true && claim.nature === 71) groups.add('heart')
  if (surgeryNear) groups.add('fracture')
  return [...groups]
}

type Verdict = Exclude<EngineFacts['injuryMatch'], null>

function verdictOf(row: InjuryDrugRow, sgpi: string, days: number): Verdict {
  const after = row.questionAfterDays?.[sgpi]
  if (after !== undefined) return days > after ? 'QUESTION' : 'RELATED'
  if (row.related.includes(sgpi)) return 'RELATED'
  if (row.question.includes(sgpi)) return 'QUESTION'
  if (row.never.includes(sgpi) || row.othersNever === true) return 'NEVER'
  return 'NOT_LISTED'
}

/**
 * How a drug class fits the injury. Several groups take their union: one that calls it usual settles it, else one that
 * asks, else "never" only when every group says so.
 */
export function injuryMatch(groups: readonly string[], gpi: string, days: number): Verdict {
  const rows = groups.map((group) => byGroup.get(group)).filter((row) => row !== undefined)
  if (rows.length === 0 || gpi.length < 4) return 'UNKNOWN_PART'
  const verdicts = rows.map((row) => verdictOf(row, gpi.slice(0, 4), days))
  if (verdicts.includes('RELATED')) return 'RELATED'
  if (verdicts.includes('QUESTION')) return 'QUESTION'
  return verdicts.includes('NOT_LISTED') ? 'NOT_LISTED' : 'NEVER'
}
