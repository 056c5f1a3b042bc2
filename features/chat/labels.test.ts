import { expect, test } from 'vitest'
import { chatLabels, waitWords } from './labels.ts'

test.each([
  ['P', 'Patient', ['Claim Inquiry', 'Authorization Inquiry', 'Patient Issue']],
  ['E', 'Claimant', ['Case Inquiry', 'Authorization Inquiry', 'Claimant Issue']],
])('with the label setting %s the form says %s, and its reasons follow', (setting, patient, first) => {
  const labels = chatLabels(setting)
  expect(labels.patient).toBe(patient)
  expect(labels.reasons.map(({ label }) => label)).toEqual([
    ...first,
    'Portal Assistance',
    'Clinical Request',
    'Billing/Payment Inquiry',
    'General Inquiry',
  ])
})

test.each([
  [0, 'usual wait under a minute'],
  [60, 'usual wait about 1 minute'],
  [61, 'usual wait about 2 minutes'],
  [240, 'usual wait about 4 minutes'],
])('%d seconds are a %s', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words)
})
