import type { Tick } from '#platform/jobs/jobs.ts'
import { sql as s } from '#platform/database/sql.ts'

/** Deletes expired data of sign-ins and ends expired sessions. Belongs to no carrier. */
const signInTick: Tick = {
  due: (now) => s<{ mc: string; id: string }>`select '' as mc, 'sign-in' as id where sign_in_leftovers(${now})`,
  run: async ({ db, now }) => {
    await db.all(s`select sweep_sign_in(${now.toISOString()})`)
  },
}

/** Scheduled jobs by name. */
export const ticks: Record<string, Tick> = { 'signIn.leftovers': signInTick }
