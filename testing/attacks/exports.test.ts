import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyCall } from '#registry'
import { eventually } from '../eventually.ts'
import { attempt, send, sender } from './attempt.ts'
import { openPrepared } from './prepared.ts'
import type { Prepared } from './place.ts'
import { sampleOf } from './samples.ts'

// No file leaves the portal without its line on the list of exports, and none has two.

let prepared: Prepared
beforeAll(async () => {
  prepared = await openPrepared()
})
afterAll(() => prepared.close())

const exporting = everyCall.filter(({ limit, file }) => limit === 'export' && file !== undefined)

test.each(exporting)('$name leaves one line: who, what, how much, and the check sum of what left', async (call) => {
  const place = prepared.fresh('AAA1')
  const made = attempt(call, await sampleOf(call, place), sender(await prepared.api.signIn(place.username), place.mc))
  await prepared.api.db.query('delete from export_question')
  await prepared.api.db.query('delete from export_record')
  const answer = await send(prepared.api, made)
  expect([answer.status, answer.headers['content-disposition']]).toEqual([200, expect.stringMatching(/^attachment; /)])
  const lines = async () =>
    (
      await prepared.api.db.query(
        `select call, mc, user_id, state, bytes::int as bytes, sha256, again is not null as again from export_record`,
      )
    ).rows
  await eventually(async () => expect((await lines()).map(({ state }) => state)).toEqual(['FINISHED']))
  const left = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(answer.bytes) : answer.bytes
  expect(await lines()).toEqual([
    {
      call: call.name,
      mc: 'AAA',
      user_id: place.userId,
      state: 'FINISHED',
      bytes: left.length,
      sha256: createHash('sha256').update(left).digest('hex'),
      again: true,
    },
  ])
})

test('a call with a file that is no export shows a document, answers another system, or gives a secret', () => {
  const others = everyCall.filter(({ limit, file }) => limit !== 'export' && file !== undefined)
  expect(others.map(({ name }) => name).toSorted()).toEqual([
    'documents.billImage',
    'documents.file',
    'documents.fileNet',
    'documents.page',
    'eligibilityFeed.again', // lines go back to the carrier that sent them
    'letters.previewFile',
    'scim.makeToken', // a secret
  ])
})
