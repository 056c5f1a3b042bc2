import type { AnyCall } from '#platform/calls/contract.ts'

/** Why this cannot be a feature's name; nothing when it can. */
export function whyNotName(word: string): string | undefined {
  if (!/^[a-z]+(-[a-z]+)*$/.test(word)) return 'A feature is named in kebab-case: lower-case words joined by hyphens.'
  if (/(^|-)(utils?|helpers?|managers?|common|misc)(-|$)/.test(word))
    return 'Name the feature for what it is about, with the word its users say.'
  return undefined
}

/** The list of features with one more, below the pages. */
export function addToList(text: string, word: string): string {
  return text.replace(/^ {2}'shell',$/m, `  '${word}',\n  'shell',`)
}

/** The next number for a call that is our own addition to the service list. */
function nextCallId(calls: readonly AnyCall[]): string {
  const taken = calls.flatMap(({ id }) => [...id.matchAll(/\bX(\d+)\b/g)].map((found) => Number(found[1])))
  return `X${Math.max(99, ...taken) + 1}`
}

/** The files of a new feature, by path. It answers one call about the caller's carrier, until it says something of its own. */
export function skeleton(word: string, calls: readonly AnyCall[]): Record<string, string> {
  const value = word.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const title = word.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())
  const file = (name: string) => `features/${word}/${name}`
  return {
    [file('README.md')]: `# ${title}

What it is for, who uses it, and which rules it follows. One page at most.
`,
    [file('contract.ts')]: `import { z } from 'zod'
import { calls, read } from '#platform/calls/contract.ts'

export const ${value} = calls('${value}', {
  summary: read('GET /${value}', {
    id: '${nextCallId(calls)}',
    summary: 'The carrier the caller works for, and how many of its people do',
    phi: 'none',
    input: z.strictObject({}),
    output: z.object({ masterCarrier: z.string(), people: z.string() }),
  }),
})
`,
    [file('rules.ts')]: `/** How many people work here, in words: "1 person", "12 people". */
export const peopleWords = (count: number): string => (count === 1 ? '1 person' : \`\${count} people\`)
`,
    [file('sql.ts')]: `import { sql, type Sql } from '#platform/database/sql.ts'

/** The caller's carrier, and how many people work for it. */
export const peopleOfCarrier = (): Sql<{ mc: string; people: number }> => sql<{ mc: string; people: number }>\`
  select app_mc() as mc, count(*)::int as people
    from user_carrier w
   where w.mc = app_mc()\`
`,
    [file('handlers.ts')]: `import { implement, oneTrip } from '#platform/calls/handler.ts'
import { ${value} } from './contract.ts'
import { peopleWords } from './rules.ts'
import { peopleOfCarrier } from './sql.ts'

export const handlers = implement(${value})({
  summary: oneTrip(
    () => ({ found: peopleOfCarrier() }),
    ({ found }) => ({ masterCarrier: found[0]!.mc, people: peopleWords(found[0]!.people) }),
  ),
})
`,
    [file('samples.ts')]: `import { sample } from '#testing/attacks/sample.ts'
import { ${value} } from './contract.ts'

/** Each call as a user of this place would make it, right in every respect; the attacks of testing/ start from these. */
export const samples = sample(${value})({
  summary: () => ({}),
})
`,
    [file(`${word}.test.ts`)]: `import { expect, test } from 'vitest'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { ${value} } from './contract.ts'
import { peopleWords } from './rules.ts'

test('one person is a person, more are people', () => {
  expect([peopleWords(1), peopleWords(12)]).toEqual(['1 person', '12 people'])
})

test('a user sees how many people work for their carrier, and nothing of another carrier', async () => {
  const api = await startFixtureApi()
  const { status, body } = await (await api.signIn('adj.bbb')).ask(${value}.summary, {})
  const { rows } = await api.db.query<{ n: number }>("select count(*)::int as n from user_carrier where mc = 'BBB'")
  expect(status).toBe(200)
  expect(body).toEqual({ masterCarrier: 'BBB', people: peopleWords(rows[0]!.n) })
})
`,
  }
}
