import { expect, test } from 'vitest'
import { everyCall } from '#registry'
import { callRows, callsPage, whyNoScreen } from '../../tools/calls/page.ts'

const rows = callRows(everyCall)

test('docs/calls.md is the table of these calls: npm run calls', async () => {
  await expect(callsPage(everyCall)).toMatchFileSnapshot('../../docs/calls.md')
})

test('every call of the service list is answered', () => {
  const listed = [
    ...Array.from({ length: 13 }, (_, at) => `A${String(at + 1).padStart(2, '0')}`),
    ...Array.from({ length: 6 }, (_, at) => `B0${at + 1}`),
    ...Array.from({ length: 144 }, (_, at) => `C${String(at + 1).padStart(3, '0')}`),
  ]
  const answered = new Set(rows.map(({ id }) => id))
  expect(listed.filter((id) => !answered.has(id))).toEqual([])
})

test('every call of the service list has a screen, or says why none asks for it', () => {
  const without = rows.filter(({ id, screens }) => /^[A-D]/.test(id) && screens.length === 0)
  expect(without.map(({ id }) => id).filter((id) => whyNoScreen[id] === undefined)).toEqual([])
  const known = new Set(rows.map(({ id }) => id))
  expect(Object.keys(whyNoScreen).filter((id) => !known.has(id))).toEqual([])
})

test('every call is named by a test', () => {
  expect(rows.filter(({ tests }) => tests.length === 0).map(({ id, call }) => `${id} ${call.name}`)).toEqual([])
})
