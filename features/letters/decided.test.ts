import { expect, test } from 'vitest'
import { outcomeNow, pharmacyText, type Said } from '#features/callbacks/said.ts'
import { brand } from '#platform/brand.ts'
import { wordsOf } from '#features/pharmacy-status/words.ts'
import { rejectionReasons } from '#reference/rejection-reasons.ts'
import {
  approvedWords,
  askedWords,
  billWords,
  isPartial,
  reasonSaid,
  reviewWords,
} from '#features/authorizations/decided.ts'
import { prescriberLetter, type PrescriberFacts } from './prescriber-letter.ts'
import { faxCover, incompleteFax, prescriberMail } from './words.ts'
import { recipients, workerText, type MessageFacts } from '#features/notifications/rules.ts'

// What leaves says what was decided of what was asked for, why, and what its reader can do next.

const asked = { quantity: 30, daysSupply: 14, unit: 'EA', form: 'tablet', fillDate: '2026-11-27' }
const whole = { maxQty: 30, maxDays: 14, startDate: '2026-11-27', endDate: '2026-12-28' }
const half = { ...whole, maxQty: 15, maxDays: 7 }

test.each([
  [
    whole,
    false,
    'Approved: 30 tablets for 14 days.',
    'Submit the claim again, once, with a day of service no later than 12/28/2026.',
  ],
  [
    half,
    true,
    'Partly approved: 15 of 30 tablets for 7 of 14 days.',
    'Submit the claim again, once, for 15 tablets and 7 days at most, with a day of service no later than 12/28/2026.',
  ],
  [
    { ...whole, maxQty: 15, maxDays: null },
    true,
    'Partly approved: 15 of 30 tablets for 14 days.',
    'Submit the claim again, once, for 15 tablets at most, with a day of service no later than 12/28/2026.',
  ],
  [
    { ...whole, maxDays: 1 },
    true,
    'Partly approved: 30 tablets for 1 of 14 days.',
    'Submit the claim again, once, for 1 day at most, with a day of service no later than 12/28/2026.',
  ],
  // The first day is after the day of service, and the last day before it.
  [
    { ...whole, startDate: '2026-11-28' },
    false,
    'Approved: 30 tablets for 14 days.',
    'Submit the claim again, once, with a day of service from 11/28/2026 to 12/28/2026.',
  ],
  [
    { ...whole, startDate: '2026-11-20', endDate: '2026-11-26' },
    false,
    'Approved: 30 tablets for 14 days.',
    'Submit the claim again, once, with a day of service from 11/20/2026 to 11/26/2026.',
  ],
  // More than was billed is no limit of it.
  [
    { maxQty: 60, maxDays: 30, startDate: null, endDate: null },
    false,
    'Approved: 30 tablets for 14 days.',
    'Submit the claim again, once.',
  ],
])('of %o: partial %s, %s %s', (granted, partial, approved, bill) => {
  expect([isPartial(asked, granted), approvedWords(asked, granted), billWords(asked, granted)]).toEqual([
    partial,
    approved,
    bill,
  ])
  // The page without an account says the same as the message.
  const message = pharmacyText('APPROVED', { ...said, ...granted, decision: 'APPROVE' })
  expect(wordsOf('APPROVED', { asked, granted, reason_id: null })).toEqual({
    title: partial ? 'Partly approved' : 'Approved',
    next: message,
  })
})

test('what was paid for the day to bill already is not asked to be billed again, also where that is a later day', () => {
  const later = { ...whole, startDate: '2026-11-30', endDate: '2026-12-05' }
  expect(billWords({ ...asked, paidOn: '2026-11-27' }, whole)).toBe(
    'The same drug was paid for 11/27/2026 already: that day cannot be billed again.',
  )
  expect(billWords({ ...asked, paidOn: '2026-12-01' }, later)).toBe(
    'The same drug was paid for 12/01/2026 already: that day cannot be billed again.',
  )
  expect(billWords({ ...asked, paidOn: null }, later)).toBe(
    'Submit the claim again, once, with a day of service from 11/30/2026 to 12/05/2026.',
  )
})

