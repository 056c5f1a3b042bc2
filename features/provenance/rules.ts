import { isoOf } from '#platform/dates/instant.ts'
import type { DecisionRecord } from './contract.ts'

/** A record as the database has it, its text parsed. */
export type Found = {
  sequence: number
  decisionId: string | null
  sha256: string
  previous: string | null
  /** The fingerprint is that of the text. */
  isOwn: boolean
  /** Null when the text is no record any more. */
  record: DecisionRecord | null
}

/** A decision as its own row has it. Instants ISO 8601, dates 'YYYY-MM-DD'. */
export type Row = {
  id: string
  decision: string
  byName: string
  secondName: string | null
  at: string
  startDate: string | null
  endDate: string | null
  oneTime: boolean
  drugLevel: number | null
  overrideAll: boolean
  safetyIncluded: boolean
  safetyAck: string | null
  reasonId: number | null
  reason: string
  note: string
  maxFills: number | null
  maxQty: number | null
  maxDays: number | null
}

/** Each thing a decision's row says, beside what its record says of it. */
function pairs(row: Row, record: DecisionRecord): [what: string, row: unknown, record: unknown][] {
  const { outcome, decider, firstApprover } = record
  return [
    ['the decision', row.decision, record.kind],
    ['who decided', row.byName, firstApprover?.name ?? decider.name],
    ['the second approver', row.secondName, firstApprover ? decider.name : null],
    ['the moment', isoOf(row.at), isoOf(record.at)],
    ['the first day', row.startDate, outcome.startDate],
    ['the last day', row.endDate, outcome.endDate],
    ['one fill only', row.oneTime, outcome.oneTime],
    ['the drug level', row.drugLevel, outcome.drugLevel],
    ['all codes cleared', row.overrideAll, outcome.overrideAll],
    ['safety codes cleared', row.safetyIncluded, outcome.safetyIncluded],
    ['the safety acknowledgement', row.safetyAck, outcome.safetyAck],
    ['the reason', `${row.reasonId} ${row.reason}`, `${outcome.reasonId} ${outcome.reason}`],
    ['the note', row.note, outcome.note],
    ['the fills', row.maxFills, outcome.maxFills],
    ['the quantity a fill', row.maxQty, outcome.maxQty],
    ['the days a fill', row.maxDays, outcome.maxDays],
  ]
}

export type Verified = {
  /** What is wrong with the chain as a whole. */
  problems: string[]
  /** What is wrong with each record, by its place. */
  of: ReadonlyMap<number, string[]>
}

/**
 * Reads a request's chain of records against itself and against its decisions: a text that is not the one its
 * fingerprint was taken of, a link that leads elsewhere, a place that is empty, a decision that says something else or
 * has no record, and a first approval whose record is gone. Empty lists mean that nothing was changed.
 */
export function verify(found: readonly Found[], rows: readonly Row[], halves: number): Verified {
  const problems: string[] = []
  const of = new Map<number, string[]>()
  let expected = 1
  let before: string | null = null
  for (const one of found) {
    const own: string[] = []
    if (one.sequence !== expected) {
      const gone = one.sequence - expected
      problems.push(
        `${gone === 1 ? 'A record' : `${gone} records`} before record ${one.sequence} ${gone === 1 ? 'is' : 'are'} gone.`,
      )
    } else if (one.previous !== before) own.push('It does not follow from the record before it.')
    if (!one.isOwn) own.push('Its text is not the one its fingerprint was taken of.')
    const row = one.decisionId === null ? undefined : rows.find(({ id }) => id === one.decisionId)
    if (one.decisionId !== null && !row) own.push('Its decision is gone.')
    if (one.record === null) own.push('It can no longer be read.')
    else if (one.record.decisionId !== one.decisionId)
      own.push('It names another decision than the one it is kept for.')
    if (row && one.record) {
      for (const [what, says, said] of pairs(row, one.record))
        if (says !== said) own.push(`The decision now says something else about ${what}.`)
    }
    of.set(one.sequence, own)
    expected = one.sequence + 1
    before = one.sha256
  }
  for (const row of rows)
    if (!found.some(({ decisionId }) => decisionId === row.id))
      problems.push(`There is no record of the decision of ${isoOf(row.at)} by ${row.byName}.`)
  const first = found.filter(({ record }) => record?.kind === 'FIRST_APPROVAL').length
  if (first < halves) problems.push(`The log tells of ${halves} first approvals; ${first} records are here.`)
  return { problems, of }
}
