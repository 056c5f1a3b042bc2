import { join } from 'node:path'
import pg from 'pg'
import { CannotStart } from '#platform/cannot-start.ts'
import { borrowEmbedded } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { checkOwnPostgres } from '#platform/database/own-postgres.ts'
import { readSettings } from '#platform/start/settings.ts'

/**
 * Work of an operator on the portal's database, as its owner, whether the portal is running or not. What is wrong is said
 * in a sentence, and the process ends with 1.
 */
export async function atTheDatabase(work: (db: pg.Pool) => Promise<void>): Promise<void> {
  try {
    const { ownerDatabaseUrl, dataFolder } = readSettings(process.env)
    if (ownerDatabaseUrl) await checkOwnPostgres(ownerDatabaseUrl)
    const { url, giveBack } = ownerDatabaseUrl
      ? { url: ownerDatabaseUrl, giveBack: async () => {} }
      : await borrowEmbedded({ dir: join(dataFolder, 'postgres'), log: (line) => console.error(line) })
    try {
      await migrate(url)
      const db = new pg.Pool({ connectionString: url, max: 1 })
      try {
        await work(db)
      } finally {
        await db.end()
      }
    } finally {
      await giveBack()
    }
  } catch (reason) {
    console.error(reason instanceof CannotStart ? reason.message : reason)
    process.exitCode = 1
  }
}
