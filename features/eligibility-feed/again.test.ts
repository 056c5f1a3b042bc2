import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { eligibilityFeed } from './contract.ts'

let api: TestApi
let support: Visitor
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await api.db.query(
    `update client_group set default_owner_id = (select id from app_user where username = 'adj.aaa'), effective_date = '2020-01-01'
      where mc = 'AAA' and group_code = 'AAA1GRP'`,
  )
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}' where user_id = (select id from app_user where username = 'ext.aaa')`,
  )
  support = await api.signIn('ext.aaa')
})
afterAll(() => api.close())

const header = 'claim_number,first_name,last_name,date_of_birth,date_of_injury,state,group,effective_date'
/** Sends a file, waits until it is loaded, and answers how it went and what is left to mend. */
async function load(text: string) {
  const sent = await api.service.ask(eligibilityFeed.send, {
    masterCarrier: 'AAA',
    file: { name: 'feed.csv', type: 'text/csv', bytes: new TextEncoder().encode(text) },
  })
  await runJobsUntilIdle(api)
  const of = { id: sent.body.feedId, masterCarrier: 'AAA' }
  const { body } = await api.service.ask(eligibilityFeed.status, of)
  const again = async () => (await api.service.ask(eligibilityFeed.again, of)).text
  return { ...of, counts: [body.added, body.changed, body.unchanged, body.refused], status: body.status, again }
}

test('A carrier fetches its refused lines as a file, mends one and sends it: that one is loaded, the others are refused again', async () => {
  const first = await load(
    [
      header,
      'R-1001,Ida,Umber,1970-02-03,2026-01-12,CA,AAA1GRP,2026-01-12',
      'R-1002,Bob,Ochre,1975-05-17,2026-01-13,CA,NOGROUP,2026-01-13',
      'R-1003,Eve,"Lark, Jr.",1981-13-17,2026-01-14,CA,AAA1GRP,2026-01-14',
      'R-1004,Ann,Wren,Jr.,1982-05-17,2026-01-15,CA,AAA1GRP,2026-01-15',
    ].join('\n'),
  )
  expect([first.status, first.counts]).toEqual(['LOADED', [1, 0, 0, 3]])
  const file = await first.again()
  const lines = file.split('\r\n')
  expect(lines[0]).toBe(`${header},what_is_wrong`)
  expect(lines[1]).toMatch(/^"R-1002","Bob","Ochre",.*,"NOGROUP","2026-01-13",".*group.*"$/i)
  expect(lines[2]).toMatch(/^"R-1003","Eve","Lark, Jr\.","1981-13-17",.*"Enter a day as YYYY-MM-DD or MM\/DD\/YYYY\."$/)
  expect(lines[3]).toMatch(/^R-1004,Ann,Wren,Jr\.,1982-05-17,.*,"This line has 9 cells and the first line 8\./)
  expect(lines.slice(4)).toEqual([''])

  const second = await load(file.replace('1981-13-17', '1981-12-17'))
  expect([second.status, second.counts]).toEqual(['LOADED', [1, 0, 0, 2]])
  const left = await second.again()
  expect(left.split('\r\n').map((line) => /R-\d+/.exec(line)?.[0])).toEqual([undefined, 'R-1002', 'R-1004', undefined])
  // However often it comes back as it is.
  expect((await load(left)).counts).toEqual([0, 0, 0, 2])
  expect((await load(await (await load(`${left}\r\n`)).again())).counts).toEqual([0, 0, 0, 2])
})

test('Of a file that was loaded whole nothing is left to mend, and nothing is kept once support has looked at it', async () => {
  const whole = await load(`${header}\nR-2001,Ida,Siskin,1970-02-03,2026-01-12,CA,AAA1GRP,2026-01-12\n`)
  expect([whole.counts, await whole.again()]).toEqual([[1, 0, 0, 0], `${header},what_is_wrong\r\n`])
  const some = await load(`${header}\nR-2002,Ida,Siskin,1970-02-03,2026-01-12,CA,NOGROUP,2026-01-12\n`)
  expect(await some.again()).toContain('R-2002')
  expect((await support.ask(eligibilityFeed.reviewed, { id: some.id })).status).toBe(200)
  expect(await some.again()).not.toContain('R-2002')
  const { rows } = await api.db.query(`select from eligibility_feed_refusal where again like '%R-2002%'`)
  expect(rows).toEqual([])
})

test('The refused lines of another carrier are not there', async () => {
  const of = await load(`${header}\nR-3001,Ida,Swift,1970-02-03,2026-01-12,CA,NOGROUP,2026-01-12\n`)
  const answer = await api.service.ask(eligibilityFeed.again, { id: of.id, masterCarrier: 'BBB' })
  expect([answer.status, answer.text.includes('Swift')]).toEqual([404, false])
})
