/**
 * How long `GET /livez` takes while 60 hostile files a minute are sent, beside a minute in which none is:
 * `node bench/hostile-files.ts 60`. Goal: never 200 ms longer than the slowest of the quiet minute.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { documents } from '#features/documents/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import type { AnyCall, InputOf } from '#platform/calls/contract.ts'
import { toRequest } from '#platform/calls/wire.ts'
import { packedPdf, sampleTiff } from '../testing/pdf-documents.ts'
import { quantile } from './quantile.ts'
import { CARRIER, signedIn } from './signed-in-browser.ts'

const MB = 1024 * 1024
const LOOK_EVERY_MS = 50
const GOAL_MS = 200
const MEDICAL_RECORD = 7
const seconds = Number(process.argv[2] ?? 60)

/** What a check reads word by word: ten megabytes of one of them. */
const tokens = ['<<', '>>', '[', '(', '/Type /ObjStm ', '1 0 obj\n', 'stream\n', 'xref\n', '%', '#41', '<', '\\', '/JS']
const filled = (head: string, token: string): Buffer => Buffer.from(head + token.repeat((10 * MB) / token.length))
const hostile: (() => Uint8Array)[] = [
  ...tokens.map((token) => () => filled('%PDF-1.7\n', token)),
  () => filled('II*\0', '\b\0\0\0'),
  () => sampleTiff([[6000, 7000]]),
  () => packedPdf({ dictionary: `/Type /ObjStm ${' '.repeat(5 * MB)}`, packed: Buffer.alloc(MB, '<<') }),
]
/** Another file each time: what failed once is remembered. */
const another = (at: number): Uint8Array => Buffer.concat([hostile[at % hostile.length]!(), randomBytes(16)])

const measure: Parameters<typeof signedIn>[0] = async ({ origin, cookie, others }) => {
  const ask = <C extends AnyCall>(call: C, input: InputOf<C>, by = cookie): Promise<Response> => {
    const { method, url, body } = toRequest(call, input, '/api')
    const headers = { cookie: by, origin, 'x-portal-request': '1', 'x-master-carrier': CARRIER }
    const json = typeof body === 'string' && { 'content-type': 'application/json' }
    return fetch(origin + url, { method, headers: { ...headers, ...json }, body: (body as string | undefined) ?? null })
  }
  const { content } = (await (await ask(worklist.search, { mc: CARRIER, size: 1 })).json()) as {
    content: { stratusClaimId: string }[]
  }
  const claimId = content[0]!.stratusClaimId

  const senders = [cookie, ...(await others(5))]

  /** Milliseconds of each look at `/livez` in so many seconds, sorted. */
  const looks = async (): Promise<number[]> => {
    const times: number[] = []
    for (const end = performance.now() + seconds * 1000; performance.now() < end; await pause(LOOK_EVERY_MS)) {
      const began = performance.now()
      const { status } = await fetch(`${origin}/livez`)
      if (status !== 200) throw new Error(`/livez answered ${status}`)
      times.push(performance.now() - began)
    }
    return times.toSorted((a, b) => a - b)
  }
  const quiet = await looks()

  const answers = new Map<number, number>()
  let isOver = false
  const sending = (async () => {
    const sent: Promise<void>[] = []
    for (let at = 0; !isOver; at += 1) {
      const file = { name: `file ${at}.pdf`, type: 'application/pdf', bytes: another(at) }
      sent.push(
        ask(
          documents.add,
          { masterCarrier: CARRIER, claimId, typeId: MEDICAL_RECORD, file },
          senders[at % senders.length],
        ).then(({ status }) => void answers.set(status, (answers.get(status) ?? 0) + 1)),
      )
      await pause(1000)
    }
    await Promise.all(sent)
  })()
  const busy = await looks()
  isOver = true
  await sending

  const line = (name: string, times: readonly number[]) =>
    console.log(
      `${name}: ${times.length} looks, half within ${quantile(times, 0.5).toFixed(1)} ms, 99 of 100 within ${quantile(times, 0.99).toFixed(1)} ms, the slowest ${times.at(-1)!.toFixed(0)} ms`,
    )
  line('Without files', quiet)
  line('With 60 files a minute', busy)
  console.log(`Answers to the files: ${[...answers].map(([status, count]) => `${count} times ${status}`).join(', ')}.`)
  const longer = busy.at(-1)! - quiet.at(-1)!
  console.log(
    `The slowest took ${longer.toFixed(0)} ms longer; goal ${GOAL_MS} ms: ${longer < GOAL_MS ? 'met' : 'missed'}.`,
  )
}

await signedIn(measure, { limitFactor: 100 })
