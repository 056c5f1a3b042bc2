import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { namedAccounts } from './accounts.ts'
import { staffOf } from './people.ts'
import { streams } from './prng.ts'
import { demoSeed } from './sizes.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

test('README names every demo account that shows something of its own, and one of each role', () => {
  const named = namedAccounts('demo').map(({ username }) => username)
  expect(named.filter((username) => !readme.includes(`\`${username}\``))).toEqual([])
  const staff = staffOf({ size: 'demo' }, streams(demoSeed), 0)
  const roles = new Set(staff.flatMap(({ memberships }) => memberships.flatMap((one) => one.roles)))
  const shown = new Set(
    staff
      .filter(({ username }) => readme.includes(`\`${username}\``))
      .flatMap(({ memberships }) => memberships.flatMap((one) => one.roles)),
  )
  expect([...roles].filter((role) => !shown.has(role))).toEqual([])
})
