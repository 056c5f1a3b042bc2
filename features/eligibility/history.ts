import { usDate } from '#platform/dates/day.ts'
import type { Change } from './contract.ts'
import { planLevels, spanReasons } from './rules.ts'
import type { ChangeFound } from './history-sql.ts'

type Kept = ChangeFound['before']
type Words = (value: string | number | null | undefined) => string

const text: Words = (value) => (value === null || value === undefined || value === '' ? 'none' : String(value))
const day: Words = (value) => (typeof value === 'string' ? usDate(value) : 'none')
const from =
  (table: Readonly<Record<string, string>>): Words =>
  (value) =>
    table[String(value)] ?? text(value)

/** The fields a change can have, in the order they are shown, with their words. */
const fields: readonly (readonly [key: string, label: string, words: Words])[] = [
  ['effectiveDate', 'Coverage starts', day],
  ['termDate', 'Coverage ends', (value) => (typeof value === 'string' ? usDate(value) : 'open')],
  ['planLevel', 'Plan level', from(planLevels)],
  ['reasonCode', 'Reason', from(spanReasons)],
  ['patientId', 'Patient ID', text],
  ['claimNumber', 'Claim number', text],
  ['doi', 'Date of injury', day],
  ['group', 'Group', text],
  ['notSame', 'Not the same person as', text],
  ['address1', 'Street address', text],
  ['city', 'City', text],
  ['state', 'State', text],
  ['zip', 'ZIP code', text],
  ['phone', 'Phone', text],
  ['mobile', 'Mobile', text],
  ['email', 'E-mail', text],
  ['language', 'Language', from({ en: 'English', es: 'Spanish' })],
  ['gender', 'Gender', from({ F: 'Female', M: 'Male', X: 'X', U: 'Unknown' })],
  ['ssn4', 'Social Security number', (value) => (value ? `•••-••-${value}` : 'none')],
  ['injury', 'Injury', text],
  ['preferredPharmacyNabp', 'Pharmacy (NABP number)', text],
]

/** What differs between two states of coverage or of contact data, in words. */
export const changedFields = (before: Kept, after: NonNullable<Kept>): Change['fields'] =>
  fields.flatMap(([key, label, words]) => {
    if (!(key in after) || (before !== null && words(before[key]) === words(after[key]))) return []
    return [{ label, before: before === null ? null : words(before[key]), after: words(after[key]) }]
  })

export const toChange = (row: ChangeFound): Change => ({
  changeId: row.id,
  kind: row.kind,
  eligibilityId: row.eligibility_id,
  at: row.at,
  changedBy: row.changed_by_name,
  fields: changedFields(row.before, row.after),
  note: row.note,
})
