import { describe, expect, test } from 'vitest'
import { instantOf } from '#platform/dates/zone.ts'
import { status } from '#features/authorizations/statuses.ts'
import {
  resent,
  sentOn,
  templates,
  whyNotInvite,
  whyNotOptOut,
  whyNotSend,
  whyNotTrue,
  whyNotWhole,
  type TextFacts,
} from './gateway-rules.ts'

// What a user may do about the text messages of a worker.

const zone = 'America/Phoenix'
const now = '2026-11-16T18:00:00.000Z'
const facts = (more: Partial<TextFacts> = {}, consent: Partial<TextFacts['consent']> = {}): TextFacts => ({
  consent: {
    kept: 2,
    sameNumber: true,
    claimOpen: true,
    off: false,
    mobile: '8135550144',
    optedInAt: now,
    optedOutAt: null,
    ...consent,
  },
  onFile: '8135550144',
  numberStopped: false,
  sent: [],
  statuses: [],
  whole: true,
  filled: false,
  ...more,
})
const never = { kept: 0 as const, sameNumber: false, mobile: null }
const earlier = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString()
const words = (why: { message?: string | undefined } | undefined) => why?.message

describe('a user invites a worker', () => {
  test.each([
    ['who was never asked', facts({}, never), undefined],
    ['whose texts did not arrive', facts({}, { kept: 4 }), undefined],
    ['who agreed for another number', facts({}, { kept: 2, sameNumber: false }), undefined],
    ['who said STOP', facts({}, { kept: 3 }), /Only they can opt in again/],
    ['who said STOP for an earlier number', facts({}, { kept: 3, sameNumber: false }), /Only they can opt in again/],
    ['whose number another worker stopped', facts({ numberStopped: true }, never), /Somebody with this number/],
    ['without a number on file', facts({ onFile: null }, never), /no mobile number on file/],
    ['whose claim is closed', facts({}, { ...never, claimOpen: false }), /The claim is closed/],
    ['of a carrier without texts', facts({}, { ...never, off: true }), /switched text messages off/],
    ['who takes texts', facts(), /already gets text messages/],
    ['who was invited', facts({}, { kept: 1 }), /Send the invitation again/],
  ])('%s', (_, of, expected) => {
    const why = words(whyNotInvite(of, now, zone))
    if (expected === undefined) expect(why).toBeUndefined()
    else expect(why).toMatch(expected)
  })
})

test('a user ends the texts of a worker in every state but opted out, also of one who was never asked', () => {
  for (const kept of [0, 1, 2, 4] as const) expect(whyNotOptOut(facts({}, { kept }))).toBeUndefined()
  expect(words(whyNotOptOut(facts({}, { kept: 3 })))).toMatch(/already/)
  expect(words(whyNotOptOut(facts({ onFile: null }, never)))).toMatch(/no mobile number/)
})

describe('a number gets one text a minute and three a day', () => {
  const sent = (...ago: number[]) =>
    facts({ sent: ago.map((minutes) => ({ template: 'PENDING', status: 'SENT', at: earlier(minutes) })) })
  test.each([
    ['none yet', sent(), undefined],
    ['two today', sent(5, 30), undefined],
    ['one 59 seconds ago', sent(59 / 60), /less than a minute/],
    ['one a minute ago', sent(1), undefined],
    ['three today', sent(5, 30, 60), /3 texts of the day/],
  ])('%s', (_, of, expected) => {
    const why = words(whyNotSend(of, now, zone))
    if (expected === undefined) expect(why).toBeUndefined()
    else expect(why).toMatch(expected)
  })

  test('the day is the worker’s: a text at 11:59 PM of their yesterday does not count, one at midnight does', () => {
    const at = (time: string, of = zone) => new Date(instantOf('2026-11-16', time, of)).toISOString()
    const before = new Date(Date.parse(at('00:00')) - 1).toISOString()
    const one = (instant: string) => facts({ sent: [{ template: null, status: 'SENT', at: instant }] })
    expect([sentOn(one(before), now, zone), sentOn(one(at('00:00')), now, zone)]).toEqual([0, 1])
    // At midnight in New York it is still the day before in Phoenix.
    expect(sentOn(one(at('00:00', 'America/New_York')), now, zone)).toBe(0)
  })

  test('texts that failed or were blocked are not counted', () => {
    const of = facts({ sent: [{ template: 'PENDING', status: 'FAILED', at: now }] })
    expect([sentOn(of, now, zone), whyNotSend(of, now, zone)]).toEqual([0, undefined])
  })
})

test('a fixed text is sent only while it is true', () => {
  const of = (...statuses: number[]) => facts({ statuses })
  const true_ = (given: TextFacts) => templates.filter((template) => whyNotTrue(template, given) === null)
  expect(true_(of())).toEqual([])
  expect(true_(of(status.PENDING))).toEqual(['PENDING'])
  expect(true_(of(status.APPROVED, status.REJECTED))).toEqual(['APPROVED', 'CALL_US'])
  expect(true_(facts({ filled: true }))).toEqual(['READY'])
})

test('"approved" is not said of a part, nor before the pharmacy has the message', () => {
  expect(templates.filter((template) => whyNotWhole(template, { whole: false }) !== null)).toEqual(['APPROVED'])
  expect(templates.filter((template) => whyNotWhole(template, { whole: true }) !== null)).toEqual([])
})

describe('a user sends a text again', () => {
  const last = (template: string | null, state: 'SENT' | 'FAILED' | 'BLOCKED', minutes: number) => ({
    sent: [{ template, status: state, at: earlier(minutes) }],
    statuses: [status.PENDING],
  })
  test.each<[string, TextFacts, string | RegExp]>([
    ['the last one failed', facts(last('PENDING', 'FAILED', 5)), 'PENDING'],
    ['it arrived', facts(last('PENDING', 'SENT', 5)), /No text of the last two days failed/],
    [
      'it failed but is not true any more',
      facts({ ...last('PENDING', 'FAILED', 5), statuses: [] }),
      /No request is open/,
    ],
    ['only a reply failed', facts(last('welcome', 'FAILED', 5)), /No text of the last two days failed/],
    ['the invitation is a day old', facts(last('INVITE', 'SENT', 1440), { kept: 1 }), 'INVITE'],
    ['the invitation is younger', facts(last('INVITE', 'SENT', 1439), { kept: 1 }), /less than a day ago/],
    ['the worker said STOP', facts(last('PENDING', 'FAILED', 5), { kept: 3 }), /Only they can opt in again/],
  ])('%s', (_, of, expected) => {
    const found = resent(of, now, zone)
    if (typeof expected === 'string') expect(found).toEqual({ template: expected })
    else expect(words(found as { message: string })).toMatch(expected)
  })
})
