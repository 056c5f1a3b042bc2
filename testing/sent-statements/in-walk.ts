import { callbacks } from '#features/callbacks/contract.ts'
import { pharmacyStatus } from '#features/pharmacy-status/contract.ts'
import { bound } from '../bounds.ts'
import type { Walk } from '../walk/portal.ts'
import type { Sent } from './statement.ts'
import { check, checkSince, inWords, type Checked } from './untruths.ts'

/** Status pages read after each turn of the outbox. */
const PAGES = bound(4, 12)
/** A decision shows on the status page when it can no longer be undone. */
const SETTLED_MS = 61_000

/** What a walk has read of what the portal sent, and whether all of it was so when it left. */
export type SentSoFar = Omit<Checked, 'untruths'> & { since: string }

export const nothingRead = (since: string): SentSoFar => ({ since, read: 0, statements: 0, billed: 0 })

/** What a pharmacy reads on the status page about requests something happened to. */
async function statusPages({ api }: Walk): Promise<Sent[]> {
  const { rows } = await api.db.query<{ id: string; mc: string; reference: string }>(
    `select a.id, a.mc, a.reference_number as reference from rx_authorization a
      where a.status_id <> 10 and (select count(*) from rx_authorization o where o.reference_number = a.reference_number) = 1
      order by a.updated_at desc, a.id desc limit $1`,
    [PAGES],
  )
  const at = api.clock.now().toISOString()
  const pages: Sent[] = []
  for (const { id, mc, reference } of rows) {
    const { status, body, text } = await api.anonymous.ask(pharmacyStatus.check, { referenceNumber: reference })
    if (status !== 200) throw new Error(`The status page does not answer: ${text}`)
    pages.push({ channel: 'status page', id: reference, mc, at, about: [id], text: `${body.title}. ${body.next}` })
  }
  return pages
}

/** What support reads to pharmacies that did not take their message. */
async function callScripts(walk: Walk): Promise<Sent[]> {
  const at = walk.api.clock.now().toISOString()
  const support = await walk.person('ext.aaa')
  const { body } = await support.ask(callbacks.queue, { page: 0, size: 20 })
  return body.calls.map(({ callbackId, authorizationId, text }) => ({
    channel: 'call script',
    id: callbackId,
    mc: 'AAA',
    at,
    about: [authorizationId],
    text,
  }))
}

/**
 * Reads what left since the last look and throws what is not so. The engine is asked what the next bill gets, while nothing has happened
 * since. `began`: what left together was so when that began, or when it left: a change of a claim is worked on beside the messages.
 */
export async function lookAtSent(walk: Walk, began: Date): Promise<void> {
  const { sent, api } = walk
  const { portal } = api.built
  const parts = [
    await checkSince(api.db, sent.since, { portal, strict: true, grace: api.clock.now().getTime() - began.getTime() }),
    await check(api.db, await statusPages(walk), { portal, strict: true, grace: SETTLED_MS }),
    await check(api.db, await callScripts(walk), { strict: true }),
  ]
  for (const { read, statements, billed } of parts) {
    sent.read += read
    sent.statements += statements
    sent.billed += billed
  }
  sent.since = api.clock.now().toISOString()
  const untruths = parts.flatMap((part) => part.untruths)
  if (untruths.length > 0) throw new Error(`What is not so was sent:\n${inWords(untruths)}`)
}
