import { expect, test } from 'vitest'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { workOf } from '#testing/plans.ts'
import { patients } from './contract.ts'
import { MOST_FOUND, readSearch } from './rules.ts'
import { found } from './search-sql.ts'

// A search reads whom it finds, not everybody whose name begins alike: counted in rows, which no busy machine changes.

/** People of one carrier, their last names all with the same start. */
const PEOPLE = 6000
/** A patient and what is shown of them is read from a dozen tables. */
const FEW = 300

test('a patient searched by the start of a name and a date, a number or a close spelling is found among thousands in few rows', async () => {
  const api = await startFixtureApi()
  await api.db.query(
    `insert into claimant (mc, id, patient_id, first_name, last_name, last_folded, first_folded, dob)
      select 'AAA', md5('person ' || n)::uuid, 'PX' || n, 'Maria', 'Quill' || n % 2000, 'quill' || n % 2000, 'maria', date '1950-01-01' + n * 3
        from generate_series(1, $1::int) n`,
    [PEOPLE],
  )
  await api.db.query(
    `insert into wc_claim (mc, id, sub_carrier, group_code, claimant_id, esi_claim_id, client_claim_id, claim_number, subscriber_number, doi,
      juris_state, compensability, status)
      select 'AAA', md5('claim ' || n)::uuid, 'AAA1', 'AAA1GRP', md5('person ' || n)::uuid, 'EX' || n, 'CX' || n, 'X' || n, 'SX' || n,
        date '2010-01-01' + n % 3000, 'FL', 'ACCEPTED', 'OPEN' from generate_series(1, $1::int) n`,
    [PEOPLE],
  )
  await api.db.query('vacuum analyze')
  const { rows } = await api.db.query(`select dob::text from claimant where patient_id = 'PX777'`)
  const searches = {
    'birth date': readSearch('N', 'qui', { dob: rows[0].dob }),
    'date of injury': readSearch('N', 'qui', { doi: '2012-02-17' }),
    'claim number': readSearch('C', 'X777'),
    'a claim number nobody has, and those close to it': readSearch('C', 'X00777777'),
    'patient id': readSearch('M', 'PX777'),
    'transaction number': readSearch('T', '896427401944186814'),
    'whole name': readSearch('N', 'quill777, maria'),
    'nobody’s name': readSearch('N', 'zzzz'),
  }
  for (const [by, read] of Object.entries(searches)) {
    const { rows: touched } = await workOf(
      api.url,
      found('search' in read ? read.search : expect.fail(), { page: 0, size: 25 }),
    )
    expect(touched, by).toBeLessThanOrEqual(FEW)
  }
})

test('a last name of more people than are shown is found without looking at names that start with it or are spelt like it', async () => {
  const api = await startFixtureApi()
  // Of one name, each would be compared with all others as perhaps the same person.
  await api.db.query('alter table claimant disable trigger worker_pairs_added')
  const add = (last: string, from: number, to: number) =>
    api.db.query(
      `with added as (insert into claimant (mc, id, patient_id, first_name, last_name, last_folded, first_folded, dob)
         select 'AAA', md5('namesake ' || n)::uuid, 'PN' || n, 'Maria', $1, lower($1), 'maria', date '1950-01-01' + n
           from generate_series($2::int, $3::int) n returning mc, id, patient_id)
       insert into wc_claim (mc, id, sub_carrier, group_code, claimant_id, esi_claim_id, client_claim_id, claim_number, subscriber_number, doi,
         juris_state, compensability, status)
         select mc, gen_random_uuid(), 'AAA1', 'AAA1GRP', id, 'E' || patient_id, 'C' || patient_id, patient_id, 'S' || patient_id, '2020-01-01',
           'FL', 'ACCEPTED', 'OPEN' from added`,
      [last, from, to],
    )
  const read = readSearch('N', 'Quillon')
  const search = 'search' in read ? read.search : expect.fail()
  const work = async () => {
    await api.db.query('vacuum analyze')
    return (await workOf(api.url, found(search, { page: 0, size: 25 }))).rows
  }
  await add('Somebody', 10_001, 20_000) // so many that no plan reads all claims
  await add('Quillon', 1, MOST_FOUND + 100)
  const alone = await work()
  await add('Quillonson', 1001, 1000 + MOST_FOUND + 100)
  await add('Quilon', 2001, 2000 + MOST_FOUND + 100)
  expect(await work()).toBeLessThan(alone * 1.2)
  const adjuster = await api.signIn('adj.aaa')
  const { body } = await adjuster.ask(patients.byName, { mc: 'AAA', lastName: 'Quillons', size: 50, page: 9 })
  expect([body.totalElements, body.totalIsExact, body.content[0]?.match]).toEqual([MOST_FOUND, false, 'STARTS'])
})
