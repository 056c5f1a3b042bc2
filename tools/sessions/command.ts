import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Pool } from 'pg'
import { CannotStart } from '#platform/cannot-start.ts'

export const use = `Use: npm run sessions -- list
     npm run sessions -- end --username dana.ruiz
     npm run sessions -- end --all`

export type CommandContext = { db: Pool; now: Date; tell: (line: string) => void }

/** Does what the words of the command say, and tells it in lines. Throws `CannotStart` with a sentence about what is wrong. */
export async function runSessions(words: string[], { db, now, tell }: CommandContext): Promise<void> {
  const { verb, username, all } = wordsOf(words)
  if (verb === 'list') {
    const { rows } = await db.query<{ username: string; count: number; last: Date }>(
      `select u.username, count(*)::int as count, max(s.last_activity_at) as last from session s join app_user u on u.id = s.user_id
        where s.ended_at is null and s.expires_at > $1 and s.last_activity_at + make_interval(secs => s.idle_seconds) > $1
        group by u.username order by u.username`,
      [now],
    )
    if (rows.length === 0) tell('Nobody is signed in.')
    for (const row of rows)
      tell(
        `${row.username.padEnd(14)} ${row.count} ${row.count === 1 ? 'session' : 'sessions'}, last seen ${row.last.toISOString()}`,
      )
    return
  }
  if (verb !== 'end' || (username === undefined) === !all) throw new CannotStart(use)
  if (username !== undefined) {
    const known = await db.query('select from app_user where lower(username) = lower($1)', [username])
    if (known.rowCount === 0) throw new CannotStart(`There is no person ${username}.`)
  }
  const { rows } = await db.query<{ ended: number }>(
    `with ended as (
       update session s set ended_at = $1, ended_reason = 'administrator' from app_user u
        where u.id = s.user_id and s.ended_at is null and ($2::text is null or lower(u.username) = lower($2)) returning s.user_id),
     noted as (insert into security_event (event, user_id, call, request_id, detail)
       select 'session_ended', user_id, 'npm run sessions', $3, jsonb_build_object('sessions', count(*)) from ended group by user_id)
     select count(*)::int as ended from ended`,
    [now, username ?? null, randomUUID()],
  )
  const { ended } = rows[0]!
  tell(`${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`)
}

function wordsOf(words: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { username: { type: 'string' }, all: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    if (positionals.length !== 1) throw new TypeError('one word')
    return { verb: positionals[0], ...values }
  } catch {
    throw new CannotStart(use)
  }
}
