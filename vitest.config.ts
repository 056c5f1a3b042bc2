import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    include: ['{platform,features,demo,reference,database,testing,tools,journeys}/**/*.test.{ts,tsx}'],
    globalSetup: ['testing/global-setup.ts'],
    maxWorkers: 2, // tests wait for PostgreSQL and for the browser most of the time: a second one works meanwhile, also on two cores
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } }, // what is waited for comes when it comes; how fast it must be is said where it matters
  },
})
