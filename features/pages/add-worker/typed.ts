import { readPhone, readSsn4, readZip } from '#features/claims/numbers.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import type { eligibility } from '#features/eligibility/contract.ts'
import { LEAST_REASON, type PlanLevel } from '#features/eligibility/rules.ts'

type NewClaim = InputOf<typeof eligibility.add>
type CardChannel = NonNullable<NewClaim['cardChannel']>

/** What is in the form: dates as typed, codes as chosen. */
export type Typed = {
  firstName: string
  lastName: string
  dob: string
  gender: 'F' | 'M' | 'X' | 'U'
  ssn4: string
  language: 'en' | 'es'
  address1: string
  city: string
  state: string
  zip: string
  phone: string
  mobile: string
  email: string
  claimNumber: string
  doi: string
  jurisState: string
  groupCode: string
  caseOwnerId: string
  injury: string
  effectiveDate: string
  planLevel: PlanLevel
  cardChannel: CardChannel
  otherPersonReason: string
}
export type Field = keyof Typed
export const nothingTyped: Typed = {
  firstName: '',
  lastName: '',
  dob: '',
  gender: 'U',
  ssn4: '',
  language: 'en',
  address1: '',
  city: '',
  state: '',
  zip: '',
  phone: '',
  mobile: '',
  email: '',
  claimNumber: '',
  doi: '',
  jurisState: '',
  groupCode: '',
  caseOwnerId: '',
  injury: '',
  effectiveDate: '',
  planLevel: 'FULL',
  cardChannel: 'MAIL',
  otherPersonReason: '',
}

/** A worker on file whose further claim is added. */
export type OnFile = {
  claimantId: string
  patientId: string
  firstName: string
  lastName: string
  dob: string
}

type Problem = { field: Field; message: string }
type About = { today: string; onFile: OnFile | undefined; alike: boolean; cardOff: boolean }

/** What is missing or cannot be read before anything is sent, in the order of the form. */
export function whatIsWrong(typed: Typed, { today, onFile, alike, cardOff }: About): Problem[] {
  const problems: Problem[] = []
  const no = (field: Field, message: string) => problems.push({ field, message })
  const day = (field: 'dob' | 'doi' | 'effectiveDate', what: string) => {
    if (!parseDate(typed[field], today, { born: field === 'dob' })) no(field, `Enter ${what} as MM/DD/YYYY.`)
  }
  if (!onFile) {
    if (!typed.firstName.trim()) no('firstName', 'Enter a first name.')
    if (!typed.lastName.trim()) no('lastName', 'Enter a last name.')
    day('dob', 'the date of birth')
    if (alike && typed.otherPersonReason.trim().length < LEAST_REASON)
      no('otherPersonReason', 'Choose the patient on file, or say why this is somebody else.')
  }
  if (!typed.claimNumber.trim()) no('claimNumber', 'Enter a claim number.')
  day('doi', 'the date of injury')
  if (!typed.jurisState) no('jurisState', 'Choose a jurisdiction.')
  if (!typed.groupCode) no('groupCode', 'Choose a group.')
  if (!typed.caseOwnerId) no('caseOwnerId', 'Choose a case owner.')
  day('effectiveDate', 'the first day of coverage')
  if (!onFile && !cardOff) {
    if (typed.cardChannel === 'MAIL' && !(typed.address1.trim() && typed.zip.trim()))
      no('cardChannel', 'Enter the street address and ZIP code, or choose another way for the card.')
    if (typed.cardChannel === 'EMAIL' && !typed.email.trim())
      no('cardChannel', 'Enter the e-mail address, or choose another way for the card.')
  }
  return problems
}

/** Whom to look for on file, as a text to compare; empty until name and birth date are typed. */
export function lookFor(typed: Typed, today: string): string {
  const [dob, doi] = [parseDate(typed.dob, today, { born: true }), parseDate(typed.doi, today)]
  const [firstName, lastName] = [typed.firstName.trim(), typed.lastName.trim()]
  if (!dob || !firstName || !lastName) return ''
  const [ssn4, zip, phone] = [
    readSsn4(typed.ssn4).value,
    readZip(typed.zip).value,
    readPhone(typed.mobile || typed.phone).value,
  ]
  return JSON.stringify({
    firstName,
    lastName,
    dob,
    ...(doi && { doi }),
    ...(ssn4 !== undefined && { ssn4 }),
    ...(zip !== undefined && { zip }),
    ...(phone !== undefined && { phone }),
  })
}

/** The new claim as it is sent; undefined while a date cannot be read. */
export function newClaimOf(typed: Typed, { today, onFile, alike, cardOff }: About): NewClaim | undefined {
  const [dob, doi, effectiveDate] = [
    onFile?.dob ?? parseDate(typed.dob, today, { born: true }),
    parseDate(typed.doi, today),
    parseDate(typed.effectiveDate, today),
  ]
  if (!dob || !doi || !effectiveDate) return undefined
  const claim = {
    doi,
    jurisState: typed.jurisState,
    groupCode: typed.groupCode,
    claimNumber: typed.claimNumber,
    injury: typed.injury,
    caseOwnerId: typed.caseOwnerId,
    effectiveDate,
    planLevel: typed.planLevel,
    cardChannel: cardOff ? ('NONE' as const) : typed.cardChannel,
  }
  if (onFile)
    return { ...claim, claimantId: onFile.claimantId, firstName: onFile.firstName, lastName: onFile.lastName, dob }
  const { firstName, lastName, gender, language, address1, city, state, zip, phone, mobile, email } = typed
  return {
    ...claim,
    firstName,
    lastName,
    dob,
    gender,
    language,
    address1,
    city,
    state,
    zip,
    phone,
    mobile,
    email,
    ...(typed.ssn4 && { ssn4: typed.ssn4 }),
    ...(alike && typed.otherPersonReason.trim() && { otherPersonReason: typed.otherPersonReason }),
  }
}
