import { expect, test } from 'vitest'
import { session } from '#features/sign-in/contract.ts'
import { startApi } from '#testing/api.ts'
import { freshDatabase } from '#testing/database.ts'

test('Accounts of the demo have agreed to the terms, to an earlier version, and to none', async () => {
  const api = await startApi({ url: await freshDatabase(false, 'demo') })
  const statusOf = async (username: string) =>
    (await (await api.signIn(username, 'NWM')).ask(session.details, {})).body.termsAcceptedStatus
  expect([await statusOf('dana.ruiz'), await statusOf('una.reed'), await statusOf('tia.novak')]).toEqual([
    'termsAccepted',
    'updatedTermsNotAccepted',
    'termsNeedToAccept',
  ])
})
