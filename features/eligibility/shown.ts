import { stateDispensingOf } from '#reference/state-dispensing.ts'
import type { Duplicate, Span } from './contract.ts'
import type { Candidate } from './add-sql.ts'
import { type Compared, duplicateScore, EXACT, POSSIBLE } from './duplicates.ts'
import { planLevels, spanReasons } from './rules.ts'
import type { SpanRow, WorkerRow } from './sql.ts'

export const toSpan = (row: SpanRow, today: string): Span => ({
  eligibilityId: row.id,
  effectiveDate: row.effectiveDate,
  termDate: row.termDate,
  reasonCode: row.reasonCode,
  reason: spanReasons[row.reasonCode],
  planLevel: row.planLevel,
  planLevelName: planLevels[row.planLevel],
  source: row.source,
  status: row.termDate !== null && row.termDate < today ? 'ENDED' : row.effectiveDate > today ? 'FUTURE' : 'CURRENT',
  version: row.version,
})

/** A worker as screens show them: of the Social Security number the last four digits. */
export const toPatient = ({ ssn4, ...worker }: WorkerRow) => ({
  ...worker,
  ssn: ssn4 === null ? null : `•••-••-${ssn4}`,
})

/** Candidates with their score, the best first; of one person the claim that fits best. */
export function scored(person: Compared, found: readonly Candidate[]): { exact: Duplicate[]; possible: Duplicate[] } {
  const best = new Map<string, Duplicate>()
  for (const one of found) {
    const score = duplicateScore(person, one)
    if (score < POSSIBLE || score <= (best.get(one.claimantId)?.score ?? 0)) continue
    const { claimantId, patientId, firstName, lastName, dob, claimId, claimNumber, doi } = one
    best.set(claimantId, { claimantId, patientId, firstName, lastName, dob, claimId, claimNumber, doi, score })
  }
  const all = [...best.values()]
    .toSorted((a, b) => b.score - a.score || (a.patientId < b.patientId ? -1 : 1))
    .slice(0, 50)
  return { exact: all.filter(({ score }) => score >= EXACT), possible: all.filter(({ score }) => score < EXACT) }
}

/** The drug list of a program, as screens name it. */
export const formularyName = (program: string): string => `${program} drug list`

/** Which pharmacies are paid, by the dispensing rules of the claim's jurisdiction. */
export const networkWords = (jurisState: string): string =>
  stateDispensingOf(jurisState).networkDirection
    ? 'Network pharmacies only'
    : 'Any pharmacy; outside the network at the fee schedule'
