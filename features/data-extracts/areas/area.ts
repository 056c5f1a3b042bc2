import { integer, sql, type Sql } from '#platform/database/sql.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { Filled, Filter } from '../filters.ts'

/** What a field is: text is guarded against being read as a formula. */
export type FieldType = 'text' | 'number' | 'money' | 'date' | 'instant'
/** How it is written: words of ours need no guard, and whole numbers no decimals cut. */
export type Written = FieldType | 'word' | 'whole'
export type Field = {
  key: string
  label: string
  type: FieldType
  written: Written
  value: Sql
  /** Chosen when the subject area is opened. */
  usual: boolean
}
/** `personal`: what is asked for names a person, and stays out of the record of extracts. */
export type AreaFilter = Filter & { where: (filled: Filled, zone?: string) => Sql; personal?: true }

/** Something that can be extracted: where its rows come from, what they say, and how they are narrowed. */
export type Area = {
  id: string
  label: string
  /** `from` and `where` of the carrier's rows in the caller's scope. Tables that only name things are joined one to one, outer: those no chosen field needs cost nothing. */
  from: Sql
  where: (mc: Sql) => Sql
  program: Sql
  /** Whose data a row is; null for rows that are about nobody's health. */
  claim: Sql
  fields: readonly Field[]
  filters: readonly AreaFilter[]
}

const field =
  (type: FieldType, written: Written = type) =>
  (key: string, label: string, value: Sql, usual: 'usual' | '' = ''): Field => ({
    key,
    label,
    type,
    written,
    value,
    usual: usual === 'usual',
  })
export const text = field('text')
export const word = field('text', 'word')
export const number = field('number')
export const whole = field('number', 'whole')
export const money = field('money')
export const day = field('date')
export const instant = field('instant')

/** A code in the words people read. */
export const named = (column: Sql, words: readonly (readonly [code: number | string, label: string])[]): Sql => {
  const cases = words.map(([code, label]) => sql`when ${typeof code === 'number' ? integer(code) : code} then ${label}`)
  return sql`case ${column} ${cases.reduce((all, next) => sql`${all} ${next}`)} else ${column}::text end`
}
export const yesNo = (condition: Sql): Sql => sql`case when ${condition} then 'Yes' else 'No' end`

const solo = (of: Field, parameters: Filter['parameters'], filtering: string, where: AreaFilter['where']) => ({
  filterType: 'SOLO' as const,
  filtering,
  outputFieldName: of.key,
  fieldName: of.key,
  fieldDisplayValue: of.label,
  required: false,
  parameters,
  where,
})
type TextRule = { minLength?: number; maxLength: number; validCharacters: string }
/** The field is exactly the text, in any case. */
export const equals = (of: Field, rule: TextRule, column = of.value): AreaFilter =>
  solo(of, { type: 'Text', ...rule }, 'equals', ({ value }) => sql`upper(${column}) = upper(${value!.trim()})`)
/** The field begins with the text, in any case. */
export const begins = (of: Field, rule: TextRule, column = of.value): AreaFilter =>
  solo(
    of,
    { type: 'Text', ...rule },
    'begins with',
    ({ value }) => sql`starts_with(upper(${column}), upper(${value!.trim()}))`,
  )
/** The code behind a field is one of those chosen. */
export const oneOf = (
  of: Field,
  column: Sql,
  options: readonly (readonly [key: string, label: string])[],
): AreaFilter =>
  solo(
    of,
    { type: 'Select', multiSelect: true, options: options.map(([key, label]) => ({ key, label })) },
    'is one of',
    ({ selectedOptions }) => sql`${column}::text = any(${selectedOptions})`,
  )

/** The code behind a field is the one chosen. */
export const oneOnly = (...[of, column, options]: Parameters<typeof oneOf>): AreaFilter => {
  const { parameters, ...rest } = oneOf(of, column, options)
  return { ...rest, filtering: 'is', parameters: { ...parameters, multiSelect: false } }
}

/**
 * The calendar day of an instant, as the user's clocks show it: written down where the zone is known. Never asked for in a query of its
 * own: PostgreSQL would not know which days are meant, take a year for a few hundred rows, and look up what names each one by one.
 */
const dayOf = (iso: string, zone: string | undefined): Sql =>
  zone === undefined
    ? sql`(${iso}::timestamptz at time zone app_zone())::date`
    : sql`${dateIn(Date.parse(iso), zone)}::date`
/** From an instant or day to another, both included. */
export const between = (of: Field, required: 'required' | '' = ''): AreaFilter => ({
  filterType: 'GROUP',
  filtering: 'is between',
  outputFieldName: of.key,
  fieldName: of.key,
  fieldDisplayValue: of.label,
  required: required === 'required',
  parameters: {
    type: 'DateRange',
    fromName: `${of.key}From`,
    toName: `${of.key}To`,
    fromDisplayValue: `${of.label}, from`,
    toDisplayValue: `${of.label}, to`,
  },
  where: ({ fromValue, toValue }, zone) =>
    of.type === 'date'
      ? sql`${of.value} >= ${dayOf(fromValue!, zone)} and ${of.value} <= ${dayOf(toValue!, zone)}`
      : sql`${of.value} >= ${fromValue}::timestamptz and ${of.value} < ${toValue}::timestamptz + interval '1 second'`,
})

/** What numbers of this kind are written with. */
export const claimNumber: TextRule = { maxLength: 25, validCharacters: 'A-Z 0-9 -' }
export const digits = (maxLength: number, minLength = 0): TextRule => ({ minLength, maxLength, validCharacters: '0-9' })
/** Also letters with accents: García, Łukasz. */
export const names: TextRule = { maxLength: 60, validCharacters: "A-Z 0-9 À-Þ Ā-Ž - ' . & , / space" }
