import type { Pool } from 'pg'
import type { Clock } from '#platform/dates/clock.ts'
import { newId, type Random } from '#platform/ids.ts'
import type { Mail, Recovery } from './recovery.ts'
import { inTransaction } from './store.ts'

export type DemoMailOptions = {
  /** The owner's connections. */
  pool: Pool
  /** The issuer that user records have for the demo provider. */
  issuerName: string
  clock: Clock
  random: Random
  /** True when mail leaves the portal: then no page here shows it. */
  leaves: boolean
}

/**
 * The demo provider's mail goes the way of all mail of the portal: a message of one of the person's carriers, handed to
 * the gateway by the outbox. Where nothing leaves the portal its pages show what arrived.
 */
export function demoRecovery({ pool, issuerName, clock, random, leaves }: DemoMailOptions): Recovery {
  return {
    send: async ({ subject, to, title, text }) => {
      const now = clock.now()
      await pool.query('select mail_to_person($1, $2, $3, $4, $5, $6, $7, $8)', [
        issuerName,
        subject,
        to,
        title,
        text,
        newId(now, random),
        newId(now, random),
        now.toISOString(),
      ])
    },
    mailbox: leaves ? undefined : (address) => mailOf(pool, address),
    // Somebody else may have known the old password: resetting it ends every session of the account.
    changed: async (subject) => {
      const now = clock.now().toISOString()
      await inTransaction(pool, async (client) => {
        await client.query(
          'update app_user set password_changed_on = $3::timestamptz::date, password_change_asked_at = null where idp_issuer = $1 and idp_subject = $2',
          [issuerName, subject, now],
        )
        await client.query('select end_sessions_of(null, $1, $2, null, $3)', [issuerName, subject, now])
      })
    },
  }
}

const shown = 20

/** What was sent to an address in the name of any carrier, newest first. */
async function mailOf(pool: Pool, address: string): Promise<Mail[]> {
  const { rows: carriers } = await pool.query<{ mc: string }>('select mc from master_carrier')
  const mails: Mail[] = []
  for (const { mc } of carriers) {
    await inTransaction(pool, async (client) => {
      await client.query(`select set_config('app.mc', $1, true)`, [mc])
      const { rows } = await client.query<{ at: Date; subject: string; body: string }>(
        `select created_at as at, subject, body from outside_message where mc = $1 and channel = 'MAIL' and lower(address) = lower($2)
         order by created_at desc limit $3`,
        [mc, address, shown],
      )
      for (const { at, subject, body } of rows) mails.push({ at: at.toISOString(), title: subject, text: body })
    })
  }
  return mails.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, shown)
}
