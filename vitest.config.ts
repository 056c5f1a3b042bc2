import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './testing/longest-first.ts'
import { workers } from './testing/workers.ts'

export default defineConfig({
  plugins: [react()],
  test: {
    include: ['{platform,features,demo,reference,database,testing,tools,journeys}/**/*.test.{ts,tsx}'],
    globalSetup: ['testing/global-setup.ts'],
    setupFiles: ['testing/every-file.ts'],
    isolate: false, // a worker runs many files: modules are loaded once, and one Chromium serves them all
    maxWorkers: workers,
    sequence: { sequencer: LongestFirst },
    testTimeout: 300_000, // ends what hangs; a slow machine is no fault
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } }, // for busy machines
  },
})
