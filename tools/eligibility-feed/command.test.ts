import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { eligibility } from '#features/eligibility/contract.ts'
import { eligibilityFeed } from '#features/eligibility-feed/contract.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { runEligibilityFeed, use } from './command.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/eligibility-feed.md'), 'utf8')
const example = /```csv\n([\s\S]*?)```/.exec(guide)![1]!

test('An operator loads the file of the guide for a carrier; what is refused is in the report, and it is audited', async () => {
  const api = await startFixtureApi()
  const db = new pg.Pool({ connectionString: api.url, max: 1 })
  const folder = await mkdtemp(join(tmpdir(), 'rxdocket-feed-'))
  onTestFinished(async () => {
    await db.end()
    await rm(folder, { recursive: true, force: true })
  })
  await db.query(
    `update client_group set default_owner_id = (select id from app_user where username = 'adj.aaa'), effective_date = '2020-01-01'
      where mc = 'AAA' and group_code = 'AAA1GRP'`,
  )
  const path = join(folder, 'feed.csv')
  const lines: string[] = []
  const run = (...words: string[]) =>
    runEligibilityFeed(words, { db, now: api.clock.now(), tell: (line) => void lines.push(line) })
  const good = example.replace('DEMOGRP', 'AAA1GRP')
  await writeFile(path, `${good}${good.split('\n')[1]!.replace('1970-02-03', '1970-02-04')}\n`)
  await run('AAA', path)
  expect(lines).toEqual(['feed.csv: 1 stored, 1 line refused.', expect.stringContaining('how to put it right')])
  expect(await readFile(`${path}.refused.csv`, 'utf8')).toContain(
    '"3","date_of_birth","This claim is on file with another date of birth. Correct the line, or the claim."',
  )
  const { rows } = await db.query<{ id: string }>(`select id from wc_claim where claim_number = 'WC-2026-0001'`)
  const { body } = await (await api.signIn('adj.aaa')).ask(eligibility.of, { id: rows[0]!.id })
  expect([body.coverage, body.patient?.lastName, body.patient?.city]).toEqual(['COVERED', 'Umber', 'Fresno'])
  const audit = await db.query(`select mc, actor, object_type from access_audit where call = 'eligibility-feed'`)
  expect(audit.rows).toEqual([{ mc: 'AAA', actor: 'Operator', object_type: 'eligibility_feed' }])
  lines.splice(0)
  // Of the same file the refused lines are tried again; a file without any is not loaded twice.
  await run('AAA', path)
  expect(lines).toEqual(['feed.csv: 0 stored, 1 line refused.', expect.stringContaining('how to put it right')])
  lines.splice(0)
  const whole = join(folder, 'whole.csv')
  await writeFile(whole, good)
  await run('AAA', whole)
  await run('AAA', whole)
  expect(lines.at(-1)).toMatch(/^whole\.csv was loaded on /)
  await expect(run('ZZZ', path)).rejects.toThrow('There is no carrier ZZZ.')
  for (const words of [[], ['AAA'], ['AAA', path, 'x']]) await expect(run(...words)).rejects.toThrow(use)
})

test('Files by the command and over HTTP have one order: one that came before another is loaded again, whichever way', async () => {
  const api = await startFixtureApi()
  const db = new pg.Pool({ connectionString: api.url, max: 1 })
  const folder = await mkdtemp(join(tmpdir(), 'rxdocket-feed-'))
  onTestFinished(async () => {
    await db.end()
    await rm(folder, { recursive: true, force: true })
  })
  await db.query(
    `update client_group set default_owner_id = (select id from app_user where username = 'adj.aaa'), effective_date = '2020-01-01'
      where mc = 'AAA' and group_code = 'AAA1GRP'`,
  )
  const until = (end: string) =>
    `claim_number,first_name,last_name,date_of_birth,date_of_injury,state,group,effective_date,term_date\nF-1050,Ann,Lark,1981-05-17,2026-01-12,CA,AAA1GRP,2026-01-12,${end}\n`
  const ends = async () =>
    (
      await api.db.query(
        `select s.term_date::text as ends from eligibility_span s join wc_claim c on c.mc = s.mc and c.id = s.stratus_claim_id
          where c.claim_number = 'F-1050'`,
      )
    ).rows.map((row) => row.ends as string)
  const byCommand = async (end: string) => {
    const path = join(folder, `${end}.csv`)
    await writeFile(path, until(end))
    api.clock.move(60_000)
    await runEligibilityFeed(['AAA', path], { db, now: api.clock.now(), tell: () => {} })
  }
  const overHttp = async (end: string) => {
    api.clock.move(60_000)
    const file = { name: 'feed.csv', type: 'text/csv', bytes: new TextEncoder().encode(until(end)) }
    const { status } = await api.service.ask(eligibilityFeed.send, { masterCarrier: 'AAA', file })
    await runJobsUntilIdle(api)
    return status
  }
  const [june, december] = ['2026-06-30', '2026-12-31']
  expect(await overHttp(june)).toBe(200)
  expect(await ends()).toEqual([june])
  await byCommand(december)
  expect(await ends()).toEqual([december])
  await overHttp(june)
  expect(await ends()).toEqual([june])
  await byCommand(december)
  expect(await ends()).toEqual([december])
  await byCommand(december)
  await overHttp(june)
  await overHttp(june)
  expect(await ends()).toEqual([june])
})
