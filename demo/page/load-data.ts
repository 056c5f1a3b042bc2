/** Makes the database of the demonstration in an empty PostgreSQL of the page: its tables, then what is in them. */
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { cube } from '@electric-sql/pglite/contrib/cube'
import { earthdistance } from '@electric-sql/pglite/contrib/earthdistance'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { readDataFile } from './data-file.ts'

/** What the tables need of PostgreSQL beside itself. */
export const extensions = { btree_gist, cube, earthdistance, pg_trgm }

/** As PGlite starts PostgreSQL, and nothing written down twice: what a page has is in its memory until it is written down whole. */
export const startParams = [
  ...PGlite.defaultStartParams,
  ...['wal_level=minimal', 'max_wal_senders=0', 'wal_skip_threshold=0', 'wal_recycle=off', 'min_wal_size=32MB'].flatMap(
    (one) => ['-c', one],
  ),
]

/** The statements of the migrations, in their order (`everyMigration`). */
export async function makeTables(lite: PGlite, schema: readonly string[]): Promise<void> {
  for (const statements of schema) await lite.exec(statements)
}

/**
 * Puts the rows in: as they are, without triggers and in any order; nothing is analyzed yet. `onPart` hears which part of them is
 * there.
 */
export async function loadRows(
  lite: PGlite,
  file: Uint8Array,
  onPart: (part: number) => void = () => {},
): Promise<void> {
  const { tables, after } = readDataFile(file)
  const all = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  await lite.exec('set session_replication_role to replica')
  await lite.exec('begin')
  // In the same transaction as what follows, so that the rows need no log. Rows of a migration come again.
  await lite.exec(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}`)
  for (const { name, columns, bytes, rows } of tables) {
    const names = columns.map((column) => `"${column}"`).join(', ')
    if (bytes > 0) await lite.query(`copy "${name}" (${names}) from '/dev/blob'`, [], { blob: new Blob([rows()]) })
    done += bytes
    onPart(done / all)
  }
  for (const { text, values } of after) await lite.query(text, [...values])
  await lite.exec('commit')
  await lite.exec('set session_replication_role to origin')
}
