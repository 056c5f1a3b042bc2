import { expect, test } from 'vitest'
import { drugs } from '#reference/drugs.ts'
import { decisionRows, raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { newAuthorization } from './contract.ts'

test('A medication is not changed when ids of different requests or products are given together', async () => {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const otherId = await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  const { rows } = await api.db.query<{ id: string; reference_number: string; ndc: string; gpi: string }>(
    'select id, reference_number, ndc, gpi from rx_authorization where id = any($1)',
    [[id, otherId]],
  )
  const [own, other] = [rows.find((row) => row.id === id)!, rows.find((row) => row.id === otherId)!]
  const foreignGpi = drugs.find(({ gpi }) => gpi !== own.gpi)!.gpi
  const before = await decisionRows(api)
  const [referenceNumber, quantity] = [own.reference_number, 20]
  const tried: [field: string, input: object][] = [
    ['referenceNumber', { authorizationId: id, referenceNumber: other.reference_number }],
    ['referenceNumber', { authorizationId: id, referenceNumber: 'R-000000' }],
    ['gpi', { authorizationId: id, ndc: own.ndc, gpi: foreignGpi }],
    ['gpi', { referenceNumber, ndc: own.ndc, gpi: foreignGpi }],
  ]
  for (const [path, input] of tried) {
    const answer = await adjuster.ask(newAuthorization.saveMedication, { version: 1, quantity, ...input })
    expect([input, answer.status, answer.body.fields?.[0]?.path]).toEqual([input, 400, path])
  }
  expect(await decisionRows(api)).toBe(before)
  const together = { authorizationId: id, referenceNumber, ndc: own.ndc, gpi: own.gpi, version: 1, quantity }
  expect((await adjuster.ask(newAuthorization.saveMedication, together)).status).toBe(200)
})
