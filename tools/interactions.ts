/**
 * `npm run interactions`: checks and loads a licensed set of drug interactions (docs/guide/interactions.md). It works on
 * the portal's database, whether the portal is running or not; the next claim is judged by it.
 */
import { readFile } from 'node:fs/promises'
import { systemClock } from '#platform/dates/clock.ts'
import { atTheDatabase } from './at-the-database.ts'
import { runInteractions } from './interactions/command.ts'

await atTheDatabase((db) =>
  runInteractions(process.argv.slice(2), {
    db,
    now: systemClock.now(),
    read: (path) => readFile(path),
    tell: (line) => console.log(line),
  }),
)
