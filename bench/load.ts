/** The load: a closed loop over raw keep-alive sockets, so that the client costs little beside what it measures. */
import { connect } from 'node:net'
import { quantile } from './quantile.ts'
import { serveQuestions } from './process.ts'

export type Load = {
  port: number
  connections: number
  /** Whole requests as they travel, taken in turn. */
  requests: string[]
  /** For so long at most. */
  ms: number
  /** Each request only once; else over and over. */
  once: boolean
}
export type Loaded = { count: number; ms: number; p50: number; p99: number; failed: string | null }

serveQuestions({ begin: () => null, load })

async function load({ port, connections, requests, ms, once }: Load): Promise<Loaded> {
  const waits: number[] = []
  let failed: string | null = null
  let next = 0
  const began = performance.now()
  const more = () => failed === null && performance.now() - began < ms && (!once || next < requests.length)
  const run = () =>
    new Promise<void>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let sent = 0
      let head = ''
      let missing = -1 // bytes of the answer still to come; -1 while its head is incomplete
      const send = () => {
        if (!more()) return void socket.end()
        sent = performance.now()
        socket.write(requests[next % requests.length]!)
        next += 1
      }
      const fail = (why: string) => {
        failed ??= why
        socket.destroy()
      }
      socket.on('connect', send)
      socket.on('data', (part) => {
        if (missing === -1) {
          head += part.toString('latin1')
          const end = head.indexOf('\r\n\r\n')
          if (end === -1) return
          if (!head.startsWith('HTTP/1.1 200')) return fail(head.slice(0, 1200))
          const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
          if (length === undefined) return fail(head.slice(0, end))
          missing = Number(length) + end + 4 - head.length
          head = ''
        } else missing -= part.length
        if (missing > 0) return
        waits.push(performance.now() - sent)
        missing = -1
        send()
      })
      socket.on('error', (error) => fail(error.message))
      socket.on('close', () => resolve())
    })
  await Promise.all(Array.from({ length: connections }, run))
  waits.sort((a, b) => a - b)
  return {
    count: waits.length,
    ms: performance.now() - began,
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    failed,
  }
}
