import { expect, test } from 'vitest'
import { isNoticeNew, passwordDaysLeft, termsStatus, warnBeforeSeconds } from './rules.ts'

test.each([
  [null, null, 'termsNeedToAccept'],
  ['3.0', '6.0', 'termsAccepted'],
  ['2.0', '6.0', 'updatedTermsNotAccepted'],
  ['3.0', '5.0', 'updatedTermsNotAccepted'],
  ['3.0', null, 'updatedTermsNotAccepted'],
])('accepted terms %s and privacy notice %s: %s', (terms, privacy, status) => {
  expect(termsStatus({ terms, privacy, currentTerms: '3.0', currentPrivacy: '6.0' })).toBe(status)
})

test.each([
  ['15 days before the limit', false, 75, 90, 15],
  ['16 days before', false, 74, 90, undefined],
  ['the last day', false, 89, 90, 1],
  ['on the limit', false, 90, 90, 0],
  ['long past it', false, 200, 90, 0],
  ['single sign-on', true, 89, 90, undefined],
  ['no password known', false, null, 90, undefined],
])('password notice, %s', (_name, ssoUser, pwdExpirationDays, pwdExpLimit, left) => {
  expect(passwordDaysLeft({ ssoUser, pwdExpirationDays, pwdExpLimit })).toBe(left)
})

test.each([
  ['2025-04-21T23:59:59Z', false],
  ['2025-04-22T00:00:00Z', true],
  ['2025-05-22T23:59:59Z', true],
  ['2025-05-23T00:00:00Z', false],
])('a notice of 4/22/2025 is new at %s: %s', (now, isNew) => {
  expect(isNoticeNew('2025-04-22', new Date(now))).toBe(isNew)
})

test.each([
  [720, 600],
  [420, 600],
  [60, 90],
])('prompted after %i s of idling, warned %i s before the end', (promptAfter, seconds) => {
  expect(warnBeforeSeconds(promptAfter)).toBe(seconds)
})
