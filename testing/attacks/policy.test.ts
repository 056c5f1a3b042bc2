import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyCall } from '#registry'
import type { AnyCall } from '#platform/calls/contract.ts'
import { cellOf, columns, policyTable, type Cell, type Column } from '#features/permissions/policy.ts'
import { idOf } from '../fixtures.ts'
import { attempt, codeOf, send, sender } from './attempt.ts'
import { together, tried } from './drawn.ts'
import { openPrepared } from './prepared.ts'
import type { Prepared } from './place.ts'
import { sampleOf } from './samples.ts'

// The policy is a table somebody has read, and the server does what stands in each of its cells. A new
// call has no line in it: run this test with -u, read the new line in docs/policy.csv, and keep it when it is right.

test('docs/policy.csv is the table of these calls', async () => {
  await expect(policyTable(everyCall)).toMatchFileSnapshot('../../docs/policy.csv')
})

let prepared: Prepared
beforeAll(async () => {
  prepared = await openPrepared()
  for (const call of everyCall) await sampleOf(call, prepared.same('AAA1'))
})
afterAll(() => prepared.close())

const says: Record<Cell, (code: string | undefined) => boolean> = {
  yes: (code) => code !== 'UPDATE_BLOCKED' && code !== 'NOT_ALLOWED',
  // Authentication let the call through; what the call answers is the matter of its own tests.
  if: (code) => code !== 'INTERNAL' && code !== 'CARRIER_REQUIRED',
  blocked: (code) => code === 'UPDATE_BLOCKED',
  no: (code) => code === 'NOT_ALLOWED',
}
/** The roles a call is asked with: one for each answer that its line in the table has. */
const columnsOf = (call: AnyCall): Column[] => {
  const byCell = Map.groupBy(columns, (column) => cellOf(call, column))
  return [...byCell.values()].flatMap((like) => tried(call, like, 1, 'column'))
}

test.each(columns)('somebody with %s may do what the table says, call by call', async (column) => {
  const { api } = prepared
  await api.db.query('update user_carrier set roles = $1 where user_id = $2', [
    column === 'no role' ? [] : [column],
    idOf('ext.aaa'),
  ])
  const calls = everyCall.filter((call) => call.gate === 'carrier' && columnsOf(call).includes(column))
  const wrong: unknown[] = []
  await together(calls, async (call) => {
    const person = sender(await api.signIn('ext.aaa'), 'AAA')
    const answer = await send(api, attempt(call, await sampleOf(call, prepared.same('AAA1')), person))
    const cell = cellOf(call, column)
    if (!says[cell](codeOf(answer))) wrong.push([call.name, cell, answer.status, codeOf(answer)])
  })
  expect(wrong).toEqual([])
})

test('every call is asked for each answer that its line in the table has', () => {
  for (const call of everyCall)
    expect([call.name, new Set(columnsOf(call).map((column) => cellOf(call, column)))]).toEqual([
      call.name,
      new Set(columns.map((column) => cellOf(call, column))),
    ])
})
