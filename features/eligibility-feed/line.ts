import type { z } from 'zod'
import { eligibility } from '#features/eligibility/contract.ts'
import type { CellOf, LineProblem } from '#platform/load/load.ts'
import { dayOf } from './line-days.ts'
import { factColumns, readFacts, type LineFacts } from './line-facts.ts'

// A line of an eligibility feed: a worker, a claim and a period of its coverage. docs/guide/eligibility-feed.md describes it.

export const feedColumns = [
  'claim_number',
  'first_name',
  'last_name',
  'date_of_birth',
  'date_of_injury',
  'state',
  'group',
  'effective_date',
] as const
export const feedMore = [
  'term_date',
  'plan_level',
  'gender',
  'ssn_last4',
  'patient_id',
  'case_owner_email',
  'injury',
  'address',
  'city',
  'address_state',
  'zip',
  'phone',
  'mobile',
  'email',
  'language',
  ...factColumns,
] as const
export type FeedColumn = (typeof feedColumns)[number] | (typeof feedMore)[number]

/** The columns of the fields a form has; what is said of a field is said of its column. */
export const columnOf: Readonly<Record<string, FeedColumn>> = {
  claimNumber: 'claim_number',
  firstName: 'first_name',
  lastName: 'last_name',
  dob: 'date_of_birth',
  doi: 'date_of_injury',
  jurisState: 'state',
  groupCode: 'group',
  effectiveDate: 'effective_date',
  termDate: 'term_date',
  planLevel: 'plan_level',
  gender: 'gender',
  ssn4: 'ssn_last4',
  claimantId: 'patient_id',
  caseOwnerId: 'case_owner_email',
  injury: 'injury',
  address1: 'address',
  city: 'city',
  state: 'address_state',
  zip: 'zip',
  phone: 'phone',
  mobile: 'mobile',
  email: 'email',
  language: 'language',
}

/** The same checks as of the form that adds a worker; the case owner and a worker on file are found by other words. */
const Line = eligibility.add.input.omit({
  masterCarrier: true,
  caseOwnerId: true,
  claimantId: true,
  otherPersonReason: true,
  cardChannel: true,
})
export type FeedLine = z.infer<typeof Line> & {
  termDate: string | null
  patientId: string | null
  newWorker: boolean
  ownerEmail: string | null
  /** Of the end and the plan level of a period, what the file has no column for: on file it stays as it is. */
  leaves: readonly ('termDate' | 'planLevel')[]
  /** What it says of the claim itself. */
  facts: LineFacts
}

const HOW_TO_WRITE_DAYS = 'Enter a day as YYYY-MM-DD or MM/DD/YYYY.'
const days = new Set<string>(['dob', 'doi', 'effectiveDate'])
const termDay = eligibility.add.input.shape.effectiveDate

/** Written in the column of a worker who is new although somebody on file looks alike. */
const NEW = 'NEW'

export function readLine(
  cell: CellOf<FeedColumn>,
  has: (column: FeedColumn) => boolean = () => true,
): { row: FeedLine } | { problems: LineProblem[] } {
  const given = Object.entries(columnOf).flatMap(([field, column]) => {
    const text = cell(column)
    if (text === '' || ['termDate', 'claimantId', 'caseOwnerId'].includes(field)) return []
    const value = days.has(field)
      ? dayOf(text)
      : ['planLevel', 'gender', 'jurisState'].includes(field)
        ? text.toUpperCase()
        : field === 'language'
          ? text.toLowerCase()
          : text
    return [[field, value] as const]
  })
  const problems: LineProblem[] = []
  const line = Line.safeParse(Object.fromEntries(given))
  for (const { path, message, code } of line.error?.issues ?? []) {
    const field = String(path[0])
    const column = columnOf[field] ?? field
    // A day that cannot be read is said once.
    if (days.has(field) && problems.some((one) => one.column === column)) continue
    const missing = code === 'invalid_type' && cell(column as FeedColumn) === ''
    problems.push({
      column,
      message: missing ? 'Fill in this column; it is needed.' : days.has(field) ? HOW_TO_WRITE_DAYS : message,
    })
  }
  const term = cell('term_date') === '' ? null : dayOf(cell('term_date'))
  if (term !== null && !termDay.safeParse(term).success)
    problems.push({ column: 'term_date', message: `${HOW_TO_WRITE_DAYS} Leave it empty where coverage is open.` })
  const facts = readFacts(cell, dayOf)
  problems.push(...facts.problems)
  if (problems.length > 0 || !line.success) return { problems }
  const patient = cell('patient_id').toUpperCase()
  return {
    row: {
      ...line.data,
      termDate: term,
      patientId: patient === '' || patient === NEW ? null : patient,
      newWorker: patient === NEW,
      ownerEmail: cell('case_owner_email').toLowerCase() || null,
      facts: facts.read,
      leaves: (['termDate', 'planLevel'] as const).filter((field) => !has(columnOf[field]!)),
    },
  }
}
