import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'

/** A migrated database of the test's own, cloned in milliseconds; dropped when the test ends. */
export async function freshDatabase(keep = false, from: 'model' | 'world' = 'model'): Promise<string> {
  const url = inject('postgres')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name} template ${from} strategy file_copy`)
  await admin.end()
  const next = new URL(url)
  next.pathname = `/${name}`
  if (!keep) onTestFinished(() => dropDatabase(next.toString()))
  return next.toString()
}

export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const admin = new pg.Client({ connectionString: inject('postgres') })
  await admin.connect()
  // Connections that are ending get the moment they need: cut off in it, they would report a fault nobody waits for.
  for (const end = performance.now() + 2000; performance.now() < end; await pause(10)) {
    const { rows } = await admin.query('select from pg_stat_activity where datname = $1 limit 1', [name])
    if (rows.length === 0) break
  }
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
}
