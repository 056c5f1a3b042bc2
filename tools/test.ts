/**
 * `npm test`: the checks, then every test; the last line is the sum. Arguments go to Vitest; when they name files, the
 * checks are left out. Vitest's own closing lines stay above.
 */
import { createVitest, parseCLI, type Vitest } from 'vitest/node'
import { runChecks } from './check-steps.ts'

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)])
const sum = { passed: 0, failed: 0 }
const add = ({ passed, failed }: typeof sum) => {
  sum.passed += passed
  sum.failed += failed
}
try {
  if (filter.length === 0) add(await runChecks())
  const vitest = await createVitest({ ...options, watch: false })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.removeAllListeners(signal) // Vitest's own exits at once
    process.on(signal, () => void interrupt(vitest))
  }
  await vitest.start(filter)
  add(count(vitest))
  await vitest.close()
} catch (fault) {
  console.error(fault)
  add({ passed: 0, failed: 1 })
}
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed\n`, () => process.exit(sum.failed > 0 ? 1 : 0))

/** Ctrl-C still takes down what the run set up: its PostgreSQL. */
async function interrupt(vitest: Vitest): Promise<void> {
  setTimeout(() => process.exit(130), 5000).unref()
  await vitest.cancelCurrentRun('keyboard-input')
  await vitest.close()
  process.exit(130)
}

/** Each test is one; a file that broke outside its tests, a fault nobody caught and a run without tests are failures. */
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
