import { spawnSync } from 'node:child_process'

/**
 * The seed that properties and samples of a run draw from, `RXDOCKET_TEST_SEED` or the commit that is checked out: a commit
 * always gives the same run, the next one tries other cases.
 */
export const testSeed: number = Number(process.env['RXDOCKET_TEST_SEED'] ?? seedOfCommit())

function seedOfCommit(): number {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' })
  return status === 0 ? Number.parseInt(stdout.slice(0, 7), 16) : 20_261_128
}
