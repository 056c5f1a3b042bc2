import { reasonSaid, isPartial, type InsteadDrug } from '#features/authorizations/decided.ts'
import { packOf } from '#features/deadlines/which-pack.ts'
import { noticeRows } from '#features/letters/notice-content.ts'
import { prescriberLetter, type PrescriberFacts } from '#features/letters/prescriber-letter.ts'
import { contentOf, noticesOwed, served, type Ended } from '#features/notifications/duties.ts'
import type { EndMoved } from '#features/notifications/outbox.ts'
import {
  workerText,
  type Channel,
  type Circumstances,
  type Happening,
  type MessageFacts,
} from '#features/notifications/rules.ts'
import { takesTexts } from '#features/text-messages/rules.ts'
import { exactWords } from '#platform/dates/words.ts'
import type { NoticeParty } from '#reference/jurisdictions/rule-pack.ts'
import { amountsOf, letterFacts } from './letter-facts.ts'
import type { NotifiedAuthorization } from './sql.ts'

const toPrescriber: readonly NoticeParty[] = ['prescriber', 'requestor']
const endings: Partial<Record<Happening, Ended>> = { approved: 'approved', rejected: 'denied', deemed: 'lapsed' }

/**
 * What the messages of an event rest on. `instead` is the product a denial named, while it pays; `blockedByAnother`: the block of another
 * decision stops the next fill of what is denied.
 */
export function outsideOf(
  happening: Happening,
  request: NotifiedAuthorization,
  {
    moved,
    instead,
    blockedByAnother,
    origin,
  }: { moved?: EndMoved | undefined; instead: InsteadDrug | null; blockedByAnother: boolean; origin: string },
) {
  const ended = endings[happening]
  const owed =
    ended && request.decided_at !== null
      ? noticesOwed(packOf(request), ended, request.decided_at, { reasonId: request.reason_id })
      : []
  const { asked, granted } = amountsOf(request)
  const partial = happening === 'approved' && isPartial(asked, granted)
  const facts: MessageFacts & PrescriberFacts = {
    reference: request.reference_number,
    claimNumber: request.claim_number,
    link: `${origin}/authorizations/request/${request.id}`,
    due: exactWords(Date.parse(request.statutory_due_at), request.zone),
    carrier: request.carrier,
    phone: request.phone,
    prescriber: request.prescriber,
    reason: moved ? moved.reason : request.reason,
    lastDay: moved?.lastDay ?? '',
    ...letterFacts(request),
    instead,
    blockedByAnother,
    partial,
    language: request.language,
    note: happening === 'rejected' || partial ? request.note : '',
    notices: happening === 'approved' ? [] : served(owed, toPrescriber),
    noticeSays:
      happening === 'approved'
        ? []
        : noticeRows(
            contentOf(owed, toPrescriber),
            {
              reason: reasonSaid(request.reason),
              note: request.note,
              phone: request.phone,
              regulator: packOf(request).regulator,
              approved: null,
            },
            'en',
          ),
  }
  const otherwise =
    request.advised !== null &&
    request.decision !== null &&
    request.advised.startsWith('APPROVE') !== (request.decision === 'APPROVE')
  const circumstances: Circumstances = {
    safetyOverride: request.safety,
    advisedOtherwise: otherwise,
    takesTexts: takesTexts(request.text_consent),
    prescriberFax: request.prescriber_fax,
    prescriberEmail: request.prescriber_email,
    letterOpen: request.open_letters.length > 0,
    partial,
    reconsiderationLevel: request.reconsideration_level,
    ...(moved && { chosen: moved.chosen }),
  }
  return {
    happening,
    ended,
    owed,
    partial,
    facts,
    circumstances,
    /** The written notice to the prescriber goes as pages of its own (features/letters/send-decision.ts). */
    writtenApart: served(owed, toPrescriber).length > 0,
  }
}

type OutsideMessage = {
  kind: 'MAIL' | 'FAX' | 'SMS'
  address: string
  recipient: string
  subject: string
  body: string
  /** Citations of the notices it gives. */
  serves: readonly string[]
}

const sameAddress = (a: string, b: string): boolean =>
  a.replaceAll(/[\s()-]/g, '').toLowerCase() === b.replaceAll(/[\s()-]/g, '').toLowerCase()

/** The messages of an event to the worker or to the prescriber. */
export function messagesTo(
  party: 'worker' | 'prescriber',
  channel: Channel,
  request: NotifiedAuthorization,
  { happening, facts, partial, writtenApart }: ReturnType<typeof outsideOf>,
): OutsideMessage[] {
  if (party === 'worker') {
    const { mobile: address } = request.text_consent
    const body = workerText(happening, facts)
    return address === null ? [] : [{ kind: 'SMS', address, recipient: 'the patient', subject: '', body, serves: [] }]
  }
  const { open_letters: openLetters } = request
  const letter = (way: 'MAIL' | 'FAX', address: string, recipient: string): OutsideMessage => ({
    kind: way,
    address,
    recipient,
    ...prescriberLetter(happening, facts, { fax: way === 'FAX', letterOpen: openLetters.length > 0 }),
    serves: facts.notices,
  })
  // Prescribers who were asked for a letter are notified of an approval on the same channel.
  const asked = openLetters.map(({ name, channel: way, address }) =>
    letter(way === 'FAX' ? 'FAX' : 'MAIL', address, name),
  )
  const fax = channel === 'F' && request.prescriber_fax !== null
  const own = fax ? request.prescriber_fax : request.prescriber_email
  const pages = writtenApart && (happening === 'approved' || (happening === 'deemed' && !fax))
  if (own === null || pages || (happening === 'approved' && !partial)) return asked
  if (openLetters.some(({ address }) => sameAddress(address, own))) return asked
  return [...asked, letter(fax ? 'FAX' : 'MAIL', own, request.prescriber)]
}
