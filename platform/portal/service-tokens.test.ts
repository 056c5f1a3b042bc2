import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eligibilityFeed } from '#features/eligibility-feed/contract.ts'
import { letters } from '#features/letters/contract.ts'
import { texts } from '#features/text-messages/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { everyCall } from '#registry'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { feedTokensOf, isOneOf, noServices, oneToken, tokensOf } from './service-tokens.ts'

// Each service has a token of its own that opens its own calls; a feed's opens those of its carrier.

const secret = (whose: string) => `${whose} `.repeat(9).replaceAll(' ', '-')
const tokens = {
  intake: [secret('pharmacy'), secret('pharmacy-before')],
  fax: [secret('fax'), secret('fax-before')],
  sms: [secret('texts'), secret('texts-before')],
  mail: [secret('mail'), secret('mail-before')],
  feeds: { AAA: [secret('alder'), secret('alder-before')], BBB: [secret('birch')] },
}
let api: TestApi
beforeAll(async () => {
  api = await startFixtureApi({ keep: true, serviceTokens: tokens })
})
afterAll(() => api.close())

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const file = { name: 'feed.csv', type: 'text/csv', bytes: new TextEncoder().encode('claim_number\n') }
/** A call of each service, and what it answers to the right token. */
const asks = {
  intake: (token: string) =>
    api.anonymous.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 1 }), bearer(token)),
  fax: (token: string) =>
    api.anonymous.ask(letters.faxStatus, { faxJobId: randomUUID(), status: 'sent' }, bearer(token)),
  sms: (token: string) => api.anonymous.ask(texts.status, { messageId: randomUUID(), status: 'sent' }, bearer(token)),
  mail: (token: string) => api.anonymous.ask(letters.mailReport, { messageId: randomUUID(), file }, bearer(token)),
  inbound: (token: string) =>
    api.anonymous.ask(texts.inbound, { id: 'text-1', from: '8135550199', text: 'STOP' }, bearer(token)),
  feed: (token: string, masterCarrier = 'AAA') =>
    api.anonymous.ask(eligibilityFeed.send, { masterCarrier, file }, bearer(token)),
}
const everyToken = [
  ...tokens.intake,
  ...tokens.fax,
  ...tokens.sms,
  ...tokens.mail,
  ...Object.values(tokens.feeds).flat(),
]

test.each([
  ['intake', tokens.intake],
  ['fax', tokens.fax],
  ['sms', tokens.sms],
  ['inbound', tokens.sms],
  ['mail', tokens.mail],
] as const)('the calls of %s take its new token and the one before, and no other', async (service, own) => {
  for (const token of everyToken) {
    const { status, body } = await asks[service](token)
    if ((own as readonly string[]).includes(token)) expect([token, status === 401]).toEqual([token, false])
    else expect([token, status, body.status.code]).toEqual([token, 401, 'SESSION_REQUIRED'])
  }
})

test("a carrier's feed takes the tokens of that carrier; to those of another one it is not there", async () => {
  for (const token of tokens.feeds.AAA) expect((await asks.feed(token)).status).toBe(200)
  for (const token of tokens.feeds.BBB) {
    const { status, body } = await asks.feed(token)
    expect([status, body.status.code]).toEqual([404, 'NOT_FOUND'])
  }
  const services = [...tokens.intake, ...tokens.fax, ...tokens.sms, ...tokens.mail]
  for (const token of services) expect([token, (await asks.feed(token)).status]).toEqual([token, 401])
  const count = async (mc: string) =>
    Number((await api.db.query('select count(*) as n from eligibility_feed where mc = $1', [mc])).rows[0].n)
  expect([await count('AAA'), await count('BBB')]).toEqual([1, 0])
})

test('how far a feed is, its own carrier learns', async () => {
  const { body } = await asks.feed(tokens.feeds.AAA[0]!)
  const ask = (token: string, masterCarrier: string) =>
    api.anonymous.ask(eligibilityFeed.status, { id: body.feedId, masterCarrier }, bearer(token))
  expect((await ask(tokens.feeds.AAA[1]!, 'AAA')).status).toBe(200)
  expect((await ask(tokens.feeds.BBB[0]!, 'AAA')).status).toBe(404)
  expect((await ask(tokens.feeds.BBB[0]!, 'BBB')).status).toBe(404)
  expect((await ask(tokens.feeds.AAA[0]!, 'BBB')).status).toBe(404)
  expect((await ask(tokens.feeds.AAA[0]!, 'ZZZ')).status).toBe(404)
})

test('every call of a service is one of these', () => {
  const services = everyCall.filter((call) => call.service)
  const { services: kinds } = api.built.portal
  expect(Object.fromEntries(services.map((call) => [call.name, kinds[call.service!.kind]!.token]))).toEqual({
    'callbacks.take': 'intake',
    'eligibilityFeed.again': 'feed',
    'eligibilityFeed.send': 'feed',
    'eligibilityFeed.status': 'feed',
    'letters.faxStatus': 'fax',
    'letters.mailReport': 'mail',
    'texts.inbound': 'sms',
    'texts.status': 'sms',
    'transactions.intake': 'intake',
    'transactions.reverse': 'intake',
  })
})

test('a token is compared whole, with every candidate', () => {
  expect(isOneOf('new', ['new', 'old'])).toBe(true)
  expect(isOneOf('old', ['new', 'old'])).toBe(true)
  for (const given of ['', 'ne', 'newer', 'New', 'new old'])
    expect([given, isOneOf(given, ['new', 'old'])]).toEqual([given, false])
  expect(isOneOf('', [])).toBe(false)
  expect(tokensOf(noServices, 'feed')).toEqual([])
  expect(feedTokensOf(oneToken('one'), 'AAA')).toEqual(['one'])
  expect(feedTokensOf(tokens, '__proto__')).toEqual([])
  expect(feedTokensOf({ ...noServices, feeds: { AAA: ['one'] } }, undefined)).toEqual([])
})
