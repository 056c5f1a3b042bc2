import { usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { typedTime } from '#platform/dates/typed-time.ts'
import { timeWords } from '#platform/dates/words.ts'
import { typedNumber, whyNoNumber } from '#platform/text/typed-number.ts'
import type { Form, SettingWords, Unit } from './setting-words.ts'

// The value of a setting: in words, as a form shows it, and read from what was typed.

/** What is typed into the field or fields of a value. */
export type Typed = string | readonly string[] | { readonly [part: string]: Typed }

/** What was typed into a single field. */
export const textOf = (typed: Typed): string => (typeof typed === 'string' ? typed : '')

const places = [
  ['screen', 'screens'],
  ['letter', 'letters'],
  ['extract', 'extracts'],
] as const
/** Where a carrier's own field can be shown. */
export const ownFieldPlaces: readonly (readonly [string, string])[] = places
/** The carrier's own fields. */
export const ownFieldKeys: readonly string[] = Array.from({ length: 10 }, (_, at) => `field${at + 1}`)

const amount = (value: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const inUnit = (shown: number, unit: Unit | undefined): string => {
  if (unit === 'dollars') return `$${amount(shown)}`
  if (unit === 'percent') return `${shown.toLocaleString('en-US')}%`
  const words = shown.toLocaleString('en-US')
  if (unit === undefined) return words
  return `${words} ${shown === 1 && unit.endsWith('s') ? unit.slice(0, -1) : unit}`
}
/** A stored number in the unit that is shown, without the remainders of a division. */
const scaled = (value: unknown, per = 1): number => Math.round((Number(value) / per) * 1e6) / 1e6

const plain = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
type OwnField = { label: string; showOn: readonly string[] }
const ownField = (value: unknown): OwnField =>
  typeof value === 'string'
    ? { label: value, showOn: ['screen'] }
    : { label: '', showOn: ['screen'], ...(fieldsOf(value) as Partial<OwnField>) }

/** A value in words. */
export function valueWords(form: Form, value: unknown): string {
  if (value === null || value === undefined) return 'None'
  switch (form.kind) {
    case 'onOff':
      return value === true ? 'On' : 'Off'
    case 'number':
      return inUnit(scaled(value, form.per), form.unit)
    case 'time':
      return timeWords(plain(value))
    case 'choice':
      return form.options.find(([one]) => one === value)?.[1] ?? plain(value)
    case 'ticks':
      return (
        listOf(value)
          .map((one) => form.options.find(([other]) => other === one)?.[1] ?? plain(one))
          .join(form.options.some(([, label]) => label.includes(',')) ? '; ' : ', ') || 'None'
      )
    case 'lines':
      return (
        listOf(value)
          .map((one) => (form.of === 'dates' ? usDate(plain(one)) : plain(one)))
          .join(', ') || 'None'
      )
    case 'steps': {
      const steps = listOf(value).map((one) => scaled(one, form.per))
      return form.unit === 'percent'
        ? steps.map((one) => inUnit(one, 'percent')).join(', ')
        : `${steps.join(', ')} ${form.unit}`
    }
    case 'pairs':
      return (
        Object.entries(fieldsOf(value))
          .map(
            ([code, one]) =>
              `${code} ${(form.options.find(([other]) => other === one)?.[1] ?? plain(one)).toLowerCase()}`,
          )
          .join(', ') || 'None'
      )
    case 'parts': {
      const own = fieldsOf(value)
      return Object.entries(form.parts)
        .filter(([key]) => own[key] !== undefined)
        .map(([key, part]) => `${part.label}: ${valueWords(part.form, own[key])}`)
        .join(' · ')
    }
    case 'ownFields':
      return (
        ownFieldKeys
          .flatMap((key) => {
            const field = fieldsOf(value)[key]
            if (field === undefined) return []
            const { label, showOn } = ownField(field)
            const on = places.filter(([place]) => showOn.includes(place)).map(([, words]) => words)
            return `${label} (${on.join(', ') || 'not shown'})`
          })
          .join(', ') || 'None'
      )
    case 'text':
      return plain(value)
  }
}

/** What counts where nothing is set, in words. */
export const defaultWords = (words: SettingWords, value: unknown): string =>
  value === null ? (words.none ?? 'None') : valueWords(words.form, value)

/** A value as its form shows it. */
export function typedOf(form: Form, value: unknown): Typed {
  switch (form.kind) {
    case 'onOff':
      return value === true ? 'on' : 'off'
    case 'number':
      return value === null || value === undefined ? '' : String(scaled(value, form.per))
    case 'time':
      return typeof value === 'string' ? timeWords(value) : ''
    case 'choice':
    case 'text':
      return value === null || value === undefined ? '' : plain(value)
    case 'ticks':
      return listOf(value).map(plain)
    case 'lines':
      return listOf(value)
        .map((one) => (form.of === 'dates' ? usDate(plain(one)) : plain(one)))
        .join('\n')
    case 'steps':
      return listOf(value)
        .map((one) => scaled(one, form.per))
        .join(', ')
    case 'pairs':
      return Object.entries(fieldsOf(value))
        .map(([code, one]) => `${code} ${plain(one)}`)
        .join('\n')
    case 'parts':
      return Object.fromEntries(
        Object.entries(form.parts).map(([key, part]) => [key, typedOf(part.form, fieldsOf(value)[key])]),
      )
    case 'ownFields':
      return Object.fromEntries(
        ownFieldKeys.map((key) => {
          const { label, showOn } = ownField(fieldsOf(value)[key])
          return [key, { label, showOn: [...showOn] }]
        }),
      )
  }
}

const linesOf = (typed: Typed): string[] =>
  textOf(typed)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
/** Decimals that a stored number keeps. */
const decimals = 6
const numberIn = (text: string, unit: Unit | undefined): number | undefined =>
  typedNumber(text, decimals, unit === 'dollars' ? '$' : unit === 'percent' ? '%' : undefined) ?? undefined
const stored = (shown: number, per = 1): number => Math.round(shown * per * 1e6) / 1e6
/** All of them, or undefined where one could not be read. */
const allOf = <T>(values: readonly (T | undefined)[]): T[] | undefined => {
  const read = values.filter((one): one is T => one !== undefined)
  return read.length === values.length ? read : undefined
}

/** The value that was typed; undefined where it cannot be read. `today` is for years of two digits. */
export function valueOf(form: Form, typed: Typed, today: string): unknown {
  switch (form.kind) {
    case 'onOff':
      return typed === 'on'
    case 'number': {
      const shown = numberIn(textOf(typed), form.unit)
      return shown === undefined ? undefined : stored(shown, form.per)
    }
    case 'time':
      return typedTime(textOf(typed))
    case 'choice':
      return form.options.find(([one]) => String(one) === typed)?.[0]
    case 'text':
      return textOf(typed).trim() || undefined
    case 'ticks':
      return form.options.filter(([one]) => (typed as readonly string[]).includes(String(one))).map(([one]) => one)
    case 'lines':
      return form.of === 'dates'
        ? allOf(linesOf(typed).map((line) => parseDate(line, today) || undefined))?.toSorted()
        : linesOf(typed)
    case 'steps':
      return allOf(
        textOf(typed)
          .split(',')
          .map((one) => numberIn(one, form.unit))
          .map((one) => (one === undefined ? undefined : stored(one, form.per))),
      )
    case 'pairs': {
      const rows = allOf(
        linesOf(typed).map((line) => {
          const [code, word, ...more] = line.toUpperCase().split(/[\s:=]+/)
          return code && more.length === 0 && form.options.some(([one]) => one === word) ? [code, word] : undefined
        }),
      )
      return rows && Object.fromEntries(rows)
    }
    case 'parts': {
      const own = typed as Readonly<Record<string, Typed>>
      const entries = Object.entries(form.parts).filter(([key]) => !(form.partial && own[key] === ''))
      const values = allOf(entries.map(([key, part]) => valueOf(part.form, own[key] ?? '', today)))
      return values && Object.fromEntries(entries.map(([key], at) => [key, values[at]]))
    }
    case 'ownFields': {
      const own = typed as Readonly<Record<string, OwnField>>
      return Object.fromEntries(
        Object.entries(own).flatMap(([key, { label, showOn }]) =>
          label.trim() === '' ? [] : [[key, { label: label.trim(), showOn: [...showOn] }]],
        ),
      )
    }
  }
}

/** Why what was typed cannot be read as a value: of each number both readings of its comma, else what the setting says. */
export function whyNoValue(form: Form, typed: Typed, otherwise: string): string {
  if (form.kind === 'number') return whyNoNumber(textOf(typed), otherwise)
  if (form.kind !== 'parts') return otherwise
  const own = typed as Readonly<Record<string, Typed>>
  const said = Object.entries(form.parts).map(([key, part]) => whyNoValue(part.form, own[key] ?? '', otherwise))
  return said.find((one) => one !== otherwise) ?? otherwise
}
