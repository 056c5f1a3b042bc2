import type { Db } from '../database/pools.ts'
import type { Sql } from '../database/sql.ts'
import type { Caller } from './handler.ts'
import type { Refusal } from './refusal.ts'

/** Who asked for it, and in which session, which may be over by now. */
type OnBehalf = { userId: string; sessionId: string | null }
/** The act and its input, or why there is none. */
export type ChosenAct = { call: string; input: Record<string, unknown>; why?: undefined } | { why: Refusal }
/** What became of it; `failed` is a fault of ours, which is logged. */
export type ActedAs = { answer: unknown } | { refused: Refusal } | { failed: true }

/** What the transaction of a job has for it. */
type InJob = {
  mc: string
  db: Db
  now: Date
  write: (statement: Sql) => void
  publishChange: (topic: string) => void
  newId: () => string
}

/**
 * Carries out an act in the transaction of a job, for the user who asked for it, with the rights that user has now: the
 * same handler as by hand, with its writes and its audit row. A refusal leaves nothing of it; the job goes on. `choose`
 * says which act it is, once it is known who acts.
 */
export type ActAs = (
  context: InJob,
  by: OnBehalf,
  choose: (person: Caller, db: Db) => Promise<ChosenAct>,
) => Promise<ActedAs>
