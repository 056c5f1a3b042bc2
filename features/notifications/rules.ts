import { packFor } from '#features/deadlines/which-pack.ts'
import { addDays } from '#platform/dates/day.ts'
import { dateIn, instantOf } from '#platform/dates/zone.ts'
import { oneText } from '#platform/text/one-text.ts'
import { zonesOf } from '#reference/time-zones.ts'
import { titles } from './titles.ts'

const MORNING = '08:00'
const NIGHT = '21:00'

/** Texts a number may get in a day. */
export const MOST_TEXTS = 3

/** The next 08:00 (ISO instant) in a zone after this instant. */
export function nextMorning(at: string, zone: string): string {
  const ms = Date.parse(at)
  const day = dateIn(ms, zone)
  const today = instantOf(day, MORNING, zone)
  return new Date(ms < today ? today : instantOf(addDays(day, 1), MORNING, zone)).toISOString()
}

/**
 * When a text written now may be sent (ISO instant): now, or after the quiet hours from 21:00 to 08:00. Of a worker who may be in
 * any of several zones, when it is quiet in none of them.
 */
export function textTime(at: string, zones: readonly string[]): string {
  for (let time = at; ;) {
    const quietIn = zones.find((zone) => isQuiet(time, zone))
    if (quietIn === undefined) return time
    time = nextMorning(time, quietIn)
  }
}
function isQuiet(at: string, zone: string): boolean {
  const ms = Date.parse(at)
  const day = dateIn(ms, zone)
  return ms < instantOf(day, MORNING, zone) || ms >= instantOf(day, NIGHT, zone)
}

/** The first instant (ISO) of the current day in a zone. */
export const dayStart = (at: string, zone: string): string =>
  new Date(instantOf(dateIn(Date.parse(at), zone), '00:00', zone)).toISOString()

/**
 * The zones a worker may be in, the likeliest first: of their ZIP code, else of their state, else of the state whose law the claim
 * is under.
 */
export function workerZones(
  of: { worker_state: string | null; worker_zip: string | null; juris_state: string },
  at: string,
): readonly string[] {
  const state = of.worker_state || of.juris_state
  return zonesOf(state, of.worker_state ? of.worker_zip : null) ?? [packFor(state, 'prospective', at).timeZone]
}

/** The events people are notified of. */
export const happenings = [
  'raised',
  'reminder',
  'share1',
  'share2',
  'share3',
  'escalation1',
  'escalation2',
  'escalation3',
  'pharmacyWaiting',
  'popUp',
  'overdue',
  'approved',
  'rejected',
  'deemed',
  'assigned',
  'closed',
  'withdrawn',
  'resubmitted',
  'claimChanged',
  'approvalEnded',
  'approvalInDoubt',
  'liabilitySettled',
  'unassigned',
  'letterSent',
  'letterReceived',
  'letterExpired',
  'letterFailed',
  'letterNeeded',
  'seniorNeeded',
  'snoozed',
  'secondNeeded',
  'secondReturned',
  'clinicalNeeded',
  'reviewNeeded',
  'reassigned',
  'autoApproved',
  'filled',
  'endMoved',
  'answerLate',
  'reviewLate',
  'secondLate',
  'supervisorLate',
  'supervisorNeeded',
  'supervisorReturned',
  'pharmacistGone',
  'seniorGone',
  'reviewerGone',
  'secondGone',
  'supervisorGone',
  'clinicalReturned',
  'reviewReturned',
] as const
export type Happening = (typeof happenings)[number]
export type Party =
  | 'owner'
  | 'backup'
  | 'delegate'
  | 'supervisor'
  | 'support'
  /** The account managers, who add users. */
  | 'managers'
  /** The pharmacist who advised; the pharmacist pool; the senior pharmacists, who clear codes no other user may (P7). */
  | 'pharmacist'
  | 'pharmacists'
  | 'seniors'
  /**
   * Who may give the second approval: the supervisors of the owners and of the first approver; all others where there
   * are none.
   */
  | 'approvers'
  | 'otherApprovers'
  /** Utilization reviewers with a license for the state. */
  | 'reviewers'
  /** People the act itself names: a first approver, a former owner. */
  | 'named'
  | 'prescriber'
  | 'worker'
/** I in-app, E e-mail, S text message, F fax. The pharmacy's own channel is the callback. */
export type Channel = 'A' | 'E' | 'S' | 'F'
type Row = { [P in Party]?: readonly Channel[] }

