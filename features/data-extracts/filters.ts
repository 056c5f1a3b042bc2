import { DAY_MS } from '#platform/dates/instant.ts'
import { dateIn, timeIn } from '#platform/dates/zone.ts'
import { dayNumber } from '#platform/dates/day.ts'

// What a filter of an extract asks for, and what is wrong with an answer to it. The page says it while one types, the server
// before it reads a row.

type Option = { key: string; label: string }
type Parameters = {
  type: 'Text' | 'Select' | 'DateRange'
  minLength?: number | undefined
  maxLength?: number | undefined
  /** Characters and ranges of them, blanks between: `A-Z 0-9 - space`. Case does not count. */
  validCharacters?: string | undefined
  options?: Option[] | undefined
  multiSelect?: boolean | undefined
  fromName?: string | undefined
  toName?: string | undefined
  fromDisplayValue?: string | undefined
  toDisplayValue?: string | undefined
}
export type Filter = {
  /** SOLO has one value, GROUP a first and a last one. */
  filterType: 'SOLO' | 'GROUP'
  /** How it narrows the rows, in words. */
  filtering: string
  /** The field of the file it is about: an optional filter is offered while that field is chosen. */
  outputFieldName: string
  fieldName: string
  fieldDisplayValue: string
  required: boolean
  parameters: Parameters
}
/** A filter as somebody filled it; empty ones narrow nothing. */
export type Filled = {
  fieldName: string
  value?: string | undefined
  selectedOptions?: string[] | undefined
  /** ISO 8601; null where the field is empty. */
  fromValue?: string | null | undefined
  toValue?: string | null | undefined
}
/** The part of a filled filter a sentence is about. */
export type Part = 'value' | 'selectedOptions' | 'fromValue' | 'toValue'
export type Problems = Partial<Record<Part, string>>

export const REQUIRED = 'Required'
export const INVALID_DATE = 'Invalid date'
const TOO_LONG_A_RANGE = 'Date range selected must be limited to 1 year'
const RANGE_MS = 365 * DAY_MS
const [firstYear, lastYear] = [1970, 2200]

/** The characters a set names. */
function charactersOf(set: string): Set<string> {
  const characters = new Set<string>()
  for (const part of set.split(' ')) {
    const [first = '', last = ''] = part.length === 3 && part[1] === '-' ? [part[0]!, part[2]!] : []
    if (part === 'space') characters.add(' ')
    else if (first && last)
      for (let code = first.charCodeAt(0); code <= last.charCodeAt(0); code += 1)
        characters.add(String.fromCharCode(code))
    else for (const one of part) characters.add(one)
  }
  return characters
}

function whyNotText({ minLength = 0, maxLength = 0, validCharacters }: Parameters, value: string): string | undefined {
  if (minLength > 0 && value.length < minLength) return `Minimum length: ${minLength}`
  if (maxLength > 0 && value.length > maxLength) return `Maximum length: ${maxLength}`
  if (validCharacters === undefined) return undefined
  const allowed = charactersOf(validCharacters.toUpperCase().replace('SPACE', 'space'))
  return [...value.toUpperCase()].every((one) => allowed.has(one))
    ? undefined
    : `Invalid characters. Allowed: ${validCharacters}`
}

/** Wall-clock milliseconds of an instant in a zone; undefined where it is none, or of a year no extract has. */
export function wallOf(iso: string, zone: string): number | undefined {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return undefined
  const year = Number(dateIn(at, zone).slice(0, 4))
  if (year < firstYear || year > lastYear) return undefined
  return dayNumber(dateIn(at, zone)) * DAY_MS + Date.parse(`1970-01-01T${timeIn(at, zone)}Z`)
}

/** A year of calendar days in the user's zone at most; of two empty fields nothing is asked, one empty field has no end. */
function whyNotRange(from: string | null, to: string | null, required: boolean, zone: string): Problems {
  if (from === null && to === null) return required ? { fromValue: REQUIRED, toValue: REQUIRED } : {}
  const [first, last] = [from, to].map((one) => (one === null ? null : wallOf(one, zone)))
  const invalid = {
    ...(first === undefined && { fromValue: INVALID_DATE }),
    ...(last === undefined && { toValue: INVALID_DATE }),
  }
  if (first === undefined || last === undefined) return invalid
  if (first === null) return { fromValue: TOO_LONG_A_RANGE }
  if (last === null) return { toValue: TOO_LONG_A_RANGE }
  if (first! > last!)
    return { fromValue: 'Start date cannot be after end date', toValue: 'End date cannot be before start date' }
  return last! - first! > RANGE_MS ? { fromValue: TOO_LONG_A_RANGE } : {}
}

/** What is wrong with an answer to a filter, by the part of it; nothing where it is right. */
export function whyNotFilled(filter: Filter, filled: Filled | undefined, zone: string): Problems {
  const { parameters, required } = filter
  if (parameters.type === 'DateRange')
    return whyNotRange(filled?.fromValue ?? null, filled?.toValue ?? null, required, zone)
  if (parameters.type === 'Select') {
    const chosen = filled?.selectedOptions ?? []
    if (chosen.length === 0) return required ? { selectedOptions: REQUIRED } : {}
    if (chosen.length > 1 && !parameters.multiSelect) return { selectedOptions: 'Choose one.' }
    return chosen.every((key) => parameters.options?.some((option) => option.key === key))
      ? {}
      : { selectedOptions: 'Choose from the list.' }
  }
  const value = filled?.value ?? ''
  if (value.trim() === '') return required ? { value: REQUIRED } : {}
  const why = whyNotText(parameters, value)
  return why === undefined ? {} : { value: why }
}

/** Whether a filled filter narrows anything. */
export function narrows({ parameters: { type } }: Filter, filled: Filled): boolean {
  if (type === 'DateRange') return Boolean(filled.fromValue) && Boolean(filled.toValue)
  return type === 'Select' ? (filled.selectedOptions ?? []).length > 0 : (filled.value ?? '').trim() !== ''
}
