import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { raiseAuthorization } from '#testing/fixture-api.ts'
import { anotherWorker } from '#testing/another-worker.ts'
import { startLetterApi } from '#testing/letters.ts'
import { runJobsUntilIdle } from '#testing/run-jobs.ts'
import { merging } from './contract.ts'

// A letter that is out when its request is merged is answered to the request that stays: nobody decides the merged one any more.

test.each([
  ['is out when its request is merged', false],
  ['was answered, and not read, when its request is merged', true],
])('a letter that %s belongs to the request that stays', async (_, before) => {
  const { api, mailed, answer, one, query } = await startLetterApi()
  const worker = await anotherWorker(api, 'AAA1', 300)
  const stays = await raiseAuthorization(api, worker)
  const gone = await raiseAuthorization(api, { ...worker, nabp: '1043409', rx: '909001' })
  const { code, lomnId } = await mailed(gone)
  if (before) expect((await answer(code)).status).toBe(200)
  const supervisor = await api.signIn('super.aaa')
  const version = async (id: string) => (await supervisor.ask(authorizations.one, { id })).body.version
  const merged = await supervisor.ask(merging.merge, {
    id: gone,
    into: stays,
    version: await version(gone),
    intoVersion: await version(stays),
  })
  expect(merged.body).toMatchObject({ success: true, authorizationId: stays })
  if (!before) expect((await answer(code)).status).toBe(200)
  await runJobsUntilIdle(api)
  expect((await one(stays)).lomn).toMatchObject([{ lomnId, receivedAt: expect.any(String) }])
  expect((await one(gone)).lomn).toEqual([])
  // Unread there, and its owner has the notice of it.
  const { rows } = await api.db.query<{ id: string }>(
    `select authorization_id as id from user_notification where kind = 'letterReceived' order by at desc limit 1`,
  )
  if (!before) expect(rows).toEqual([{ id: stays }])
  expect((await query('select from lomn_request where authorization_id = $1 and status = 6', [stays])).length).toBe(1)
})
