import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyCall } from '#registry'
import { attempt, codeOf, contents, send, sender, type Sender } from './attempt.ts'
import { openPrepared } from './prepared.ts'
import type { Place, Prepared } from './place.ts'
import { sampleOf } from './samples.ts'

// Ids of two people of one program in one call: the claim of one with what is of the other. Both are the user's to see, so
// that neither row-level security nor scope refuses them; what belongs to another claim is not there.

let prepared: Prepared
let adjuster: Sender
let other: Place
beforeAll(async () => {
  prepared = await openPrepared()
  adjuster = sender(await prepared.api.signIn('adj.aaa'), 'AAA')
  other = prepared.fresh('AAA1')
})
afterAll(() => prepared.close())

const subscriber = async (): Promise<string> => (await other.claimed()).subscriber
const swaps: readonly [
  call: string,
  field: string,
  of: () => Promise<string>,
  refused?: [status: number, code: string],
][] = [
  ['timeline.ofClaim', 'authorizationId', () => other.request()],
  ['history.detail', 'authorizationId', () => other.request()],
  ['documents.add', 'authorizationId', () => other.request()],
  ['documents.ofTransaction', 'd', async () => (await other.filed()).reference],
  ['bypasses.history', 'bypassId', () => other.bypass()],
  ['eligibility.edit', 'eligibilityId', async () => (await other.span()).id],
  ['claimNotes.ofEligibility', 'eligibilityId', async () => (await other.span()).id],
  ['determinations.record', 'documentId', async () => (await other.order()).documentId],
  ['determinations.withdraw', 'determinationId', async () => (await other.determined()).determinationId],
  ['transactionHistory.detail', 'referenceNumber', async () => (await other.filled()).reference],
  ['transactionHistory.detail', 'tcn', async () => (await other.filled()).tcn],
  ['transactionHistory.search', 'subscriberId', subscriber],
  ['transactionHistory.page', 'subscriberId', subscriber],
  ['transactionHistory.export', 'subscriberId', subscriber],
  ['transactionHistory.medications', 'subscriberId', subscriber],
  ['transactionHistory.reverse', 'referenceNumber', async () => (await other.filled()).reference, [400, 'VALIDATION']],
  ['newAuthorization.trial', 'claimId', async () => (await other.claimed()).id],
  ['newAuthorization.build', 'originalAuthId', async () => (await other.decided()).id],
  ['priorAuths.save', 'referenceNumber', () => other.reference()],
  ['clinical.considerations', 'claimId', async () => (await other.claimed()).id],
]

test.each(swaps)(
  '%s with %s of another person is refused, and nothing is written',
  async (name, field, of, refused = [404, 'NOT_FOUND']) => {
    const call = everyCall.find((one) => one.name === name)!
    const input = await sampleOf(call, prepared.fresh('AAA1'))
    const value = await of()
    const before = await contents(prepared.api)
    const answer = await send(prepared.api, attempt(call, { ...input, [field]: value }, adjuster))
    expect([answer.status, codeOf(answer)]).toEqual(refused)
    expect(await contents(prepared.api)).toEqual(before)
  },
)

test('the history of a claim has nothing of a period of coverage of another person', async () => {
  const call = everyCall.find((one) => one.name === 'eligibility.history')!
  const input = await sampleOf(call, prepared.fresh('AAA1'))
  const eligibilityId = (await other.span()).id
  const answer = await send(prepared.api, attempt(call, { ...input, eligibilityId }, adjuster))
  expect(answer.body).toMatchObject({ content: [], totalElements: 0 })
})

test('two requests of two people are never merged', async () => {
  const call = everyCall.find((one) => one.name === 'merging.merge')!
  const input = await sampleOf(call, prepared.fresh('AAA1'))
  const answer = await send(prepared.api, attempt(call, { ...input, into: await other.request() }, adjuster))
  expect(answer.body).toMatchObject({
    status: { code: 'RULE', message: 'The two requests belong to different claims.' },
  })
})
