import { addBusinessDays, defaultCalendar } from '#features/deadlines/business-time.ts'
import { actorOf, engine } from '#features/authorizations/rows.ts'
import { letterBody, type LetterFacts } from '#features/letters/letter.ts'
import { faxWords } from '#platform/text/phone-words.ts'
import { REFUSED_AGAIN, REFUSED_MINUTES } from '#features/notifications/retries.ts'
import { letterReference, letterRow, type LetterRow } from '#features/letters/letter-row.ts'
import { title } from '#features/notifications/titles.ts'
import type { Person } from '#platform/calls/person.ts'
import { usDate } from '#platform/dates/day.ts'
import { letterTemplate, templateFor } from '#reference/letter-templates.ts'
import { dateIn, iso } from './calendar.ts'
import { carriers } from './carriers.ts'
import { file } from './filed.ts'
import { newPriorAuthId } from './numbers.ts'
import type { Open, Tale } from './tale.ts'
import { log } from './tale.ts'
import { move } from './verdicts.ts'

// Letters of medical necessity in the stories of the demo world: what was asked, what came back (T11, T12).

const minute = 60_000

const fullName = (tale: Tale, open: Open): string => {
  const found = tale.setting.practitioner(open.row.prescriber_npi)
  return found ? `${found.first_name} ${found.last_name}, ${found.credential}` : open.row.prescriber_npi
}

function factsOf(tale: Tale, open: Open, of: Pick<LetterRow, 'reference_number' | 'requested_by_name'>): LetterFacts {
  const { row, claim } = open
  const plan = carriers.find(({ mc }) => mc === row.mc)
  return {
    letterReference: of.reference_number,
    carrier: plan?.name ?? row.mc,
    phone: plan?.phone ?? '',
    requestReference: row.reference_number,
    claimNumber: claim.row.claim_number,
    patient: `${claim.claimant.first_name} ${claim.claimant.last_name}`,
    dateOfBirth: claim.claimant.dob,
    dateOfInjury: claim.row.doi,
    injury: claim.row.injury,
    drug: `${row.drug_name} ${row.strength}`.trim(),
    quantity: row.quantity,
    daysSupply: row.days_supply,
    reasons: [...new Set(row.rejects.map(({ description }) => description))],
    pharmacy: tale.setting.pharmacyName(row.pharmacy_nabp),
    prescriber: fullName(tale, open),
    requestedBy: of.requested_by_name,
  }
}

/** T11: the prescriber is asked for a letter by fax, or by e-mail where there is no fax number. */
export function sendLetter(tale: Tale, open: Open, owner: Person | null, ms: number): LetterRow {
  const { row, claim } = open
  const { mc } = row
  const zone = tale.setting.zone(mc)
  const id = newPriorAuthId(tale, ms)
  const reference = letterReference(id)
  const template = templateFor({
    compound: open.fill.compound !== undefined,
    opioid: row.gpi.startsWith('101') && !row.gpi.startsWith('1018'),
  })
  const { questions } = letterTemplate(template)
  const office = tale.setting.practitioner(row.prescriber_npi)
  const faxed = office?.fax != null
  const to = faxed ? office.fax!.replaceAll(/\D/g, '') : (office?.email ?? 'office@clinic.example')
  const answerBy = dateIn(Date.parse(addBusinessDays(iso(ms), 10, defaultCalendar, zone)), zone)
  const by = owner?.name ?? engine.name
  const facts = factsOf(tale, open, { reference_number: reference, requested_by_name: by })
  const body = letterBody(facts, { template, questions: [], comments: '', answerBy })
  const sent = file(tale, open.claim, {
    id: tale.random.id(ms),
    authorization_id: open.row.id,
    type_id: 2,
    group_id: 2,
    file_name: `Letter request ${reference}.pdf`,
    source: 'SYSTEM',
    ms,
    heading: body.title,
    paragraphs: [
      `To ${facts.prescriber}`,
      ...body.facts.map(([name, value]) => `${name}: ${value}`),
      body.intro,
      ...body.questions.map((question, at) => `${at + 1}. ${question.text}`),
      body.answerBy,
      `Questions: ${facts.carrier}, ${facts.phone}`,
    ],
  })
  const about = { mc, id: row.id, sub_carrier: claim.row.sub_carrier, stratus_claim_id: claim.row.id, gpi: row.gpi }
  const letter = letterRow(about, {
    id,
    prescriber_npi: row.prescriber_npi,
    prescriber_name: facts.prescriber,
    template,
    questions: questions.map(({ key }) => key),
    channel: faxed ? 'FAX' : 'EMAIL',
    recipients: [to],
    status: faxed ? 4 : 3,
    requested_at: iso(ms),
    requested_by: owner?.id ?? null,
    requested_by_name: by,
    answer_by: answerBy,
    sent_at: iso(ms + 11_000),
    delivered_at: faxed ? iso(ms + minute) : null,
    attempts: 1,
    sent_document_id: sent.id,
  })
  tale.ledger.letters.push(letter)
  open.letters.push(letter)
  const channel = faxed ? `fax to ${faxWords(to)}` : `e-mail to ${to}`
  log(tale, open, ms, owner ? actorOf(owner) : engine, { from: row.status_id, to: 21 }, 150, {
    prescriber: facts.prescriber,
    channel,
  })
  move(open, 21, ms)
  row.clock_state = { ...row.clock_state, letterSentAt: iso(ms) }
  return letter
}

