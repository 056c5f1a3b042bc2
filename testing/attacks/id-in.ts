import { administrationIds } from './administration.ts'
import type { Place } from './place.ts'

/** The id of an object of this table in this place. */
export async function idIn(table: string, place: Place): Promise<string> {
  if (table === 'rx_authorization') return place.request()
  if (table === 'rx_transaction') return place.paid()
  if (table === 'wc_claim') return (await place.claimed()).id
  if (table === 'auth_bypass') return place.bypass()
  if (table === 'pharmacy_callback') return place.unheard()
  if (table === 'prior_auth') return place.unkeyed()
  if (table === 'lomn_request') return (await place.letter()).id
  if (table === 'determination') return (await place.determined()).determinationId
  if (table === 'out_of_office') return place.leave()
  if (table === 'claim_note') return place.noted()
  if (table === 'claim_fact') return (await place.waitingFact()).factId
  if (table === 'claim_contact') return place.relative()
  if (table === 'claim_contact_note') return (await place.contact()).id
  if (table === 'worker_merge') return place.merged()
  if (table === 'eligibility_feed') return place.feed()
  if (table === 'chat_session') return place.takenChat()
  const made = administrationIds[table]
  if (made) return made(place)
  if (table === 'document') return (await place.letter()).documentId
  if (table === 'user_notification') return place.notice()
  throw new Error(`testing/attacks/id-in.ts cannot make an object of the table ${table} yet.`)
}
