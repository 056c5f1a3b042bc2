import { CannotStart } from '#platform/cannot-start.ts'
import type { Pool } from 'pg'
import { compare, tableOf, type Reasons } from './compare.ts'
import { decided, rulesOf, type Decided } from './decide.ts'
import { storedSubmissions, type Stored } from './stored.ts'

export const use = `Use: npm run redecide -- store 20000 submissions.jsonl
     npm run redecide -- decide submissions.jsonl after.jsonl
     npm run redecide -- decide submissions.jsonl before.jsonl ../other-checkout
     npm run redecide -- compare before.jsonl after.jsonl`

export type CommandContext = {
  /** Opens the database; only `store` needs it. */
  withDatabase: (work: (db: Pool) => Promise<void>) => Promise<void>
  readLines: (path: string) => Promise<string[]>
  /** Writes lines as they come; answers how many. */
  writeLines: (path: string, lines: AsyncIterable<string> | Iterable<string>) => Promise<number>
  checkout: string
  reasons: Reasons
  tell: (line: string) => void
}

const parsed = <One>(lines: readonly string[]): One[] => lines.map((line) => JSON.parse(line) as One)

/** Does what the words of the command say. Throws `CannotStart` with a sentence about what is wrong. */
export async function runRedecide(words: readonly string[], of: CommandContext): Promise<void> {
  const [verb, first = '', second = '', third] = words
  if (verb === 'store' && words.length === 3 && /^[1-9]\d{0,6}$/.test(first)) {
    await of.withDatabase(async (db) => {
      const lines = async function* () {
        for await (const one of storedSubmissions(db, Number(first))) yield JSON.stringify(one)
      }
      of.tell(`${await of.writeLines(second, lines())} submissions stored.`)
    })
    return
  }
  if (verb === 'decide' && (words.length === 3 || words.length === 4)) {
    const rules = await rulesOf(third ?? of.checkout).catch((reason: unknown) => {
      throw new CannotStart(`${third ?? of.checkout} has no rules that can be loaded: ${String(reason)}`)
    })
    const submissions = parsed<Stored>(await of.readLines(first))
    const count = await of.writeLines(
      second,
      submissions.map((one) => JSON.stringify(decided(rules, one))),
    )
    return of.tell(`${count} submissions decided.`)
  }
  if (verb === 'compare' && words.length === 3) {
    const [before, after] = [parsed<Decided>(await of.readLines(first)), parsed<Decided>(await of.readLines(second))]
    const { lines, unexplained } = tableOf(compare(before, after), after.length, of.reasons)
    for (const line of lines) of.tell(line)
    if (unexplained > 0)
      throw new CannotStart(`${unexplained} lines have no reason. Write it into tools/redecide/reasons.ts.`)
    return
  }
  throw new CannotStart(use)
}
