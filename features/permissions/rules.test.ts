import { describe, expect, it } from 'vitest'
import type { Role } from './roles.ts'
import { roles } from './roles.ts'
import { permitted } from './rules.ts'
import { person, reviewer } from '#features/decisions/testing-rules.ts'

describe('each role has the rights of the matrix', () => {
  const table: Record<Role, string> = {
    all_access: 'P2 P3 P4 P8',
    adjuster: 'P2 P3 P4',
    supervisor: 'P2 P3 P4 P5',
    clinical_pharmacist: 'P2 P3 P4 P6',
    override_all_edit_clinical: 'P2 P3 P4 P6 P7',
    ur_reviewer: 'P2 P3 P6u',
    ur_nurse: 'P2 P3 P6u',
    pbm_support: 'P2 P3 P8',
    account_admin: 'P2 P3 P5 P8',
    read_only: 'P2',
    prog_special: 'P2',
    nurse_case_manager: 'P2',
  }
  const codes = ['P2', 'P3', 'P4', 'P5', 'P6', 'P6u', 'P7', 'P8'] as const
  it.each(roles)('%s', (role) => {
    const who = person(role, { licenseStates: ['CA'] })
    expect(codes.filter((code) => permitted(who, code, 'CA')).join(' ')).toBe(table[role])
  })
  it.each(roles)('%s with read_only or prog_special changes nothing', (role) => {
    for (const limit of ['read_only', 'prog_special'] as const) {
      const who = person([role, limit], { licenseStates: ['CA'] })
      expect(codes.filter((code) => permitted(who, code, 'CA'))).toEqual(['P2'])
    }
  })
  it('rights need a carrier, a role and, for a reviewer, a license of the state', () => {
    expect(permitted(person('adjuster', { mc: '' }), 'P2')).toBe(false)
    expect(permitted(person([]), 'P2')).toBe(false)
    expect(permitted(reviewer, 'P6u', 'NY')).toBe(false)
  })
})
