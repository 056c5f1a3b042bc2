import { said } from '#features/eligibility/rules.ts'
import type { Caller } from '#platform/calls/handler.ts'
import type { Merge, Pair, Worker } from './contract.ts'
import { differencesOf, scoreOf, whyNotMergeBy, whyNotSame, whyNotUndo, type Compared } from './rules.ts'
import type { MergeRow, PairRow, WorkerRow } from './sql.ts'

export const toCompared = (row: WorkerRow): Compared => ({
  claimantId: row.claimantId,
  firstName: row.firstName,
  lastName: row.lastName,
  dob: row.dob,
  gender: row.gender,
  ssn4: row.ssn4,
  phone: row.mobile ?? row.phone ?? '',
  zip: row.zip ?? '',
  diedOn: row.diedOn,
  dois: row.claims.map(({ doi }) => doi),
})

const toWorker = (row: WorkerRow): Worker => ({
  claimantId: row.claimantId,
  patientId: row.patientId,
  firstName: row.firstName,
  lastName: row.lastName,
  dob: row.dob,
  gender: row.gender,
  ssn: row.ssn4 === null ? null : `•••-••-${row.ssn4}`,
  address: [row.address1, row.city, [row.state, row.zip].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  phone: row.phone ?? '',
  mobile: row.mobile ?? '',
  email: row.email ?? '',
  diedOn: row.diedOn,
  version: row.version,
  claims: row.claims,
})

export function toPair({ one, other }: PairRow, person: Caller): Pair {
  const [a, b] = [toCompared(one), toCompared(other)]
  return {
    one: toWorker(one),
    other: toWorker(other),
    score: scoreOf(a, b),
    differences: differencesOf(a, b),
    whyNotMerge: said(whyNotSame(a, b) ?? whyNotMergeBy(person)),
  }
}

export const claimsIn = (pairs: readonly Pair[]): string[] => [
  ...new Set(pairs.flatMap(({ one, other }) => [...one.claims, ...other.claims].map(({ claimId }) => claimId))),
]

export const toMerge = (row: MergeRow, person: Caller): Merge => ({
  mergeId: row.id,
  stays: row.stays,
  goes: row.goes,
  claims: row.claims,
  reason: row.reason,
  at: row.at,
  by: row.merged_by_name,
  undone:
    row.undone_at === null ? null : { at: row.undone_at, by: row.undone_by_name ?? '', reason: row.undo_reason ?? '' },
  whyNotUndo: said(whyNotUndo(person, { undoneBy: row.undone_by_name, mergedOn: row.merged_on })),
})
