/** The data of the demonstration without a server, read from a seeded PostgreSQL. */
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { writeDataFile, type DataHead, type DataTable } from '#demo/page/data-file.ts'

/** The columns that are written; those PostgreSQL computes compute themselves again. */
const tablesOf = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migration'
   group by c.relname order by c.relname`

const sequencesOf = `
  select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' and last_value is not null`

/** What is set otherwise than on a server: chat at any hour, and pages that ask sooner. */
const everyDay = { days: [0, 1, 2, 3, 4, 5, 6], opens: '00:00', closes: '23:59', federalHolidays: false, daysOff: [] }
export const demoSettings = {
  chatCheckInterval: 3000,
  chatRefreshInterval: 3000,
  smsPollInterval: 6000,
  tokenRefreshInterval: 30_000,
  chatHours: everyDay,
}

const settingOf = `
  insert into carrier_setting (mc, sub_carrier, key, value) select mc, '*', $1, $2::text::jsonb from master_carrier
   on conflict (mc, sub_carrier, key) do update set value = excluded.value`
/** Prescribers who are not on file are added here, as in the mock this follows; on a server operators turn that on. */
const withPrescribers = `update feature_flag set enabled = true where key = 'add_prescriber'`

/** Every row of the database at this address, and what makes a demonstration of it. */
export async function dataOfPage(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const source = new pg.Client({ connectionString: url })
  await source.connect()
  try {
    const { rows: found } = await source.query<{ name: string; columns: string[] }>(tablesOf)
    const tables: DataTable[] = []
    for (const { name, columns } of found) {
      const names = columns.map((column) => `"${column}"`).join(', ')
      const chunks: Buffer[] = []
      const out = source.query(copyTo(`copy "${name}" (${names}) to stdout`))
      out.on('data', (chunk: Buffer) => chunks.push(chunk))
      await finished(out)
      tables.push({ name, columns, rows: new Uint8Array(Buffer.concat(chunks)) })
    }
    const { rows: sequences } = await source.query<{ name: string; last: string }>(sequencesOf)
    const after: DataHead['after'] = [
      ...sequences.map(({ name, last }) => ({
        text: 'select setval($1::text::regclass, $2::text::bigint)',
        values: [name, last],
      })),
      ...Object.entries(demoSettings).map(([key, value]) => ({
        text: settingOf,
        values: [key, JSON.stringify(value)],
      })),
      { text: withPrescribers, values: [] },
    ]
    return writeDataFile(tables, after)
  } finally {
    await source.end()
  }
}
