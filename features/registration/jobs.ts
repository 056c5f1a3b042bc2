import { insertOutbox } from '#platform/jobs/outbox.ts'
import { leaving } from '#platform/jobs/outbox-row.ts'
import type { Job, Tick } from '#platform/jobs/jobs.ts'
import { AccountsFailure } from '#platform/identity/accounts-at-provider/accounts.ts'
import * as sql from './sql.ts'

/**
 * Delivers requests for account recovery. The call itself only writes a row, the same for everybody; who is behind it is looked
 * at here, where nobody measures how long it takes.
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

/** Has the provider send its recovery mail. What it refuses, it would refuse again: only being away is tried again. */
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

/** What is done after a transaction, by the topic of its outbox row. */
export const jobs: Record<string, Job> = { 'account.recovery': sendRecovery }

/** What is done on the clock, by name. */
export const ticks: Record<string, Tick> = { 'registration.recovery': recoveryTick }
