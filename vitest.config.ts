import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './testing/longest-first.ts'

export default defineConfig({
  plugins: [react()],
  test: {
    include: ['{platform,features,demo,reference,database,testing,tools,journeys}/**/*.test.{ts,tsx}'],
    globalSetup: ['testing/global-setup.ts'],
    isolate: false, // a worker runs many files: modules are loaded once, and one Chromium serves them all
    maxWorkers: 3, // on two cores too: tests often wait for PostgreSQL, the browser and timers
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } }, // long, for busy machines; tests of speed set their own
  },
})
