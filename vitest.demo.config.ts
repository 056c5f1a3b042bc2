import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * Journeys of the portal that also run on the demonstration without a server: those in which one person is at work at a time, and
 * that need neither the pharmacies' side nor the identity provider's page.
 */
const journeys = [
  'carrier-settings',
  'coverage-and-documents',
  'create-authorization',
  'data-extract',
  'decision-controls',
  'eligibility',
  'emergency-access',
  'hostile-names',
  'medications',
  'patient',
  'patient-tabs',
  'prior-authorizations',
  'users',
]
/** Tests of theirs that a browser tab cannot hold, with the reason. */
const notInATab = [
  'A running extract is canceled, keeps no file, and is on record as canceled', // a slow network
  'A filter of a kind this page does not know is named above the form', // an answer changed on its way
  'Two users change the contact data of one worker', // two at work at once; a browser has one session
  'Of two account managers with the same setting open', // the same
  'A setting of two people waits until another account manager approves it', // the same
  'who asks for more while the list is read again', // a slow network
]

/** `npm run demo:check`: the portal in a browser tab, built and used. Its build takes longer than any test of `npm test` may. */
export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: {
      '#testing/portal-in-browser.ts': join(import.meta.dirname, 'testing/portal-in-page.ts'),
    },
  },
  test: {
    include: ['journeys/*.demo.ts', ...journeys.map((name) => `journeys/${name}.test.ts`)],
    testNamePattern: new RegExp(`^(?!.*(?:${notInATab.join('|')}))`),
    globalSetup: ['testing/global-setup-demo.ts'],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