const nobodyLeft: Row = { owner: ['A'], supervisor: ['A', 'E'], managers: ['A', 'E'], named: ['A'] }

/** The notification matrix: who is notified of each event and by which channel. */
export const matrix: Readonly<Record<Happening, Row>> = {
  raised: { owner: ['A', 'E'], backup: ['A'], worker: ['S'] },
  reminder: { owner: ['A', 'E'], backup: ['A', 'E'] },
  // Shares of the legal clock: half of it, four fifths, nearly all.
  share1: { owner: ['A', 'E'] },
  share2: { owner: ['A', 'E'], backup: ['A', 'E'] },
  share3: { owner: ['A', 'E'], backup: ['A', 'E'], supervisor: ['A', 'E'] },
  escalation1: { owner: ['A', 'E'], backup: ['A', 'E'] },
  escalation2: { owner: ['A', 'E'], backup: ['A', 'E'], supervisor: ['A', 'E'] },
  escalation3: { owner: ['A', 'E'], backup: ['A', 'E'], supervisor: ['A', 'E'], support: ['A', 'E'] },
  pharmacyWaiting: { owner: ['A'], delegate: ['A'] },
  popUp: { owner: ['A'], supervisor: ['A'] },
  overdue: { owner: ['A', 'E'], supervisor: ['A', 'E'] },
  // T08: the first approver is notified that a second person confirmed the approval.
  approved: { owner: ['A'], named: ['A'], supervisor: ['A'], pharmacist: ['A'], prescriber: ['F', 'E'], worker: ['S'] },
  rejected: { owner: ['A'], pharmacist: ['A'], prescriber: ['F', 'E'], worker: ['S'] },
  deemed: { owner: ['A', 'E'], backup: ['A', 'E'], supervisor: ['A', 'E'], prescriber: ['F', 'E'], worker: ['S'] },
  assigned: { owner: ['A', 'E'] },
  closed: { owner: ['A'], supervisor: ['A'] },
  withdrawn: { owner: ['A'] },
  resubmitted: { owner: ['A'] },
  // A fact of the claim changed what stops the request.
  claimChanged: { owner: ['A'] },
  // A fact of the claim that an approval rested on ended: the approval ended with it, or its owner looks at it.
  approvalEnded: { owner: ['A'] },
  approvalInDoubt: { owner: ['A'] },
  // Utilization review was deferred, and liability is not disputed any more.
  liabilitySettled: { owner: ['A', 'E'] },
  // No user receives this.
  unassigned: { support: ['A', 'E'] },
  letterSent: { owner: ['A'], worker: ['S'] },
  letterReceived: { owner: ['A'], pharmacists: ['A'], worker: ['S'] },
  letterExpired: { owner: ['A', 'E'] },
  letterFailed: { owner: ['A', 'E'] },
  // A pharmacist approved what they may: the rest waits for a letter or for a senior pharmacist.
  letterNeeded: { owner: ['A', 'E'], backup: ['A'] },
  seniorNeeded: { seniors: ['A', 'E'] },
  // T18: only when it was escalated to them before.
  snoozed: { supervisor: ['A'] },
  // T07, T08: the legal clock runs while a second person is asked.
  secondNeeded: { approvers: ['A', 'E'], otherApprovers: ['A'] },
  secondReturned: { named: ['A', 'E'], owner: ['A'] },
  // T14, T16: a group may be hundreds of people, so it is notified in the portal only.
  clinicalNeeded: { pharmacists: ['A'] },
  reviewNeeded: { reviewers: ['A'] },
  // T21: the former owners.
  reassigned: { named: ['A'] },
  // T29: kept for the next morning's digest (digest.ts).
  autoApproved: { owner: ['A', 'E'] },
  // T31: a fill was paid under a prior authorization.
  filled: { worker: ['S'] },
  // Its last day was moved, sooner or later: who moved it chooses who is notified.
  endMoved: { prescriber: ['F', 'E'], worker: ['S'] },
  // The pharmacist's own clock ran out while the legal one runs on.
  answerLate: { pharmacists: ['A'], supervisor: ['A', 'E'], named: ['A'] },
  // The same for a reviewer, a second approver and a supervisor who was asked: the others on duty, and who waits for the answer.
  reviewLate: { reviewers: ['A'], supervisor: ['A', 'E'], named: ['A'] },
  secondLate: { approvers: ['A', 'E'], otherApprovers: ['A', 'E'], named: ['A'] },
  supervisorLate: { approvers: ['A', 'E'], otherApprovers: ['A', 'E'], named: ['A'] },
  // T33: a supervisor is asked, and answers.
  supervisorNeeded: { approvers: ['A', 'E'], otherApprovers: ['A'] },
  supervisorReturned: { named: ['A', 'E'], owner: ['A'] },
  // The last who could take what was handed over has left: those who add somebody, or who take it back.
  pharmacistGone: nobodyLeft,
  seniorGone: nobodyLeft,
  reviewerGone: nobodyLeft,
  secondGone: nobodyLeft,
  supervisorGone: nobodyLeft,
  // T17, T32: a reviewer or a pharmacist gave it back undecided.
  clinicalReturned: { named: ['A', 'E'], owner: ['A'] },
  reviewReturned: { named: ['A', 'E'], owner: ['A'] },
}

