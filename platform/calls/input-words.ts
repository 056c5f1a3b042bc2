import type { z } from 'zod'

type Issue = Parameters<Exclude<z.core.$ZodErrorMap, undefined>>[0]

const kinds: Record<string, string> = {
  string: 'Enter a text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Enter true or false.',
  array: 'Enter a list.',
  object: 'Enter an object.',
  record: 'Enter an object.',
  null: 'Leave this empty.',
}

const formats: Record<string, string> = {
  uuid: 'Enter an id.',
  guid: 'Enter an id.',
  email: 'Enter an e-mail address.',
  url: 'Enter a web address.',
  date: 'Enter a date as YYYY-MM-DD.',
  datetime: 'Enter a date and time as 2026-01-31T17:00:00Z.',
}

const counted = (count: number | bigint, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${Number(count) === 1 ? one : many}`

/** How much of it there must be: characters of a text, entries of a list, the number itself. */
const sizeWords = (which: 'least' | 'most', limit: number | bigint, origin: string, inclusive: boolean): string => {
  if (origin === 'string') return `Enter at ${which} ${counted(limit, 'character', 'characters')}.`
  if (origin === 'array' || origin === 'set') return `Enter at ${which} ${counted(limit, 'entry', 'entries')}.`
  if (inclusive) return `Enter ${limit.toLocaleString('en-US')} or ${which === 'most' ? 'less' : 'more'}.`
  return `Enter ${which === 'most' ? 'less' : 'more'} than ${limit.toLocaleString('en-US')}.`
}

/**
 * What to write for a check that brings no words of its own: how to put the field right, never the validator's own text
 * and never the value.
 */
export const inputWords = (issue: Issue): string => {
  if (issue.code !== 'unrecognized_keys' && issue.input === undefined) return 'This is required.'
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? 'Check this.'
    case 'too_big':
      return sizeWords('most', issue.maximum, issue.origin, issue.inclusive !== false)
    case 'too_small':
      return sizeWords('least', issue.minimum, issue.origin, issue.inclusive !== false)
    case 'invalid_format':
      return formats[issue.format] ?? 'This is not in the right form.'
    case 'invalid_value':
      return issue.values.length === 1
        ? `Enter ${String(issue.values[0])}.`
        : `Enter one of ${issue.values.map(String).join(', ')}.`
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}.`
    case 'unrecognized_keys':
      return 'This is not a field of this call.'
    default:
      return 'Check this.'
  }
}
