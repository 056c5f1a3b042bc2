import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Tests of one file alone, where tools/mutation.ts says so. */
const own = process.env['RXDOCKET_MUTATION_TESTS']?.split(',')

const around = globSync([
  'features/adjudication/**/*.test.ts',
  '{features/authorizations,features/deadlines,features/clock,platform/dates}/*.test.ts',
  'features/{permissions,decision-rights}/*.test.ts',
  'features/{claim-facts,decisions,eligibility,prior-auths}/*.test.ts',
  'features/decisions/approve/choices.test.ts',
])
/** A mutant has no database, so tests that open a portal are left out: of testing/ they may import oracles and days only. */
const isPure = (file: string): boolean => !/from '#testing\/(?!oracles\/|new-york-day)/.test(readFileSync(file, 'utf8'))

/**
 * The tests that mutants of the rules must not survive (tools/mutation.ts): pure ones, no database and no browser. The
 * walk of a hundred thousand steps is not among them: it takes three seconds a mutant, so the score is a lower bound.
 */
export default defineConfig({
  test: {
    include: own ?? around.filter(isPure),
    testTimeout: 60_000, // the code is watched while it runs, and the machine is often busy otherwise
    setupFiles: ['testing/fast-check-seed.ts'],
  },
})