export type Circumstances = {
  /** A safety code was cleared: the supervisor is notified of the approval. */
  safetyOverride: boolean
  /** A pharmacist recommended another decision. */
  advisedOtherwise: boolean
  /** The worker has consented to text messages. */
  takesTexts: boolean
  prescriberFax: string | null
  prescriberEmail: string | null
  /** Less was approved than was asked for. */
  partial?: boolean
  /** A letter was open when this was decided: the prescriber is notified that it is no longer needed. */
  letterOpen?: boolean
  /** 0 unless it is a reconsideration. */
  reconsiderationLevel?: number
  /** Whom the act chose, where it chooses. */
  chosen?: readonly Party[]
}

/**
 * Whether the prescriber is notified of an event. Of an approval only where a letter was requested from them or less was
 * approved than they prescribed; of a moved end where the act chose them.
 */
const hearsPrescriber = (happening: Happening, { letterOpen, partial, chosen }: Circumstances): boolean =>
  matrix[happening].prescriber !== undefined &&
  (happening !== 'approved' || letterOpen === true || partial === true) &&
  (happening !== 'endMoved' || chosen?.includes('prescriber') === true)

/** Who is notified of an event and by which channel: a fax before an e-mail, a text only with consent. */
export function recipients(happening: Happening, of: Circumstances): { party: Party; channel: Channel }[] {
  const sends: { party: Party; channel: Channel }[] = []
  for (const [party, channels] of Object.entries(matrix[happening]) as [Party, readonly Channel[]][]) {
    if (happening === 'approved' && party === 'supervisor' && !of.safetyOverride) continue
    if (party === 'pharmacist' && !of.advisedOtherwise) continue
    if (happening === 'endMoved' && !of.chosen?.includes(party)) continue
    if (happening === 'letterReceived' && party === 'pharmacists' && !of.reconsiderationLevel) continue
    if (party === 'worker') {
      if (of.takesTexts) sends.push({ party, channel: 'S' })
      continue
    }
    if (party === 'prescriber') {
      if (!hearsPrescriber(happening, of)) continue
      // Prescribers who were asked for a letter are notified of an approval on the same channel.
      if (happening === 'approved' && of.letterOpen) {
        sends.push({ party, channel: 'F' })
        continue
      }
      if (channels.includes('F') && of.prescriberFax) sends.push({ party, channel: 'F' })
      else if (channels.includes('E') && of.prescriberEmail) sends.push({ party, channel: 'E' })
      continue
    }
    for (const channel of channels) sends.push({ party, channel })
  }
  return sends
}

/** Whether the prescriber should hear of an event and has no address for it: the owner has to reach them. */
export const lacksAddress = (happening: Happening, of: Circumstances): boolean =>
  hearsPrescriber(happening, of) && !recipients(happening, of).some(({ party }) => party === 'prescriber')

export type MessageFacts = {
  reference: string
  claimNumber: string
  link: string
  due: string
  carrier: string
  phone: string
  prescriber: string
  reason: string
  /** Less was approved than was asked for. */
  partial: boolean
  language: string
  /** The note of the user who decided. */
  note: string
  /** Citations of the notices that a letter to the prescriber gives. */
  notices: readonly string[]
  /** The items those notices must state, each with its name and text. */
  noticeSays: readonly (readonly [name: string, says: string])[]
  /** Of an approval whose end was moved: its new last day, MM/DD/YYYY. */
  lastDay: string
}

