import { filesOf } from '../../testing/structure/source.ts'
import { KeptRun, today, writeResult } from './kept-run.ts'
import type { Verdict } from './second-look.ts'

/** Every test with the whole bounds. */
export const exhaustiveRun = (seed: number): KeptRun =>
  new KeptRun(
    'exhaustive',
    seed,
    filesOf('{platform,features,demo,reference,database,testing,tools,journeys}/**/*.test.{ts,tsx}'),
  )

/** Writes the result into docs/testing.md once every file has been run. */
export function writeExhaustive(run: KeptRun, seed: number, { failed, flaky }: Verdict): void {
  const passed =
    run.done.reduce((sum, look) => sum + look.passed, 0) + flaky.reduce((sum, { second }) => sum + second.passed, 0)
  const faults = failed.reduce((sum, look) => sum + look.faults.length, 0)
  const names = flaky.length === 0 ? 'none' : flaky.map(({ file }) => file).join(', ')
  writeResult('docs/testing.md', '## Last exhaustive run', [
    '| What | Result |',
    '|---|---|',
    `| Date | ${today()} |`,
    `| Commit | ${run.commit} |`,
    `| Seed | ${seed} |`,
    `| Files | ${run.done.length + flaky.length + failed.length} |`,
    `| Tests passed | ${passed} |`,
    `| Tests failed | ${faults} |`,
    `| Flaky | ${names} |`,
    `| Time | ${Math.round(run.seconds / 60)} minutes |`,
  ])
}
