/**
 * The server as a process that a test may kill: calls, jobs and relay over the database of CRASH_DATABASE, with CRASH_TICKS
 * the timed tasks too, with CRASH_GATEWAY faxes and letters on paper by that address. It sends its port to the parent process.
 */
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { everyJob, everyTick } from '#registry'
import { clockOf, movedClock } from '#platform/dates/clock.ts'
import { openGateways } from '#platform/gateways/gateways.ts'
import { oneToken } from '#platform/portal/service-tokens.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import { buildPortal } from '../app.ts'
import { loginsOf, longTimeouts } from './database.ts'
import { testEncryptionKey } from './session.ts'

const databaseUrl = process.env['CRASH_DATABASE']
const origin = process.env['CRASH_ORIGIN']
const intakeToken = process.env['CRASH_TOKEN']
const gateway = process.env['CRASH_GATEWAY']
if (!databaseUrl || !origin || !intakeToken || !process.send) throw new Error('Only a test starts this process.')
process.on('disconnect', () => process.exit()) // the test process is gone

const { log } = Fastify({ logger: { level: 'error', stream: process.stderr } })
const built = buildPortal({
  databaseUrl: loginsOf(databaseUrl).databaseUrl,
  ...(process.env['CRASH_PATIENT'] && { database: longTimeouts }),
  encryptionKey: testEncryptionKey,
  log,
  version: 'test',
  limitFactor: 1000,
  clock: clockOf(movedClock()),
  ...(gateway && {
    gateways: openGateways({ faxUrl: gateway, postUrl: gateway, mailFrom: 'portal@rxdocket.example' }),
  }),
  settings: {
    origin,
    apiBase: '/api',
    serviceTokens: oneToken(intakeToken),
    testMode: false,
    undoSeconds: 0,
    sessionHours: 12,
  },
})
await startJobs(built.portal, databaseUrl, everyJob, process.env['CRASH_TICKS'] ? everyTick : {}, 100)
await built.app.listen({ port: 0, host: '127.0.0.1' })
process.send({ port: (built.app.server.address() as AddressInfo).port })
