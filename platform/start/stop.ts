/**
 * The end of the process, in order: what was started last is stopped first, once, whatever asked for it. A signal asks
 * (Ctrl-C, a supervisor's SIGTERM, a closed terminal), and so does a fault nobody caught. A second signal does not
 * wait, and neither does the time limit.
 */
import { setTimeout as pause } from 'node:timers/promises'

type Step = { name: string; stop: () => Promise<unknown> | void }

// npm sends its child the Ctrl-C that the terminal already sent: two signals this close are one
const SAME_KEYSTROKE_MS = 300

export type LifeCycle = {
  /** What to do at the end; steps run in the reverse order of their announcement. */
  onStop: (name: string, stop: Step['stop']) => void
  /** Ends the process with this code after all steps, as a signal would with 0. */
  stop: (code: number) => Promise<never>
  /** Ends also when the process that started this one does: npm's shell does not hand on the SIGTERM that npm gets. */
  endWithParent: () => void
  /** Whether the end has begun: what fails from now on fails because of it. */
  stopping: () => boolean
}

/** Begins to listen for signals and faults. `limitMs` is the time all steps have together. */
export function lifeCycle({ log, limitMs }: { log: (line: string) => void; limitMs: number }): LifeCycle {
  const steps: Step[] = []
  let startedMs: number | undefined
  let ending: Promise<never> | undefined

  const end = async (code: number): Promise<never> => {
    const limit = pause(limitMs, 'late' as const, { ref: false })
    let result = code
    for (let step = steps.pop(); step; step = steps.pop()) {
      const { name, stop } = step
      const outcome = await Promise.race([
        limit,
        Promise.resolve()
          .then(stop)
          .catch((reason: unknown) => {
            log(`${name} did not stop well: ${reason instanceof Error ? reason.message : String(reason)}`)
            result ||= 1
          }),
      ])
      if (outcome === 'late') {
        log(`${name} did not stop within ${limitMs / 1000} s: leaving it`)
        process.exit(1)
      }
    }
    process.exit(result)
  }
  const stop = (code: number) => {
    startedMs ??= performance.now()
    return (ending ??= end(code))
  }
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ] as const) {
    process.on(signal, () => {
      if (startedMs === undefined) void stop(0)
      else if (performance.now() - startedMs > SAME_KEYSTROKE_MS) process.exit(128 + number)
    })
  }
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (reason: unknown) => {
      if (startedMs === undefined) log(reason instanceof Error ? (reason.stack ?? reason.message) : String(reason))
      void stop(1)
    })
  }
  // writing to a closed terminal must not fail the stop
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const endWithParent = () => {
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && void stop(0), 500).unref()
  }
  return {
    endWithParent,
    onStop: (name, run) => void steps.push({ name, stop: run }),
    stop,
    stopping: () => startedMs !== undefined,
  }
}
