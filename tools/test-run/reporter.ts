import { DefaultReporter } from 'vitest/node'
import type { TestModule, TestSpecification } from 'vitest/node'
import { kindOf, weightOf } from './kinds.ts'
import { lookOf } from './looks.ts'
import type { Look } from './second-look.ts'

/** Prints a line for each file as it ends, with how many of how many, how long still, and its faults; they come whole at the end. */
export class ProgressReporter extends DefaultReporter {
  #total = 0
  #done = 0
  #weight = 0
  #weightDone = 0
  #began = performance.now()
  #onLook: (look: Look) => void

  constructor(onLook: (look: Look) => void = () => {}) {
    super({ summary: false })
    this.#onLook = onLook
  }

  override onTestRunStart(files: readonly TestSpecification[]): void {
    super.onTestRunStart(files)
    this.#total = files.length
    this.#weight = files.reduce((sum, { moduleId }) => sum + weightOf[kindOf(this.relative(moduleId))], 0)
    this.#began = performance.now()
  }

  override printTestModule(module: TestModule): void {
    const tests = [...module.children.allTests()]
    const failed = tests.filter((test) => test.result().state === 'failed')
    this.#done += 1
    this.#weightDone += weightOf[kindOf(module.relativeModuleId)]
    const passed = `${tests.length} ${tests.length === 1 ? 'test' : 'tests'}`
    const result = failed.length > 0 ? `${failed.length} of ${passed} failed` : passed
    const seconds = (module.diagnostic().duration / 1000).toFixed(1)
    const sign = module.state() === 'failed' ? '✗' : '✓'
    const count = `${String(this.#done).padStart(String(this.#total).length)}/${this.#total}`
    this.log(`${sign} ${count} ${module.relativeModuleId} (${result}, ${seconds} s)${this.#left()}`)
    const look = lookOf(module, this.ctx)
    for (const fault of look.faults) this.log(`  ✗ ${fault.replaceAll('\n', '\n    ')}`)
    this.#onLook(look)
  }

  #left(): string {
    if (this.#done === this.#total || this.#total < 5) return ''
    const elapsed = (performance.now() - this.#began) / 60_000
    const minutes = (elapsed * (this.#weight - this.#weightDone)) / this.#weightDone
    return ` · ${minutes < 1 ? 'under 1' : `about ${Math.round(minutes)}`} min left`
  }
}
