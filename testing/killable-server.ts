import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { INTAKE_TOKEN, ORIGIN } from './api.ts'

export type KillableServer = {
  /** The address of the server; waits until it listens, fails if it exited before that. */
  address(): Promise<string>
  /** Kills the process (SIGKILL) and starts it again at once, as a supervisor would. */
  killAndRestart(): Promise<void>
  /** The errors all its processes logged. */
  faults(): string
}

/**
 * The server with its jobs, and with `ticks` its timed tasks, as a process that the test may kill; it ends with the test. With
 * `heap` its heap has that many MB (and a little for what is new, which else grows with the machine's load), and it waits for the
 * database as long as a busy machine needs. With `gateway` its faxes and letters on paper go to that address.
 */
export async function startKillableServer(
  databaseUrl: string,
  { ticks = false, heap, gateway = '' }: { ticks?: boolean; heap?: number; gateway?: string } = {},
): Promise<KillableServer> {
  const compiled = await mkdtemp(join(tmpdir(), 'rxdocket-compiled-')) // the second start takes half the time
  let child: ChildProcess
  let address: Promise<string>
  let errors = ''
  const start = (): void => {
    const program = join(import.meta.dirname, 'killable-server-main.ts')
    const limits = heap ? [`--max-old-space-size=${heap}`, '--max-semi-space-size=4'] : []
    const started = spawn(process.execPath, [...limits, program], {
      env: {
        ...process.env,
        CRASH_DATABASE: databaseUrl,
        CRASH_ORIGIN: ORIGIN,
        CRASH_TOKEN: INTAKE_TOKEN,
        CRASH_TICKS: ticks ? 'yes' : '',
        CRASH_GATEWAY: gateway,
        CRASH_PATIENT: heap ? 'yes' : '',
        NODE_COMPILE_CACHE: compiled,
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    started.stderr!.on('data', (part: Buffer) => (errors += part.toString()))
    child = started
    address = new Promise((resolve, reject) => {
      started.on('message', ({ port }: { port?: number }) => port && resolve(`http://127.0.0.1:${port}`))
      started.on('exit', (code, signal) => reject(new Error(`The portal ended (${code ?? signal}): ${errors}`)))
    })
    address.catch(() => {})
  }
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  start()
  onTestFinished(async () => {
    await kill()
    await rm(compiled, { recursive: true })
  })
  return {
    address: () => address,
    faults: () => errors,
    killAndRestart: () => {
      const killed = kill()
      start()
      return killed
    },
  }
}
