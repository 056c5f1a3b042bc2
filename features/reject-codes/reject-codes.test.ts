import { expect, test } from 'vitest'
import { rejectCodes as dictionary } from '#reference/reject-codes.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { rejectCodes } from './contract.ts'

test('a signed-in user reads what each reject code means, who can lift it and what to do about it', async () => {
  const api = await startFixtureApi()
  const { body } = await (await api.signIn('read.only')).ask(rejectCodes.all, {})
  expect(body.map((one) => one.rejectCode)).toEqual(dictionary.map((one) => one.code))
  for (const one of body)
    expect([one.rejectCode, one.description !== '', one.fixHint !== '']).toEqual([one.rejectCode, true, true])
  expect(body.find((one) => one.rejectCode === '75')).toMatchObject({ safety: false, pendingWorthy: true })
})
