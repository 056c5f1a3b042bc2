import pg from 'pg'
import type { Sql } from './sql.ts'

/** A value as SQL writes it down. COPY takes no bound values, so this is the one place where they become text. */
function literal(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number' && Number.isFinite(value)) return `(${value})`
  if (typeof value === 'string' && !value.includes('\0')) return pg.escapeLiteral(value)
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return `array[${value.map(literal).join(',')}]::text[]`
  throw new TypeError('COPY takes texts, lists of texts, finite numbers, true, false and null.')
}

/** The command that sends the rows of a statement as CSV, every field quoted. */
export const copyCommand = ({ text, values }: Sql): string =>
  `copy (${text.replace(/\$(\d+)/g, (_, at: string) => literal(values[Number(at) - 1]))}) to stdout with (format csv, force_quote *)`
