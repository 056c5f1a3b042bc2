/** Runs before each test file: properties draw from the seed of the run, and the file's processor time is noted for the sums. */
import fc from 'fast-check'
import { afterAll } from 'vitest'
import { secondsOfTree } from '../tools/test-run/processor-time.ts'
import { testSeed } from './test-seed.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds of processor time of a file, by the process that ran it and what that started. */
    processorSeconds?: number
  }
}

fc.configureGlobal({ seed: testSeed })
const before = secondsOfTree()
// oxlint-disable-next-line no-empty-pattern -- the second argument is the file; Vitest wants a pattern as the first
afterAll(({}, file) => {
  file.file.meta.processorSeconds = secondsOfTree() - before
})
