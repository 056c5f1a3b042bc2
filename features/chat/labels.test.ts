import { expect, test } from 'vitest'
import { chatLabels, pageOf, waitWords } from './labels.ts'

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

test.each([
  ['/authorizations/request/0190-ab', { href: '/authorizations/request/0190-ab', words: 'Request' }],
  ['/patients/AAA/AAA1/0190-ab', { href: '/patients/AAA/AAA1/0190-ab', words: 'Patient' }],
  ['/authorizations', { href: '/authorizations', words: 'Authorization Requests' }],
  ['/home', { href: '/home', words: 'Home' }],
  ['/create-authorization', { href: '/create-authorization', words: '/create-authorization' }],
  ['javascript:alert(1)', undefined],
  ['//other.example/page', undefined],
  ['https://other.example', undefined],
  ['/home?next=//other.example', undefined],
  ['0190', undefined],
])('an agent gets a link to the page %s only where it is one of the portal', (address, page) => {
  expect(pageOf(address)).toEqual(page)
})
