import type { TestModule } from 'vitest/node'
import { kindOf } from './kinds.ts'
import { busySeconds } from './processor-time.ts'
import type { Flaky, Look } from './second-look.ts'

/** What is counted of a run, and its last lines. */
export class Sums {
  passed = 0
  failed = 0
  #flaky = 0
  #busyAtStart = busySeconds()
  #began = performance.now()
  #checks = 0
  #files = new Map<string, { processor: number; elapsed: number }>()

  /** Each check counts as one test; the processor time so far is theirs. */
  addChecks({ passed, failed }: { passed: number; failed: number }): void {
    this.passed += passed
    this.failed += failed
    this.#checks = busySeconds() - this.#busyAtStart
  }

  addFault(): void {
    this.failed += 1
  }

  /** Errors outside any file. */
  addOutside(faults: readonly string[]): void {
    this.failed += faults.length
    for (const fault of faults) console.log(`✗ outside of the tests:\n${fault}`)
  }

  /** A run without tests has failed. */
  addTests(
    first: readonly Look[],
    failed: readonly Look[],
    flaky: readonly Flaky[],
    tooMany: string | undefined,
  ): void {
    const isFlaky = new Map(flaky.map(({ file, second }) => [file, second]))
    for (const look of first) this.passed += (isFlaky.get(look.file) ?? look).passed
    for (const { faults } of failed) this.failed += faults.length
    if (tooMany !== undefined) this.failed += flaky.length
    if (first.length === 0) this.failed += 1
    this.#flaky += flaky.length
  }

  addProcessorTime(modules: readonly TestModule[]): void {
    for (const module of modules) {
      const before = this.#files.get(module.relativeModuleId) ?? { processor: 0, elapsed: 0 }
      this.#files.set(module.relativeModuleId, {
        processor: before.processor + (module.meta().processorSeconds ?? 0),
        elapsed: before.elapsed + module.diagnostic().duration / 1000,
      })
    }
  }

  /** The slowest files, the processor time of the machine since the start by kind, and the count. */
  lines(busyNow: number): string[] {
    const files = [...this.#files].map(([file, times]) => ({ file, ...times }))
    const slowest = files.toSorted((a, b) => b.processor - a.processor).slice(0, SLOWEST)
    const total = busyNow - this.#busyAtStart
    const byKind = Map.groupBy(files, ({ file }) => kindOf(file))
    const kinds = [...byKind]
      .map(([kind, of]) => ({ kind, processor: of.reduce((sum, one) => sum + one.processor, 0), files: of.length }))
      .toSorted((a, b) => b.processor - a.processor)
    const rest = total - this.#checks - kinds.reduce((sum, { processor }) => sum + processor, 0)
    return [
      ...(files.length > SLOWEST ? ['Most processor time, in seconds (elapsed):'] : []),
      ...(files.length > SLOWEST
        ? slowest.map(({ file, processor, elapsed }) => `${seconds(processor)} (${elapsed.toFixed(0)}) ${file}`)
        : []),
      'Processor time by kind, in seconds:',
      ...(this.#checks > 0 ? [`${seconds(this.#checks)} checks`] : []),
      ...kinds.map(({ kind, processor, files: count }) => `${seconds(processor)} ${kind}, ${count} files`),
      `${seconds(rest)} PostgreSQL, the run itself, and what else the machine did`,
      `${seconds(total)} together, in ${((performance.now() - this.#began) / 1000).toFixed(0)} s`,
      `flaky: ${this.#flaky}`,
      `${this.passed} passed, ${this.failed} failed`,
    ]
  }
}

const SLOWEST = 20
const seconds = (value: number): string => value.toFixed(1).padStart(7)
