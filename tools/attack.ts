/**
 * `npm run attack`: tries to get past the portal with everything the tests know, whole instead of a sample, and writes what held
 * into SECURITY.md. It may be cut and goes on; `-- --minutes 30` begins nothing new after half an hour.
 */
import { parseArgs } from 'node:util'
import { testSeed } from '../testing/test-seed.ts'
import { attackRun, filesByAttack, writeAttacks } from './test-run/attacks.ts'
import { busySeconds } from './test-run/processor-time.ts'
import type { Look } from './test-run/second-look.ts'
import { Sums } from './test-run/sums.ts'
import { VitestRun } from './test-run/vitest-run.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '600' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) {
  console.error('Use: npm run attack [-- --minutes 30]')
  process.exit(1)
}
process.env['RXDOCKET_TEST_SEED'] = String(testSeed)
process.env['RXDOCKET_EXHAUSTIVE'] = '1'
const began = performance.now()
const sums = new Sums()
const vitest = new VitestRun(sums)
vitest.onCut(() => end(130))
const run = attackRun(testSeed)
const failed: Look[] = []

for (const { what, files } of filesByAttack()) {
  const waiting = files.filter((file) => run.files.includes(file))
  if (waiting.length === 0) continue
  if (performance.now() - began > minutes * 60_000) {
    console.log(`\n${minutes} minutes are over: the same command goes on.`)
    break
  }
  console.log(`\n${what}`)
  const looks = await vitest.look(waiting, { onLook: (look) => run.add(look) })
  const mine = looks.filter(({ faults }) => faults.length > 0)
  sums.addTests(looks, mine, [], undefined)
  failed.push(...mine)
}
writeAttacks(run, testSeed, failed)
end(failed.length > 0 ? 1 : 0)

function end(code: number): void {
  process.stdout.write(`\n${sums.lines(busySeconds()).join('\n')}\n`, () => process.exit(code))
}