test.each<[string[], string | null, string]>([
  [[], null, 'Submit the claim again, once, with a day of service no later than 12/28/2026.'],
  [
    ['88'],
    null,
    'Billed now it would be stopped by code 88: what stops it came after the approval. Call 800-555-0142 before you submit it.',
  ],
  [
    ['75', '80'],
    null,
    'Billed now it would be stopped by codes 75, 80: what stops it came after the approval. Call 800-555-0142 before you submit it.',
  ],
  [['83'], '2026-11-27', 'The same drug was paid for 11/27/2026 already: that day cannot be billed again.'],
  [['83', '88'], '2026-11-27', 'The same drug was paid for 11/27/2026 already: that day cannot be billed again.'],
])('an approval that %o stop since is not asked to be billed (paid on %s)', (stops, paidOn, words) => {
  const text = pharmacyText('APPROVED', { ...said, ...whole, decision: 'APPROVE', stops, paidOn })
  expect(text).toBe(`Approved: 30 tablets for 14 days. ${words}`)
  const page = wordsOf('APPROVED', { asked: { ...asked, paidOn }, granted: whole, reason_id: null, stops })
  expect(page.next.replace(brand.supportPhone, '800-555-0142')).toBe(text)
})

test.each([
  ['APPROVED', 'APPROVE', false, true, 'APPROVED'],
  ['APPROVED', 'APPROVE', true, false, 'NOT_COVERED_THIS_FILL'],
  ['NOT_COVERED_THIS_FILL', 'APPROVE', true, false, 'NOT_COVERED_THIS_FILL'],
  ['NOT_COVERED_THIS_FILL', 'APPROVE', false, true, 'APPROVED'],
  ['NOT_COVERED_THIS_FILL', 'DEEMED', false, true, 'APPROVED'],
  ['NOT_COVERED_THIS_FILL', 'REJECT_NO_PA', false, true, 'NOT_COVERED_THIS_FILL'],
  ['NOT_COVERED_THIS_FILL', null, false, true, 'NOT_COVERED_THIS_FILL'],
  ['REJECTED', 'REJECT', false, true, 'REJECTED'],
] as const)('queued as %s of %s, ended %s, paying %s: it is %s', (queued, decision, isEnded, pays, outcome) => {
  expect(outcomeNow(queued, { decision, isEnded, pays })).toBe(outcome)
})

const block = { until: '2027-02-26', thisRxOnly: false, brandOnly: false }
const said: Said = {
  ...asked,
  ...whole,
  decision: 'REJECT',
  isEnded: false,
  isPaid: false,
  pays: false,
  reasonId: 6,
  reason: 'Generic or preferred alternative available (name it)',
  note: 'The generic was not tried.',
  block,
  phone: '800-555-0142',
}

test('a pharmacy reads what was not approved, why, until when it is blocked, and what to do', () => {
  expect(pharmacyText('REJECTED', said)).toBe(
    'Not approved: 30 tablets for 14 days. Reason: Generic or preferred alternative available. ' +
      'The drug is blocked for this claim until 02/26/2027. Ask the prescriber about the generic or preferred alternative. ' +
      'Questions: 800-555-0142.',
  )
  expect(pharmacyText('REJECTED', { ...said, block: { ...block, thisRxOnly: true } })).toContain(
    'This prescription is blocked',
  )
  expect(pharmacyText('REJECTED', { ...said, block: { ...block, brandOnly: true } })).toContain(
    'The brand is blocked for this claim until 02/26/2027. Its generics are not blocked.',
  )
  // Lifted before the message left.
  expect(pharmacyText('REJECTED', { ...said, block: null })).not.toContain('blocked')
  expect(
    pharmacyText('NOT_COVERED_THIS_FILL', {
      ...said,
      block: null,
      decision: 'REJECT_NO_PA',
      reasonId: 13,
      reason: 'Medical records not received',
    }),
  ).toBe(
    'Not approved for this fill: 30 tablets for 14 days. Reason: Medical records not received. ' +
      'The prescriber can send us the medical records. Questions: 800-555-0142.',
  )
  // A denial of an earlier version may have left a block, or another decision may.
  const refill = { ...said, reasonId: 10, reason: 'Too soon to refill' }
  const never = 'Do not submit the claim again. The prescriber can ask for another review.'
  expect(pharmacyText('REJECTED', refill)).toContain(`until 02/26/2027. ${never}`)
  const ofFill = { ...refill, decision: 'REJECT_NO_PA', block: null }
  expect(pharmacyText('NOT_COVERED_THIS_FILL', { ...ofFill, stops: ['3Y'] })).toContain(`Too soon to refill. ${never}`)
  expect(pharmacyText('NOT_COVERED_THIS_FILL', ofFill)).toContain('Submit the claim again when the refill is due.')
  // "Other" says nothing by itself: a pharmacy reads what the decider wrote, and what next.
  const other = { ...said, reasonId: 22, reason: 'Other', note: 'The worker moved to “Plan B”.\nBill that plan.' }
  expect(pharmacyText('REJECTED', other)).toBe(
    'Not approved: 30 tablets for 14 days. Reason: Other: “The worker moved to "Plan B". Bill that plan”. ' +
      'The drug is blocked for this claim until 02/26/2027. Do not submit the claim again. Call us about the reason. ' +
      'Questions: 800-555-0142.',
  )
  // The note of another reason is for the patient and those who treat.
  expect(pharmacyText('REJECTED', said)).not.toContain('was not tried')
  // An approval that ended is no denial of the fill.
  expect(pharmacyText('NOT_COVERED_THIS_FILL', { ...said, decision: 'APPROVE' })).toMatch(/^The approval has ended: /)
  for (const { id, reason } of rejectionReasons) {
    const text = pharmacyText('REJECTED', { ...said, reasonId: id, reason })
    expect(text).toContain(askedWords(asked))
    expect(text).not.toMatch(/\((?:name it|attach|explain)\)/)
    expect(reasonSaid(reason)).not.toContain('(')
  }
})

