import type { FastifyInstance } from 'fastify'
import { migrationNames } from '../database/migrate.ts'
import type { Portal } from '../portal/portal.ts'

/** `GET /livez`: the process can answer. `GET /readyz`: it can do its work; 503 names what is missing. */
export function health(
  app: FastifyInstance,
  portal: Portal,
  checks: Record<string, () => Promise<boolean>> = {},
): void {
  const names = migrationNames()
  app.get(
    '/livez',
    { config: { plain: { name: 'livez', summary: 'The process can answer', effect: 'public' } } },
    async () => ({ live: true }),
  )
  app.get(
    '/readyz',
    { config: { plain: { name: 'readyz', summary: 'The process can do its work', effect: 'public' } } },
    async (_request, reply) => {
      const all: Record<string, () => Promise<boolean>> = {
        database: async () => (await portal.pools.app.query('select 1')).rowCount === 1,
        migrations: async () =>
          Number(
            (await portal.pools.app.query('select count(*) as n from migration where name = any($1)', [names])).rows[0]
              .n,
          ) === names.length,
        ...checks,
      }
      const results = Object.fromEntries(
        await Promise.all(
          Object.entries(all).map(async ([name, check]) => {
            const passed = await check().catch((error: { code?: string }) => {
              portal.log.warn({ check: name, code: error.code }, 'not ready')
              return false
            })
            return [name, passed] as const
          }),
        ),
      )
      const ready = Object.values(results).every(Boolean)
      return reply
        .code(ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ ready, checks: results })
    },
  )
}