/** An e-mail to carrier staff: reference, claim number and a link, no diagnosis and no drug. */
export const staffMail = (happening: Happening, facts: MessageFacts): { subject: string; body: string } => ({
  subject: `Request ${facts.reference} ${titles[happening]}`,
  body: `Request ${facts.reference}, claim ${facts.claimNumber}, ${titles[happening]}.\nDeadline: ${facts.due}.\n\nOpen it: ${facts.link}\n`,
})

/** One notice in an e-mail, without names and drugs. */
export type MailLine = { words: string; link: string }
/** The e-mail of the day: a line for each notice. */
export const dailyMail = (waiting: readonly MailLine[]): { subject: string; body: string } => ({
  subject:
    waiting.length === 1 ? '1 notification of your requests' : `${waiting.length} notifications of your requests`,
  body: `${waiting.map(({ words, link }) => `${words}\n${link}`).join('\n\n')}\n`,
})

/** The digest of what rules approved (T29): one line in the portal and one mail for all of it, no drug in either. */
export const autoDigest = (
  approved: readonly { reference: string; claimNumber: string; link: string }[],
): { title: string; subject: string; body: string } => {
  const what =
    approved.length === 1
      ? '1 of your requests was approved automatically'
      : `${approved.length} of your requests were approved automatically`
  return {
    title: `${what}: ${list(approved.map(({ reference }) => reference))}.`,
    subject: what,
    body: `${what}. No action is needed.\n\n${approved
      .map(({ reference, claimNumber, link }) => `Request ${reference}, claim ${claimNumber}\n${link}`)
      .join('\n\n')}\n`,
  }
}
const SHOWN = 5
const list = (references: readonly string[]): string =>
  references.length <= SHOWN
    ? references.join(', ')
    : `${references.slice(0, SHOWN).join(', ')} and ${references.length - SHOWN} more`

/** A text to the worker, with who writes: no drug, amount, diagnosis or employer. The amount is in the letter on paper. */
export const workerText = (happening: Happening, facts: MessageFacts): string =>
  oneText(facts.carrier, (carrier) => `${carrier}: ${workerWords(happening, facts)}`)

function workerWords(happening: Happening, facts: MessageFacts): string {
  const spanish = facts.language === 'es'
  if (happening === 'raised')
    return spanish
      ? 'Su receta espera aprobacion. Le avisaremos. STOP para terminar.'
      : 'Your prescription is waiting for approval. We will let you know. Reply STOP to end.'
  if (happening === 'letterSent')
    return spanish
      ? 'Pedimos mas informacion a su medico sobre su receta. STOP para terminar.'
      : 'We asked your doctor for more information about your prescription. Reply STOP to end.'
  if (happening === 'letterReceived')
    return spanish
      ? 'Su medico nos respondio. Seguimos revisando su receta. STOP para terminar.'
      : 'Your doctor answered us. We are looking at your prescription. Reply STOP to end.'
  if (happening === 'filled')
    return spanish
      ? 'Su receta esta lista en su farmacia. STOP para terminar.'
      : 'Your prescription is ready at your pharmacy. Reply STOP to end.'
  if (happening === 'endMoved')
    return spanish
      ? `La aprobacion de su receta vale hasta ${facts.lastDay}. Preguntas: ${facts.phone}. STOP para terminar.`
      : `The approval of your prescription is good until ${facts.lastDay}. Questions: ${facts.phone}. Reply STOP to end.`
  if (happening === 'rejected')
    return spanish
      ? `Hable con su ajustador sobre su receta: ${facts.phone}. STOP para terminar.`
      : `Please call your adjuster about your prescription: ${facts.phone}. Reply STOP to end.`
  if (facts.partial)
    return spanish
      ? `Su receta fue aprobada en parte. Su farmacia sabe la cantidad. Preguntas: ${facts.phone}. STOP para terminar.`
      : `Part of your prescription was approved. Your pharmacy has the amount. Questions: ${facts.phone}. Reply STOP to end.`
  return spanish
    ? 'Su receta fue aprobada. Su farmacia ya fue notificada. STOP para terminar.'
    : 'Your prescription was approved. Your pharmacy has been notified. Reply STOP to end.'
}
