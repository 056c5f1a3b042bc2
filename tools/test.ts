/**
 * `npm test`: the checks, then every test; the last line is the sum. A file that fails is run once more, alone
 * (tools/test-run/second-look.ts). Arguments go to Vitest; when they name files, the checks are left out.
 * `npm test -- --changed` runs the checks and the tests of what differs from the upstream branch, `--changed=<commit>` from a
 * commit (tools/changed-tests.ts). `npm run test:exhaustive` tries everything whole, and goes on where it was cut
 * (tools/test-run/exhaustive.ts).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCLI } from 'vitest/node'
import { testSeed } from '../testing/test-seed.ts'
import { testsOfChange } from './changed-tests.ts'
import { runChecks } from './check-steps.ts'
import { exhaustiveRun, writeExhaustive } from './test-run/exhaustive.ts'
import { busySeconds } from './test-run/processor-time.ts'
import { filesToLookAt, verdictOf, type Flaky } from './test-run/second-look.ts'
import { Sums } from './test-run/sums.ts'
import { VitestRun } from './test-run/vitest-run.ts'

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
const vitest = new VitestRun(sums, options)
vitest.onCut(() => end(130))

try {
  if (filter.length === 0) sums.addChecks(await runChecks())
  const only = changed ? testsOfChange(changed === true ? undefined : String(changed)) : undefined
  if (only) console.log(`\n${only.length} test files for this change`)
  console.log(`\nSeed ${testSeed} (RXDOCKET_TEST_SEED=${testSeed} draws the same samples)`)
  printFlakyBefore()
  const whole = exhaustive && filter.length === 0 ? exhaustiveRun(testSeed) : undefined
  const first = await vitest.look(whole?.files ?? only ?? filter, { onLook: (one) => whole?.add(one) })
  const second = await vitest.lookAgain(filesToLookAt(first))
  const verdict = verdictOf(first, second)
  const { failed, flaky, tooManyFlaky } = verdict
  if (whole) await lookInTab()
  if (whole) writeExhaustive(whole, testSeed, verdict)
  sums.addTests(first, failed, flaky, tooManyFlaky)
  printFlaky(flaky)
  if (tooManyFlaky) console.log(`✗ ${tooManyFlaky}`)
} catch (fault) {
  console.error(fault)
  sums.addFault()
}
end(sums.failed > 0 ? 1 : 0)

function end(code: number): void {
  process.stdout.write(`\n${sums.lines(busySeconds()).join('\n')}\n`, () => process.exit(code))
}

/** The journeys that need no second server, on the demonstration in a browser tab; they have no second look. */
async function lookInTab(): Promise<void> {
  console.log('\nThe journeys in a browser tab')
  const looks = await vitest.look([], { config: join(root, 'vitest.demo.config.ts') })
  const failed = looks.filter(({ faults }) => faults.length > 0)
  for (const { file, faults } of failed) console.log(`✗ in a tab: ${file}\n${faults.join('\n')}`)
  sums.addTests(looks, failed, [], undefined)
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
