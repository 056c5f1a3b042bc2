import { expect, test } from 'vitest'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { workOf } from '#testing/plans.ts'
import { readSearch } from './rules.ts'
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
