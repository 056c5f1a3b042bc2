import { expect, test } from 'vitest'
import { everyCall } from '#registry'
import { roles } from '#features/permissions/roles.ts'

// The platform takes roles as any text; a misspelled one would close a call for everybody.

test('every role that a contract names is a role of features/permissions/roles.ts', () => {
  const known = new Set<string>(roles)
  const unknown = everyCall.flatMap((call) =>
    (call.roles ?? []).filter((role) => !known.has(role)).map((role) => `${call.name}: ${role}`),
  )
  expect(unknown).toEqual([])
})
