import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall } from '#registry'
import { attempt, pharmacy, send, sender, type Sender } from './attempt.ts'
import { openPrepared } from './prepared.ts'
import type { Prepared } from './place.ts'
import { sampleOf } from './samples.ts'

let prepared: Prepared
beforeAll(async () => void (prepared = await openPrepared()))
afterAll(() => prepared.close())

describe.each(['AAA1', 'BBB1'] as const)('in %s', (sub) => {
  test.each(everyCall)('the sample of $name is a request that succeeds', async (call) => {
    const place = prepared.fresh(sub)
    const by: Sender = call.gate === 'service' ? pharmacy : sender(await prepared.api.signIn(place.username), place.mc)
    const answer = await send(prepared.api, attempt(call, await sampleOf(call, place), by))
    expect({ status: answer.status, body: answer.status === 200 ? '' : answer.body }).toEqual({ status: 200, body: '' })
    if (call.file === undefined) expect(call.output.safeParse(answer.body).error).toBeUndefined()
    else expect(answer.headers['content-type']).toBe(call.file)
  })
})
