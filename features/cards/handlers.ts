import { lockClaimById } from '#features/claims/lock-sql.ts'
import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { addMs } from '#platform/dates/instant.ts'
import { cards } from './contract.ts'
import { factsOf, makeCard, wordsOf } from './make-card.ts'
import { cardWays, destinationOf, maskedDestination, SAME_CARD_MS, whyNotCard } from './rules.ts'
import * as sql from './sql.ts'
import { cardPage } from './words.ts'

const claimSeen = s`seen.id`
export const handlers = implement(cards)({
  request: async ({ input, db, who, now, newId, write, note, publishChange, portal, refuse }) => {
    const { claimId, channel } = input
    const at = now.toISOString()
    const [person, , of, same] = await Promise.all([
      who(),
      db.all(lockClaimById(claimId)),
      db.one(sql.cardOf(claimId, at)),
      db.one(sql.cardSince(claimId, { channel, since: addMs(now, -SAME_CARD_MS) })),
    ])
    if (!of) return notFound()
    refuse(whyNotCard(input, factsOf(of)))
    // Pressed twice, or sent twice by a line that fails: one card, one letter.
    const destination = destinationOf(channel, factsOf(of))
    if (same && same.destination === (destination ?? '')) {
      note({ claims: [claimId], type: 'id_card', id: same.id, detail: { channel, repeated: true } })
      const sentTo = maskedDestination(channel, destination)
      return { success: true, cardId: same.id, documentId: same.document_id, sentTo }
    }
    const { cardId, documentId, sentTo, statements } = await makeCard(of, channel, {
      person,
      now,
      newId,
      files: portal.files,
    })
    for (const statement of statements) write(statement)
    publishChange('eligibility')
    publishChange('documents')
    note({ claims: [claimId], type: 'id_card', id: cardId, detail: { channel } })
    return { success: true, cardId, documentId, sentTo }
  },

  view: oneTrip(
    ({ claimId }, { now }) => ({ found: seen(sql.cardOf(claimId, now.toISOString()), claimSeen) }),
    async ({ found: [of] }, { portal, now, refuse }) => {
      if (!of) return notFound()
      if (of.view_off) refuse({ code: 'FEATURE_OFF', message: 'The carrier has switched the view of cards off.' })
      const words = wordsOf(of)
      const pages = await portal.files.letter(cardPage(words, of.language, now))
      const { bin, pcn, group, subscriber, name, carrier } = words
      const ways = cardWays(factsOf(of))
      // In pieces: a call of one function takes a limited number of arguments.
      let binary = ''
      for (let from = 0; from < pages.length; from += 8192)
        binary += String.fromCharCode(...pages.subarray(from, from + 8192))
      return {
        pdf: btoa(binary),
        bin,
        pcn,
        group,
        subscriber,
        name,
        carrier,
        helpDesk: of.phone,
        covered: of.covered,
        ways,
      }
    },
  ),
})