/** How long a letter is tried to be delivered to an address that is refused (ms). */
export const undelivered = REFUSED_AGAIN * REFUSED_MINUTES * minute

/** A letter whose address was refused, twice: its owner is notified (Ev 151; features/letters/failure.ts). */
export function letterFails(tale: Tale, open: Open, letter: LetterRow, ms: number): void {
  const { row } = open
  const reason = letter.channel === 'FAX' ? 'no answer at this number' : 'the mailbox does not exist'
  Object.assign(letter, {
    status: 5,
    sent_at: null,
    delivered_at: null,
    attempts: REFUSED_AGAIN + 1,
    refusals: REFUSED_AGAIN + 1,
    last_error: reason,
  })
  log(tale, open, ms, engine, { from: row.status_id, to: row.status_id }, 151, { result: `failed: ${reason}` })
  notice(tale, open, 'letterFailed', ms)
}

/** When the waiting for a letter that was asked for at an instant is over (both ms). */
export function letterEnds(tale: Tale, open: Open, sentMs: number): number {
  const { calendar, zone, settings } = tale.setting.ladderPlan(open.row.mc, open.row.owner_id)
  return Date.parse(addBusinessDays(iso(sentMs), settings.letterBusinessDays, calendar, zone))
}

/** T13: no letter came in time; the request waits for its owner again (authorizations/clock/jobs.ts). */
export function letterExpires(tale: Tale, open: Open, ms: number): void {
  const { row } = open
  log(tale, open, ms, engine, { from: 21, to: 20 }, 153, {})
  move(open, 20, ms)
  for (const letter of open.letters) {
    if (letter.status < 2 || letter.status > 5) continue
    letter.status = 8
    letter.closed_at = iso(ms)
  }
  const { letterSentAt: _over, ...state } = row.clock_state
  row.clock_state = state
}

/** Tells the owner of an open request in the portal. */
function notice(tale: Tale, open: Open, kind: 'letterReceived' | 'letterFailed', ms: number): void {
  if (!open.hold) return
  const { row } = open
  for (const { user_id } of open.owners.filter(({ position }) => position === 1))
    tale.ledger.notices.push({
      mc: row.mc,
      id: tale.random.id(ms),
      user_id,
      kind,
      title: title(kind, row.reference_number),
      authorization_id: row.id,
      at: iso(ms),
      read_at: null,
    })
}

/** What a prescriber says of each topic, in words that fit any drug of the kind. */
const said = [
  'The worker is under my care for the accepted injury; findings and imaging agree with it.',
  'First-line treatment and therapy were tried for at least six weeks with little effect.',
  'Alternatives of the same class were not tolerated or did not help.',
  'I plan the present dose for three months and see the patient every four weeks.',
  'Function at work has improved on this treatment; the aim is full duty without it.',
] as const

/** T12: the letter comes; the request goes back to its owner, who is notified in the portal. */
export function receiveLetter(tale: Tale, open: Open, letter: LetterRow, ms: number): void {
  const { row } = open
  const facts = factsOf(tale, open, letter)
  const sentMs = letterTemplate(letter.template).questions
  const answers = sentMs.map(({ text }, at) => ({ question: text, answer: said[at % said.length]! }))
  const day = dateIn(ms, tale.setting.zone(row.mc))
  const came = file(tale, open.claim, {
    id: tale.random.id(ms),
    authorization_id: open.row.id,
    type_id: 1,
    group_id: 2,
    file_name: `Letter ${letter.reference_number}.pdf`,
    source: 'FAX',
    ms,
    heading: 'Letter of medical necessity',
    paragraphs: [
      usDate(day),
      `${letter.prescriber_name} to ${facts.carrier}`,
      `Your reference: ${letter.reference_number}. Claim ${facts.claimNumber}. Patient: ${facts.patient}. Drug: ${facts.drug}.`,
      ...answers.flatMap(({ question, answer }) => [question, answer]),
      `Signed: ${letter.prescriber_name}`,
    ],
  })
  letter.status = 6
  letter.received_at = iso(ms)
  letter.signed_on = day
  letter.received_document_ids = [came.id]
  letter.answered_by = letter.prescriber_name
  const actor = { type: 'prescriber' as const, id: null, name: letter.prescriber_name }
  log(tale, open, ms, actor, { from: 21, to: 20 }, 152, {
    document: `letter of medical necessity, ${came.pages} ${came.pages === 1 ? 'page' : 'pages'}`,
  })
  move(open, 20, ms)
  row.snoozed_until = null
  notice(tale, open, 'letterReceived', ms)
}
