/** The portal as it is: sign-in, limits, validation, tenant isolation, audit and log on. */
import { devNull } from 'node:os'
import type { AddressInfo } from 'node:net'
import { writeHeapSnapshot } from 'node:v8'
import Fastify from 'fastify'
import { clockOf, movedClock } from '#platform/dates/clock.ts'
import { trips } from '#platform/database/pools.ts'
import { buildPortal } from '../app.ts'
import { testEncryptionKey } from '../testing/session.ts'
import { portalSettings } from './data.ts'
import { serveQuestions } from './process.ts'

let port = 0
serveQuestions({
  begin: async ({ databaseUrl }: { databaseUrl: string }) => {
    const { log } = Fastify({ logger: { level: 'info', file: devNull } })
    const clock = clockOf(movedClock())
    const { app } = buildPortal({
      databaseUrl,
      encryptionKey: testEncryptionKey,
      version: 'bench',
      log,
      clock,
      limitFactor: 100_000,
      settings: portalSettings,
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as AddressInfo).port
  },
  port: () => port,
  // What it has now and the most it had so far, in MB.
  memory: () => ({ now: process.memoryUsage.rss() / 1e6, most: (process.resourceUsage().maxRSS * 1024) / 1e6 }),
  // What it has now, once what nobody needs any more was removed (`--expose-gc`).
  heap: () => {
    globalThis.gc?.()
    return process.memoryUsage()
  },
  snapshot: (file: string) => writeHeapSnapshot(file),
  trips: () => trips.count,
})
