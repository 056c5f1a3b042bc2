/**
 * `npm test`: the checks, then every test; the last line is the sum. A file that fails is run once more, alone
 * (tools/test-run/second-look.ts). Arguments go to Vitest; when they name files, the checks are left out.
 * `npm test -- --changed` runs the checks and the tests of what differs from the upstream branch, `--changed=<commit>` from a
 * commit (tools/changed-tests.ts). `npm run test:exhaustive` tries everything whole, and goes on where it was cut
 * (tools/test-run/exhaustive.ts).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest, parseCLI, type Vitest } from 'vitest/node'
import { testSeed } from '../testing/test-seed.ts'
import { testsOfChange } from './changed-tests.ts'
import { runChecks } from './check-steps.ts'
import { ExhaustiveRun } from './test-run/exhaustive.ts'
import { busySeconds } from './test-run/processor-time.ts'
import { looksOf, outsideFaults } from './test-run/looks.ts'
import { ProgressReporter } from './test-run/reporter.ts'
import { filesToLookAt, verdictOf, type Flaky, type Look } from './test-run/second-look.ts'
import { Sums } from './test-run/sums.ts'

const root = join(import.meta.dirname, '..')
const flakyList = join(root, '.test/flaky.json')
const exhaustive = process.argv.includes('--exhaustive')
const {
  filter,
  options: { changed, ...options },
} = parseCLI(['vitest', 'run', ...process.argv.slice(2).filter((argument) => argument !== '--exhaustive')])
process.env['RXDOCKET_TEST_SEED'] = String(testSeed)
if (exhaustive) process.env['RXDOCKET_EXHAUSTIVE'] = '1'
const sums = new Sums()
let running: Vitest | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void interrupt())

try {
  if (filter.length === 0) sums.addChecks(await runChecks())
  const only = changed ? testsOfChange(changed === true ? undefined : String(changed)) : undefined
  if (only) console.log(`\n${only.length} test files for this change`)
  console.log(`\nSeed ${testSeed} (RXDOCKET_TEST_SEED=${testSeed} draws the same samples)`)
  printFlakyBefore()
  const whole = exhaustive && filter.length === 0 ? new ExhaustiveRun(testSeed) : undefined
  const first = await look(whole?.files ?? only ?? filter, { onLook: (one) => whole?.add(one) })
  const second: Look[] = []
  for (const file of filesToLookAt(first)) {
    console.log(`\nSecond look, alone: ${file}`)
    second.push(...(await look([file], { maxWorkers: 1, isolate: true })))
  }
  const verdict = verdictOf(first, second)
  const { failed, flaky, tooManyFlaky } = verdict
  whole?.finish(verdict)
  sums.addTests(first, failed, flaky, tooManyFlaky)
  printFlaky(flaky)
  if (tooManyFlaky) console.log(`✗ ${tooManyFlaky}`)
} catch (fault) {
  console.error(fault)
  sums.addFault()
}
end(sums.failed > 0 ? 1 : 0)

type Bounds = { maxWorkers?: number; isolate?: boolean; onLook?: (look: Look) => void }

/** Runs files, all of them where none is named, and answers what was seen of each; `onLook` hears of each as it ends. */
async function look(files: string[], more: Bounds = {}): Promise<Look[]> {
  // Vitest's own watching of signals exits at once; `interrupt` lets it stop what it started.
  const before = new Map(['SIGINT', 'SIGTERM'].map((signal) => [signal, process.listeners(signal as 'SIGINT')]))
  const { onLook, ...limits } = more
  const reporters = [new ProgressReporter(onLook)]
  running = await createVitest({ ...options, ...limits, watch: false, reporters })
  for (const [signal, kept] of before)
    for (const one of process.listeners(signal as 'SIGINT'))
      if (!kept.includes(one)) process.removeListener(signal, one)
  const names = files.map((file) => (/\.test\.tsx?$/.test(file) ? join(root, file) : file))
  try {
    await running.start(names)
    sums.addProcessorTime(running.state.getTestModules())
    sums.addOutside(outsideFaults(running))
    return looksOf(running)
  } finally {
    await running.close()
    running = undefined
  }
}

/** Ends a run that is cut, with the PostgreSQL it started, and prints what was counted so far. */
async function interrupt(): Promise<void> {
  const vitest = running
  if (!vitest) end(130)
  setTimeout(() => end(130), 8000).unref()
  const looks = looksOf(vitest!)
  sums.addTests(
    looks,
    looks.filter(({ faults }) => faults.length > 0),
    [],
    undefined,
  )
  sums.addProcessorTime(vitest!.state.getTestModules())
  await vitest!.cancelCurrentRun('keyboard-input').catch(() => {})
  await vitest!.close().catch(() => {})
  console.log('\nThe run was cut off.')
  end(130)
}

function end(code: number): void {
  process.stdout.write(`\n${sums.lines(busySeconds()).join('\n')}\n`, () => process.exit(code))
}

function printFlaky(flaky: readonly Flaky[]): void {
  for (const { file, first, second } of flaky) {
    console.log(`\nflaky: ${file}\n  first, beside other files:`)
    for (const fault of first.faults) console.log(fault.replaceAll(/^/gm, '    '))
    console.log(`  second, alone: ${second.passed} passed`)
  }
  mkdirSync(join(root, '.test'), { recursive: true })
  writeFileSync(
    flakyList,
    JSON.stringify(
      flaky.map(({ file, first }) => ({ file, faults: first.faults })),
      null,
      2,
    ),
  )
}

function printFlakyBefore(): void {
  let before: { file: string; faults: string[] }[]
  try {
    before = JSON.parse(readFileSync(flakyList, 'utf8')) as typeof before
  } catch {
    return // no run before
  }
  for (const { file, faults } of before) console.log(`flaky before: ${file}: ${faults[0]?.split('\n')[0] ?? ''}`)
}
