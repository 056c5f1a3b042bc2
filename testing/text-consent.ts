import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/**
 * Sets a mobile number of ten digits and the text message consent of injured workers: `state` 2 means opted in. For all
 * workers of carrier AAA, or those for whom the SQL condition `which` on the claimant `t` holds.
 */
export async function giveTextConsent(
  db: Pick<pg.Client, 'query'>,
  mobile: string,
  { state = 2, which = "t.mc = 'AAA'" }: { state?: number; which?: string } = {},
): Promise<void> {
  await db.query(`update claimant t set mobile = $1 where ${which}`, [mobile])
  await db.query(
    `update sms_campaign g set until = now() from claimant t where g.mc = t.mc and g.claimant_id = t.id and g.until is null and ${which}`,
  )
  const { rows } = await db.query<{ mc: string; id: string }>(`select t.mc, t.id from claimant t where ${which}`)
  await db.query(
    `insert into sms_campaign (mc, id, claimant_id, mobile, state, language, consent_source, opted_in_at, last_status_at, since)
     select mc, id, claimant_id, $2, $3, 'en', 'TEXT', now(), now(), now() from jsonb_to_recordset($1) as x(mc text, id uuid, claimant_id uuid)`,
    [JSON.stringify(rows.map(({ mc, id }) => ({ mc, id: randomUUID(), claimant_id: id }))), mobile, state],
  )
}
