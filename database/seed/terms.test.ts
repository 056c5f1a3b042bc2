import { expect, test } from 'vitest'
import { session } from '#features/sign-in/contract.ts'
import { startApi } from '#testing/api.ts'
import { freshDatabase } from '#testing/database.ts'
import { loadDemo } from './load.ts'

test('Accounts of the demo have agreed to the terms, to an earlier version, and to none', async () => {
  const url = await freshDatabase()
  await loadDemo(url, { size: 'test', asOf: new Date() })
  const api = await startApi({ url })
  const statusOf = async (username: string) =>
    (await (await api.signIn(username, 'NWM')).ask(session.details, {})).body.termsAcceptedStatus
  expect([await statusOf('dana.ruiz'), await statusOf('una.reed'), await statusOf('tia.novak')]).toEqual([
    'termsAccepted',
    'updatedTermsNotAccepted',
    'termsNeedToAccept',
  ])
})
