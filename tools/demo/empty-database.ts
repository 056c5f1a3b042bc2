import { PGlite } from '@electric-sql/pglite'
import { extensions, makeTables, startParams } from '#demo/page/load-data.ts'
import { everyMigration } from '#platform/database/migrate.ts'

/**
 * The files of a database with every table and no row that a migration does not bring, as a tar file: opened in a tenth of the time
 * that a page takes to make it. No row versions that are gone, and one file of the log, almost empty.
 */
export async function emptyDatabase(): Promise<Uint8Array> {
  const lite = await PGlite.create({ extensions, startParams })
  await makeTables(lite, everyMigration())
  for (const statement of ['vacuum full', 'checkpoint', 'select pg_switch_wal()', 'checkpoint'])
    await lite.exec(statement)
  const files = await lite.dumpDataDir('none')
  await lite.close()
  return new Uint8Array(await files.arrayBuffer())
}
