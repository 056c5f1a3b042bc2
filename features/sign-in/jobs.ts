import type { Tick } from '#platform/jobs/jobs.ts'
import { sql as s } from '#platform/database/sql.ts'

/** What sign-in leaves behind goes, and sessions that ran out of time are ended. It belongs to no carrier. */
const signInTick: Tick = {
  due: (now) => s<{ mc: string; id: string }>`select '' as mc, 'sign-in' as id where sign_in_leftovers(${now})`,
  run: async ({ db, now }) => {
    await db.all(s`select sweep_sign_in(${now.toISOString()})`)
  },
}

/** What is done on the clock, by name. */
export const ticks: Record<string, Tick> = { 'signIn.leftovers': signInTick }
