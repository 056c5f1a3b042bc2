import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { readInteractionFile } from '#features/snapshots/interaction-file.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { transactions } from '#features/transactions/contract.ts'
import { runInteractions, use } from './command.ts'

const heading = 'id,a,b,severity,text,source,section'
const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/interactions.md'), 'utf8')

test('The file in docs/guide/interactions.md is one the loader takes', async () => {
  const example = /```csv\n([\s\S]*?)```/.exec(guide)![1]!
  const { pairs, refused } = await readInteractionFile(Buffer.from(example))
  expect(refused).toEqual([])
  expect(pairs.length).toBeGreaterThan(1)
})

test('An operator loads a licensed set; the next claim is judged by it, with its source, until it is cleared', async () => {
  const api = await startFixtureApi()
  const db = new pg.Pool({ connectionString: api.url, max: 1 })
  onTestFinished(() => db.end())
  const lines: string[] = []
  const run = async (content: string, ...words: string[]): Promise<string[]> => {
    lines.length = 0
    await runInteractions(words, {
      db,
      now: api.clock.now(),
      read: async () => Buffer.from(content),
      tell: (line) => void lines.push(line),
    })
    return [...lines]
  }
  const bill = async (drug: 'naproxen' | 'gabapentin', rx: string) =>
    (await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 1, drug, rx }))).body
  expect((await bill('naproxen', '7000001')).status).toBe('P')

  const good = `${heading}\nX1,13100101,1110,2,Watch the kidneys.,Example set,monograph 12\nX2,1210,1710,3,Sedation.,Example set,`
  await expect(run(`${good}\nX3,13,1110,9,Text.,Example set,`, 'load', 'pairs.csv')).rejects.toThrow(
    '2 pairs good, 1 line wrong: nothing was loaded.',
  )
  expect(lines).toEqual([
    'Line 4, a: 13 is no drug code of 4, 6, 8, 10, 12 or 14 digits.',
    'Line 4, severity: Enter 1, 2 or 3.',
  ])
  await expect(run(heading, 'load', 'pairs.csv')).rejects.toThrow('The file has no pairs: nothing was loaded.')
  expect((await run('', 'list'))[0]).toBe('No licensed set is loaded.')
  expect(await run(good, 'check', 'pairs.csv')).toEqual(['2 pairs, every line is good.'])
  expect(await run(good, 'load', '/home/someone/pairs.csv')).toEqual([
    '2 pairs loaded; they count from the next claim on.',
  ])
  expect((await run('', 'list'))[0]).toMatch(/^Licensed set: 2 pairs of pairs\.csv, loaded \d{4}-/)

  const stopped = await bill('gabapentin', '7000002')
  expect(stopped).toMatchObject({ status: 'R' })
  expect(JSON.stringify(stopped)).toContain('Watch the kidneys.')
  const { rows } = await db.query(
    `select t ->> 'citation' as citation from rx_authorization a join rx_transaction x on x.id = a.trigger_transaction_id,
        jsonb_array_elements(x.result -> 'trace') t
      where t ->> 'rule' = 'R31' and t ->> 'result' = 'reject'`,
  )
  expect(rows).toEqual([{ citation: 'Example set, monograph 12 (licensed set)' }])

  // What the set says counts in the coverage, before the starter set.
  const coverage = await run('', 'coverage')
  expect(coverage.find((line) => line.includes('(1210) × Benzodiazepines (1710)'))).toMatch(
    /^Muscle relaxants \(1210\) × Benzodiazepines \(1710\): (\d+) of \1 pairs, \1 of severity 3$/,
  )
  expect(coverage.at(-1)).toMatch(/^\d+ of \d+ pairs of classes have no row\.$/)
  expect((await run('', 'coverage', '1710', '1210')).slice(0, 2)).toEqual([
    coverage.find((line) => line.includes('(1210) × Benzodiazepines (1710)')),
    'Cyclobenzaprine with Alprazolam: severity 3',
  ])
  expect(await run('', 'coverage', '1210', '9999')).toEqual([
    'The catalog has no two drugs of the classes 1210 and 9999.',
  ])

  // A new set takes the place of the whole old one.
  await run(`${heading}\nX2,1210,1710,3,Sedation.,Example set,`, 'load', 'pairs.csv')
  expect((await db.query('select id from licensed_interaction')).rows).toEqual([{ id: 'X2' }])
  expect(await run('', 'clear')).toEqual(['The licensed set is gone; the starter set counts alone.'])
  expect((await db.query('select id from licensed_interaction')).rows).toEqual([])
  expect((await db.query('select file, pairs from licensed_interaction_load order by id')).rows).toEqual([
    { file: 'pairs.csv', pairs: 2 },
    { file: 'pairs.csv', pairs: 1 },
    { file: 'cleared', pairs: 0 },
  ])
  for (const words of [[], ['load'], ['list', 'x'], ['coverage', '1010'], ['drop', 'x']])
    await expect(run('', ...words)).rejects.toThrow(use)
})
