import { lockClaimById } from '#features/claims/lock-sql.ts'
import { keepPages } from '#features/documents/keep-pages.ts'
import { documentType } from '#features/documents/rules.ts'
import { queueMessages } from '#features/notifications/queue-messages.ts'
import type { Message } from '#features/notifications/sql.ts'
import { whyNoText } from '#features/text-messages/rules.ts'
import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { cards } from './contract.ts'
import { type CardFacts, destinationOf, maskedDestination, whyNotCard } from './rules.ts'
import * as sql from './sql.ts'
import { cardMail, cardPage, cardText, type CardWords } from './words.ts'

const claimSeen = s`seen.id`
const wordsOf = (of: sql.CardFound): CardWords => ({
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
const factsOf = (of: sql.CardFound): CardFacts => ({
  covered: of.covered,
  sendOff: of.send_off,
  textOff: of.text_off,
  noText: whyNoText(of.consent),
  email: of.email,
  address: of.address,
  mobile: of.mobile,
})
const gateway = { EMAIL: 'MAIL', MAIL: 'POST', TEXT: 'SMS' } as const

export const handlers = implement(cards)({
  request: async ({ input, db, who, now, newId, write, note, publishChange, portal, refuse }) => {
    const { claimId, channel } = input
    const at = now.toISOString()
    const [person, , of] = await Promise.all([who(), db.all(lockClaimById(claimId)), db.one(sql.cardOf(claimId, at))])
    if (!of) return notFound()
    const facts = factsOf(of)
    refuse(whyNotCard(input, facts))
    const words = wordsOf(of)
    const page = await portal.files.letter(cardPage(words, of.language, now))
    const destination = destinationOf(channel, facts)
    const [cardId, documentId, messageId] = [newId(), newId(), channel === 'PRINT' ? null : newId()]
    write(sql.voidCards(claimId))
    write(
      keepPages(
        { mc: of.mc, id: null, sub_carrier: of.sub_carrier, stratus_claim_id: claimId },
        { id: documentId, typeId: documentType.PHARMACY_CARD, name: 'Pharmacy card', at },
        page,
      ),
    )
    if (channel !== 'PRINT' && messageId !== null) {
      const mail = cardMail(words, of.language)
      const message: Message = {
        id: messageId,
        channel: gateway[channel],
        address: destination!,
        recipient: 'the worker',
        subject: channel === 'TEXT' ? '' : mail.subject,
        body: channel === 'TEXT' ? cardText(words, of.language) : mail.body,
        authorization_id: null,
        created_at: at,
        claimant_id: of.claimant_id,
        ...(channel === 'TEXT' ? { template: 'CARD' } : { document_id: documentId }),
      }
      for (const statement of queueMessages({ mc: of.mc, newId, now: at }, [message])) write(statement)
    }
    write(
      sql.insertCard({
        id: cardId,
        sub_carrier: of.sub_carrier,
        stratus_claim_id: claimId,
        requested_at: at,
        channel,
        status: channel === 'PRINT' ? 'SENT' : 'REQUESTED',
        destination: destination ?? '',
        requested_by: person.id,
        requested_by_name: person.name,
        document_id: documentId,
        message_id: messageId,
      }),
    )
    publishChange('eligibility')
    publishChange('documents')
    note({ claims: [claimId], type: 'id_card', id: cardId, detail: { channel } })
    return { success: true, cardId, documentId, sentTo: maskedDestination(channel, destination) }
  },

  view: oneTrip(
    ({ claimId }, { now }) => ({ found: seen(sql.cardOf(claimId, now.toISOString()), claimSeen) }),
    async ({ found: [of] }, { portal, now, refuse }) => {
      if (!of) return notFound()
      if (of.view_off) refuse({ code: 'FEATURE_OFF', message: 'The carrier has switched the view of cards off.' })
      const words = wordsOf(of)
      const pages = await portal.files.letter(cardPage(words, of.language, now))
      const { bin, pcn, group, subscriber, name, carrier } = words
      // In pieces: a call of one function takes a limited number of arguments.
      let binary = ''
      for (let from = 0; from < pages.length; from += 8192)
        binary += String.fromCharCode(...pages.subarray(from, from + 8192))
      return { pdf: btoa(binary), bin, pcn, group, subscriber, name, carrier, helpDesk: of.phone, covered: of.covered }
    },
  ),
})
