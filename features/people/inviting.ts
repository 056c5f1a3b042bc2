import { brand } from '#platform/brand.ts'
import type { Sql } from '#platform/database/sql.ts'
import { addMs, DAY_MS } from '#platform/dates/instant.ts'
import { exactWords } from '#platform/dates/words.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { insertMessages } from '#features/notifications/sql.ts'
import { INVITATION_DAYS, invitationMail, withdrawalMail } from './rules.ts'
import * as sql from './sql.ts'

type Inviting = {
  mc: string
  newId: () => string
  now: Date
  origin: string
  /** The carrier as the mail names it. */
  carrier: Pick<sql.InvitationFacts, 'carrier' | 'zone' | 'phone'>
  invited: Omit<sql.Invitation, 'id' | 'now' | 'expiresAt'>
}

/** An invitation with its mail: the statements that write both. */
export function invitation({ mc, newId, now, origin, carrier, invited }: Inviting) {
  const at = now.toISOString()
  const expiresAt = addMs(now, INVITATION_DAYS * DAY_MS)
  const [id, messageId] = [newId(), newId()]
  const { email, firstName, lastName, byName } = invited
  const mail = invitationMail({
    brand: brand.name,
    origin,
    firstName,
    carrier: carrier.carrier,
    invitedBy: byName,
    email,
    until: exactWords(expiresAt, carrier.zone),
    phone: carrier.phone,
  })
  const recipient = `${firstName} ${lastName}`
  const message = { id: messageId, channel: 'MAIL' as const, address: email, recipient, ...mail, created_at: at }
  const writes: Sql[] = [
    sql.closeExpired(email, at),
    sql.invite({ ...invited, id, now: at, expiresAt }),
    insertMessages([{ ...message, authorization_id: null }]),
    insertOutbox([leaving({ mc, id: newId(), topic: 'outside.message', payload: { messageId }, now: at })]),
  ]
  return { id, expiresAt, writes }
}

type Withdrawing = Pick<Inviting, 'mc' | 'newId' | 'now'> & {
  id: string
  by: string
  invited: Pick<sql.ForWithdrawal, 'email' | 'first_name' | 'last_name' | 'carrier' | 'phone'>
}
/** The end of an invitation with its mail: the statements that write both. */
export function withdrawal({ mc, newId, now, id, by, invited }: Withdrawing): Sql[] {
  const at = now.toISOString()
  const messageId = newId()
  const { email, first_name: firstName, last_name: lastName, carrier, phone } = invited
  const mail = withdrawalMail({ brand: brand.name, firstName, carrier, phone })
  const recipient = `${firstName} ${lastName}`
  const message = { id: messageId, channel: 'MAIL' as const, address: email, recipient, ...mail, created_at: at }
  return [
    sql.closeInvitation(id, by, at),
    insertMessages([{ ...message, authorization_id: null }]),
    insertOutbox([leaving({ mc, id: newId(), topic: 'outside.message', payload: { messageId }, now: at })]),
  ]
}
