import { factProblems, valueWords, type WantedFact } from '#features/eligibility/claim-fact-rules.ts'
import type { FactBase, FactRow } from '#features/eligibility/claim-fact-sql.ts'
import { factRows, holdsOn, writeFacts, type FactWrite } from '#features/eligibility/claim-fact-writes.ts'
import { afterFacts } from '#features/eligibility/claim-facts-changed.ts'
import type { LineProblem } from '#platform/load/load.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import type { Sql } from '#platform/database/sql.ts'
import { usDate } from '#platform/dates/day.ts'
import { icd10Description } from '#reference/icd10.ts'
import type { FactColumn, LineFacts } from './line-facts.ts'

// Facts of a claim as a feed changes them. What a person changed in the portal is not overwritten by a line that says no later day.

const BY = { id: null, name: 'Eligibility feed' }
const END = '9999-12-31'

/** A claim that is new with this line: nothing of it is decided. */
export const newBase = (of: Pick<FactBase, 'id' | 'sub_carrier' | 'claimant_id' | 'doi' | 'dob'>): FactBase => ({
  ...of,
  version: 1,
  deceased_on: null,
  compensability: 'PENDING',
  status: 'OPEN',
  body_parts: [],
  surgery_dates: [],
  icd: [],
  providers: [],
  facts: [],
})

/** The changes a line asks for, each with its column. */
function wantedOf(
  base: FactBase,
  { facts, providers, from }: LineFacts,
  usual: string,
): (WantedFact & { column: FactColumn })[] {
  const of = from ?? usual
  const wanted = facts.map(({ day, ...fact }) => ({ ...fact, from: day ?? of }))
  if (providers === null) return wanted
  const allowed = base.providers.filter((one) => one.from <= of && of <= (one.to ?? END)).map(({ npi }) => npi)
  const change = (npi: string, value: string) =>
    ({ column: 'treating_providers', kind: 'PROVIDER', subject: npi, value, from: of }) as const
  return [
    ...wanted,
    ...providers.map((npi) => change(npi, 'ALLOWED')),
    ...allowed.filter((npi) => !providers.includes(npi)).map((npi) => change(npi, 'ENDED')),
  ]
}

/** What a line changes of its claim, or what is wrong with it. */
export function factsOfLine(
  base: FactBase,
  line: LineFacts,
  { usual, today }: { usual: string; today: string },
): { changes: FactWrite[]; problems: LineProblem[] } {
  const changes: FactWrite[] = []
  const problems: LineProblem[] = []
  for (const { column, ...asked } of wantedOf(base, line, usual)) {
    const before = holdsOn(base, asked)
    const reopens = asked.kind === 'STATUS' && asked.value === 'OPEN' && before !== null && before !== 'OPEN'
    const wanted = reopens ? { ...asked, value: 'REOPENED' } : asked
    if (before === wanted.value && !(wanted.kind === 'DEATH' && base.deceased_on !== wanted.from)) continue
    const wrong = factProblems({ doi: base.doi, dob: base.dob, holds: before }, wanted, today)
    problems.push(
      ...wrong.map(({ path, message }) => ({
        column: path === 'from' && !['SURGERY', 'DEATH'].includes(wanted.kind) ? 'facts_from' : column,
        message,
      })),
    )
    const byHand = base.facts.findLast(
      ({ kind, subject, source }) => kind === wanted.kind && subject === wanted.subject && source !== 'FEED',
    )
    if (wrong.length === 0 && byHand && (line.from === null || line.from <= byHand.from))
      problems.push({
        column,
        message: `${byHand.by} set this to “${valueWords(wanted.kind, byHand.value)}” from ${usDate(byHand.from)}. Write a later day in facts_from to change it.`,
      })
    changes.push({
      ...wanted,
      description:
        wanted.kind === 'DIAGNOSIS'
          ? (base.icd.find(({ code }) => code === wanted.subject)?.description ??
            icd10Description(wanted.subject) ??
            '')
          : '',
      before,
    })
  }
  return { changes, problems }
}

export type FactsOfBatch = Map<string, { base: FactBase; rows: FactRow[]; isNew: boolean }>

/** Adds the changes of a line to its batch; answers the claim as the next line of it finds it. */
export function keepFacts(
  batch: FactsOfBatch,
  base: FactBase,
  changes: readonly FactWrite[],
  { at, newId, isNew }: { at: string; newId: () => string; isNew: boolean },
): FactBase {
  if (changes.length === 0) return base
  const rows = factRows(base, changes, { source: 'FEED', by: BY, reason: '', at, newId })
  const died = rows.findLast(({ kind }) => kind === 'DEATH')
  const allowed = rows.filter(({ kind, value }) => kind === 'PROVIDER' && value === 'ALLOWED')
  const after: FactBase = {
    ...base,
    deceased_on: died ? died.valid_from : base.deceased_on,
    providers: [
      ...base.providers.filter(({ npi }) => !rows.some((row) => row.kind === 'PROVIDER' && row.subject === npi)),
      ...allowed.map((row) => ({ npi: row.subject, from: row.valid_from, to: null })),
    ],
    facts: [
      ...base.facts,
      ...rows.map(({ valid_from, changed_by_name, ...row }) => ({ ...row, from: valid_from, by: changed_by_name })),
    ],
  }
  const kept = batch.get(base.id)
  batch.set(base.id, { base: after, rows: [...(kept?.rows ?? []), ...rows], isNew: kept?.isNew ?? isNew })
  return after
}

/** The statements that write the facts of a batch, and have open requests of claims on file looked at again. */
export function factStatements(
  batch: FactsOfBatch,
  { mc, zone, today, now, newId }: { mc: string; zone: string; today: string; now: Date; newId: () => string },
): Sql[] {
  const claims = [...batch.values()]
  if (claims.length === 0) return []
  const outbox = claims.flatMap(({ base, rows, isNew }) =>
    [...Map.groupBy(rows, (row) => row.valid_from)]
      // A new claim has no request to look at, but its columns follow a change that begins later.
      .filter(([from]) => !isNew || from > today)
      .map(([from, own]) =>
        afterFacts({ mc, id: newId(), claimId: base.id, factIds: own.map(({ id }) => id), from, zone, now }),
      ),
  )
  return [
    ...writeFacts(
      claims.map(({ base, rows }) => ({ claim: base, rows })),
      today,
    ),
    ...(outbox.length > 0 ? [insertOutbox(outbox)] : []),
  ]
}
