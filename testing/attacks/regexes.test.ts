import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { parseSync } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall } from '#registry'
import { sample } from '../bounds.ts'
import { attempt, pharmacy, send, sender } from './attempt.ts'
import { together, tried } from './drawn.ts'
import { openPrepared } from './prepared.ts'
import type { Prepared } from './place.ts'
import { sampleOf } from './samples.ts'
import { fieldsIn, typesOf, type Schema } from './schema.ts'

// No pattern of ours can be made to think for long. Each one of the source is tried with long texts of the letters
// it speaks of, which almost fit; V8 breaks off what takes too long.

const root = join(import.meta.dirname, '..', '..')
const sources = globSync('{features,platform,reference,demo}/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/(^|\/)testing-|\.test\.tsx?$|^platform\/testing\/|\/preview\//.test(file))

type Pattern = { where: string; source: string; flags: string }

/** Every pattern that is written in a source file. */
function patternsOf(file: string): Pattern[] {
  const text = readFileSync(join(root, file), 'utf8')
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be read.`)
  const found: Pattern[] = []
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look)
    if (typeof node !== 'object' || node === null) return
    const { regex, start } = node as { regex?: { pattern: string; flags: string }; start?: number }
    if (regex)
      found.push({
        where: `${file}:${text.slice(0, start).split('\n').length}`,
        source: regex.pattern,
        flags: regex.flags,
      })
    else Object.values(node).forEach(look)
  }
  look(program)
  return found
}
const patterns = sources.flatMap(patternsOf)

/** As much as a body may hold and more. */
const LONG = 100_000
const repeated = (part: string): string => part.repeat(Math.ceil(LONG / part.length)).slice(0, LONG)

/** Texts that almost fit: what the pattern speaks of, over and over, and then something it does not expect. */
function temptations(source: string): string[] {
  const literal = source
    .replaceAll(/\\u\{?[\da-f]{4,5}\}?|\\x[\da-f]{2}/gi, '')
    .replaceAll(/\\d/g, '0')
    .replaceAll(/\\w/g, 'a')
    .replaceAll(/\\[snrtp]/g, ' ')
    .replaceAll(/\\[bBDWS]|\(\?(?:<?[=!]|:|<\w+>)|\{\d+,?\d*\}|[()[\]^$|?*+\\]/g, '')
  const letters = [...new Set(['a', '0', ' ', ...literal])].slice(0, 7)
  const parts = new Set([...letters, `${literal[0] ?? 'a'}0`, literal.slice(0, 40)].filter(Boolean))
  return [...parts].flatMap((part) => [`${repeated(part)}!`, `${literal.slice(0, 10)}${repeated(part)}\n\u0000`])
}

/** Letters for a part of a pattern: the first one it takes. */
const candidates = [...'a0 .-@!/_,:;=<>()"#%&?A', '\n']

/** A text the pattern takes, or nearly: the first branch of each choice, one letter for each part, nothing of what only looks ahead. */
function exampleOf(source: string): string {
  let at = 0
  const endOfClass = (from: number): number => {
    let end = from + 1
    while (end < source.length && source[end] !== ']') end += source[end] === '\\' ? 2 : 1
    return end + 1
  }
  const letterFor = (part: string): string => {
    const one = new RegExp(`^${part}$`, /\\p|\\u\{/i.test(part) ? 'u' : '')
    return candidates.find((letter) => one.test(letter)) ?? ''
  }
  /** Reads to the end of a group; what is not wanted is read and left out. */
  const branches = (): string => {
    let text = ''
    let wanted = true
    while (at < source.length && source[at] !== ')') {
      const begins = at
      let part = ''
      if (source[at] === '|') {
        wanted = false
        at += 1
      } else if (source[at] === '(') {
        const looks = /^\(\?<?[=!]/.test(source.slice(at))
        at += /^\((?:\?(?:<?[=!]|:|<\w+>))?/.exec(source.slice(at))![0].length
        const inner = branches()
        at += 1
        part = looks ? '' : inner
      } else if (source[at] === '[') {
        at = endOfClass(at)
        part = letterFor(source.slice(begins, at))
      } else if (source[at] === '\\') {
        at += /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|k<\w+>|.)/i.exec(source.slice(at))![0].length
        const escape = source.slice(begins, at)
        part = /^\\(?:[bB]|k|[1-9])/.test(escape) ? '' : letterFor(escape) || escape.slice(1, 2)
      } else {
        at += 1
        part = '^$'.includes(source[begins]!) ? '' : source[begins] === '.' ? 'a' : source[begins]!
      }
      at += /^(?:[*+?]|\{\d+,?\d*\})?\??/.exec(source.slice(at))![0].length
      if (wanted) text += part
    }
    return text
  }
  return branches()
}

/** Only several parts without an end, or one that may begin anywhere, can look at each pair of letters. */
const mayBeSlow = (source: string): boolean =>
  (source.match(/[^\\][*+]|\{\d+,\}/g) ?? []).length > (source.startsWith('^') ? 1 : 0)

/** Texts that fit up to a place, from where one letter goes on and on, and then do not end as they should. */
function nearFits(source: string): string[] {
  const example = exampleOf(source).slice(0, 24)
  return Array.from(example, (letter, place) => {
    const fits = example.slice(0, place + 1)
    const more = new Set([letter, example[place + 1] ?? '', ...'.- a0'].filter(Boolean))
    return [`${repeated(fits)}\u0000`, ...Array.from(more, (one) => `${fits}${repeated(one)}\n\u0000`)]
  }).flat()
}

// One room for all of them: to make one takes longer than most patterns.
const room: { run: () => unknown } = { run: () => undefined }
createContext(room)
const tryIt = new Script('run()')

/** Far more than a pattern takes that looks at each letter a few times, and less than one that looks at each pair of them. */
const HANG_MS = 1000

/** Whether V8 has to break something off, again each time it is tried: on a busy machine it may get no processor once. */
function hangs(run: () => unknown, times = 3): boolean {
  room.run = run
  for (let time = 0; time < times; time += 1)
    try {
      tryIt.runInContext(room, { timeout: HANG_MS })
      return false
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    }
  return true
}

const matching =
  ({ source, flags }: Pattern, text: string) =>
  () => {
    const pattern = new RegExp(source, flags)
    return pattern.global ? text.replaceAll(pattern, '') : pattern.test(text)
  }

test('there are patterns to try, and a bad one is found out', () => {
  expect(patterns.length).toBeGreaterThan(200)
  for (const source of [
    '^(a+)+$',
    '(\\w+\\s?)+$',
    'a*a*a*b',
    String.raw`^[^\s@]+@[^\s@]+\.[^\s@]+$`,
    String.raw`=\([^)]*\)`,
  ])
    expect([
      source,
      textsFor(source).some((text) => hangs(matching({ where: '', source, flags: '' }, text), 1)),
    ]).toEqual([source, true])
})

const textsFor = (source: string): string[] => [...temptations(source), ...(mayBeSlow(source) ? nearFits(source) : [])]

/** Slow over texts that cannot come to them; each reviewed by a person, and not tried. */
const reviewed = new Map([
  [String.raw`<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+)"[^>]*>`, 'Our own index.html, when the portal starts.'],
  [String.raw`\bVersion\/[\d.]+ .*\bSafari\/`, 'What a browser calls itself is kept to 300 letters.'],
  [String.raw`[+-]\d\d.*$`, 'An instant as PostgreSQL writes it.'],
  [String.raw`\s*\/?>$`, 'A tag of our own index.html, when the portal starts.'],
  [String.raw`[.,;:!?)\]}]+$`, 'The end of an address in a mail of ours, on a page of the demonstration.'],
  [
    String.raw`(https:\/\/[\w./?=&%-]*[\w/]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b\d{3}-\d{3}-\d{4}\b)`,
    'Our own legal texts.',
  ],
  [String.raw`(\d+)([dhm])`, 'A span of time of ours: a few numbers and letters.'],
])

