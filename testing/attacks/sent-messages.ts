import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { giveTextConsent } from '../text-consent.ts'

type Database = Pick<pg.Client, 'query'>

/** Sends a text to the worker of a claim, who takes texts at this number; answers its id. */
export async function textTo(db: Database, claimId: string, mobile: string): Promise<string> {
  await giveTextConsent(db, mobile, {
    which: `t.id = (select claimant_id from wc_claim where id = '${claimId}')`,
  })
  const messageId = randomUUID()
  await db.query(
    `insert into outside_message (mc, id, channel, address, recipient, body, created_at, status, sent_at, claimant_id, template)
     select c.mc, $2, 'SMS', $3, 'the patient', 'Welcome', now(), 'SENT', now(), c.claimant_id, 'welcome' from wc_claim c where c.id = $1`,
    [claimId, messageId, mobile],
  )
  return messageId
}

/** Sends a mail about a request to its prescriber; answers its id. */
export async function mailTo(db: Database, authorizationId: string): Promise<string> {
  const messageId = randomUUID()
  await db.query(
    `insert into outside_message (mc, id, channel, address, recipient, subject, body, created_at, status, sent_at, authorization_id)
     select mc, $2, 'MAIL', 'office@clinic.example', 'Ansel Hawthorne, MD', 'A request', 'Denied', now(), 'SENT', now(), id
       from rx_authorization where id = $1`,
    [authorizationId, messageId],
  )
  return messageId
}
