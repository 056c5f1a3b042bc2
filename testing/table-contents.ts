import { createHash } from 'node:crypto'
import type pg from 'pg'

/** SHA-256 of what each table of the portal holds, whatever the order in which it was written. */
export async function tableContents(
  client: pg.Client,
  { without = [] }: { without?: readonly string[] } = {},
): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname <> all($1) order by relname`,
    [without],
  )
  const found: Record<string, string> = {}
  for (const { name } of rows) {
    const { rows: lines } = await client.query<{ line: string }>(`select t::text as line from "${name}" t order by 1`)
    found[name] = createHash('sha256')
      .update(lines.map((row) => row.line).join('\n'))
      .digest('hex')
  }
  return found
}
