import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { transactions } from '#features/transactions/contract.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { runRedecide, use } from './command.ts'
import { compare, tableOf } from './compare.ts'
import { decided, rulesOf, type Decided } from './decide.ts'
import type { Stored } from './stored.ts'

const one = (tcn: string, more: Partial<Decided> = {}): Decided => ({
  tcn,
  outcome: 'P',
  findings: [],
  cleared: [],
  paid: 10,
  clock: { state: 'AZ', pack: 'AZ/prospective/2016 v1', due: '2026-06-22' },
  ...more,
})
const finding = (rule: string, code: string, by = 'R', severity: number | null = null) => ({ rule, code, by, severity })

test('differences are counted by rule and kind, each with its reason or without', () => {
  const before = [
    one('1'),
    one('2', { outcome: 'R', findings: [finding('R31', '88', 'R', 2)], paid: null }),
    one('3', { outcome: 'R', findings: [finding('R31', '88', 'O', 1), finding('R23', '79')], paid: null }),
    one('4'),
    one('5'),
  ]
  const after = [
    one('1', { outcome: 'R', findings: [finding('R31', '88', 'R', 2)], paid: null }),
    one('2', { outcome: 'R', findings: [finding('R31', '88', 'A', 2)], paid: null }),
    one('3', { outcome: 'R', findings: [finding('R31', '88', 'R', 3)], paid: null }),
    one('4', { paid: 11, clock: { state: 'AZ', pack: 'AZ/prospective/2016 v2', due: '2026-06-19' } }),
    one('5'),
  ]
  const found = compare(before, after)
  expect(found.map(({ rule, what, count }) => `${rule}: ${what} (${count})`)).toEqual([
    'R23: 79 no longer stops (1)',
    'R31: 88 stops now (1)',
    'R31: 88 is cleared by A, was R (1)',
    'R31: 88 is severity 3, was 1 (1)',
    'clock: AZ is due at another time (1)',
    'outcome: no longer pays (1)',
    'price: another amount (1)',
  ])
  const { lines, unexplained } = tableOf(found, 5, {
    R31: 'Interactions',
    'R31 88 stops now': 'New pairs',
    clock: 'Days off',
  })
  expect(unexplained).toBe(3)
  expect(lines[0]).toBe('5 submissions decided before and after.')
  expect(lines).toContain('| R31 | 88 stops now | 1 | New pairs | 1 |')
  expect(lines).toContain('| R31 | 88 is severity 3, was 1 | 1 | Interactions | 3 |')
  expect(lines).toContain('| price | another amount | 1 | **no reason given** | 4 |')
  expect(tableOf(compare(after, after), 5, {}).lines).toContain('No difference.')
  expect(() => compare(before, [one('9')])).toThrow('Submission 9 was not decided before.')
  expect(() => compare(before, [one('1')])).toThrow('5 submissions before, 1 after.')
})

test('submissions of a database are stored, decided by the rules of a checkout, and compared', async () => {
  const api = await startFixtureApi()
  const db = new pg.Pool({ connectionString: api.url, max: 1 })
  onTestFinished(() => db.end())
  const answered = new Map<string, string[]>()
  for (const [at, drug] of ['pregabalin', 'ibuprofen', 'oxycodone 5'].entries()) {
    const rx = `740000${at}`
    const { body } = await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: at + 1, drug, rx }))
    answered.set(
      rx,
      body.rejects.map(({ code }) => code),
    )
  }
  const files = new Map<string, string[]>()
  const said: string[] = []
  const run = (...words: string[]) =>
    runRedecide(words, {
      withDatabase: (work) => work(db),
      readLines: async (path) => files.get(path)!,
      writeLines: async (path, lines) => {
        const all: string[] = []
        for await (const line of lines) all.push(line)
        files.set(path, all)
        return all.length
      },
      checkout: process.cwd(),
      reasons: {},
      tell: (line) => void said.push(line),
    })
  await run('store', '500', 'in')
  const stored = files.get('in')!.map((line) => JSON.parse(line) as Stored)
  expect(stored.length).toBeGreaterThanOrEqual(3)
  // Its own fill is not among what was handed out before.
  const { rows } = await db.query('select id, tcn from rx_transaction')
  for (const { tcn, snapshot } of stored)
    expect(snapshot.history.map(({ transactionId }) => transactionId)).not.toContain(
      rows.find((row) => row.tcn === tcn).id,
    )
  await run('decide', 'in', 'before')
  await run('decide', 'in', 'after', process.cwd())
  await run('compare', 'before', 'after')
  expect(said.at(-1)).toBe('No difference.')
  const rules = await rulesOf(process.cwd())
  for (const [rx, codes] of answered) {
    const found = decided(
      rules,
      stored.find(({ request }) => request.prescription?.rxNumber === rx)!,
    )
    expect([rx, found.findings.map(({ code }) => code)]).toEqual([rx, codes])
    expect(found).toMatchObject({ outcome: codes.length === 0 ? 'P' : 'R', clock: { state: 'FL' } })
  }
  files.set(
    'after',
    files.get('after')!.map((line, at) => (at === 0 ? JSON.stringify({ ...JSON.parse(line), outcome: 'X' }) : line)),
  )
  await expect(run('compare', 'before', 'after')).rejects.toThrow('1 lines have no reason.')
  await expect(run('decide', 'in', 'out', '/nowhere')).rejects.toThrow('has no rules that can be loaded')
  for (const words of [[], ['store', 'x', 'y'], ['store', '1'], ['compare', 'a'], ['drop', 'a', 'b']])
    await expect(run(...words)).rejects.toThrow(use)
})
