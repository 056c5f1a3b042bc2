import { Worker } from 'node:worker_threads'

/** How often the watch looks: memory may grow by some hundred megabytes in between. */
const LOOK_MS = 25

/**
 * Watches the process from a thread of its own, since the main one is busy with what it watches. It ends the process the
 * moment its memory or the processor time of one piece of work is over the bounds.
 */
const watch = `
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const { seconds, megabytes } = workerData
  const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6 }
  let began
  parentPort.on('message', (begins) => { began = begins ? used() : undefined })
  setInterval(() => {
    const isOver = process.memoryUsage.rss() > megabytes * 1024 * 1024 || (began !== undefined && used() - began > seconds)
    if (isOver) process.kill(process.pid, 'SIGKILL')
  }, ${LOOK_MS})
`

/** A process that kept this part of its memory after a piece of work takes no other: the next would pay for it. */
const MOST_KEPT = 0.4

/** An answer as it travels; the last one of its process says so. */
export type Sent<Answer> = { answer: Answer; isLast: boolean }

/**
 * Answers the pieces of work that `bounded` sends to this process, one after the other. What `work` throws ends the
 * process: the outcome is `ended`.
 */
export function workBounded<Ask, Answer>(work: (ask: Ask) => Promise<Answer>): void {
  const [seconds, megabytes] = process.argv.slice(2).map(Number)
  const watcher = new Worker(watch, { eval: true, workerData: { seconds, megabytes } })
  process.on('message', ({ ask }: { ask: Ask }) => {
    watcher.postMessage(true)
    work(ask).then(
      (answer) => {
        watcher.postMessage(false)
        const isLast = process.memoryUsage.rss() > MOST_KEPT * megabytes! * 1024 * 1024
        process.send!({ answer, isLast } satisfies Sent<Answer>)
      },
      () => process.exit(1),
    )
  })
  process.on('disconnect', () => process.exit(0)) // the portal is gone
}
