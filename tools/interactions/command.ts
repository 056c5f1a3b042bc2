import { basename } from 'node:path'
import type { Pool } from 'pg'
import { withLicensed } from '#features/adjudication/gates/interaction-match.ts'
import { readInteractionFile, type InteractionFile } from '#features/snapshots/interaction-file.ts'
import { allLicensed, lastLoad, replaceLicensed } from '#features/snapshots/licensed-interactions-sql.ts'
import { CannotStart } from '#platform/cannot-start.ts'
import { NotThisFile } from '#platform/load/records.ts'
import type { Sql } from '#platform/database/sql.ts'
import { drugs } from '#reference/drugs.ts'
import { type Interaction, interactions } from '#reference/interactions.ts'
import { interactionVersion } from '#reference/versions.ts'
import { coverageLines } from './coverage.ts'

export const use = `Use: npm run interactions -- check pairs.csv
     npm run interactions -- load pairs.csv
     npm run interactions -- list
     npm run interactions -- coverage [class class]
     npm run interactions -- clear`

export type CommandContext = {
  db: Pool
  now: Date
  read: (path: string) => Promise<Uint8Array>
  tell: (line: string) => void
}

const shown = 50
const pairsOf = (count: number): string => `${count} ${count === 1 ? 'pair' : 'pairs'}`

/** Does what the words of the command say and reports in lines. Throws `CannotStart` with a sentence about what is wrong. */
export async function runInteractions(words: string[], { db, now, read, tell }: CommandContext): Promise<void> {
  const [verb = '', path = ''] = words
  const wanted = { check: 2, load: 2, list: 1, clear: 1, coverage: words.length === 3 ? 3 : 1 }[verb]
  if (wanted === undefined || words.length !== wanted) throw new CannotStart(use)
  const query = async (statement: Sql) => (await db.query(statement.text, [...statement.values])).rows as unknown[]
  if (verb === 'list') {
    const [last] = (await query(lastLoad)) as { at: Date; file: string; pairs: number }[]
    tell(
      last === undefined || last.pairs === 0
        ? 'No licensed set is loaded.'
        : `Licensed set: ${pairsOf(last.pairs)} of ${last.file}, loaded ${new Date(last.at).toISOString()}.`,
    )
    return tell(`Starter set: ${pairsOf(interactions.length)}, ${interactionVersion}.`)
  }
  if (verb === 'coverage') {
    const licensed = (await query(allLicensed)) as { pairs: Interaction[] }[]
    for (const line of coverageLines(drugs, withLicensed(licensed[0]?.pairs ?? []), words.slice(1))) tell(line)
    return
  }
  if (verb === 'clear') {
    await query(replaceLicensed([], 'cleared', now.toISOString()))
    return tell('The licensed set is gone; the starter set counts alone.')
  }
  const content = await read(path).catch(() => {
    throw new CannotStart(`${path} cannot be read.`)
  })
  const { pairs, refused } = await pairsIn(content, path)
  for (const { line, column, message } of refused.slice(0, shown))
    tell(column === 'line' ? `Line ${line}: ${message}` : `Line ${line}, ${column}: ${message}`)
  if (refused.length > shown) tell(`... and ${refused.length - shown} more.`)
  const wrong = new Set(refused.map(({ line }) => line)).size
  if (wrong > 0)
    throw new CannotStart(
      `${pairsOf(pairs.length)} good, ${wrong} ${wrong === 1 ? 'line' : 'lines'} wrong: nothing was loaded.`,
    )
  if (pairs.length === 0) throw new CannotStart('The file has no pairs: nothing was loaded.')
  if (verb === 'check') return tell(`${pairsOf(pairs.length)}, every line is good.`)
  await query(replaceLicensed(pairs, basename(path), now.toISOString()))
  tell(`${pairsOf(pairs.length)} loaded; they count from the next claim on.`)
}

async function pairsIn(content: Uint8Array, path: string): Promise<InteractionFile> {
  try {
    return await readInteractionFile(content)
  } catch (reason) {
    throw reason instanceof NotThisFile ? new CannotStart(`${path}: ${reason.message} Nothing was loaded.`) : reason
  }
}
