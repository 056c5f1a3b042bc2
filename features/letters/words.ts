import { inLines } from '#platform/text/one-line.ts'
import { figure } from '#features/authorizations/figures.ts'
import { usDate } from '#platform/dates/day.ts'
import type { LetterContent } from './sql.ts'
import type { LetterFacts } from './letter.ts'
import { faxWords } from '#platform/text/phone-words.ts'
import { codeWords } from './rules.ts'

/** The facts of a letter from its row. */
export const factsOf = (
  of: LetterContent,
  more: { letterReference: string | null; prescriber: string; requestedBy: string },
): LetterFacts => ({
  letterReference: more.letterReference,
  carrier: of.carrier,
  phone: of.phone,
  requestReference: of.reference_number,
  claimNumber: of.claim_number,
  patient: of.patient,
  dateOfBirth: of.dob,
  dateOfInjury: of.doi,
  injury: of.injury,
  drug: of.drug,
  quantity: of.quantity,
  daysSupply: of.days_supply,
  reasons: [...new Set(of.rejects.map((reject) => reject.description))],
  pharmacy: of.pharmacy,
  prescriber: more.prescriber,
  requestedBy: more.requestedBy,
})

/** The URL where a prescriber answers. Browsers do not send the part after # to the server. */
export const answerPage = (origin: string, code: string | null): string =>
  `${origin}/letter${code === null ? '' : `#${codeWords(code)}`}`

type About = {
  carrier: string
  phone: string
  letterReference: string
  requestReference: string
  claimNumber: string
  prescriber: string
  requestedBy: string
  answerBy: string
}

/** The e-mail to a prescriber: references and a link, without patient, drug or diagnosis. */
export const prescriberMail = (of: About, origin: string, code: string): { subject: string; body: string } => ({
  subject: `${of.carrier}: please answer ${of.letterReference}`,
  body: inLines([
    `To ${of.prescriber}`,
    '',
    `${of.carrier} asks you for a letter of medical necessity: reference ${of.letterReference}, request ${of.requestReference}, claim ${of.claimNumber}.`,
    '',
    'Read it and answer here; you can type the answers or attach your own letter:',
    answerPage(origin, code),
    '',
    `Please answer by ${usDate(of.answerBy)}. The link is for you and can be used once.`,
    '',
    `Questions: ${of.phone}, ${of.requestedBy}`,
  ]),
})

/** The cover page of a fax; the letter follows. */
export const faxCover = (of: About, origin: string, code: string, note: string): { subject: string; body: string } => ({
  subject: `${of.carrier}: ${of.letterReference}`,
  body: inLines([
    `To ${of.prescriber}`,
    `From ${of.requestedBy}, ${of.carrier}, ${of.phone}`,
    '',
    `Letter of medical necessity, reference ${of.letterReference}. The letter follows.`,
    ...(note.trim() === '' ? [] : ['', `Note: ${note}`]),
    '',
    `Answer on ${answerPage(origin, null)} with the code ${codeWords(code)}, by ${usDate(of.answerBy)}.`,
    '',
    'Confidential health information. If you are not the intended recipient, please notify us and destroy it.',
  ]),
})

type Incomplete = Omit<About, 'requestedBy'>
const incomplete = (
  of: Incomplete,
  lacks: readonly string[],
  about: readonly string[] = [],
): { subject: string; body: string } => ({
  subject: `${of.carrier}: the answer to ${of.letterReference} is not complete`,
  body: inLines([
    `To ${of.prescriber}`,
    '',
    ...about,
    `Your answer to letter ${of.letterReference}, request ${of.requestReference}, claim ${of.claimNumber}, was incomplete and is returned to you. Missing:`,
    ...lacks.map((one) => `- ${one}`),
    '',
    `Please send the complete answer by ${usDate(of.answerBy)}: on paper again, or with the link and the code of the letter, which still open it.`,
    '',
    `Questions: ${of.phone}`,
  ]),
})
type Treated = { patient: string; dob: string; drug: string; quantity: number; daysSupply: number }
/** The fax about an incomplete paper answer: it names patient and drug, as all faxes to those who treat do. */
export const incompleteFax = (
  of: Incomplete,
  words: readonly string[],
  { patient, dob, drug, quantity, daysSupply }: Treated,
): { subject: string; body: string } =>
  incomplete(of, words, [
    `Patient: ${patient}, born ${usDate(dob)}`,
    `Drug: ${drug}, ${figure(quantity)} for ${daysSupply} ${daysSupply === 1 ? 'day' : 'days'}`,
    '',
  ])
/** The same by e-mail: questions by number only, since their text may reveal the drug. */
export const incompleteMail = (
  of: Incomplete,
  lacks: { numbers: readonly number[]; signature: boolean },
): { subject: string; body: string } =>
  incomplete(of, [
    ...lacks.numbers.map((number) => `The answer to question ${number} of the letter`),
    ...(lacks.signature ? ['The signature, with its date'] : []),
  ])

/** The copy to a colleague: a link to the authorization, without the letter. */
export const copyMail = (of: About, link: string): { subject: string; body: string } => ({
  subject: `Letter ${of.letterReference} was requested`,
  body: inLines([
    `${of.requestedBy} asked ${of.prescriber} for a letter of medical necessity: ${of.letterReference}, request ${of.requestReference}, claim ${of.claimNumber}.`,
    '',
    `Open it: ${link}`,
  ]),
})

/** How a letter was sent, for the log. */
export const channelWords = (channel: 'EMAIL' | 'FAX' | 'PRINT', to: string): string =>
  channel === 'EMAIL' ? `e-mail (${to})` : channel === 'FAX' ? `fax (${faxWords(to)})` : 'hand'
