import { isDay } from './line-days.ts'
import type { FactKind } from '#features/eligibility/claim-fact-rules.ts'
import type { LineProblem } from '#platform/load/load.ts'

// What a line of a feed says of the claim itself: acceptance, status, injuries, prescribers, surgery, death.

export const factColumns = [
  'compensability',
  'claim_status',
  'accepted_diagnoses',
  'pending_diagnoses',
  'denied_diagnoses',
  'accepted_parts',
  'pending_parts',
  'denied_parts',
  'treating_providers',
  'surgery_dates',
  'date_of_death',
  'facts_from',
] as const
export type FactColumn = (typeof factColumns)[number]

/** One fact of a line; `day` where the fact itself is a day. */
type LineFact = { column: FactColumn; kind: FactKind; subject: string; value: string; day: string | null }
export type LineFacts = {
  facts: LineFact[]
  /** The whole list of treating providers, where the line has one. */
  providers: string[] | null
  /** From when they hold; null: from today, of a new claim from the injury. */
  from: string | null
}

const lists: Partial<Record<FactColumn, { kind: FactKind; value: string }>> = {
  accepted_diagnoses: { kind: 'DIAGNOSIS', value: 'ACCEPTED' },
  pending_diagnoses: { kind: 'DIAGNOSIS', value: 'PENDING' },
  denied_diagnoses: { kind: 'DIAGNOSIS', value: 'DENIED' },
  accepted_parts: { kind: 'PART', value: 'ACCEPTED' },
  pending_parts: { kind: 'PART', value: 'PENDING' },
  denied_parts: { kind: 'PART', value: 'DENIED' },
}
const split = (text: string): string[] => [...new Set(text.split(/[\s;,|]+/).filter(Boolean))]

/** Reads the columns of facts; an empty one leaves what is on file. */
export function readFacts(
  cell: (column: FactColumn) => string,
  dayOf: (text: string) => string,
): { read: LineFacts; problems: LineProblem[] } {
  const problems: LineProblem[] = []
  const facts: LineFact[] = []
  const add = (column: FactColumn, kind: FactKind, subject: string, value: string, day: string | null = null) =>
    facts.push({ column, kind, subject, value, day })
  const dayIn = (column: FactColumn, text: string): string | undefined => {
    const day = dayOf(text)
    if (isDay(day)) return day
    problems.push({ column, message: 'Enter a day as YYYY-MM-DD or MM/DD/YYYY.' })
    return undefined
  }
  const accepted = cell('compensability').toUpperCase()
  if (accepted !== '') add('compensability', 'COMPENSABILITY', '', accepted === 'SETTLED' ? 'SETTLED_MSA' : accepted)
  const status = cell('claim_status').toUpperCase()
  if (status !== '') add('claim_status', 'STATUS', '', status)
  for (const [column, of] of Object.entries(lists) as [FactColumn, { kind: FactKind; value: string }][])
    for (const subject of split(cell(column).toUpperCase())) add(column, of.kind, subject, of.value)
  for (const text of split(cell('surgery_dates'))) {
    const day = dayIn('surgery_dates', text)
    if (day) add('surgery_dates', 'SURGERY', '', 'ADDED', day)
  }
  const death = cell('date_of_death')
  const died = death === '' ? undefined : dayIn('date_of_death', death)
  if (died) add('date_of_death', 'DEATH', '', 'DIED', died)
  const given = cell('facts_from')
  const from = given === '' ? undefined : dayIn('facts_from', given)
  const providers = split(cell('treating_providers'))
  const twice = facts.find((fact) =>
    facts.some(
      (other) => other !== fact && other.kind === fact.kind && other.subject !== '' && other.subject === fact.subject,
    ),
  )
  if (twice) problems.push({ column: twice.column, message: `${twice.subject} is in two columns. Leave it in one.` })
  return { read: { facts, providers: providers.length > 0 ? providers : null, from: from ?? null }, problems }
}