test('no regular expression hangs over 100,000 letters', () => {
  const slow: string[] = []
  for (const pattern of patterns.filter(({ source }) => !reviewed.has(source))) {
    const text = textsFor(pattern.source).find((one) => hangs(matching(pattern, one)))
    if (text !== undefined)
      slow.push(`${pattern.where} /${pattern.source}/${pattern.flags} at ${JSON.stringify(text.slice(0, 20))}`)
  }
  expect(slow).toEqual([])
  // A reviewed pattern that is changed must be reviewed again.
  expect([...reviewed.keys()].filter((one) => !patterns.some(({ source }) => source === one))).toEqual([])
})

describe('as much text as a body may hold, in a text field of a call', () => {
  let prepared: Prepared
  beforeAll(async () => void (prepared = await openPrepared()))
  afterAll(() => prepared.close())

  const isText = (schema: Schema): boolean => typesOf(schema)?.has('string') ?? false
  const fields = everyCall
    .filter((call) => !call.form)
    .flatMap((call) =>
      fieldsIn(call, 'inBody')
        .filter(([, schema]) => isText(schema))
        .map(([name]) => ({ call, name })),
    )
  const texts = [
    'a'.repeat(60_000),
    ...['a', 'a@', 'a@a', '0', ''].flatMap((begin) =>
      ['a', '0', '.', '-', ' '].map((one) => `${begin}${one.repeat(60_000)}!`),
    ),
  ]

  test('hangs no contract', async () => {
    expect(fields.length).toBeGreaterThan(100)
    const slow: string[] = []
    for (const { call, name } of fields) {
      const input = await sampleOf(call, prepared.same('AAA1'))
      for (const text of texts)
        if (hangs(() => call.input.safeParse({ ...input, [name]: text }))) slow.push(`${call.name} ${name}`)
    }
    expect(slow).toEqual([])
  })

  test('is answered', async () => {
    const { api } = prepared
    const place = prepared.same('AAA1')
    const me = sender(await api.signIn(place.username, 'AAA'), 'AAA')
    await together(sample(fields, 60, 'long texts'), async ({ call, name }) => {
      const input = await sampleOf(call, place)
      for (const text of tried(call, texts, 1, name)) {
        const bent = attempt(call, { ...input, [name]: text }, call.gate === 'service' ? pharmacy : me)
        expect([call.name, name, (await send(api, bent)).status >= 500]).toEqual([call.name, name, false])
      }
    })
  })
})
