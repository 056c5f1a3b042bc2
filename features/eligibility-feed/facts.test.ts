import { expect, test } from 'vitest'
import { claimFacts } from '#features/claim-facts/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { eligibilityFeed } from './contract.ts'

const claimId = idOf('AAA AAA1 claim 1')
const first = 'claim_number,first_name,last_name,date_of_birth,date_of_injury,state,group,effective_date'

async function world() {
  const api = await startFixtureApi()
  await api.db.query(
    `update client_group set default_owner_id = (select id from app_user where username = 'adj.aaa'), effective_date = '2020-01-01' where mc = 'AAA'`,
  )
  const { rows } = await api.db.query<{ line: string }>(
    `select concat_ws(',', c.claim_number, t.first_name, t.last_name, t.dob, c.doi, c.juris_state, c.group_code,
       (select s.effective_date from eligibility_span s where s.mc = c.mc and s.stratus_claim_id = c.id limit 1)) as line
     from wc_claim c join claimant t on t.mc = c.mc and t.id = c.claimant_id where c.id = $1`,
    [claimId],
  )
  const onFile = rows[0]!.line
  const load = async (columns: string, ...lines: string[]) => {
    const text = [`${first},${columns}`, ...lines].join('\n')
    const file = { name: 'feed.csv', type: 'text/csv', bytes: new TextEncoder().encode(text) }
    const sent = await api.service.ask(eligibilityFeed.send, { masterCarrier: 'AAA', file })
    await runJobsUntilIdle(api)
    const { body } = await api.service.ask(eligibilityFeed.status, { id: sent.body.feedId, masterCarrier: 'AAA' })
    return {
      counts: [body.added, body.changed, body.unchanged, body.refused],
      refusals: body.refusals,
      problem: body.problem,
    }
  }
  const owner = await api.signIn('adj.aaa')
  const of = async (id = claimId) => (await owner.ask(claimFacts.of, { claimId: id })).body
  const day = (days: number) => dayAt(api.clock.now(), days)
  return { api, owner, onFile, load, of, day }
}

test('A feed denies, closes and ends; the open request is decided again, and the same feed again changes nothing', async () => {
  const { api, onFile, load, of, day } = await world()
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const columns = 'compensability,denied_diagnoses,accepted_parts,facts_from'
  const line = `${onFile},DENIED,F32.1,53 54,${day(0)}`
  const loaded = await load(columns, line)
  expect([loaded.counts, loaded.refusals]).toEqual([[0, 1, 0, 0], []])
  const shown = await of()
  expect(shown.claim.compensability).toBe('DENIED')
  expect(shown.history.map(({ about, after, by }) => [about, after, by])).toEqual(
    expect.arrayContaining([['Acceptance', 'Denied', 'Feed']]),
  )
  expect(shown.injuries).toContainEqual(expect.objectContaining({ subject: 'F32.1', value: 'DENIED', by: 'Feed' }))
  const { rows } = await api.db.query(
    `select event_code as code from authorization_event where authorization_id = $1 and event_code = 102`,
    [id],
  )
  expect(rows).toHaveLength(1)
  const again = await load(`${columns},injury`, `${line},`)
  expect(again.counts).toEqual([0, 0, 1, 0])
  expect((await of()).history).toHaveLength(shown.history.length)
})

test('A death by feed stops fills after it, and a new claim comes with its facts', async () => {
  const { api, onFile, load, of, day } = await world()
  await load('date_of_death', `${onFile},${day(-1)}`)
  const { body } = await api.service.ask(
    transactions.intake,
    pharmacyClaim({ sub: 'AAA1', at: 1, drug: 'naproxen', rx: '8100001' }),
  )
  expect(body.rejects.map(({ code }) => code)).toEqual(['65'])
  const added = await load(
    'compensability,accepted_diagnoses,treating_providers,surgery_dates',
    `F-9001,Ann,Lark,1981-05-17,2026-01-12,CA,AAA1GRP,2026-01-12,PARTIAL,S39.012A M54.16,1932102084,2026-02-03`,
  )
  expect([added.counts, added.refusals]).toEqual([[1, 0, 0, 0], []])
  const { rows } = await api.db.query<{ id: string }>(`select id from wc_claim where claim_number = 'F-9001'`)
  expect(await of(rows[0]!.id)).toMatchObject({
    claim: { compensability: 'PARTIAL', since: '2026-01-12' },
    providers: [{ npi: '1932102084', from: '2026-01-12', to: null }],
    surgeries: ['2026-02-03'],
    injuries: [
      { subject: 'M54.16', value: 'ACCEPTED' },
      { subject: 'S39.012A', value: 'ACCEPTED' },
    ],
  })
})

test('A list of treating providers that leaves one out ends them, and an empty one leaves them', async () => {
  const { onFile, load, of, day } = await world()
  const columns = 'treating_providers,facts_from'
  await load(columns, `${onFile},1932102084 1999999984,${day(-5)}`)
  await load(columns, `${onFile},1999999984,${day(0)}`)
  const ends = async () => Object.fromEntries((await of()).providers.map(({ npi, to }) => [npi, to]))
  expect(await ends()).toEqual({ '1932102084': day(-1), '1999999984': null })
  const { counts } = await load(`${columns},injury`, `${onFile},,,`)
  expect([counts, await ends()]).toEqual([[0, 0, 1, 0], { '1932102084': day(-1), '1999999984': null }])
})

test('What a person changed is not overwritten by a feed that gives no later day, and wrong facts refuse their line', async () => {
  const { owner, onFile, load, of, day } = await world()
  const { version } = await of()
  await owner.ask(claimFacts.change, {
    claimId,
    kind: 'COMPENSABILITY',
    subject: '',
    value: 'DENIED',
    from: day(-2),
    reason: 'After the hearing',
    version,
  })
  const stale = await load('compensability', `${onFile},ACCEPTED`)
  expect(stale.refusals).toEqual([
    {
      line: 2,
      column: 'compensability',
      message: expect.stringMatching(/^Adj aaa set this to “Denied” from .* facts_from/),
    },
  ])
  const later = await load('compensability,facts_from', `${onFile},ACCEPTED,${day(0)}`)
  expect([later.counts, (await of()).claim.compensability]).toEqual([[0, 1, 0, 0], 'ACCEPTED'])
  const wrong = await load(
    'claim_status,accepted_diagnoses,denied_diagnoses,date_of_death',
    `${onFile},GONE,BACK,,`,
    `${onFile},,M54.16,M54.16,`,
    `${onFile},,,,${day(4)}`,
  )
  expect(wrong.refusals.map(({ line, column }) => [line, column])).toEqual([
    [2, 'accepted_diagnoses'],
    [2, 'claim_status'],
    [3, 'accepted_diagnoses'],
    [4, 'date_of_death'],
  ])
})
