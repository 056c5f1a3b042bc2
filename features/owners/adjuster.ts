import type { Adjuster } from '#features/authorizations/contract.ts'
import { awayNow } from './routing.ts'
import { roleName } from '#features/permissions/role-names.ts'
import type { Candidate } from './rules.ts'
import type { CandidateFound } from './sql.ts'

/** A user of the carrier as the assignment rules need them. */
export const toCandidate = (row: CandidateFound): Candidate => ({
  id: row.id,
  name: row.name,
  email: row.email,
  active: row.active,
  leaves: row.leaves,
  openItems: row.open_count,
  supervisorId: null,
  roles: row.roles,
  subCarriers: row.sub_carriers,
})

/** The same user as lists and pickers show them. */
export function toAdjuster(row: CandidateFound, now: string): Adjuster {
  const leave = awayNow(toCandidate(row), now)
  return {
    adjusterId: row.id,
    userId: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    name: row.name,
    email: row.email,
    roleName: roleName(row.roles),
    active: row.active,
    outOfOffice: leave !== undefined,
    outOfOfficeUntil: leave ? new Date(leave.endAt).toISOString() : null,
    openCount: row.open_count,
  }
}
