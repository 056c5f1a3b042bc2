import { expect, test } from 'vitest'
import { isEventCode } from '#features/authorizations/events.ts'
import { isStatusId } from '#features/authorizations/statuses.ts'
import { origin } from '#reference/origins.ts'
import { rejectCode } from '#reference/reject-codes.ts'
import { productFiles, textOf } from './source.ts'

/*
 * Statuses, events, origins and the reject codes that rules compare with have names: `status` and `eventCode` of
 * features/authorizations, `origin` and `ncpdp` of reference. In SQL: `${integer(status.PENDING)}`,
 * `in (${integers([status.REJECTED, status.REJECTED_NO_PA])})`.
 *
 * What is found, in code and in SQL text alike, comments left out:
 * - a status compared or assigned: `status_id === 20`, `statusId >= 30`, `status_id = 20`, `status_id between 20 and 29`,
 *   `status: 20`, `to: 20`, `from: 20`, `to = cond ? 20 : 30`;
 * - statuses listed or passed: `[30, 31].includes(...)`, `status_id in (30, 31)`, `case 20:`, `mayMove(statusId, 22, ...)`;
 * - an event code: `event(at, 130, ...)`, `lineOf(at, 134, ...)`, `event_code = 121`, `event_code in (110, 111)`, `eventCode === 130`;
 * - an origin: `channel === 1`, `origin_code: 10`, `claim_channel_type in (2, 7, 8, 9)`, `[2, 7, 8, 9]`;
 * - a reject code: `rejectCode === '79'`, `code !== '79'`, `codes.includes('79')`, `only(c, ['75', 'MR'])`.
 */

const tables = new Set([
  'features/authorizations/statuses.ts',
  'features/authorizations/events.ts',
  'reference/origins.ts',
  'reference/ncpdp.ts',
])

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')

const isOrigin = (n: number): boolean => (Object.values(origin) as number[]).includes(n)

type Kind = {
  name: string
  pattern: RegExp
  values: (match: RegExpMatchArray) => string[]
  is: (value: string) => boolean
}
const numbers = (text: string): string[] => [...text.matchAll(/\b\d+\b/g)].map(([n]) => n)
const isStatus = (value: string): boolean => isStatusId(Number(value))
const isEvent = (value: string): boolean => isEventCode(Number(value))
/** Anything up to the end of the expression: a conditional's branches count too. */
const compared = String.raw`\)?\s*(?:===|!==|==|<>|<=|>=|=(?![>=])|<|>|\bin\s*\(|\bbetween\b|:)\s*`

