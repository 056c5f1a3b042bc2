import pg from 'pg'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { session } from '#features/sign-in/contract.ts'
import { dropDatabase, freshDatabase } from '../../testing/database.ts'
import { startApi } from '#testing/api.ts'
import { runSessions, use } from './command.ts'

let url: string
beforeAll(async () => {
  url = await freshDatabase(true, 'fixtures')
  return () => dropDatabase(url)
})

async function open() {
  const api = await startApi({ url, keep: true })
  const db = new pg.Pool({ connectionString: url, max: 1 })
  onTestFinished(async () => {
    await db.end()
    await api.close()
  })
  const lines: string[] = []
  const run = (...words: string[]) =>
    runSessions(words, { db, now: api.clock.now(), tell: (line) => void lines.push(line) })
  return { api, db, lines, run }
}

test('shows who is signed in, ends one person’s sessions and leaves the others', async () => {
  const { api, lines, run } = await open()
  await run('end', '--all')
  const [one, two, other] = [await api.signIn('adj.aaa'), await api.signIn('adj.aaa'), await api.signIn('adj.bbb')]
  await run('list')
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^adj\.aaa {8}2 sessions, last seen \d{4}-.*Z$/),
    expect.stringMatching(/^adj\.bbb {8}1 session, last seen/),
  ])
  await run('end', '--username', 'Adj.AAA')
  expect(lines.at(-1)).toBe('2 sessions ended.')
  const codes = await Promise.all(
    [one, two, other].map(async (of) => (await of.ask(session.details, {})).body.status?.code),
  )
  expect(codes).toEqual(['SESSION_REVOKED', 'SESSION_REVOKED', undefined])
  await run('end', '--username', 'adj.bbb')
  await run('list')
  expect(lines.at(-1)).toBe('Nobody is signed in.')
})

test('two thousand sessions end by one statement, each person’s on record', async () => {
  const { db, lines, run } = await open()
  await run('end', '--all')
  lines.length = 0
  await db.query(
    `insert into session (id, token_hash, user_id, started_at, expires_at, idle_seconds, last_activity_at)
     select gen_random_uuid(), sha256(n::text::bytea),
       (select id from app_user where username = (array['adj.aaa', 'adj.bbb'])[1 + n % 2]), now(),
       now() + interval '1 hour', 900, now()
       from generate_series(1, 2000) n`,
  )
  const sent = vi.spyOn(db, 'query')
  await run('end', '--all')
  expect(sent).toHaveBeenCalledTimes(1)
  sent.mockRestore()
  expect(lines).toEqual(['2000 sessions ended.'])
  const { rows } = await db.query(
    `select (detail ->> 'sessions')::int as count from security_event where call = 'npm run sessions' order by id desc limit 2`,
  )
  expect(rows).toEqual([{ count: 1000 }, { count: 1000 }])
})

test.each([
  [[]],
  [['end']],
  [['end', '--all', '--username', 'adj.aaa']],
  [['begin', '--all']],
  [['list', 'all']],
  [['end', '--everybody']],
])('%j: how it is used', async (words) => {
  const { run } = await open()
  await expect(run(...words)).rejects.toThrow(use)
})

test('ending the sessions of an unknown username is refused', async () => {
  const { run } = await open()
  await expect(run('end', '--username', 'nobody')).rejects.toThrow('There is no person nobody.')
})
