/** The database of the demonstration without a server: a seeded PostgreSQL, copied into one that runs in the page. */
import { finished } from 'node:stream/promises'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { cube } from '@electric-sql/pglite/contrib/cube'
import { earthdistance } from '@electric-sql/pglite/contrib/earthdistance'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { migrateEmpty } from '#platform/database/migrate.ts'

/** The columns that are written; those PostgreSQL computes compute themselves again. */
const tablesOf = `
  select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migration'
   group by c.relname order by c.relname`

const sequencesOf = `
  select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' and last_value is not null`

/** What is set otherwise than on a server: chat at any hour, and pages that ask sooner. */
const everyDay = { days: [0, 1, 2, 3, 4, 5, 6], opens: '00:00', closes: '23:59', federalHolidays: false, daysOff: [] }
const demoSettings = { chatCheckInterval: 3000, chatRefreshInterval: 3000, smsPollInterval: 6000, chatHours: everyDay }

/** An empty database with every table. */
async function emptyPageDatabase(): Promise<PGlite> {
  const lite = await PGlite.create({ extensions: { btree_gist, cube, earthdistance, pg_trgm } })
  await migrateEmpty((text, values) => (values ? lite.query(text, values) : lite.exec(text)))
  return lite
}

/** The same with all rows of the database at this address. */
export async function pageDatabase(url: string): Promise<PGlite> {
  const lite = await emptyPageDatabase()
  const source = new pg.Client({ connectionString: url })
  await source.connect()
  try {
    await lite.exec('set session_replication_role to replica') // rows come as they are: no trigger, no order of foreign keys
    const { rows: tables } = await source.query<{ name: string; columns: string }>(tablesOf)
    for (const { name, columns } of tables) {
      const chunks: Uint8Array<ArrayBuffer>[] = []
      const out = source.query(copyTo(`copy "${name}" (${columns}) to stdout`))
      out.on('data', (chunk: Uint8Array<ArrayBuffer>) => chunks.push(chunk))
      await finished(out)
      await lite.exec(`delete from "${name}"`) // rows a migration put there come again
      if (chunks.length > 0)
        await lite.query(`copy "${name}" (${columns}) from '/dev/blob'`, [], { blob: new Blob(chunks) })
    }
    const { rows: sequences } = await source.query<{ name: string; last: string }>(sequencesOf)
    for (const { name, last } of sequences) await lite.query(`select setval($1::regclass, $2::bigint)`, [name, last])
    for (const [key, value] of Object.entries(demoSettings))
      await lite.query(
        `insert into carrier_setting (mc, sub_carrier, key, value) select mc, '*', $1, $2::text::jsonb from master_carrier
          on conflict (mc, sub_carrier, key) do update set value = excluded.value`,
        [key, JSON.stringify(value)],
      )
    await lite.exec('set session_replication_role to origin; analyze')
    return lite
  } finally {
    await source.end()
  }
}
