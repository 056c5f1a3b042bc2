import type { StoredBytes } from '#features/documents/sql.ts'
import type { TextConsent } from '#features/text-messages/columns.ts'
import { sql, type Sql } from '#platform/database/sql.ts'

/** A message that is queued, with the document sent with it. */
export type QueuedMessage = {
  id: string
  channel: 'MAIL' | 'FAX' | 'SMS' | 'POST'
  address: string
  subject: string
  body: string
  status: string
  authorization_id: string | null
  recipient: string
  auth_status: number | null
  /** The worker a text is for; null for other messages of no authorization. */
  worker: {
    consent: TextConsent
    worker_state: string | null
    worker_zip: string | null
    juris_state: string
  } | null
  /** How often the gateway could not be reached so far, and how often it refused the address. */
  unreached: number
  refused: number
  /** It answers the worker's own STOP, START or HELP: neither consent nor the hour holds it back. */
  replies: boolean
  /** It asks the worker whether they want texts. */
  invites: boolean
  attachment: { name: string; type: string } | null
} & StoredBytes

/** What becomes of these is reported by their gateway. Texts have their own rules (features/text-messages). */
export type ReportedChannel = 'FAX' | 'MAIL'
/** A fax or a mail its gateway reports on, locked: a report concerns no message of another channel. */
export type Reported = Pick<
  QueuedMessage,
  | 'id'
  | 'address'
  | 'subject'
  | 'body'
  | 'status'
  | 'authorization_id'
  | 'recipient'
  | 'auth_status'
  | 'unreached'
  | 'refused'
> & {
  mc: string
  channel: ReportedChannel
  template: string | null
  document_id: string | null
  serves: string[]
  delivered_at: string | null
  stratus_claim_id: string | null
}
export const reported = (id: string, channel: ReportedChannel): Sql<Reported> => sql<Reported>`
  select o.mc, o.id, o.channel, o.address, o.subject, o.body, o.status, o.authorization_id, o.recipient, o.unreached, o.refused,
    o.template, o.document_id, coalesce(o.serves, '{}') as serves, o.delivered_at,
    (select a.status_id from rx_authorization a where a.mc = o.mc and a.id = o.authorization_id) as auth_status,
    (select a.stratus_claim_id from rx_authorization a where a.mc = o.mc and a.id = o.authorization_id) as stratus_claim_id
    from outside_message o where o.mc = app_mc() and o.id = ${id} and o.channel = ${channel} for update of o`
