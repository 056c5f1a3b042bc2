import { expect, test } from 'vitest'
import { everyCall } from '#registry'
import { codesOf, statusesOf } from '#platform/calls/api-description.ts'
import { refusalStatus, type HandlerRefusal } from '#platform/calls/refusal.ts'
import { productFiles, textOf } from './source.ts'

// Which codes a call declares is held by types: `refuse` of its context takes no other.

test('a feature refuses only through the context of its call', () => {
  const free = productFiles
    .filter((file) => file.startsWith('features/'))
    .filter((file) => /import [^;]*?\b(refuse|Refused)\b[^;]*?from '#platform\/calls\/refusal\.ts'/.test(textOf(file)))
  expect(free).toEqual([])
})

test('one file declares the type of a refusal', () => {
  const own = productFiles.filter((file) => /\btype Why\s*[<=]|\bas Why\b/.test(textOf(file)))
  expect(own).toEqual(['platform/calls/refusal.ts'])
})

test('every call declares what any handler may refuse with', () => {
  const always: readonly HandlerRefusal[] = ['VALIDATION', 'NOT_FOUND']
  const missing = everyCall.flatMap((call) =>
    always.filter((code) => !codesOf(call).has(code)).map((code) => `${call.name} ${code}`),
  )
  expect(missing).toEqual([])
})

test('the API description has a status for every code a call may refuse with', () => {
  const missing = everyCall.flatMap((call) =>
    [...codesOf(call)]
      .filter((code) => !statusesOf(call).includes(refusalStatus[code]))
      .map((code) => `${call.name} ${code}`),
  )
  expect(missing).toEqual([])
})
