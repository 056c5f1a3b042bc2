import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { letters } from '#features/letters/contract.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'

test('An adjuster who opens the preview of rows sees their letters and what the pharmacy was notified of', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const [waiting, decided] = [
    await raiseAuthorization(api, { sub: 'AAA1', at: 1 }),
    await raiseAuthorization(api, { sub: 'AAA1', at: 2 }),
  ]
  expect(
    (await adjuster.ask(letters.email, { authorizationId: waiting, version: 1, to: ['office@clinic.example'] })).status,
  ).toBe(200)
  expect(
    (await adjuster.ask(decision.rejectThisFill, { id: decided, version: 1, reasonId: 1, note: 'Not for this injury' }))
      .status,
  ).toBe(200)
  const { body } = await adjuster.ask(authorizations.additional, { authorizationIds: [waiting, decided] })
  expect(body).toMatchObject([
    {
      authorizationId: waiting,
      lomn: [{ status: expect.any(String) }],
      callback: null,
      dateOfBirth: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      rejects: [{ rejectCode: '75', message: expect.any(String) }],
    },
    { authorizationId: decided, lomn: [], callback: { outcome: expect.any(String), acknowledgedAt: null } },
  ])
  expect((await adjuster.ask(authorizations.additional, { authorizationId: decided })).body).toEqual([body[1]])
  const nothing = await adjuster.ask(authorizations.additional, {})
  expect([nothing.status, (nothing.body as unknown as { fields: { path: string }[] }).fields[0]!.path]).toEqual([
    400,
    'authorizationIds',
  ])
})
