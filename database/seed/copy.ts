import type { Client } from 'pg'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { from as copyFrom } from 'pg-copy-streams'

export type Row = Readonly<Record<string, unknown>>
/** Rows of one table, by column, and a statement that ties them to rows that were loaded before. */
export type Table = { name: string; rows: readonly Row[] }

type Column = { name: string; type: string; optional: boolean; nullable: boolean }

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escaped = (text: string): string =>
  /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, (one) => escapes[one]!) : text

const scalar = (value: unknown): string => (value === true ? 't' : value === false ? 'f' : String(value))
const element = (value: unknown): string =>
  value === null ? 'NULL' : typeof value === 'string' ? `"${value.replace(/[\\"]/g, '\\$&')}"` : scalar(value)

/** One field of PostgreSQL's COPY text format. */
export function field(value: unknown, type: string): string {
  if (value === null) return '\\N'
  if (type === 'jsonb' || type === 'json') return escaped(JSON.stringify(value))
  if (Array.isArray(value)) return escaped(`{${value.map(element).join(',')}}`)
  return typeof value === 'string' ? escaped(value) : scalar(value)
}

/**
 * The columns of a table but those PostgreSQL computes. A column may be left out where PostgreSQL numbers the rows, or
 * would put the same into every row: nothing, or a constant; a default that calls a function reads the clock.
 */
async function columnsOf(client: Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
            a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) !~ '[(]', not a.attnotnull) as optional,
            d.adbin is null and not a.attnotnull as nullable
       from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum`,
    [table],
  )
  return rows
}

const chunkBytes = 256 * 1024

function* lines(table: Table, columns: readonly Column[]): Generator<string> {
  let chunk = ''
  for (const row of table.rows) {
    for (let at = 0; at < columns.length; at += 1) {
      const { name, type, nullable } = columns[at]!
      const value = row[name] === undefined && nullable ? null : row[name]
      if (value === undefined) throw new Error(`A row of ${table.name} lacks ${name}.`)
      chunk += at === 0 ? field(value, type) : `\t${field(value, type)}`
    }
    chunk += '\n'
    if (chunk.length > chunkBytes) {
      yield chunk
      chunk = ''
    }
  }
  if (chunk !== '') yield chunk
}

/** Loads the rows of a table in their order; identity columns count from one. */
export async function copyInto(client: Client, table: Table): Promise<number> {
  if (table.rows.length === 0) return 0
  const first = table.rows[0]!
  const existing = await columnsOf(client, table.name)
  // A column that may be empty is loaded where any row has it, not only the first.
  const has = ({ name, nullable }: Column): boolean =>
    first[name] !== undefined || (nullable && table.rows.some((row) => row[name] !== undefined))
  const columns = existing.filter((column) => !column.optional || has(column))
  const known = new Set(columns.map((column) => column.name))
  const stray = Object.keys(first).find((name) => !known.has(name))
  if (stray) throw new Error(`${table.name} has no column ${stray}.`)
  const list = columns.map((column) => `"${column.name}"`).join(', ')
  const stream = client.query(copyFrom(`copy "${table.name}" (${list}) from stdin`))
  await pipeline(Readable.from(lines(table, columns), { objectMode: true, highWaterMark: 4 }), stream)
  return table.rows.length
}
