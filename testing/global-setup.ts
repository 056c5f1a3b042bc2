import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { drugs } from '#reference/drugs.ts'
import { formularyDefaults } from '#reference/formulary-defaults.ts'
import { loadWorld, type Drug } from './world.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

/** One throw-away PostgreSQL for the run, with two databases that tests clone: `model`, migrated, and `world`, with the fixtures in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startEmbedded({ log: () => {}, fast: true })
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query('create database model')
  await migrate(withDatabase(server.url, 'model'))
  await admin.query('create database world template model strategy file_copy')
  const world = new pg.Client({ connectionString: withDatabase(server.url, 'world') })
  await world.connect()
  await loadWorld(world, {
    drugs: drugs as unknown as Drug[],
    formulary: formularyDefaults as unknown as Record<string, unknown>[],
  })
  await world.end()
  await admin.end()
  project.provide('postgres', server.url)
  return () => server.stop()
}

const withDatabase = (url: string, name: string): string => {
  const next = new URL(url)
  next.pathname = `/${name}`
  return next.toString()
}
