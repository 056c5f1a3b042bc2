import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { bound } from '#testing/bounds.ts'
import { freshDatabase } from '#testing/database.ts'
import { eventually } from '#testing/eventually.ts'

/** A million lines in an exhaustive run. */
const LINES = bound(30_000, 1_000_000)
/** MB of heap the loader may use for what stays: with the file in memory a million lines take more. */
const HEAP = 64

/** A file of drug codes: every tenth thousandth line is wrong. */
async function fileOf(path: string): Promise<{ wrong: number }> {
  const file = createWriteStream(path)
  file.write('ndc,gpi,awp_unit,awp_effective_date\n')
  let wrong = 0
  for (let number = 1; number <= LINES; number += 1) {
    const isWrong = number % 10_000 === 0
    wrong += isWrong ? 1 : 0
    const ndc = isWrong ? 'none' : String(90_000_000_000 + number)
    if (!file.write(`${ndc},65990002100305,1.25,2026-01-01\n`)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
  return { wrong }
}

test('A file of any length is loaded in a small heap with progress, goes on after a kill, and stores each line once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rxdocket-long-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const url = await freshDatabase()
  const db = new pg.Pool({ connectionString: url, max: 1 })
  onTestFinished(() => db.end())
  const path = join(folder, 'codes.csv')
  const { wrong } = await fileOf(path)

  const start = () => {
    const child = spawn(
      process.execPath,
      [
        `--max-old-space-size=${HEAP}`,
        '--max-semi-space-size=4',
        join(import.meta.dirname, '../directories.ts'),
        'codes',
        path,
      ],
      {
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATABASE_URL: url, RXDOCKET_DATA: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => void said.push(...part.toString().split('\n').filter(Boolean)))
    const ended = once(child, 'exit') as Promise<[number | null, string | null]>
    return { child, said, ended }
  }
  const first = start()
  const steps = (said: readonly string[]) => said.filter((line) => /^\d+%, [\d,]+ lines, [\d,]+ stored$/.test(line))
  first.child.stdout.on('data', () => steps(first.said).length > 3 && first.child.kill('SIGKILL'))
  const end = await first.ended
  expect(end, first.said.join('\n')).toEqual([null, 'SIGKILL'])
  const stored = async () =>
    (await db.query('select count(*)::int as n from drug_code where ndc >= $1', ['90000000001'])).rows[0].n
  // What was under way when it was killed may end after it.
  await eventually(async () =>
    expect(
      (
        await db.query(
          `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
        )
      ).rowCount,
    ).toBe(0),
  )
  const before: number = await stored()
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(LINES - wrong)

  const second = start()
  expect((await second.ended)[0], second.said.join('\n')).toBe(0)
  expect(second.said[0]).toMatch(/^codes\.csv goes on after line [\d,]+\.$/)
  expect(steps(second.said).length).toBeGreaterThan(3)
  const whole = (LINES - wrong).toLocaleString('en-US')
  expect(second.said).toContainEqual(
    `codes.csv: ${whole} stored, ${wrong.toLocaleString('en-US')} line${wrong === 1 ? '' : 's'} refused.`,
  )
  expect(await stored()).toBe(LINES - wrong)
})
