import { every, integer, integers, sql, type Sql } from '#platform/database/sql.ts'
import type { Area, Field, Written } from './areas/area.ts'
import { narrows, type Filled } from './filters.ts'
import { MOST_ROWS } from './rules.ts'

/** What spreadsheets take for the beginning of a formula, in both widths (OWASP CSV injection), by number. */
const formula = integers([...'=+-@\t\r\n＝＋－＠'].map((sign) => sign.codePointAt(0)!))
const formats: Readonly<Record<Written, (value: Sql) => Sql>> = {
  // Most texts need nothing: a look at the first letter and for a line feed is cheaper than rewriting each.
  text: (value) => sql`case when ascii(${value}) not in (${formula}) and strpos(${value}, ${'\n'}) = 0 then ${value}
    else case when ascii(${value}) in (${formula}) then '''' else '' end
      || replace(replace(${value}, ${'\r\n'}, ${'\n'}), ${'\n'}, ${'\r\n'}) end`,
  word: (value) => value,
  number: (value) => sql`trim_scale(${value}::numeric)::text`,
  whole: (value) => sql`${value}::text`,
  money: (value) => sql`${value}::text`,
  date: (value) => sql`${value}::text`, // MM/DD/YYYY in the transaction of a file (platform/calls/copied-file.ts)
  instant: (value) => sql`to_char(${value} at time zone (select app_zone()), 'MM/DD/YYYY HH12:MI:SS AM')`,
}
const cell =
  (of: typeof formats) =>
  ({ written, value }: Field, at: number): Sql =>
    sql`coalesce(${of[written](value)}, '') as c${integer(at)}`
/** On a page there is no transaction of a file: days are written out. */
const onPage: typeof formats = { ...formats, date: (value) => sql`to_char(${value}, 'MM/DD/YYYY')` }

export type Of = {
  area: Area
  fields: readonly Field[]
  filled: readonly Filled[]
  program: string
  zone?: string
  mc?: string
}
/** The filters that narrow the rows, each with its answer. */
export const narrowing = ({ area, filled }: Omit<Of, 'fields'>) =>
  filled.flatMap((answer) => {
    const filter = area.filters.find(({ fieldName }) => fieldName === answer.fieldName)
    return filter && narrows(filter, answer) ? [{ filter, answer }] : []
  })
/**
 * The carrier is written into the statement where it is known. PostgreSQL then compares it once with the carrier of the session,
 * which row-level security asks for, not once a row.
 */
const carrierOf = ({ mc }: Pick<Of, 'mc'>): Sql => (mc === undefined ? sql`app_mc()` : sql`${mc}`)
const rowsOf = (of: Omit<Of, 'fields'>): Sql =>
  sql`${of.area.from} where ${every([
    of.area.where(carrierOf(of)),
    sql`${of.area.program} = ${of.program}`,
    ...narrowing(of).map(({ filter, answer }) => filter.where(answer, of.zone)),
  ])}`

/** The rows, every field as the file has it. */
export const extract = (of: Of): Sql =>
  sql`select ${of.fields.map(cell(formats)).reduce((all, next) => sql`${all}, ${next}`)} ${rowsOf(of)}`
type Previewed = Record<string, string> & { claim: string | null }
/** The first rows of it, each cell as the file has it, with the claim a row is about. */
export const preview = (of: Of, most: number): Sql<Previewed> => sql<Previewed>`
  select ${of.area.claim} as claim, ${of.fields.map(cell(onPage)).reduce((all, next) => sql`${all}, ${next}`)} ${rowsOf(of)} limit ${integer(most)}`
export const claimOfRow = sql`claim`
/** What is read where the subject area is unknown, or no field of it is known. */
export const noRows = sql<Previewed>`select null::uuid as claim where false`
/** The same rows counted by the claim they are about. */
export const claims = (of: Of): Sql<{ claim: string | null; rows: number }> =>
  sql<{
    claim: string | null
    rows: number
  }>`select ${of.area.claim} as claim, count(*) as rows ${rowsOf(of)} group by 1`
/** How many rows there are, counted until there are too many for a file. */
export const count = (of: Of): Sql<{ rows: number }> => sql<{ rows: number }>`
  select count(*)::int as rows from (select ${rowsOf(of)} limit ${integer(MOST_ROWS + 1)}) as found`
/** What is counted where the subject area is unknown. */
export const nothing = sql<{ rows: number }>`select 0 as rows`
