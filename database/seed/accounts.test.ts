import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Role } from '#features/permissions/roles.ts'
import { namedAccounts } from './accounts.ts'
import { carriersOf } from './carriers.ts'
import { staffOf } from './people.ts'
import { stateMix } from './places.ts'
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

test.each([{ size: 'test' }, { size: 'demo' }, { size: 'scale', fraction: 0.01 }] as const)(
  'whatever is handed over has somebody who may take it, at every carrier and for every state: %o',
  (extent) => {
    const staff = staffOf(extent, streams(demoSeed), 0)
    const works = (mc: string, roles: readonly Role[], licensed: (states: readonly string[]) => boolean = () => true) =>
      staff.some((person) =>
        person.memberships.some(
          (one) => one.mc === mc && one.roles.some((role) => roles.includes(role)) && licensed(one.licenseStates),
        ),
      )
    const nobody = carriersOf(extent.size).flatMap(({ mc, settings, subCarriers, sizes }) => {
      const states = stateMix
        .map(([, state]) => state)
        .filter((state) => subCarriers.some((unit) => unit.states === 'all' || unit.states.includes(state)))
      return [
        !works(mc, ['clinical_pharmacist']) && `${mc} pharmacist`,
        // Only people try the demo's carriers.
        sizes.includes('demo') &&
          !works(mc, ['override_all_edit_clinical'], (own) => own.length > 0) &&
          `${mc} senior pharmacist`,
        !works(mc, ['supervisor']) && `${mc} supervisor`,
        // Who supervises hands over to another.
        !works(mc, ['account_admin']) && `${mc} account manager`,
        ...(settings['urRequirements'] === true ? states : [])
          .filter((state) => !works(mc, ['ur_reviewer'], (own) => own.includes(state)))
          .map((state) => `${mc} reviewer for ${state}`),
      ].filter((one) => one !== false)
    })
    expect(nobody).toEqual([])
  },
)
