import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { startEmbedded } from './embedded-postgres.ts'
import { checkOwnPostgres } from './own-postgres.ts'

describe("the operator's own PostgreSQL", () => {
  test('is checked before anything is written: reachable, right user, right database', async () => {
    const server = await startEmbedded({ fast: true, log: () => {} })
    const at = (change: Partial<URL>) => Object.assign(new URL(server.url), change).href
    await checkOwnPostgres(server.url)
    await expect(checkOwnPostgres(at({ password: 'guess' }))).rejects.toThrow(
      /refuses the user or the password: correct them\.$/,
    )
    await expect(checkOwnPostgres(at({ pathname: '/elsewhere' }))).rejects.toThrow(/has no such database: create it/)
    await server.stop()
    await expect(checkOwnPostgres(server.url)).rejects.toThrow(
      `at 127.0.0.1:${server.port} is not running or not reachable`,
    )
  })

  test('is given up on when it never answers, without showing the password', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    const refusal: unknown = await checkOwnPostgres(`postgres://me:hidden@127.0.0.1:${port}/db`).catch(
      (reason) => reason,
    )
    expect((refusal as Error).message).toMatch(
      /^The PostgreSQL of DATABASE_URL at 127.0.0.1:\d+ does not answer as it should \([^\n]+\)\.$/,
    )
    expect((refusal as Error).message).not.toContain('hidden')
    silent.close()
  })
})
