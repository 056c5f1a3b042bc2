import type { Role } from '#features/permissions/roles.ts'
import type { Person } from '#platform/calls/person.ts'
import { rejectCode } from '#reference/reject-codes.ts'
import type { DecisionFacts, RejectFacts } from '#features/authorizations/decision-facts.ts'
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
export const nurse = person('ur_nurse', { licenseStates: ['CA', 'TX'] })

/** A reject as the code list has it, with what the engine may add. */
export function reject(code: string, more: Partial<RejectFacts> = {}): RejectFacts {
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

/** What the engine found, as far as the rules of a decision ask. */
export const found = (facts: Partial<DecisionFacts['shown']['facts']> = {}): DecisionFacts['shown'] => ({
  facts: { firstFill: false, opioid: false, letterAgeDays: null, injuryMatch: 'RELATED', ...facts },
})

/** The first of two approvals, as far as the rules of a decision ask. */
export const firstBy = (
  byId: string,
  more: Partial<NonNullable<DecisionFacts['first_approval']>> = {},
): NonNullable<DecisionFacts['first_approval']> => ({
  byId,
  byName: 'Juno Merriweather',
  codes: [],
  waitsFor: [],
  startDate: '2026-11-16',
  endDate: '2026-12-16',
  oneTime: false,
  level: 14,
  maxFills: null,
  ...more,
})

export const request = (more: Partial<DecisionFacts> = {}): DecisionFacts => ({
  status_id: 20,
  rejects: [reject('75')],
  juris_state: 'GA',
  request_received_at: '2026-11-16T14:00:00.000Z',
  gpi: '11100102030405',
  dea_schedule: null,
  days_supply: 30,
  date_of_service: '2026-11-16',
  doi: '2026-01-10',
  term_date: null,
  estimated_cost: 100,
  sub_carrier: 'NWM01',
  claim_channel_type: 1,
  owner_ids: ['p1'],
  supervised: [],
  completed_at: null,
  compensability: 'ACCEPTED',
  compound_code: 1,
  shown: found(),
  first_approval: null,
  reconsideration_level: 0,
  ...more,
})
/** A request in New York, looked at again so often. */
export const newYork = (reconsiderationLevel: number) => ({
  juris_state: 'NY',
  reconsideration_level: reconsiderationLevel,
})
export const set = (more: Partial<DecisionSettings>): DecisionSettings => ({ ...defaultDecisionSettings, ...more })
export const approve = (who: Person, on: Partial<DecisionFacts> = {}, input = {}, settings = defaultDecisionSettings) =>
  whyNotApprove(who, request(on), input, now, settings)?.code
export const deny = (
  who: Person,
  on: Partial<DecisionFacts> = {},
  input: object = { reasonId: 3 },
  settings = defaultDecisionSettings,
) => whyNotReject(who, request(on), input, now, settings)?.code
