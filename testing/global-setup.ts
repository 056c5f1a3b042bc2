import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#platform/database/embedded-postgres.ts'
import { everyJob } from '#registry'
import { makeQueues } from '#platform/jobs/jobs.ts'
import { migrate } from '#platform/database/migrate.ts'
import { makePortalLogin } from '#platform/database/portal-login.ts'
import { drugs } from '#reference/drugs.ts'
import { formularyDefaults } from '#reference/formulary-defaults.ts'
import { loadFixtures, type Drug } from './fixtures.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

/** Starts one temporary PostgreSQL for the run, with two databases that tests clone: `schema`, migrated, and `fixtures`, with the fixtures in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startEmbedded({ log: () => {}, fast: true, inMemory: true })
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query('create database schema')
  await migrate(withDatabase(server.url, 'schema'))
  await makePortalLogin(withDatabase(server.url, 'schema'))
  const boss = new PgBoss({ connectionString: withDatabase(server.url, 'schema'), supervise: false, schedule: false })
  await boss.start()
  await makeQueues(boss, Object.keys(everyJob))
  await boss.stop({ graceful: false })
  await admin.query('create database fixtures template schema strategy file_copy')
  const fixtures = new pg.Client({ connectionString: withDatabase(server.url, 'fixtures') })
  await fixtures.connect()
  await loadFixtures(fixtures, {
    drugs: drugs as unknown as Drug[],
    formulary: formularyDefaults as unknown as Record<string, unknown>[],
  })
  await fixtures.end()
  await admin.end()
  project.provide('postgres', server.url)
  return () => server.stop()
}

const withDatabase = (url: string, name: string): string => {
  const next = new URL(url)
  next.pathname = `/${name}`
  return next.toString()
}