const kinds: readonly Kind[] = [
  {
    name: 'status',
    pattern: new RegExp(String.raw`\b\w*(?:[sS]tatus|STATUS)\w*${compared}(\d\d(?:(?:,\s*|\s+and\s+)\d\d)*)\b`, 'g'),
    values: ([, list]) => numbers(list!),
    is: isStatus,
  },
  {
    name: 'status',
    pattern: /\b(?:to|from|leadsTo)\??:\s*\[?(\d\d(?:, \d\d)*)\b(?!\s*\*)/g,
    values: ([, list]) => numbers(list!),
    is: isStatus,
  },
  {
    name: 'status',
    pattern: /\b(?:(?:to|from|leadsTo)\b\s*[:=]|[sS]tatus\w*[^\n;{}]{0,60}?)[^\n;{}]*?\?\s*(\d\d)\s*:(?:\s*(\d\d)\b)?/g,
    values: (found) => [found[1]!, found[2] ?? found[1]!],
    is: isStatus,
  },
  {
    name: 'status',
    pattern: /\b\w*(?:[sS]tatus|STATUS)\w*,\s*(\d\d)\b/g,
    values: ([, one]) => [one!],
    is: isStatus,
  },
  {
    name: 'status',
    pattern: /\bcase (\d\d):/g,
    values: ([, one]) => [one!],
    is: isStatus,
  },
  {
    name: 'status',
    pattern: /\[(\d\d(?:,\s*\d\d)*)\](?=\.includes\(|\s+as const|[^\n]*[sS]tatus)/g,
    values: ([, list]) => numbers(list!),
    is: isStatus,
  },
  {
    name: 'event',
    pattern: new RegExp(String.raw`\b(?:event_?[cC]odes?|code)${compared}\[?(\d{3}(?:,\s*\d{3})*)\b`, 'g'),
    values: ([, list]) => numbers(list!),
    is: isEvent,
  },
  {
    name: 'origin',
    pattern: new RegExp(
      String.raw`\b(?:\w*_?origin_?[cC]ode|origin|claim_channel_type|claimChannelType|(?<!\.delivery\.)channel)${compared}(\d{1,2}(?:,\s*\d{1,2})*)\b`,
      'g',
    ),
    values: ([, list]) => numbers(list!),
    is: (value) => isOrigin(Number(value)),
  },
  { name: 'origin', pattern: /\[(2, 7, 8, 9)\]/g, values: () => ['2'], is: () => true },
  {
    name: 'reject code',
    pattern: /\b(?:\w*[rR]eject_?[cC]odes?|codes?|one)\)?\s*(?:===|!==|\.includes\()\s*'(\w{2,3})'/g,
    values: ([, code]) => [code!],
    is: (code) => rejectCode(code) !== undefined,
  },
  {
    name: 'reject code',
    pattern: /(?:\bonly\(\w+, |[cC]odes\s*=\s*)\[((?:'\w{2,3}'(?:,\s*)?)+)\]/g,
    values: ([, list]) => [...list!.matchAll(/\w+/g)].map(([code]) => code),
    is: (code) => rejectCode(code) !== undefined,
  },
]

/** The second argument of every call of `event(` and `lineOf(`, where it is or holds a raw code. */
function rawEventArguments(text: string): string[] {
  return [...text.matchAll(/\b(?:event|lineOf)\(/g)].flatMap((call) => {
    const found = argumentsFrom(text, call.index + call[0].length)[1] ?? ''
    return /^[^({[]*\b[1-3]\d\d\b/.test(found) ? numbers(found).filter(isEvent) : []
  })
}

/** The arguments of a call whose bracket opens just before `at`, split at the commas that lie in no inner bracket. */
function argumentsFrom(text: string, at: number): string[] {
  const found = ['']
  let depth = 0
  for (let i = at; i < text.length && depth >= 0; i += 1) {
    const char = text[i]!
    if ('([{'.includes(char)) depth += 1
    if (')]}'.includes(char)) depth -= 1
    if (char === ',' && depth === 0) found.push('')
    else found[found.length - 1] += char
  }
  return found.map((one) => one.trim())
}

/** What stands as a raw number or code in a text: a line of words for each. */
function rawIn(text: string): string[] {
  const code = withoutComments(text)
  return [
    ...kinds.flatMap(({ name, pattern, values, is }) =>
      [...code.matchAll(pattern)]
        .filter((match) => values(match).some(is))
        .map((match) => `${name}: ${match[0].trim()}`),
    ),
    ...rawEventArguments(code).map((one) => `event: ${one}`),
  ]
}

const found = new Map(
  productFiles
    .filter((file) => !tables.has(file))
    .map((file) => [file, rawIn(textOf(file))] as const)
    .filter(([, raw]) => raw.length > 0),
)

test('no file has a raw number of a status, event or origin, nor a raw reject code', () => {
  expect(Object.fromEntries(found)).toEqual({})
})

test.each([
  'if (request.status_id === 20) go()',
  'where a.status_id in (30, 31)',
  'statusId >= 30',
  '[30, 31].includes(request.status_id)',
  'r.status_id between 20 and 29',
  "mayMove(request.status_id, 22, 'approve')",
  'const to = letter.auth_status === status.PENDING ? 20 : letter.auth_status',
  'event({ ...line, to: status.PENDING }, 153, {})',
  'lineOf(at, 134, { user })',
  'event(by, grants ? 130 : 140, {})',
  'e.event_code in (110, 111)',
  'log.find(({ eventCode }) => eventCode === 130)',
  'a.claim_channel_type in (2, 7, 8, 9)',
  'request.channel === 1',
  'origin_code: 10,',
  "reject.rejectCode === '79'",
  "codes.every((code) => code === '79')",
])('finds the raw value in: %s', (line) => {
  expect(rawIn(line)).not.toEqual([])
})

test.each([
  'response.status === 404',
  '// status_id === 20 is what a comment may say',
  'permit.status_id === 1',
  'a.status_id = ${integer(status.PENDING)}',
  'event(at, eventCode.APPROVED, { n: 130 })',
  'isOpen(request.status_id)',
])('finds nothing in: %s', (line) => {
  expect(rawIn(line)).toEqual([])
})
