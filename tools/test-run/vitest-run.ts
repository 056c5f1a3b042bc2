import { join } from 'node:path'
import { createVitest, type Vitest, type CliOptions } from 'vitest/node'
import { looksOf, outsideFaults } from './looks.ts'
import { ProgressReporter } from './reporter.ts'
import type { Look } from './second-look.ts'
import type { Sums } from './sums.ts'

const root = join(import.meta.dirname, '../..')

type Bounds = { maxWorkers?: number; isolate?: boolean; config?: string; onLook?: (look: Look) => void }

/** The process ends first. */
const neverDone = new Promise<never>(() => {})

/** Runs test files with Vitest, and counts into `sums` what that took and showed. */
export class VitestRun {
  #running: Vitest | undefined
  /** Ends a run that was cut, once what it started has ended: nothing is counted twice, and nothing more begins. */
  #afterCut: (() => void) | undefined
  readonly #sums: Sums
  readonly #options: CliOptions

  constructor(sums: Sums, options: CliOptions = {}) {
    this.#sums = sums
    this.#options = options
  }

  /** Runs files, all of them where none is named, and answers what was seen of each; `onLook` hears of each as it ends. */
  async look(files: readonly string[], { onLook, ...limits }: Bounds = {}): Promise<Look[]> {
    // Vitest's own watching of signals exits at once; `#cut` lets it stop what it started.
    const before = new Map(['SIGINT', 'SIGTERM'].map((signal) => [signal, process.listeners(signal as 'SIGINT')]))
    const reporters = [new ProgressReporter(onLook)]
    const vitest = await createVitest({ ...this.#options, ...limits, watch: false, reporters })
    this.#running = vitest
    for (const [signal, kept] of before)
      for (const one of process.listeners(signal as 'SIGINT'))
        if (!kept.includes(one)) process.removeListener(signal, one)
    const names = files.map((file) => (/\.test\.tsx?$/.test(file) ? join(root, file) : file))
    try {
      await vitest.start(names).catch((reason: unknown) => {
        if (!this.#afterCut) throw reason
      })
    } finally {
      await vitest.close()
      this.#running = undefined
    }
    if (this.#afterCut) {
      this.#afterCut()
      await neverDone
    }
    this.#sums.addProcessorTime(vitest.state.getTestModules())
    this.#sums.addOutside(outsideFaults(vitest))
    return looksOf(vitest)
  }

  /** Files that failed are run once more, alone. */
  async lookAgain(files: readonly string[]): Promise<Look[]> {
    const looks: Look[] = []
    for (const file of files) {
      console.log(`\nSecond look, alone: ${file}`)
      looks.push(...(await this.look([file], { maxWorkers: 1, isolate: true })))
    }
    return looks
  }

  /** Calls `end` once a signal has cut the run, what it started has ended, and what was seen so far is counted. */
  onCut(end: () => void): void {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => this.#cut(end))
  }

  #cut(end: () => void): void {
    const vitest = this.#running
    if (this.#afterCut) return // the same signal once more
    if (!vitest) return end()
    this.#afterCut = () => {
      console.log('\nThe run was cut off.')
      end()
    }
    setTimeout(end, 8000)
    const looks = looksOf(vitest)
    const failed = looks.filter(({ faults }) => faults.length > 0)
    this.#sums.addTests(looks, failed, [], undefined)
    this.#sums.addProcessorTime(vitest.state.getTestModules())
    vitest.cancelCurrentRun('keyboard-input').catch(() => {})
  }
}
