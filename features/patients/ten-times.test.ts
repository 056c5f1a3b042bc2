import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFixtureApi } from '#testing/fixture-api.ts'
import type { TestApi } from '#testing/api.ts'
import { workOf } from '#testing/plans.ts'
import { readSearch, type Search } from './rules.ts'
import { found } from './search-sql.ts'

// A search for a patient reads what it shows, not what the carrier has: counted in rows, which no busy machine changes.

const SMALL = 500
const LARGE = 5000
/** Names of four letters and more, all different from each other by more than one letter. */
const name = `translate(lpad(to_hex(n * 7919), 8, '0'), '0123456789', 'ghijklmnop')`

let api: TestApi
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
})
afterAll(() => api.close())

async function grow(from: number, to: number): Promise<void> {
  await api.db.query(
    `insert into claimant (mc, id, patient_id, first_name, last_name, last_folded, first_folded, dob)
       select 'AAA', md5('p' || n)::uuid, 'PG' || n, 'F', ${name}, ${name}, 'f' || n, date '1950-01-01' + n
         from generate_series($1::int, $2::int) n`,
    [from, to],
  )
  await api.db.query(
    `insert into wc_claim (mc, id, sub_carrier, group_code, claimant_id, esi_claim_id, client_claim_id, claim_number, subscriber_number, doi,
       juris_state, compensability, status)
       select 'AAA', md5('c' || n)::uuid, 'AAA1', 'AAA1GRP', md5('p' || n)::uuid, 'EG' || n, 'CG' || n, 'NG' || n, 'SG' || n, '2025-01-01', 'FL',
         'ACCEPTED', 'OPEN' from generate_series($1::int, $2::int) n`,
    [from, to],
  )
  await api.db.query('vacuum analyze')
}

const searches: [string, () => Promise<Search>][] = [
  ['an exact last name', async () => searchFor('N', await nameOf(77))],
  ['the beginning of a last name', async () => searchFor('N', (await nameOf(77)).slice(0, 7))],
  ['a last name with a letter wrong', async () => searchFor('N', (await nameOf(77)).replace(/^./, 'z'))],
  ['a claim number', () => Promise.resolve(searchFor('C', 'ng77'))],
  ['a patient ID', () => Promise.resolve(searchFor('M', 'pg77'))],
]
const searchFor = (type: 'N' | 'C' | 'M', text: string): Search => {
  const read = readSearch(type, text)
  if ('problem' in read) throw new Error(read.problem)
  return read.search
}
const nameOf = async (n: number): Promise<string> =>
  (await api.db.query<{ name: string }>(`select ${name} as name from generate_series($1::int, $1::int) n`, [n]))
    .rows[0]!.name

describe('A search reads as many rows among ten times as many claims', () => {
  const before = new Map<string, number>()
  beforeAll(async () => {
    await grow(1, SMALL)
    for (const [words, search] of searches)
      before.set(words, (await workOf(api.url, found(await search(), { page: 0, size: 50 }))).rows)
    await grow(SMALL + 1, LARGE)
  })

  test.each(searches)('for %s', async (words, search) => {
    const { rows, scans } = await workOf(api.url, found(await search(), { page: 0, size: 50 }))
    expect(before.get(words)).toBeGreaterThan(0)
    expect(rows).toBeLessThanOrEqual(before.get(words)! * 1.5 + 5)
    expect(scans.filter((scan) => /Seq Scan (claimant|wc_claim)/.test(scan))).toEqual([])
  })
})
