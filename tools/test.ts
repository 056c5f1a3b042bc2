/**
 * `npm test`: the checks, then every test; the last line is the sum. Arguments go to Vitest; when they name files, the
 * checks are left out. `npm test -- --changed` runs the checks and the tests of what differs from the upstream branch,
 * `--changed=<commit>` from a commit (tools/changed-tests.ts).
 */
import { join } from 'node:path'
import { createVitest, parseCLI, type Vitest } from 'vitest/node'
import { testsOfChange } from './changed-tests.ts'
import { runChecks } from './check-steps.ts'

const {
  filter,
  options: { changed, ...options },
} = parseCLI(['vitest', 'run', ...process.argv.slice(2)])
const sum = { passed: 0, failed: 0 }
const add = ({ passed, failed }: typeof sum) => {
  sum.passed += passed
  sum.failed += failed
}
try {
  if (filter.length === 0) add(await runChecks())
  const only = changed ? testsOfChange(changed === true ? undefined : String(changed)) : undefined
  if (only) console.log(`\n${only.length} test files for this change`)
  const vitest = await createVitest({ ...options, watch: false })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.removeAllListeners(signal) // Vitest's own exits at once
    process.on(signal, () => void interrupt(vitest))
  }
  await vitest.start(only?.map((file) => join(import.meta.dirname, '..', file)) ?? filter)
  add(count(vitest))
  await vitest.close()
} catch (fault) {
  console.error(fault)
  add({ passed: 0, failed: 1 })
}
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed\n`, () => process.exit(sum.failed > 0 ? 1 : 0))

/** On Ctrl-C, stops the PostgreSQL of the run before the process ends. */
async function interrupt(vitest: Vitest): Promise<void> {
  setTimeout(() => process.exit(130), 5000).unref()
  await vitest.cancelCurrentRun('keyboard-input')
  await vitest.close()
  process.exit(130)
}

/** Counts tests; a file that failed outside its tests, an unhandled error and a run without tests count as failures. */
function count(vitest: Vitest): typeof sum {
  const modules = vitest.state.getTestModules()
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const passed = tests.filter((test) => test.result().state === 'passed').length
  const failed = tests.filter((test) => test.result().state === 'failed').length
  const broken = modules.filter(
    (module) => module.state() === 'failed' && ![...module.children.allTests('failed')].length,
  )
  const faults = vitest.state.getUnhandledErrors().length
  const none = tests.length === 0 && broken.length === 0 ? 1 : 0
  return { passed, failed: failed + broken.length + faults + none }
}
