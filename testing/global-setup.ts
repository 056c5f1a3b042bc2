import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#platform/embedded-postgres.ts'
import { migrate } from '#platform/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

/** One throw-away PostgreSQL for the run, with a migrated database `model` that every test clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startEmbedded({ log: () => {}, fast: true })
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query('create database model')
  await migrate(withDatabase(server.url, 'model'))
  await admin.end()
  project.provide('postgres', server.url)
  return () => server.stop()
}

const withDatabase = (url: string, name: string): string => {
  const next = new URL(url)
  next.pathname = `/${name}`
  return next.toString()
}
