import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { INTAKE_TOKEN, ORIGIN } from './desk.ts'

export type Mortal = {
  /** Where the portal is; waits until it is up, fails when it died on the way. */
  address(): Promise<string>
  /** kill -9, and up again at once, as a supervisor would. */
  killAndRestart(): Promise<void>
  /** Faults it logged, over all its lives. */
  faults(): string
}

/** The portal with its jobs, and its clock where `ticks`, as a process of its own that may be killed; gone when the test ends. */
export async function riseMortal(databaseUrl: string, { ticks = false } = {}): Promise<Mortal> {
  const compiled = await mkdtemp(join(tmpdir(), 'rxdocket-compiled-')) // the second start takes half the time
  let child: ChildProcess
  let address: Promise<string>
  let said = ''
  const rise = (): void => {
    const started = spawn(process.execPath, [join(import.meta.dirname, 'crash-server.ts')], {
      env: {
        ...process.env,
        CRASH_DATABASE: databaseUrl,
        CRASH_ORIGIN: ORIGIN,
        CRASH_TOKEN: INTAKE_TOKEN,
        CRASH_TICKS: ticks ? 'yes' : '',
        NODE_COMPILE_CACHE: compiled,
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    started.stderr!.on('data', (part: Buffer) => (said += part.toString()))
    child = started
    address = new Promise((resolve, reject) => {
      started.on('message', ({ port }: { port: number }) => resolve(`http://127.0.0.1:${port}`))
      started.on('exit', (code, signal) => reject(new Error(`The portal ended (${code ?? signal}): ${said}`)))
    })
    address.catch(() => {})
  }
  const kill = async (): Promise<void> => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  rise()
  onTestFinished(async () => {
    await kill()
    await rm(compiled, { recursive: true })
  })
  return {
    address: () => address,
    faults: () => said,
    killAndRestart: () => {
      const killed = kill()
      rise()
      return killed
    },
  }
}
