import { sql, type Sql } from '#platform/database/sql.ts'

/** The outcome of a call with a ticket: no ticket, expired, too many tries, or done. */
export type Checked = { outcome: 'NONE' | 'EXPIRED' | 'LIMITED' | 'OK'; email: string | null; taken: boolean | null }
/** Tries are counted by the network they come from, as all budgets are. */
export const checkUsername = (hash: Uint8Array, username: string, from: string, now: string): Sql<Checked> =>
  sql<Checked>`select * from check_username(${hash}, ${username}, ${from}, ${now})`

export type Completed = {
  outcome: 'NONE' | 'EXPIRED' | 'LIMITED' | 'EMAIL' | 'CLOSED' | 'WITHDRAWN' | 'TAKEN' | 'DONE'
  id_token_sealed: string | null
}
export const complete = (of: {
  hash: Uint8Array
  id: string
  username: string
  email: string
  requestId: string
  ip: string
  now: string
}): Sql<Completed> =>
  sql<Completed>`select * from complete_registration(${of.hash}, ${of.id}, ${of.username}, ${of.email}, ${of.requestId}, ${of.ip}, ${of.now})`

/** Writes the recovery request; false when there were too many for the name or from the network. */
export const askRecovery = (of: {
  id: string
  username: string
  group: string
  from: string
  now: string
}): Sql<{ taken: boolean }> =>
  sql<{ taken: boolean }>`select ask_recovery(${of.id}, ${of.username}, ${of.group}, ${of.from}, ${of.now}) as taken`

export const recoveriesDue = (now: string, limit: number): Sql<{ mc: string; id: string }> =>
  sql<{ mc: string; id: string }>`select mc, id from recoveries_due(${limit}, ${now})`
export const takeRecovery = (id: string, now: string): Sql<{ mine: boolean }> =>
  sql<{ mine: boolean }>`select take_recovery(${id}, ${now}) as mine`
export const recoverySubject = (id: string): Sql<{ user_id: string; issuer: string; subject: string }> =>
  sql<{ user_id: string; issuer: string; subject: string }>`select * from recovery_subject(${id})`
