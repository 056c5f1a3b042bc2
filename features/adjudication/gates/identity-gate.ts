import { daysWord } from '../in-words.ts'
import type { Case } from '../case.ts'
import { claimOf, reject, trace, warn } from '../case.ts'
import { dateText, dayNumber } from '../day-number.ts'

// G2: which group, whose card, which injury. A claim that fails here stops, because every later answer would be about
// someone else. Portal modes choose the claim themselves and skip the comparison.

/** First four letters, upper case, accents and punctuation dropped. */
function nameKey(name: string): string {
  const upper = name.normalize('NFD').toUpperCase()
  let key = ''
  for (let at = 0; at < upper.length && key.length < 4; at++) {
    const code = upper.charCodeAt(at)
    if (code >= 65 && code <= 90) key += upper[at]
  }
  return key
}

function transposed(a: string, b: string): boolean {
  return a.slice(0, 4) === b.slice(0, 4) && a.slice(5, 7) === b.slice(8, 10) && a.slice(8, 10) === b.slice(5, 7)
}

/** Runs G2; false when the claim is not identified. */
export function identityGate(c: Case): boolean {
  const before = c.rejects.length
  if (c.options.mode !== 'LIVE') {
    for (const id of ['R01', 'R02', 'R03']) trace(c, id, 'skip', 'Claim selected in the portal')
    if (c.snapshot.claim === null || c.snapshot.claimant === null) {
      reject(c, 'R02', '52', 'No claim selected')
      return false
    }
    return true
  }
  routing(c)
  person(c)
  if (c.snapshot.claim !== null) injuryDate(c)
  return c.rejects.length === before
}

function routing(c: Case): void {
  const sent = (c.request.insurance?.groupCode ?? '').trim()
  const group = c.snapshot.group
  if (sent === '') return void reject(c, 'R01', '06', 'The group number is missing')
  if (group === null) return void reject(c, 'R01', '51', `Group ${sent} is not on file`)
  const ended = group.status === 'ENDED' && !(dayNumber(group.termDate) >= c.day)
  if (ended) return void reject(c, 'R01', '51', `Group ${group.groupCode} has ended`)
  trace(c, 'R01', 'pass', `Group ${group.groupCode} is active`)
}

function person(c: Case): void {
  const { claimant, claim } = c.snapshot
  if (claim === null || claimant === null) {
    return void reject(c, 'R02', '52', 'No claim has this card number')
  }
  const sent = c.request.patient
  const sentBirth = dateText(dayNumber(sent?.dateOfBirth))
  const birth = dateText(dayNumber(claimant.dateOfBirth))
  const sameName = nameKey(sent?.lastName ?? '') === nameKey(claimant.lastName)
  const sameBirth = sentBirth === birth
  if (sameBirth && sameName) return trace(c, 'R02', 'pass', 'Name and birth date match the card')
  if (!sameBirth && transposed(sentBirth, birth)) {
    return warn(c, 'R02', 'Day and month of the birth date are transposed; treated as the patient on the card')
  }
  if (sameName) return warn(c, 'R02', 'The birth date differs from the card; the name matches')
  if (sameBirth) return warn(c, 'R02', 'The last name differs from the card; the birth date matches')
  reject(c, 'R02', '62', 'The last name does not match the card')
  reject(c, 'R02', '7D', 'The birth date does not match the card')
}

function injuryDate(c: Case): void {
  const sent = dayNumber(c.request.workersComp?.dateOfInjury)
  const doi = dayNumber(claimOf(c).doi)
  if (Number.isNaN(sent)) return void reject(c, 'R03', 'DY', 'The date of injury is missing or not a valid date')
  if (sent > c.day) return void reject(c, 'R03', 'DY', 'The date of injury is after the date of service')
  const off = Math.abs(sent - doi)
  if (off > 7) return void reject(c, 'R03', 'DY', `The date of injury differs from the claim by ${daysWord(off)}`)
  if (off > 0) return warn(c, 'R03', `The date of injury differs from the claim by ${daysWord(off)}`)
  trace(c, 'R03', 'pass', 'The date of injury matches the claim')
}
