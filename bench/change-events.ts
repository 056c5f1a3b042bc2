/**
 * What so many open tabs of one carrier cost while a request changes each second: `node bench/change-events.ts 200 60`. Each tab
 * asks for its counts and its list, one after the other, when it hears of a change; beside it the same tabs all ask at the instant
 * of a change every ten seconds. Tabs and portal share this process, so the processor time is that of both.
 */
import { get, type ClientRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { worklist } from '#features/worklist/contract.ts'
import type { AnyCall, InputOf } from '#platform/calls/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { quantile } from './quantile.ts'
import { CARRIER, signedIn } from './signed-in-browser.ts'

const tabs = Number(process.argv[2] ?? 200)
const seconds = Number(process.argv[3] ?? 60)

const measure: Parameters<typeof signedIn>[0] = async ({ origin, cookie, others, change }) => {
  const users = [cookie, ...(await others(20))]
  const seen = { times: [] as number[], refused: 0 }
  const ask = async <C extends AnyCall>(call: C, input: InputOf<C>, by: string): Promise<void> => {
    const { url } = toRequest(call, input, '/api')
    const began = performance.now()
    const answer = await fetch(origin + url, {
      headers: { cookie: by, 'x-portal-request': '1', 'x-master-carrier': CARRIER },
    })
    await answer.arrayBuffer()
    if (answer.status === 200) seen.times.push(performance.now() - began)
    else seen.refused += 1
  }
  const askAll = async (by: string): Promise<void> => {
    await ask(worklist.counts, { mc: CARRIER }, by)
    await ask(worklist.search, { mc: CARRIER, size: 50 }, by)
  }
  const line = async (name: string, work: () => Promise<void>): Promise<void> => {
    seen.times = []
    seen.refused = 0
    const cpu = process.cpuUsage()
    const began = performance.now()
    await work()
    const took = performance.now() - began
    const { user, system } = process.cpuUsage(cpu)
    const times = seen.times.toSorted((a, b) => a - b)
    const ms = (share: number) => (times.length === 0 ? '-' : quantile(times, share).toFixed(0))
    console.log(
      `${name}: ${times.length} answers, ${seen.refused} refused, half within ${ms(0.5)} ms, 95 of 100 within ${ms(0.95)} ms, ` +
        `${((user + system) / took / 10).toFixed(0)} % of a core, ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
    )
  }

  await line(`${tabs} tabs ask at once, every ten seconds`, async () => {
    for (let at = 0; at < seconds / 10; at += 1)
      await Promise.all([
        pause(10_000),
        ...Array.from({ length: tabs }, (_, tab) => askAll(users[tab % users.length]!)),
      ])
  })

  const streams: ClientRequest[] = []
  const asking = new Set<Promise<void>>()
  await Promise.all(
    Array.from({ length: tabs }, (_, tab) => {
      const by = users[tab % users.length]!
      let wanted = false
      let busy = false
      const hear = async () => {
        wanted = true
        if (busy) return
        busy = true
        while (wanted) {
          wanted = false
          await askAll(by)
        }
        busy = false
      }
      return new Promise<void>((opened, failed) => {
        const stream = get(`${origin}/api/changes`, { headers: { cookie: by }, agent: false }, (answer) => {
          if (answer.statusCode !== 200) return failed(new Error(`The stream answered ${answer.statusCode}.`))
          opened()
          answer.setEncoding('utf8').on('data', (text: string) => {
            if (!text.includes('data:')) return
            const asked = hear().finally(() => asking.delete(asked))
            asking.add(asked)
          })
          answer.on('error', () => {})
        })
        stream.on('error', failed)
        streams.push(stream)
      })
    }),
  )
  await line(`${tabs} tabs hear of a change a second`, async () => {
    for (let at = 0; at < seconds; at += 1) {
      await change()
      await pause(1000)
    }
  })
  await Promise.all(asking)
  await line(`${tabs} idle tabs`, () => pause(20_000))
  for (const stream of streams) stream.destroy()
}

await signedIn(measure, { limitFactor: 10_000 })
