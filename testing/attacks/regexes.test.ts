import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { parseSync } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall } from '#registry'
import { attempt, pharmacy, send, sender } from './attempt.ts'
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

// One room for all of them: to make one takes longer than most patterns.
const room: { text: string; pattern: RegExp } = { text: '', pattern: /a/ }
createContext(room)
const tryIt = new Script('pattern.global ? text.replaceAll(pattern, "") : pattern.test(text)')

/** Milliseconds of processor time; a pattern that is broken off took longer than the limit. */
function timeOf({ source, flags }: Pattern, text: string): number {
  Object.assign(room, { text, pattern: new RegExp(source, flags) })
  for (;;) {
    const { user: before } = process.cpuUsage()
    const spent = () => (process.cpuUsage().user - before) / 1000
    try {
      tryIt.runInContext(room, { timeout: 500 })
      return spent()
    } catch {
      // The limit is time on the wall: on a busy machine a quick pattern may have had no processor, and is tried again.
      if (spent() > 100) return Infinity
    }
  }
}

test('there are patterns to try, and a bad one is found out', () => {
  expect(patterns.length).toBeGreaterThan(200)
  for (const source of ['^(a+)+$', '(\\w+\\s?)+$', 'a*a*a*b'])
    expect([source, temptations(source).some((text) => timeOf({ where: '', source, flags: '' }, text) > 50)]).toEqual([
      source,
      true,
    ])
})

/** Slow over texts that cannot come to them; each reviewed by a person, and not tried. */
const reviewed = new Map([
  [String.raw`[+-]\d\d.*$`, 'An instant as PostgreSQL writes it.'],
  [String.raw`\s*\/?>$`, 'A tag of our own index.html, when the portal starts.'],
  [String.raw`\s*([-/.,])\s*`, 'A text that is longer than 60 letters is no date before it is looked at.'],
  [String.raw`[.,;:!?)\]}]+$`, 'The end of an address in a mail of ours, on a page of the demonstration.'],
  [
    String.raw`(https:\/\/[\w./?=&%-]*[\w/]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b\d{3}-\d{3}-\d{4}\b)`,
    'Our own legal texts.',
  ],
  [String.raw`(\d+)([dhm])`, 'A span of time of ours: a few numbers and letters.'],
])

test('no regular expression takes 50 ms over 100,000 letters', () => {
  const slow: string[] = []
  for (const pattern of patterns.filter(({ source }) => !reviewed.has(source))) {
    for (const text of temptations(pattern.source)) {
      // Something else may have been at work in the first moment; the pattern itself is slow every time.
      let best = Infinity
      for (let time = 0; time < 3 && best > 50; time += 1) best = Math.min(best, timeOf(pattern, text))
      if (best <= 50) continue
      slow.push(`${pattern.where} /${pattern.source}/${pattern.flags} at ${JSON.stringify(text.slice(0, 20))}`)
      break
    }
  }
  expect(slow).toEqual([])
  // A reviewed pattern that is changed must be reviewed again.
  expect([...reviewed.keys()].filter((one) => !patterns.some(({ source }) => source === one))).toEqual([])
})

describe('over HTTP', () => {
  let prepared: Prepared
  beforeAll(async () => void (prepared = await openPrepared()))
  afterAll(() => prepared.close())

  const isText = (schema: Schema): boolean => typesOf(schema)?.has('string') ?? false

  test('no text field of any call costs more than twenty times the usual one over as much as a body may hold', async () => {
    const { api } = prepared
    const place = prepared.same('AAA1')
    const me = sender(await api.signIn(place.username, 'AAA'), 'AAA')
    const asked: { name: string; cost: number; again: () => Promise<number> }[] = []
    for (const call of everyCall.filter((one) => !one.form)) {
      const fields = fieldsIn(call, 'inBody').filter(([, schema]) => isText(schema))
      if (fields.length === 0) continue
      const input = (await sampleOf(call, place)) as Record<string, unknown>
      for (const [name] of fields)
        for (const text of ['a'.repeat(60_000), `${'a'.repeat(60_000)}!`]) {
          const bent = attempt(call, { ...input, [name]: text }, call.gate === 'service' ? pharmacy : me)
          const again = async (): Promise<number> => {
            const before = process.cpuUsage()
            const answer = await send(api, bent)
            const { user, system } = process.cpuUsage(before)
            expect([call.name, name, answer.status >= 500]).toEqual([call.name, name, false])
            return user + system
          }
          asked.push({ name: `${call.name} ${name}`, cost: await again(), again })
        }
    }
    // A pattern that looks at every pair of letters takes thousands of times as long; the machine's speed cancels out.
    const usual = asked.map(({ cost }) => cost).toSorted((a, b) => a - b)[asked.length >> 1]!
    const slow: string[] = []
    for (const { name, cost, again } of asked) {
      // The first time, something else may have been at work: waste collection, or a function compiled.
      let best = cost
      for (let time = 0; time < 4 && best > 20 * usual; time += 1) best = Math.min(best, await again())
      if (best > 20 * usual) slow.push(`${name}: ${Math.round(best / usual)} times the usual`)
    }
    expect(slow).toEqual([])
    expect(asked.length).toBeGreaterThan(200)
  })
})
