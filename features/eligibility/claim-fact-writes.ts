import type { Sql } from '#platform/database/sql.ts'
import { factOn, type WantedFact } from './claim-fact-rules.ts'
import * as sql from './claim-fact-sql.ts'

/** A surgery is distinguished by its day. */
const subjectOf = ({ kind, subject, from }: WantedFact): string => (kind === 'SURGERY' ? from : subject)

/** What holds on the day of a change: as the changes before it say, else as the file has it; null where there is nothing. */
export function holdsOn(
  claim: Omit<sql.FactBase, 'version' | 'sub_carrier' | 'claimant_id'>,
  wanted: WantedFact,
): string | null {
  const { kind, subject, from } = wanted
  if (kind === 'DEATH') return claim.deceased_on === null ? null : 'DIED'
  if (kind === 'PROVIDER')
    return claim.providers.some((one) => one.npi === subject && one.from <= from && from <= (one.to ?? '9999-12-31'))
      ? 'ALLOWED'
      : null
  const known = factOn(claim.facts, { kind, subject: subjectOf(wanted) }, from)
  if (known !== undefined) return known
  if (kind === 'COMPENSABILITY') return claim.compensability
  if (kind === 'STATUS') return claim.status
  if (kind === 'DIAGNOSIS') return claim.icd.find(({ code }) => code === subject)?.status ?? null
  if (kind === 'PART') return claim.body_parts.includes(Number(subject)) ? 'ACCEPTED' : null
  return claim.surgery_dates.includes(from) ? 'ADDED' : null
}

type Writer = {
  source: sql.FactRow['source']
  by: { id: string | null; name: string }
  reason: string
  at: string
  newId: () => string
}
export type FactWrite = WantedFact & { before: string | null }

/** Changes as they are kept. */
export const factRows = (
  claim: Pick<sql.FactBase, 'id' | 'sub_carrier'>,
  changes: readonly FactWrite[],
  { source, by, reason, at, newId }: Writer,
): sql.FactRow[] =>
  changes.map((one) => ({
    id: newId(),
    sub_carrier: claim.sub_carrier,
    stratus_claim_id: claim.id,
    kind: one.kind,
    subject: subjectOf(one),
    description: one.description ?? '',
    value: one.value,
    before: one.before,
    valid_from: one.from,
    source,
    at,
    changed_by: by.id,
    changed_by_name: by.name,
    reason,
  }))

/** The statements that keep changes of claims and bring their columns to what holds today; in this order. */
export function writeFacts(
  changes: readonly { claim: { id: string; claimant_id: string }; rows: readonly sql.FactRow[] }[],
  today: string,
): Sql[] {
  const rows = changes.flatMap((one) => one.rows)
  const of = (kind: sql.FactRow['kind'], value?: string) =>
    rows.filter((row) => row.kind === kind && (value === undefined || row.value === value))
  const provider = (row: sql.FactRow) => ({ claim: row.stratus_claim_id, npi: row.subject, from: row.valid_from })
  const statements: Sql[] = [sql.insertFacts(rows)]
  const diagnoses = of('DIAGNOSIS').map((row) => ({
    claim: row.stratus_claim_id,
    code: row.subject,
    description: row.description,
    // One that is new and not accepted yet is not accepted before its day either.
    value: row.valid_from <= today ? row.value : 'PENDING',
  }))
  if (diagnoses.length > 0) statements.push(sql.addDiagnoses(diagnoses))
  if (of('PROVIDER', 'ALLOWED').length > 0) statements.push(sql.allowProviders(of('PROVIDER', 'ALLOWED').map(provider)))
  if (of('PROVIDER', 'ENDED').length > 0) statements.push(sql.endProviders(of('PROVIDER', 'ENDED').map(provider)))
  const deaths = changes.flatMap(({ claim, rows: own }) =>
    own
      .filter(({ kind }) => kind === 'DEATH')
      .map((row) => ({ claimant: claim.claimant_id, on: row.value === 'DIED' ? row.valid_from : null })),
  )
  if (deaths.length > 0) statements.push(sql.setDeaths(deaths))
  statements.push(
    sql.factsInForce(
      changes.map(({ claim }) => claim.id),
      today,
    ),
  )
  return statements
}
