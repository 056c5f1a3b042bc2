import { usDate } from '#platform/dates/day.ts'
import type { Patient } from './contract.ts'

const states: Readonly<Record<Patient['coverage']['state'], string>> = {
  COVERED: 'Covered',
  FUTURE: 'Not covered yet',
  ENDED: 'Not covered',
  NONE: 'No coverage on file',
}
/** Coverage in a few words. */
export const coverageWords = ({ state, planLevel }: Patient['coverage']): string =>
  state === 'COVERED' && planLevel === 'FIRST_FILL' ? 'First fill only' : states[state]

/** Since when, or until when. */
export function coverageDays({ state, from, to }: Patient['coverage']): string {
  if (state === 'ENDED' && to) return `ended ${usDate(to)}`
  if (state === 'FUTURE' && from) return `from ${usDate(from)}`
  if (state === 'COVERED' && to) return `until ${usDate(to)}`
  return state === 'COVERED' && from ? `since ${usDate(from)}` : ''
}

const genders: Readonly<Record<string, string>> = { F: ', female', M: ', male', X: ', nonbinary' }
/** After an age: ", female"; nothing where it is not known. */
export const genderWords = (gender: string): string => genders[gender] ?? ''

const compensabilities: Readonly<Record<string, string>> = {
  PENDING: 'under investigation',
  ACCEPTED: 'accepted',
  PARTIAL: 'partly accepted',
  CONTROVERTED: 'disputed',
  DENIED: 'denied',
  CLOSED: 'closed',
  SETTLED_MSA: 'settled, Medicare set-aside',
}
const statuses: Readonly<Record<string, string>> = { OPEN: 'Open', CLOSED: 'Closed', REOPENED: 'Reopened' }
/** "Open, accepted". */
export function claimWords({ claimStatus, compensability }: Pick<Patient, 'claimStatus' | 'compensability'>): string {
  const status = statuses[claimStatus] ?? claimStatus
  const accepted = compensabilities[compensability] ?? compensability
  return status.toLowerCase() === accepted ? status : `${status}, ${accepted}`
}
