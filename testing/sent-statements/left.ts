import type pg from 'pg'
import { pagesOf } from '../browser/pdf-text.ts'
import type { Channel, Sent } from './statement.ts'

type Left = Omit<Sent, 'text' | 'channel'> & { channel: string; text: string; pages: Buffer | null }

const byMessage: Readonly<Record<string, Channel>> = { MAIL: 'e-mail', FAX: 'fax', SMS: 'text', POST: 'letter' }

/** What left the portal after an instant (ISO 8601), the pages of letters as their text. */
export async function leftSince(db: Pick<pg.Client, 'query'>, since: string): Promise<Sent[]> {
  const { rows } = await db.query<Left>(
    `select 'pharmacy message' as channel, m.id::text, m.mc, m.at, array_remove(array[k.authorization_id], null) as about, m.body ->> 'text' as text,
         null::bytea as pages
       from pharmacy_message m left join pharmacy_callback k on k.mc = m.mc and k.id = m.id where m.at > $1
     union all
     select o.channel, o.id::text, o.mc, o.sent_at, case when o.authorization_id is not null then array[o.authorization_id]
         else array(select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
           where a.mc = o.mc and c.claimant_id = o.claimant_id) end, concat_ws(E'\\n', nullif(o.subject, ''), o.body), f.content
       from outside_message o left join document_content f on f.mc = o.mc and f.document_id = o.document_id
      where o.status = 'SENT' and o.sent_at > $1
     union all
     select 'notice', n.id::text, n.mc, n.at, array_remove(array[n.authorization_id], null), n.title, null from user_notification n where n.at > $1
     order by 4, 2`,
    [since],
  )
  return rows.map(({ channel, pages, text, at, ...more }) => ({
    ...more,
    channel: byMessage[channel] ?? (channel as Channel),
    at: new Date(at).toISOString(),
    text: pages ? `${text}\n${textOf(pages)}` : text,
  }))
}

/** The words of a PDF; of any other file nothing. */
const textOf = (file: Buffer): string =>
  file.subarray(0, 5).toString('latin1') === '%PDF-' ? pagesOf(file).join(' ') : ''

/** The requests with these reference numbers. */
export async function byReference(
  db: Pick<pg.Client, 'query'>,
  references: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ reference: string; id: string }>(
    'select reference_number as reference, id from rx_authorization where reference_number = any($1)',
    [references],
  )
  return new Map(rows.map(({ reference, id }) => [reference, id]))
}

/** The log says that something was sent, read or reached that was not: the request, and what is missing. */
export async function loggedInVain(
  db: Pick<pg.Client, 'query'>,
  since: string,
): Promise<{ id: string; what: string }[]> {
  const count = (of: string): string => `(select count(*) from ${of})`
  const logged = (codes: string): string =>
    count(
      `authorization_event e where e.mc = a.mc and e.authorization_id = a.id and e.event_code in (${codes}) and e.at > $1`,
    )
  const kept = (which: string): string =>
    count(
      `pharmacy_callback k join pharmacy_message m on m.mc = k.mc and m.id = k.id where k.mc = a.mc and k.authorization_id = a.id and ${which}`,
    )
  const messages = (channels: string): string =>
    count(
      `outside_message o where o.mc = a.mc and o.authorization_id = a.id and o.sent_at is not null and o.channel ${channels}`,
    )
  const sentLines = (code: number): string =>
    count(
      `authorization_event e where e.mc = a.mc and e.authorization_id = a.id and e.event_code = ${code} and e.event_text ~ ' sent$' and e.at > $1`,
    )
  const { rows } = await db.query<{ id: string; what: string }>(
    `with touched as (select distinct mc, authorization_id as id from authorization_event where at > $1)
     select a.id, w.what from touched t join rx_authorization a on a.mc = t.mc and a.id = t.id cross join lateral (values
       ('a message to the pharmacy', ${logged('304')} > ${kept('true')}),
       ('that the pharmacy read its message', ${logged('305')} > ${kept('m.taken_at is not null')}),
       ('a call that reached the pharmacy', ${logged('301')} > ${count(
         `pharmacy_call l join pharmacy_callback k on k.mc = l.mc and k.id = l.callback_id
           where l.mc = a.mc and k.authorization_id = a.id and l.result = 'REACHED'`,
       )}),
       ('a fax, e-mail or letter', ${sentLines(310)} > ${messages("<> 'SMS'")}),
       ('a text', ${sentLines(311)} > ${messages("= 'SMS'")})) w(what, wrong) where w.wrong`,
    [since],
  )
  return rows
}
