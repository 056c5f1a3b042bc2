import { defineConfig } from 'vitest/config'

/** The tests that mutants of the rules must not survive (tools/mutation.ts): pure ones, no database and no browser. */
export default defineConfig({
  test: {
    include: [
      'features/adjudication/*.test.ts',
      'features/authorizations/{,clock/}*.test.ts',
      'features/authorizations/decision/{rules,approve-form,clearing}.test.ts',
      'testing/walk/model.test.ts',
    ],
    exclude: ['**/handlers.test.ts', '**/jobs.test.ts'],
    testTimeout: 60_000, // the code is watched while it runs, and the machine is often busy otherwise
    setupFiles: ['testing/same-seed.ts'],
  },
})
