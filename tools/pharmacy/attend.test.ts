import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { everyJob } from '#registry'
import { startJobs } from '#platform/jobs/jobs.ts'
import { freshDatabase, pastDemoAsOf } from '../../testing/database.ts'
import { INTAKE_TOKEN, startApi } from '#testing/api.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { attend } from './attend.ts'
import { NotHeard, portalAt } from './portal.ts'

const day = dayAt(pastDemoAsOf)

/** A portal with the demo world on a real port, its jobs running, and what the pharmacy says. */
async function openCounter() {
  const url = await freshDatabase(false, 'past_demo')
  const api = await startApi({ url, undoSeconds: 0 })
  api.clock.move(Date.parse(`${day}T18:00:00.000Z`) - Date.now())
  const jobs = await startJobs(api.built.portal, url, everyJob, {}, 50)
  onTestFinished(() => jobs.stop())
  await api.built.app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(api.built.app.server.address() as AddressInfo).port}`
  const lines: string[] = []
  const around = {
    tell: (line: string) => void lines.push(line),
    day: () => day,
    random: () => 0,
    wait: () => new Promise<void>((turn) => setImmediate(turn)),
    stopped: () => false,
  }
  return { api, origin, lines, around, portal: portalAt(origin, INTAKE_TOKEN) }
}

test('bills the first walk-ins, waits for those that need approval, and is paid after it; the refused one is not', async () => {
  const { api, lines, around, portal } = await openCounter()
  const dana = await api.signIn('dana.ruiz', 'NWM')
  const open = async () =>
    (
      await api.db.query<{ id: string; version: number; state: string }>(
        `select a.id, a.version, a.juris_state as state from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
        where c.subscriber_number like 'SNW%' and a.status_id between 20 and 29 order by a.id`,
      )
    ).rows
  let decided = 0
  const deciding = {
    ...around,
    async wait() {
      await around.wait()
      for (const { id, version, state } of await open()) {
        const answer =
          state === 'NV'
            ? await dana.ask(decision.rejectThisFill, { id, version, reasonId: 3 })
            : await dana.ask(decision.approve, { id, version })
        expect(answer.status).toBe(200)
        decided += 1
      }
    },
  }
  expect(await attend(portal, { count: 3, once: false, follow: false }, deciding)).toEqual({
    billed: 3,
    paid: 2,
    rejected: 1,
    waiting: 0,
  })
  expect(decided).toBe(3)
  expect(lines[0]).toMatch(
    /^Meridian Pharmacy #112 bills Pregabalin 75 mg capsule for Maria O\.: needs approval, waiting \(reference \d{12}: 75 Pregabalin 75 mg capsule requires prior authorization/,
  )
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^Meridian Pharmacy #112 hears about Pregabalin 75 mg capsule for Maria O\., reference \d{12}: approved until 2026-\d\d-\d\d/,
    ),
  )
  expect(lines).toContainEqual('Meridian Pharmacy #112 bills Pregabalin 75 mg capsule for Maria O. again: paid $120.00')
})

test('with --once it leaves; the next run skips what was paid and hears what was decided meanwhile', async () => {
  const { api, lines, around, portal } = await openCounter()
  const once = { once: true, follow: false }
  expect(await attend(portal, { ...once, count: 5 }, around)).toEqual({ billed: 5, paid: 1, rejected: 0, waiting: 4 })
  const dana = await api.signIn('dana.ruiz', 'NWM')
  const { rows } = await api.db.query<{ id: string }>(
    `select authorization_id as id from rx_transaction where rx_number = '1001118' and authorization_id is not null`,
  )
  await dana.ask(decision.approve, { id: rows[0]!.id, version: 1 })
  while ((await api.db.query(`select from pharmacy_message where rx_number = '1001118'`)).rowCount === 0)
    await new Promise((turn) => setTimeout(turn, 20))
  const before = lines.length
  const later = { ...around, random: () => 4 }
  expect(await attend(portal, { ...once, count: 1 }, later)).toMatchObject({ billed: 1 })
  expect(lines.slice(before)).toEqual([
    expect.stringContaining('approved until'),
    'Meridian Pharmacy #112 bills Pregabalin 75 mg capsule for Maria O. again: paid $120.00',
    expect.stringContaining('for Javier M.'), // Ruthanne's naproxen was paid in the first run
  ])
})

test('the stand-in pharmacy says why the portal refuses it', async () => {
  const { origin, around } = await openCounter()
  const asked = { count: 1, once: true, follow: false }
  await expect(attend(portalAt(origin, 'wrong-token'), asked, around)).rejects.toThrow(
    new NotHeard(`The portal at ${origin} does not know this pharmacy: set RXDOCKET_INTAKE_TOKEN to the portal's.`),
  )
  await expect(attend(portalAt('http://127.0.0.1:1', INTAKE_TOKEN), asked, around)).rejects.toThrow(
    /^No portal answers at http:\/\/127\.0\.0\.1:1: start it with npm start/,
  )
})
