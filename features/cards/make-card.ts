import { keepPages } from '#features/documents/keep-pages.ts'
import { documentType } from '#features/documents/rules.ts'
import { queueMessages } from '#features/notifications/queue-messages.ts'
import type { Message } from '#features/notifications/sql.ts'
import { whyNoText } from '#features/text-messages/rules.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { Letter } from '#platform/pdf/pdf-letter.ts'
import { type CardChannel, type CardFacts, destinationOf, maskedDestination } from './rules.ts'
import * as sql from './sql.ts'
import { cardMail, cardPage, cardText, type CardWords } from './words.ts'

const gateway = { EMAIL: 'MAIL', MAIL: 'POST', TEXT: 'SMS' } as const

export const wordsOf = (of: sql.CardFound): CardWords => ({
  carrier: of.carrier,
  phone: of.phone,
  name: of.name,
  dob: of.dob,
  bin: of.bin ?? '',
  pcn: of.pcn ?? '',
  group: of.group_code,
  subscriber: of.subscriber_number,
  today: of.today,
})
export const factsOf = (of: sql.CardFound): CardFacts => ({
  routed: of.bin !== null && of.pcn !== null,
  covered: of.covered,
  sendOff: of.send_off,
  textOff: of.text_off,
  noText: whyNoText(of.consent),
  email: of.email,
  address: of.address,
  mobile: of.mobile,
})

/** A card of a claim as a document, with its message where it is sent; the card before it is void. Nothing is written yet. */
export async function makeCard(
  of: sql.CardFound,
  channel: CardChannel,
  by: { person: Person; now: Date; newId: () => string; files: { letter(letter: Letter): Promise<Uint8Array> } },
): Promise<{ cardId: string; documentId: string; sentTo: string | null; statements: Sql[] }> {
  const at = by.now.toISOString()
  const words = wordsOf(of)
  const page = await by.files.letter(cardPage(words, of.language, by.now))
  const destination = destinationOf(channel, factsOf(of))
  const [cardId, documentId, messageId] = [by.newId(), by.newId(), channel === 'PRINT' ? null : by.newId()]
  const statements = [
    sql.voidCards(of.id),
    keepPages(
      { mc: of.mc, id: null, sub_carrier: of.sub_carrier, stratus_claim_id: of.id },
      { id: documentId, typeId: documentType.PHARMACY_CARD, name: 'Pharmacy card', at },
      page,
    ),
  ]
  if (channel !== 'PRINT' && messageId !== null) {
    const mail = cardMail(words, of.language)
    const message: Message = {
      id: messageId,
      channel: gateway[channel],
      address: destination!,
      recipient: 'the patient',
      subject: channel === 'TEXT' ? '' : mail.subject,
      body: channel === 'TEXT' ? cardText(words, of.language) : mail.body,
      authorization_id: null,
      created_at: at,
      claimant_id: of.claimant_id,
      ...(channel === 'TEXT' ? { template: 'CARD' } : { document_id: documentId }),
    }
    statements.push(...queueMessages({ mc: of.mc, newId: by.newId, now: at }, [message]))
  }
  statements.push(
    sql.insertCard({
      id: cardId,
      sub_carrier: of.sub_carrier,
      stratus_claim_id: of.id,
      requested_at: at,
      channel,
      status: channel === 'PRINT' ? 'SENT' : 'REQUESTED',
      destination: destination ?? '',
      requested_by: by.person.id,
      requested_by_name: by.person.name,
      document_id: documentId,
      message_id: messageId,
    }),
  )
  return { cardId, documentId, sentTo: maskedDestination(channel, destination), statements }
}
