import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../testing/database.ts'
import { tableContents } from '../../testing/table-contents.ts'
import { countsOf, faultsOf, lateOf } from './checks.ts'
import { frameOf } from './frame.ts'
import { loadDemo } from './load.ts'
import { lineOf } from './progress.ts'
import { guardsOf } from './set-aside.ts'
import { slicesOf, tellSlice } from './slices.ts'
import { demoSeed, targetsOf } from './sizes.ts'

// The scale world through its own path (workers, slices, keys made at the end), at a thousandth of its size.
const fraction = 0.001
const PROGRESS = /^part \d of \d: [\d,]+ of [\d,]+ fills, [\d,]+ a second, about \d+ s left$/
const asOf = new Date('2026-11-18T15:42:00.000Z')
const options = { size: 'scale', fraction, asOf } as const

async function connected<Answer>(url: string, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const contents = (client: pg.Client): Promise<Record<string, string>> =>
  tableContents(client, { without: ['migration', 'cursor_key'] })

test('two workers make the world one worker makes in two goes, with every guard back in place', async () => {
  const [one, two] = await Promise.all([freshDatabase(), freshDatabase()])
  const before = await connected(one, guardsOf)
  const lines: string[] = []
  const { rows } = await loadDemo(one, { ...options, workers: 2, log: (line) => lines.push(line) })
  expect(rows).toBeGreaterThan(fraction * 30_000_000)
  expect(lines.some((line) => PROGRESS.test(line) && line.includes(' of 4: '))).toBe(true)

  /** Begins a world and breaks it off after its first part. */
  const begin = async (seed: number): Promise<string[]> => {
    const breakOff = new AbortController()
    const said: string[] = []
    const log = (line: string): void => {
      said.push(line)
      if (line.startsWith('part 1')) breakOff.abort(new Error('Broken off.'))
    }
    const broken = loadDemo(two, { ...options, seed, workers: 1, signal: breakOff.signal, log })
    await expect(broken).rejects.toThrow('Broken off.')
    return said
  }
  await begin(7)
  expect(await begin(demoSeed)).toContain('Another world was begun here; it is removed.')
  // Half a world is no world: another size is refused, and nobody takes it for a loaded one.
  await expect(loadDemo(two, { size: 'demo', asOf })).rejects.toThrow('was broken off')
  // The instant is the one it was begun with.
  const later: string[] = []
  await loadDemo(two, { ...options, asOf: new Date('2027-02-03T10:00:00.000Z'), log: (line) => later.push(line) })
  expect(later).toContain('Going on with the world of 2026-11-18T15:42:00.000Z.')
  expect(later.some((line) => /^[1-3] of \d parts are there already\.$/.test(line))).toBe(true)

  expect(await connected(two, contents)).toEqual(await connected(one, contents))
  // What triggers keep elsewhere is there, though they were away: a patient is found by name and coverage, each request is counted.
  const names = await connected(one, (client) =>
    client.query<{ claims: number; named: number; covered: number; spelt: number; sent: number; counted: number }>(
      `select (select count(*)::int from wc_claim) as claims, (select count(*)::int from claim_name) as named,
         (select count(*)::int from claim_name where covered <> '{}') as covered, (select count(*)::int from last_name_variant) as spelt,
         (select count(*)::int from rx_authorization where status_id >= 20) as sent, (select count(*)::int from request_turnaround) as counted`,
    ),
  )
  expect(names.rows[0]!.named).toBe(names.rows[0]!.claims)
  expect(names.rows[0]!.covered).toBeGreaterThan(names.rows[0]!.claims / 2)
  expect(names.rows[0]!.spelt).toBeGreaterThan(0)
  expect(names.rows[0]!.counted).toBe(names.rows[0]!.sent)
  for (const url of [one, two]) expect(await connected(url, guardsOf)).toEqual(before)
  await expect(loadDemo(one, options)).rejects.toThrow('holds data already')

  await connected(one, async (client) => {
    expect(await faultsOf(client)).toEqual([])
    // Rows written from now on are numbered after those that were loaded.
    const { rows: numbers } = await client.query<{ next: string; last: string }>(
      `select nextval(pg_get_serial_sequence('authorization_event', 'id')) as next, (select max(id) from authorization_event) as last`,
    )
    expect(Number(numbers[0]!.next)).toBe(Number(numbers[0]!.last) + 1)
    const wanted = targetsOf(options) as unknown as Record<string, number>
    const found = await countsOf(client)
    // So small a part is mostly the named people and their lists, and a team of every kind at every carrier.
    const loose = new Set(['users', 'supervisors', 'authorizations', 'events', 'open', 'transactions'])
    const far = Object.entries(found).filter(
      ([name, count]) => Math.abs(count - wanted[name]!) > wanted[name]! * (loose.has(name) ? 0.25 : 0.1),
    )
    expect(far.map(([name, count]) => [name, count, wanted[name]])).toEqual([])
    const { late, open } = await lateOf(client)
    expect(late / open).toBeLessThan(0.05)
  })
})

test('a slice is the same made alone as made after the others', () => {
  const world = { ...options, fraction: 0.001, seed: demoSeed, issuer: 'demo' }
  const frame = frameOf(world)
  const slices = slicesOf(frame)
  expect(slices.map(({ from, to }) => [from, to])).toEqual([
    [1, 250],
    [251, 500],
    [501, 750],
    [751, 974],
  ])
  const after = slices.map((slice) => tellSlice(frame, slice)).at(-1)
  const alone = tellSlice(frameOf(world), slices.at(-1)!)
  expect(JSON.stringify(alone)).toBe(JSON.stringify(after))
})

test.each([
  [0, 10_000, 0, '0 of 10,000 fills, 0.0 a second, about 0 s left'],
  [1_000, 10_000, 2_000, '1,000 of 10,000 fills, 500 a second, about 18 s left'],
  [1_000_000, 10_000_000, 100_000, '1,000,000 of 10,000,000 fills, 10,000 a second, about 15 min left'],
  [11_000, 10_000, 1_000, '11,000 of 10,000 fills, 11,000 a second, about 0 s left'],
])('%i of %i done in %i ms reads "%s"', (done, total, ms, words) => {
  expect(lineOf(done, total, 'fills', ms)).toBe(words)
})
