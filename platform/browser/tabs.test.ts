import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTabMessage } from './tabs.ts'

test.each([
  [{ kind: 'input' }, { kind: 'input' }],
  [{ kind: 'carrier', carrier: 'BBB' }, { kind: 'carrier' }],
  [
    { kind: 'signed-out', why: 'idle' },
    { kind: 'signed-out', why: 'idle' },
  ],
  [
    { kind: 'signing-out', why: 'user', at: 1 },
    { kind: 'signing-out', why: 'user' },
  ],
  [{ kind: 'signing-out' }, undefined],
  [{ kind: 'signed-out', why: '<b>Call 1-800</b>' }, undefined],
  [{ kind: 'stay', at: 9e15 }, { kind: 'stay' }],
  [{ kind: 'warned' }, { kind: 'warned' }],
  [{ kind: 'signed in as adjB' }, undefined],
  ['input', undefined],
  [null, undefined],
])('from another tab, %j means %j', (data, message) => {
  expect(readTabMessage(data)).toEqual(message)
})

test('whatever comes, nothing but a known word gets through', () => {
  fc.assert(
    fc.property(fc.anything(), (data) => {
      const message = readTabMessage(data)
      expect(['kind', 'why']).toEqual(expect.arrayContaining(Object.keys(message ?? {})))
    }),
  )
})
