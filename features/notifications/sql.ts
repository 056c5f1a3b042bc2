import { sql, type Sql } from '#platform/database/sql.ts'
import { mayBeMailed, wantsInPortal } from './choices-sql.ts'
import type { DirectKind } from './direct-kinds.ts'
import type { Happening } from './rules.ts'
import type { Tries } from './retries.ts'

// The tables of this feature: user_notification (read in the portal) and outside_message (e-mail, fax, text, mail).

/** A notice in the portal. */
export type Notice = {
  id: string
  user_id: string
  kind: Happening | DirectKind
  title: string
  authorization_id: string | null
  at: string
  /** What waits that is no request: the notice leaves once all of it is done. */
  about?: readonly string[]
}
/** Writes notices as their users chose: in the portal, and for the e-mail that follows where no other does. */
const noticesOf = (found: Sql): Sql => sql`
  with given as materialized (${found}),
  mailed as (
    insert into notice_waiting (mc, id, user_id, authorization_id, happening, at, fresh)
    select app_mc(), g.id, g.user_id, g.authorization_id, g.kind, g.at, true from given g where ${mayBeMailed(sql`g.kind`)})
  insert into user_notification (mc, id, user_id, kind, title, authorization_id, at, about)
  select app_mc(), g.id, g.user_id, g.kind, g.title, g.authorization_id, g.at, g.about from given g
   where ${wantsInPortal(sql`g.user_id`, sql`g.kind`)}`
export const insertNotices = (notices: readonly Notice[]): Sql =>
  noticesOf(sql`
    select x.id, x.user_id, x.kind, x.title, x.authorization_id, x.at, x.about
      from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
        as x(id uuid, user_id uuid, kind text, title text, authorization_id uuid, at timestamptz, about uuid[])`)

/** One notice for each of these people who is still active at the carrier. */
export const noticesToActive = (
  people: readonly { id: string; userId: string }[],
  of: Pick<Notice, 'kind' | 'title' | 'at' | 'about'>,
): Sql =>
  noticesOf(sql`
    select x.id, w.user_id, ${of.kind}::text as kind, ${of.title}::text as title, null::uuid as authorization_id, ${of.at}::timestamptz as at,
      ${of.about ?? null}::uuid[] as about
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as x(id uuid, "userId" uuid)
        join user_carrier w on w.mc = app_mc() and w.user_id = x."userId" and w.active`)

/** Notifies the owners of a worker's open claims that the worker wrote what only a person understands; one notice until it is read. */
export const noticesToClaimOwners = (mc: string, claimantId: string, at: string): Sql =>
  noticesOf(sql`
  select uuidv7() as id, owner_id as user_id, 'workerTexted' as kind, title, request as authorization_id, ${at}::timestamptz as at,
    null::uuid[] as about from (
    select distinct on (c.owner_id) c.mc, c.owner_id,
      'The patient of claim ' || c.claim_number || ' texted something that is no keyword. Read it under Texts.' as title,
      (select a.id from rx_authorization a where a.mc = c.mc and a.stratus_claim_id = c.id order by a.created_at desc, a.id limit 1) as request
      from wc_claim c where c.mc = ${mc} and c.claimant_id = ${claimantId} and c.status <> 'CLOSED' and c.owner_id is not null
     order by c.owner_id, c.claim_number) owners
   where not exists (select from user_notification n where n.mc = owners.mc and n.user_id = owners.owner_id and n.kind = 'workerTexted'
     and n.title = owners.title and n.read_at is null)`)

/** A message sent outside the portal. */
export type Message = {
  id: string
  channel: 'MAIL' | 'FAX' | 'SMS' | 'POST'
  address: string
  recipient: string
  subject: string
  body: string
  authorization_id: string | null
  created_at: string
  /** The document sent with it. */
  document_id?: string | null
  /** Citations of the statutory notices it gives. */
  serves?: readonly string[]
  /** The purpose of a text. */
  template?: string
  /** The worker a text is for, where it belongs to no authorization. */
  claimant_id?: string
}
export const insertMessages = (messages: readonly Message[]): Sql => sql`
  insert into outside_message (mc, id, channel, address, recipient, subject, body, authorization_id, created_at,
    document_id, serves, template, claimant_id)
  select app_mc(), x.id, x.channel, x.address, x.recipient, x.subject, x.body, x.authorization_id, x.created_at,
    x.document_id, x.serves, x.template, x.claimant_id
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
      as x(id uuid, channel text, address text, recipient text, subject text, body text, authorization_id uuid,
        created_at timestamptz, document_id uuid, serves text[], template text, claimant_id uuid)`

/** The gateway accepted a message. */
export const messageSent = (id: string, now: string): Sql =>
  sql`update outside_message set status = 'SENT', sent_at = ${now} where mc = app_mc() and id = ${id}`
/** The gateway reported that a message arrived. */
export const messageDelivered = (id: string, now: string): Sql => sql`
  update outside_message set delivered_at = ${now}, status = 'SENT', sent_at = coalesce(sent_at, ${now}), error = null
   where mc = app_mc() and id = ${id}`
/** A message failed permanently; BLOCKED where it was never allowed to be sent. */
export const messageFailed = (id: string, error: string, status: 'FAILED' | 'BLOCKED' = 'FAILED'): Sql =>
  sql`update outside_message set status = ${status}, error = ${error} where mc = app_mc() and id = ${id}`
/** A try failed and the message is retried. */
export const messageRetried = (id: string, error: string, { unreached, refused }: Tries): Sql => sql`
  update outside_message set error = ${error}, unreached = ${unreached}, refused = ${refused}
   where mc = app_mc() and id = ${id}`
