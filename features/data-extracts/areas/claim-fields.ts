import { compensabilities } from './words.ts'
import { sql } from '#platform/database/sql.ts'
import { jurisdictions } from '#reference/jurisdictions/jurisdictions.ts'
import {
  begins,
  claimNumber,
  day,
  equals,
  named,
  names,
  oneOf,
  oneOnly,
  text,
  word,
  type AreaFilter,
  type Field,
} from './area.ts'

// What most subject areas say of the claim `c` and its worker `t`. Nothing here has a Social Security number.

const number = text('claimNumber', 'Claim number', sql`c.claim_number`, 'usual')
const last = text('patientLastName', 'Patient last name', sql`t.last_name`, 'usual')
const first = text('patientFirstName', 'Patient first name', sql`t.first_name`, 'usual')
const compensability = word('compensability', 'Compensability', named(sql`c.compensability`, compensabilities))
const stateOptions = jurisdictions.map(({ code, name }) => [code, `${code} · ${name}`] as const)

export const ofClaim: readonly Field[] = [
  number,
  text('clientClaimId', 'Carrier claim id', sql`c.client_claim_id`),
  text('subscriberNumber', 'Subscriber number', sql`c.subscriber_number`),
  text('groupCode', 'Group', sql`c.group_code`),
  last,
  first,
  day('dateOfBirth', 'Date of birth', sql`t.dob`),
  day('dateOfInjury', 'Date of injury', sql`c.doi`),
  text('injury', 'Injury', sql`c.injury`),
  text('employer', 'Employer', sql`e.name`),
  compensability,
]
export const claimFilters: readonly AreaFilter[] = [
  equals(number, claimNumber),
  { ...begins(last, names), personal: true },
  oneOnly(compensability, sql`c.compensability`, compensabilities),
]
export const state = (column = sql`c.juris_state`): Field => text('jurisState', 'Jurisdiction state', column, 'usual')
export const stateFilter = (column = sql`c.juris_state`): AreaFilter => oneOf(state(column), column, stateOptions)

/** Who the claim `c` is of. */
export const joinClaim = sql`left join claimant t on t.mc = c.mc and t.id = c.claimant_id left join employer e on e.mc = c.mc and e.id = c.employer_id`
