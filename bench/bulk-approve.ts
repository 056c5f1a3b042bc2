/**
 * How long it takes to approve 25 requests in bulk, from the call to the last result, beside approving 25 others one after
 * the other in the same run: `node bench/bulk-approve.ts`. Goal: 3 s.
 */
import { randomUUID } from 'node:crypto'
import { bulkActs } from '#features/bulk-acts/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import type { AnyCall, InputOf, OutputOf } from '#platform/calls/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { CARRIER, signedIn } from './signed-in-browser.ts'

const MANY = 25
const GOAL_MS = 3000
const LOOK_EVERY_MS = 50

await signedIn(async ({ origin, cookie }) => {
  const ask = async <C extends AnyCall>(call: C, input: InputOf<C>): Promise<OutputOf<C>> => {
    const { method, url, body } = toRequest(call, input, '/api')
    const headers = {
      cookie,
      origin,
      'x-portal-request': '1',
      'x-master-carrier': CARRIER,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    const answer = await fetch(origin + url, { method, headers, body: (body as string | undefined) ?? null })
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as OutputOf<C>
  }
  const { content } = await ask(worklist.search, { mc: CARRIER, size: 100 })
  const may: { authorizationId: string; version: number }[] = []
  for (const { authorizationId, version } of content) {
    const one = { authorizationId, version }
    const { can } = await ask(bulkActs.preview, { what: 'APPROVE', requests: [one] })
    if (can === 1) may.push(one)
  }
  if (may.length < MANY * 2) throw new Error(`The demo has ${may.length} requests that may be approved in bulk.`)
  const [single, together] = [may.slice(0, MANY), may.slice(MANY, MANY * 2)]

  const began = performance.now()
  for (const { authorizationId: id, version } of single)
    await ask(decision.approve, { id, version, reasonId: 1 }).catch((error: unknown) => console.log(String(error)))
  const alone = performance.now() - began

  const start = performance.now()
  const { bulkId } = await ask(bulkActs.start, { what: 'APPROVE', requests: together })
  let now = await ask(bulkActs.of, { bulkId })
  while (now.waiting > 0) {
    await new Promise((turn) => setTimeout(turn, LOOK_EVERY_MS))
    now = await ask(bulkActs.of, { bulkId })
  }
  const bulk = performance.now() - start
  console.log(
    `${MANY} in bulk: ${bulk.toFixed(0)} ms, ${now.done} approved, ${now.refused} refused; goal ${GOAL_MS} ms: ${bulk <= GOAL_MS ? 'met' : 'missed'}.`,
  )
  console.log(
    `${MANY} one after the other in the same run: ${alone.toFixed(0)} ms. In bulk takes ${(bulk / alone).toFixed(2)} times as long.`,
  )
})
