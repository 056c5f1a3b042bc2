/**
 * `npm run redecide`: decides stored submissions by the rules of two versions and lists the differences by rule. `store` reads
 * submissions with all the engine reads for them from the portal's database; `decide` needs no database, and takes the
 * rules of another checkout by its folder; `compare` prints the table, each line with its reason (tools/redecide/reasons.ts).
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CannotStart } from '#platform/cannot-start.ts'
import { atTheDatabase } from './at-the-database.ts'
import { runRedecide } from './redecide/command.ts'
import { reasons } from './redecide/reasons.ts'

try {
  await runRedecide(process.argv.slice(2), {
    withDatabase: (work) => atTheDatabase(work),
    readLines: async (path) => {
      const lines: string[] = []
      for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) lines.push(line)
      return lines
    },
    writeLines: async (path, lines) => {
      let count = 0
      const counted = async function* () {
        for await (const line of lines) {
          count += 1
          yield `${line}\n`
        }
      }
      await pipeline(Readable.from(counted()), createWriteStream(path))
      return count
    },
    checkout: process.cwd(),
    reasons,
    tell: (line) => console.log(line),
  })
} catch (reason) {
  console.error(reason instanceof CannotStart ? reason.message : reason)
  process.exitCode = 1
}
