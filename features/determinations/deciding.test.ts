import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { day } from '#testing/new-york-day.ts'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { merging } from '#features/merging/contract.ts'
import { determinations } from './contract.ts'
import { board, startDeterminations, type DeterminationsWorld } from './testing-determinations.ts'

let adjuster: DeterminationsWorld['adjuster']
let supervisor: DeterminationsWorld['supervisor']
let support: DeterminationsWorld['support']
let query: DeterminationsWorld['query']
let open: DeterminationsWorld['open']
let record: DeterminationsWorld['record']
let api: DeterminationsWorld['api']

beforeAll(async () => {
  ;({ api, adjuster, supervisor, support, query, open, record } = await startDeterminations())
})
afterAll(() => api.close())

test('during a first approval nobody records or withdraws a determination, and the second person confirms the same terms', async () => {
  const id = await open(3, { drug: 'tizanidine' })
  await query('update rx_authorization set estimated_cost = 3000 where id = $1', [id])
  const order = await record(supervisor, board(id, { oneTimeFill: true, maxFills: undefined }))
  expect((await adjuster.ask(decision.approve, { id, version: 2 })).body).toMatchObject({ authorizationStatusId: 25 })
  for (const refused of [
    await support.ask(determinations.record, board(id, { version: 3 })),
    await supervisor.ask(determinations.withdraw, {
      id,
      determinationId: order,
      version: 3,
      reason: 'As agreed by phone',
    }),
  ])
    expect(refused.body.status.message).toBe('This request has a first approval. Return it to pending first.')
  const { body } = await supervisor.ask(decision.approve, { id, version: 3 })
  expect(body.priorAuth).toMatchObject({ startDate: day(-2), endDate: day(58), oneTime: true, maxFills: 1, level: 8 })
})

test('a safety code waits for the pharmacist under a determination too, who approves on the same terms', async () => {
  const id = await open(4, { drug: 'oxycodone-acetaminophen 10', quantity: 180 })
  const codes = (await adjuster.ask(authorizations.one, { id })).body.rejects
  expect(codes.some(({ safety }) => safety)).toBe(true)
  await record(supervisor, board(id, { oneTimeFill: true, maxFills: undefined, drugLevel: 14 }))
  const half = await adjuster.ask(decision.approve, { id, version: 2 })
  expect(half.body).toMatchObject({ authorizationStatusId: 22, warnings: [expect.stringMatching(/pharmacist/)] })
  const pharmacist = await api.signIn('pharm.aaa')
  const rest = await pharmacist.ask(decision.approve, {
    id,
    version: 3,
    rejects: codes
      .filter(({ safety }) => safety)
      .map(({ rejectCode, finding }) => ({
        rejectCode,
        finding,
        override: true,
        reason: 'Weighed against the order.',
      })),
    safetyRejectEnabled: true,
    note: 'Agreed with Dr. Hawthorne.',
  })
  expect(rest.body.priorAuth ?? rest.body).toMatchObject({ endDate: day(58), oneTime: true, maxFills: 1 })
})

test('a request with a determination cannot change its medication or be merged into another', async () => {
  const id = await open(5, { drug: 'tizanidine', rx: '805900' })
  const twin = await open(5, { drug: 'tizanidine', rx: '805901', quantity: 30 })
  await record(support, board(id))
  const { body: detail } = await adjuster.ask(authorizations.one, { id })
  expect(
    (await adjuster.ask(newAuthorization.changeMedication, { ...change(id, detail), version: 2 })).body.status.message,
  ).toBe('A determination already decides about this medication.')
  expect(
    (await supervisor.ask(merging.merge, { id, into: twin, version: 2, intoVersion: 1 })).body.status.message,
  ).toBe('A determination stands on this request. Merge the other one into it.')
  expect((await supervisor.ask(merging.merge, { id: twin, into: id, version: 1, intoVersion: 2 })).status).toBe(200)
  expect((await adjuster.ask(authorizations.one, { id })).body.determination?.kind).toBe('BOARD')
})

const change = (id: string, { medication }: { medication: { ndc: string } }) => ({
  id,
  ndc: medication.ndc,
  quantity: 10,
  daysSupply: 5,
})
