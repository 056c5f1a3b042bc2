import { randomUUID } from 'node:crypto'
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
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
}
