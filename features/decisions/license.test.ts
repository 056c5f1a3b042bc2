import { describe, expect, test } from 'vitest'
import type { License } from '#features/permissions/professions.ts'
import { whyNotApprove } from './approval.ts'
import { whyNotReject } from './denial.ts'
import { adjuster, now, person, pharmacist, request } from './testing-rules.ts'
import { whyNotByLicense } from '#features/decision-rights/license.ts'

const reviewer = person('ur_reviewer', { licenseStates: ['CA', 'TX', 'TN', 'UT', 'AL', 'MS', 'MA', 'FL', 'CO'] })
const license = (profession: License['profession'], expiresOn = '2027-06-30'): License => ({
  profession,
  state: 'CA',
  number: 'A1',
  expiresOn,
})
const on = (state: string, of: License | null, level = 0) =>
  request({ juris_state: state, status_id: 23, reconsideration_level: level, my_license: of, quantity: 60 })

describe('who denies, by the license on file', () => {
  test.each<[string, License['profession'], boolean]>([
    ['CA', 'PHYSICIAN', true],
    ['CA', 'PHARMACIST', false],
    ['CA', 'NURSE', false],
    ['CA', 'CHIROPRACTOR', false],
    ['TN', 'PHYSICIAN', true],
    ['TN', 'PHARMACIST', false],
    ['UT', 'PHARMACIST', false],
    ['AL', 'PHARMACIST', false],
    ['MS', 'NURSE', false],
    ['MS', 'PHYSICIAN', true],
    ['TX', 'PHARMACIST', true],
    ['TX', 'NURSE', false],
    ['MA', 'PHARMACIST', true],
    ['MA', 'NURSE', false],
    ['CO', 'NURSE', false],
    ['CO', 'PHARMACIST', true],
    ['CO', 'PHYSICIAN', true],
    ['TX', 'CHIROPRACTOR', false],
    // Claims staff deny there: no license is asked.
    ['FL', 'NURSE', true],
  ])('%s, %s: may %s', (state, profession, may) => {
    const why = whyNotByLicense(reviewer, on(state, license(profession)), now)
    expect(why === undefined).toBe(may)
    const denied = whyNotReject(
      reviewer,
      on(state, license(profession)),
      { reasonId: 6, note: 'Not for this injury' },
      now,
    )
    if (!may) {
      expect(denied).toMatchObject({ code: 'NEEDS_UR_DECISION', message: why })
      // Certifying less needs the license that denying needs; certifying as asked does not.
      expect(whyNotApprove(reviewer, on(state, license(profession)), { maxQty: 6 }, now)).toMatchObject({
        message: why,
      })
      expect(whyNotApprove(reviewer, on(state, license(profession)), {}, now)?.message).not.toBe(why)
    } else expect(denied?.code).not.toBe('NEEDS_UR_DECISION')
  })

  test.each<[string, License['profession'], boolean]>([
    ['TX', 'PHYSICIAN', true],
    ['TX', 'PHARMACIST', false],
    ['TX', 'NURSE', false],
    ['CA', 'PHYSICIAN', true],
    ['MA', 'PHARMACIST', false],
  ])('a denial that is looked at again, %s, %s: %s', (state, profession, may) => {
    for (const level of [1, 2])
      expect(whyNotByLicense(reviewer, on(state, license(profession), level), now) === undefined).toBe(may)
  })

  test('a license is good on its last day and ends after it, in words', () => {
    const ends = (day: string) => whyNotByLicense(reviewer, on('CA', license('PHYSICIAN', day)), now)
    expect(ends('2026-11-16')).toBeUndefined()
    expect(ends('2026-11-15')).toBe(
      'Your license for California ended on 11/15/2026. Only a licensed reviewer denies or certifies less.',
    )
    expect(whyNotByLicense(reviewer, on('TN', license('NURSE')), now)).toMatch(
      /^Tennessee leaves this to a physician; your license on file is of a nurse \(Tenn\. Comp\. R\./,
    )
    expect(whyNotByLicense(reviewer, on('TX', license('NURSE')), now)).toMatch(
      /^Texas leaves this to a physician or a pharmacist; your license on file is of a nurse \(/,
    )
    expect(whyNotByLicense(reviewer, on('TX', license('NURSE'), 1), now)).toBe(
      'A denial that is looked at again is decided by a physician; your license on file is of a nurse.',
    )
  })

  test('a license that never ends is asked for its profession alone, and a place without a name is said by its code', () => {
    const forever: License = { ...license('PHYSICIAN'), expiresOn: null }
    expect(whyNotByLicense(reviewer, on('CA', forever), now)).toBeUndefined()
    const anywhere = person('ur_reviewer', { licenseStates: ['ZZ'] })
    expect(whyNotByLicense(anywhere, on('ZZ', license('PHYSICIAN', '2026-11-15')), now)).toMatch(
      /^Your license for ZZ ended on 11\/15\/2026\./,
    )
  })

  test('where none is on file, and of who reviews nothing here, it says nothing', () => {
    expect(whyNotByLicense(reviewer, on('CA', null), now)).toBeUndefined()
    expect(whyNotByLicense(reviewer, { ...on('CA', null), my_license: undefined }, now)).toBeUndefined()
    for (const who of [adjuster, pharmacist, person('ur_reviewer', { licenseStates: ['NY'] })])
      expect(whyNotByLicense(who, on('CA', license('NURSE')), now)).toBeUndefined()
    // What is not about medical need stays a reviewer's, whatever the license.
    expect(whyNotReject(reviewer, on('TX', license('NURSE')), { reasonId: 3 }, now)?.message ?? '').not.toMatch(
      /license/,
    )
  })
})
