/**
 * `npm run backup -- <folder>`: copies the data folder of a portal with the PostgreSQL that comes with it, while it runs or
 * not: database, password, key, documents, files of schedules. The copy is a data folder itself (docs/guide/backup.md).
 */
import { existsSync } from 'node:fs'
import { copyFile, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { CannotStart } from '#platform/cannot-start.ts'
import { copyFolder, copyRunningPostgres } from '#platform/database/backup.ts'
import { borrowEmbedded } from '#platform/database/embedded-postgres.ts'
import { readSettings } from '#platform/start/settings.ts'

try {
  const [to, ...more] = process.argv.slice(2)
  if (to === undefined || to.startsWith('-') || more.length > 0)
    throw new CannotStart('Use: npm run backup -- <folder>')
  await backUp(resolve(to))
} catch (reason) {
  console.error(reason instanceof CannotStart ? reason.message : reason)
  process.exitCode = 1
}

async function backUp(to: string): Promise<void> {
  const { databaseUrl, dataFolder } = readSettings(process.env)
  if (databaseUrl)
    throw new CannotStart('DATABASE_URL is set: back up your own PostgreSQL with pg_dump (docs/guide/backup.md).')
  if (!existsSync(join(dataFolder, 'postgres.password')))
    throw new CannotStart(`The folder ${dataFolder} holds no database: set RXDOCKET_DATA to the one the portal uses.`)
  if (existsSync(to) && (await readdir(to)).length > 0)
    throw new CannotStart(`The folder ${to} is not empty: name one that is, or a new one.`)
  const { url, giveBack } = await borrowEmbedded({
    dir: join(dataFolder, 'postgres'),
    log: (line) => console.log(line),
  })
  try {
    // The database first: a document is stored before the row that names it, so whatever a row of the copy names is copied.
    await copyRunningPostgres(url, join(to, 'postgres'))
    for (const entry of await readdir(dataFolder, { withFileTypes: true })) {
      if (entry.name === 'postgres' || entry.name === 'postgres.moved') continue
      const [source, target] = [join(dataFolder, entry.name), join(to, entry.name)]
      if (entry.isDirectory()) await copyFolder(source, target)
      else if (entry.isFile()) await copyFile(source, target)
    }
  } finally {
    await giveBack()
  }
  console.log(`Backed up to ${to}. Start a portal on a copy of it with RXDOCKET_DATA=<copy> npm start.`)
}