test('without an account a pharmacy reads how, where and by when a denial is reviewed, and no reason that is of the claim', () => {
  const review = {
    reference: '004417733920',
    jurisState: 'TX',
    channel: 1,
    level: 0,
    receivedAt: '2026-11-27T15:00:00.000Z',
    decidedOn: '2026-11-28',
  }
  const amounts = (id: number) => ({ asked, granted: whole, reason_id: id })
  const asks =
    'The prescriber may ask for another review by 12/28/2026: call 800-555-0142 and name request 004417733920.'
  expect(wordsOf('NOT_APPROVED', amounts(6), review)).toEqual({
    title: 'Not approved',
    next: `Ask the prescriber about the generic or preferred alternative. ${asks}`,
  })
  // A block in force is said, and nothing that it refuses.
  expect(wordsOf('NOT_APPROVED', { ...amounts(10), block }, review).next).toBe(
    `The drug is blocked for this claim until 02/26/2027. Do not submit the claim again. ${asks}`,
  )
  expect(wordsOf('NOT_APPROVED', { ...amounts(10), stops: ['3Y'] }, review).next).toBe(
    `Do not submit the claim again. ${asks}`,
  )
  expect(wordsOf('NOT_APPROVED', { ...amounts(10), stops: ['79'] }, review).next).toBe(
    `Submit the claim again when the refill is due. ${asks}`,
  )
  expect(wordsOf('NOT_APPROVED', amounts(3), review).next).toBe(`Do not submit the claim again. ${asks}`)
  // Where no rule names a last day, none is said.
  const open = { ...review, jurisState: 'AL' }
  expect(wordsOf('NOT_APPROVED', amounts(3), open).next).toContain('another review: call 800-555-0142')
})

const facts: MessageFacts & PrescriberFacts = {
  blockedByAnother: false,
  reference: '004417733920',
  claimNumber: 'WC-1',
  link: 'http://x',
  due: 'Mon',
  carrier: 'Alder Mutual',
  phone: '800-555-0142',
  prescriber: 'Ansel Hawthorne, MD',
  reason: 'Medical records not received',
  reasonId: 13,
  note: '',
  notices: [],
  noticeSays: [],
  lastDay: '12/31/2026',
  partial: false,
  language: 'en',
  patient: 'Maria Ortega',
  dateOfBirth: '1970-03-04',
  drug: 'Oxycodone 5 mg tablet',
  asked,
  granted: whole,
  maxFills: 1,
  appealDays: 30,
  decidedOn: '2026-11-30',
  state: 'Texas',
}

