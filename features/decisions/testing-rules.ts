import type { Role } from '#features/permissions/roles.ts'
import type { Person } from '#platform/calls/person.ts'
import { rejectCode } from '#reference/reject-codes.ts'
import type { DecidableAuthorization, DecidableReject } from '#features/authorizations/decidable.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { whyNotReject } from './denial.ts'
import { whyNotApprove } from './approval.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'

export const now = '2026-11-16T15:00:00.000Z'
export const person = (role: Role | readonly Role[], more: Partial<Person> = {}): Person => ({
  id: 'p1',
  username: 'p',
  name: 'Pat',
  mc: 'NWM',
  roles: typeof role === 'string' ? [role] : role,
  subCarriers: null,
  licenseStates: [],
  approvalLimit: null,
  timeZone: 'America/New_York',
  ...more,
})
export const adjuster = person('adjuster')
export const supervisor = person('supervisor')
export const pharmacist = person('clinical_pharmacist')
export const overrideAll = person('override_all_edit_clinical', { licenseStates: ['NY'] })
export const reviewer = person('ur_reviewer', { licenseStates: ['CA', 'TX'] })

/** A reject as the code list has it, with what the engine may add. */
export function reject(code: string, more: Partial<DecidableReject> = {}): DecidableReject {
  const row = rejectCode(code)!
  return {
    rejectCode: code,
    class: row.class,
    safety: row.safety,
    hardStop: row.by === '-',
    overridableBy: row.by,
    ...more,
  }
}

export const request = (more: Partial<DecidableAuthorization> = {}): DecidableAuthorization => ({
  statusId: 20,
  version: 1,
  rejects: [reject('75')],
  jurisState: 'GA',
  receivedAt: '2026-11-16T14:00:00.000Z',
  statutoryDueAt: '2026-11-20T04:59:59.999Z',
  snoozedUntil: null,
  snoozeHoursTotal: 0,
  gpi: '11100102030405',
  deaSchedule: null,
  daysSupply: 30,
  dateOfService: '2026-11-16',
  dateOfInjury: '2026-01-10',
  claimTermDate: null,
  estimatedCost: 100,
  subCarrier: 'NWM01',
  groupCode: 'G1',
  channel: 1,
  ownerIds: ['p1'],
  reconsiderationLevel: 0,
  ...more,
})
/** A request in New York, looked at again so often. */
export const newYork = (reconsiderationLevel: number) => ({ jurisState: 'NY', reconsiderationLevel })
export const set = (more: Partial<DecisionSettings>): DecisionSettings => ({ ...defaultDecisionSettings, ...more })
export const approve = (
  who: Person,
  on: Partial<DecidableAuthorization> = {},
  asked = {},
  settings = defaultDecisionSettings,
) => whyNotApprove(who, request(on), asked, now, settings)?.code
export const deny = (
  who: Person,
  on: Partial<DecidableAuthorization> = {},
  asked: object = { reasonId: 3 },
  settings = defaultDecisionSettings,
) => whyNotReject(who, request(on), asked, now, settings)?.code
