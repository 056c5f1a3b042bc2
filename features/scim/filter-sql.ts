import { z } from 'zod'
import type { Comparison, Filter } from '#platform/scim/filter.ts'
import { sql, type Sql } from '#platform/database/sql.ts'

/** An attribute as the database has it, by its path in lower case. */
export type Attribute =
  | { is: 'text'; column: Sql; exact?: true }
  | { is: 'flag'; column: Sql }
  | { is: 'time'; column: Sql }
  /** A list: `entries` says that one of them fits. */
  | { is: 'list'; entries: (fits: Sql) => Sql; of: Attributes }
export type Attributes = Readonly<Record<string, Attribute>>

/** Texts are compared letter by letter, not as a language sorts them. */
const before = (op: 'gt' | 'ge' | 'lt' | 'le', column: Sql, value: Sql): Sql => {
  switch (op) {
    case 'gt':
      return sql`${column} > ${value}`
    case 'ge':
      return sql`${column} >= ${value}`
    case 'lt':
      return sql`${column} < ${value}`
    case 'le':
      return sql`${column} <= ${value}`
  }
}

function textFits(op: Comparison, column: Sql, value: Sql): Sql {
  switch (op) {
    case 'eq':
      return sql`${column} = ${value}`
    case 'ne':
      return sql`${column} is distinct from ${value}`
    case 'co':
      return sql`strpos(${column}, ${value}) > 0`
    case 'sw':
      return sql`starts_with(${column}, ${value})`
    case 'ew':
      return sql`right(${column}, length(${value})) = ${value}`
    default:
      return before(op, sql`${column} collate "C"`, value)
  }
}

const instant = z.iso.datetime({ offset: true, local: true })
type Plain = Exclude<Attribute, { is: 'list' }>
/** A comparison with an attribute that is no list; null where they do not go together. */
function compared(op: Comparison, of: Plain, value: string | number | boolean | null): Sql | null {
  const { column } = of
  if (value === null) return op === 'eq' ? sql`${column} is null` : op === 'ne' ? sql`${column} is not null` : null
  if (of.is === 'text') {
    if (typeof value !== 'string') return null
    const wanted = sql`${value}::text`
    return of.exact ? textFits(op, column, wanted) : textFits(op, sql`lower(${column})`, sql`lower(${wanted})`)
  }
  if (of.is === 'flag') {
    const on = typeof value === 'string' ? { true: true, false: false }[value.toLowerCase()] : value
    if (typeof on !== 'boolean' || (op !== 'eq' && op !== 'ne')) return null
    return sql`${column} = ${op === 'eq' ? on : !on}::boolean`
  }
  if (typeof value !== 'string' || !instant.safeParse(value).success) return null
  const at = sql`${value}::timestamptz`
  if (op === 'eq') return sql`${column} = ${at}`
  if (op === 'ne') return sql`${column} <> ${at}`
  return op === 'gt' || op === 'ge' || op === 'lt' || op === 'le' ? before(op, column, at) : null
}

const there = (of: Plain): Sql =>
  of.is === 'text' ? sql`coalesce(${of.column}, '') <> ''` : sql`${of.column} is not null`

const within = <T>(of: Sql | null, then: (fits: Sql) => T): T | null => (of === null ? null : then(of))
const found = (attributes: Attributes, name: string): Attribute | undefined =>
  Object.hasOwn(attributes, name) ? attributes[name] : undefined

/** A filter as a condition; null where it names an attribute or a comparison that is not offered. */
export function filterSql(of: Filter, attributes: Attributes): Sql | null {
  if (of.op === 'and' || of.op === 'or') {
    const parts = of.of.map((one) => filterSql(one, attributes))
    return parts.reduce((all, next) =>
      within(all, (a) => within(next, (b) => (of.op === 'and' ? sql`(${a} and ${b})` : sql`(${a} or ${b})`))),
    )
  }
  if (of.op === 'not') return within(filterSql(of.of, attributes), (fits) => sql`not coalesce(${fits}, false)`)
  const [name = '', ...part] = of.attribute.split('.')
  const list = found(attributes, name)
  if (list?.is === 'list') {
    if (of.op === 'some') return part.length > 0 ? null : within(filterSql(of.of, list.of), list.entries)
    // Of a list its values are meant, unless another part of them is named.
    const inner = { ...of, attribute: part.join('.') || 'value' }
    return within(filterSql(inner, list.of), list.entries)
  }
  const plain = found(attributes, of.attribute)
  if (of.op === 'some' || plain === undefined || plain.is === 'list') return null
  return of.op === 'pr' ? there(plain) : compared(of.op, plain, of.value)
}