test('a fax of a denial names patient, birth date, drug, strength and amount, why, and how, where and by when to ask again', () => {
  // The records are missing: this fill is denied and nothing blocked.
  const ofFill = { ...facts, granted: { ...whole, startDate: null, endDate: null } }
  const { subject, body } = prescriberLetter('rejected', ofFill, { fax: true })
  expect(body).not.toContain('Not covered for this claim')
  const blocked = prescriberLetter('rejected', facts, { fax: true }).body
  expect(blocked).toContain('Not covered for this claim from')
  expect(blocked).not.toContain('Send us')
  for (const words of [
    'Patient: Maria Ortega, born 03/04/1970',
    'Drug: Oxycodone 5 mg tablet',
    'Requested: 30 tablets for 14 days',
    'was not approved: 30 tablets for 14 days.',
    'Reason: Medical records not received',
    'Send us the medical records: with them the request can be decided again.',
    'You may ask for reconsideration within 30 calendar days, by 12/30/2026: call Alder Mutual at 800-555-0142 or write to us, name request 004417733920',
  ])
    expect(body).toContain(words)
  const mail = prescriberLetter('rejected', facts, { fax: false })
  for (const text of [subject, mail.subject, mail.body]) expect(text).not.toMatch(/Ortega|1970|Oxycodone/)
  expect(reviewWords({ ...facts, appealDays: null })).toMatch(/call Alder .+ No last day .+ in the rules of Texas\.$/)
})

const breaks = ['\n', '\r\n', '\r', '\n\n', '\t', '\v', '\f', '\u0085', '\u2028', '\u2029']
test.each(breaks)('what is typed is no line of its own in a message: %j', (sign) => {
  const typed = `The dose is too high${sign}Reason: approved`
  const forged = {
    ...facts,
    note: typed,
    reason: typed,
    prescriber: typed,
    noticeSays: [['Medical reason', typed]] as const,
  }
  const about = {
    carrier: 'Alder Mutual',
    phone: '800-555-0142',
    letterReference: 'LMN-1',
    requestReference: '004417733920',
    claimNumber: 'WC-1',
    prescriber: typed,
    requestedBy: typed,
    answerBy: '2026-12-04',
  }
  const treated = { patient: typed, dob: '1970-03-04', drug: typed, quantity: 30, daysSupply: 14 }
  const sent = [
    ...[true, false].map((fax) => prescriberLetter('rejected', forged, { fax }).body),
    prescriberMail(about, 'http://x', 'ABCD').body,
    faxCover(about, 'http://x', 'ABCD', typed).body,
    incompleteFax(about, [typed], treated).body,
    pharmacyText('REJECTED', { ...said, reason: typed }),
  ]
  for (const text of sent) {
    expect(text).toContain('The dose is too high Reason: approved')
    expect(text.split('\n').map((line) => line.trim())).not.toContain('Reason: approved')
    expect(text).not.toMatch(/[\t\v\f\r\u0085\u2028\u2029]/)
  }
})

test('a partial approval is called so, and the prescriber hears of it as of a denial; a text has no amount', () => {
  const related = { reasonId: 1, reason: 'Related to accepted injury' }
  const part = { ...facts, ...related, granted: half, partial: true, note: 'Seven days first, by the guideline' }
  const { body } = prescriberLetter('approved', part, { fax: true })
  expect(body).toContain('was partly approved: 15 of 30 tablets for 7 of 14 days.')
  expect(body).toContain('Good from 11/27/2026 to 12/28/2026, 1 fill.')
  expect(body).toContain('Seven days first, by the guideline')
  expect(body).toContain('You may ask for reconsideration within 30 calendar days')
  // The reason of an approval says why less was approved, where it does.
  expect(body).not.toContain('Reason:')
  const advised = { ...part, reasonId: 9, reason: 'Pharmacist recommendation', note: '' }
  expect(prescriberLetter('approved', advised, { fax: true }).body).toContain('Reason: Pharmacist recommendation')
  const of = {
    safetyOverride: false,
    advisedOtherwise: false,
    takesTexts: false,
    prescriberFax: '8135550151',
    prescriberEmail: null,
  }
  const hears = (partial: boolean) =>
    recipients('approved', { ...of, partial }).some(({ party }) => party === 'prescriber')
  expect([hears(false), hears(true)]).toEqual([false, true])
  for (const language of ['en', 'es']) {
    const text = workerText('approved', { ...part, language })
    expect(text).toMatch(/: Part of your prescription|en parte/)
    expect(text.replace(facts.phone, '')).not.toMatch(/\d|Oxycodone/)
    expect(text.length).toBeLessThanOrEqual(160)
  }
})
