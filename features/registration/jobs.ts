import { insertOutbox } from '#platform/jobs/outbox.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import type { Job, Tick } from '#platform/jobs/jobs.ts'
import { AccountsFailure } from '#platform/identity/accounts-at-provider/accounts.ts'
import * as sql from './sql.ts'

/**
 * Sends account recovery e-mails. The call only writes a row, the same for any name; the account is looked up here, so
 * that response times reveal nothing.
 */
const recoveryTick: Tick = {
  due: sql.recoveriesDue,
  run: async ({ payload, db, now, write, newId, mc }) => {
    const id = String(payload['id'])
    const at = now.toISOString()
    if (!(await db.one(sql.takeRecovery(id, at)))?.mine) return
    write(insertOutbox([leaving({ mc, id: newId(), topic: 'account.recovery', payload: { recoveryId: id }, now: at })]))
  },
}

/** Has the provider send its recovery mail. A refusal is final; only an outage is retried. */
const sendRecovery: Job = async ({ payload, db, portal }) => {
  const person = await db.one(sql.recoverySubject(String(payload['recoveryId'])))
  if (!person || !portal.accounts) return
  try {
    await portal.accounts.sendRecovery(person.subject)
  } catch (error) {
    if (!(error instanceof AccountsFailure) || error.reason === 'unreachable') throw error
    portal.log.warn({ topic: 'account.recovery', detail: error.message }, 'the provider sent no recovery mail')
  }
}

/** Outbox handlers by topic. */
export const jobs: Record<string, Job> = { 'account.recovery': sendRecovery }

/** Scheduled jobs by name. */
export const ticks: Record<string, Tick> = { 'registration.recovery': recoveryTick }
