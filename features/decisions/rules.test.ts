import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Person, Role } from '#platform/session/person.ts'
import { roles } from '#platform/session/person.ts'
import { defaultSettings } from '#features/adjudication/settings.ts'
import { rejectCode, rejectCodes } from '#reference/reject-codes.ts'
import { allPacks } from '#reference/jurisdictions/packs.ts'
import { isAlias, mayMove, type Alias } from '#features/authorizations/transitions.ts'
import { statuses } from '#features/authorizations/statuses.ts'
import type { DecidableAuthorization, DecidableReject } from '#features/authorizations/decidable.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { adjusterMayDeny, blockOf, whyNotReject, whyNotRejectThisFill } from './denial.ts'
import { approvalOf, approveOutcome, dualControl, whyNotApprove } from './approval.ts'
import { datesAllowed, editRules } from './edit-rules.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'
import { permitted } from '#features/permissions/rules.ts'
import { viaOf, whyNotAlias, whyNotMove } from '#features/decision-rights/moves.ts'
import { whyNotDecide } from '#features/decision-rights/who-decides.ts'
import { whyNotEndApproval } from '#features/decision-rights/withdrawal.ts'
import { whyNotOverride, whyNotOverrideAll } from '#features/decision-rights/override-matrix.ts'

const now = '2026-11-16T15:00:00.000Z'
const person = (role: Role | readonly Role[], more: Partial<Person> = {}): Person => ({
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
const adjuster = person('adjuster')
const supervisor = person('supervisor')
const pharmacist = person('clinical_pharmacist')
const overrideAll = person('override_all_edit_clinical', { licenseStates: ['NY'] })
const reviewer = person('ur_reviewer', { licenseStates: ['CA', 'TX'] })

/** A reject as the code list has it, with what the engine may add. */
function reject(code: string, more: Partial<DecidableReject> = {}): DecidableReject {
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

const request = (more: Partial<DecidableAuthorization> = {}): DecidableAuthorization => ({
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
const newYork = (reconsiderationLevel: number) => ({ jurisState: 'NY', reconsiderationLevel })
const set = (more: Partial<DecisionSettings>): DecisionSettings => ({ ...defaultDecisionSettings, ...more })
const approve = (
  who: Person,
  on: Partial<DecidableAuthorization> = {},
  asked = {},
  settings = defaultDecisionSettings,
) => whyNotApprove(who, request(on), asked, now, settings)?.code
const deny = (
  who: Person,
  on: Partial<DecidableAuthorization> = {},
  asked: object = { reasonId: 3 },
  settings = defaultDecisionSettings,
) => whyNotReject(who, request(on), asked, now, settings)?.code

describe('permissions of 5.0.2, role by role', () => {
  const table: Record<Role, string> = {
    all_access: 'P2 P3 P4 P8',
    adjuster: 'P2 P3 P4',
    supervisor: 'P2 P3 P4 P5',
    clinical_pharmacist: 'P2 P3 P4 P6',
    override_all_edit_clinical: 'P2 P3 P4 P6 P7',
    ur_reviewer: 'P2 P3 P6u',
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
  it('needs a carrier, a role and, for a reviewer, a licence of the state', () => {
    expect(permitted(person('adjuster', { mc: '' }), 'P2')).toBe(false)
    expect(permitted(person([]), 'P2')).toBe(false)
    expect(permitted(reviewer, 'P6u', 'NY')).toBe(false)
  })
})

describe('who may decide at all', () => {
  const byStatus = (who: Person, on: Partial<DecidableAuthorization> = {}) =>
    statuses.map(({ id }) => `${id} ${whyNotDecide(who, request({ ...on, statusId: id }))?.code ?? 'yes'}`)
  const complete = (status: string) => `${status} ALREADY_DECIDED`
  const shut = ['30', '31', '32', '33', '40', '41', '50', '51', '52'].map(complete)

  it('an adjuster: what is open, but neither utilization review nor a second approval', () => {
    expect(byStatus(adjuster)).toEqual([
      '10 ALREADY_DECIDED',
      '20 yes',
      '21 yes',
      '22 yes',
      '23 NOT_ALLOWED',
      '24 yes',
      '25 NOT_ALLOWED',
      ...shut,
    ])
  })
  it('a supervisor: the second approval too', () => {
    expect(byStatus(supervisor)[6]).toBe('25 yes')
  })
  it('a licensed reviewer: utilization review too, but no second approval', () => {
    expect(byStatus(reviewer, { jurisState: 'CA' })).toEqual([
      '10 ALREADY_DECIDED',
      '20 yes',
      '21 yes',
      '22 yes',
      '23 yes',
      '24 yes',
      '25 NOT_ALLOWED',
      ...shut,
    ])
    expect(new Set(byStatus(reviewer, { jurisState: 'NY' }).map((line) => line.slice(3)))).toEqual(
      new Set(['UPDATE_BLOCKED']),
    )
  })
  it.each(['read_only', 'prog_special', 'nurse_case_manager', 'pbm_support'] as const)(
    '%s: nothing, whatever the status',
    (role) => {
      expect(new Set(byStatus(person(role)).map((line) => line.slice(3)))).toEqual(new Set(['UPDATE_BLOCKED']))
    },
  )
  it('G33: read_only is refused in exactly these words', () => {
    expect(whyNotApprove(person('read_only'), request(), {}, now)).toEqual({
      code: 'UPDATE_BLOCKED',
      message: 'Update functionality is blocked for user',
    })
  })
  it('the loser of a race is told what it is now', () => {
    expect(whyNotApprove(adjuster, request({ statusId: 40 }), {}, now)).toEqual({
      code: 'ALREADY_DECIDED',
      message: 'Authorization is already Rejected.',
    })
  })
  it('anyone in the group, unless the carrier keeps it to owners and their supervisor', () => {
    const other = person('adjuster', { id: 'p9' })
    const kept = set({ anyoneInGroupMayDecide: false })
    expect(whyNotDecide(other, request())).toBeUndefined()
    expect(whyNotDecide(other, request(), kept)?.code).toBe('NOT_ALLOWED')
    expect(whyNotDecide(adjuster, request(), kept)).toBeUndefined()
    expect(whyNotDecide(other, request({ supervisedIds: ['p1'] }), kept)).toBeUndefined()
    expect(whyNotDecide(person('adjuster', { id: 'p9', subCarriers: ['NWM02'] }), request())?.code).toBe('NOT_ALLOWED')
    expect(whyNotDecide(person('clinical_pharmacist', { id: 'p9' }), request({ statusId: 22 }), kept)).toBeUndefined()
  })
  it('not the first approver a second time', () => {
    expect(whyNotApprove(supervisor, request({ statusId: 25, firstApproverId: 'p1' }), {}, now)?.code).toBe(
      'NOT_ALLOWED',
    )
    expect(whyNotApprove(supervisor, request({ statusId: 25, firstApproverId: 'p2' }), {}, now)).toBeUndefined()
    expect(
      whyNotApprove(person('account_admin'), request({ statusId: 25, firstApproverId: 'p2' }), {}, now),
    ).toBeUndefined()
  })
  it.each([
    [1, adjuster, 'p1', 'NOT_ALLOWED'],
    [1, adjuster, 'p2', undefined],
    [2, adjuster, 'p2', 'NOT_ALLOWED'],
    [2, pharmacist, 'p2', undefined],
    [3, pharmacist, 'p2', 'NOT_ALLOWED'],
    [3, person('pbm_support'), 'p2', undefined],
  ] as const)('reconsideration level %i', (reconsiderationLevel, who, originalDeciderId, expected) => {
    // It stays one when a letter is waited for, when it came, and before a pharmacist.
    for (const statusId of [24, 20, 21, 22] as const)
      expect(whyNotDecide(who, request({ statusId, reconsiderationLevel, originalDeciderId }))?.code).toBe(expected)
  })
  const both = person(['supervisor', 'clinical_pharmacist'])
  it.each([
    // [status, level, who, original decider, was the first approver clinical, refused]
    [23, 1, reviewer, 'p1', false, 'You decided this before; another person decides the reconsideration.'],
    [23, 1, reviewer, 'p2', false, undefined],
    [23, 2, reviewer, 'p1', false, undefined],
    [23, 3, reviewer, 'p2', false, 'Level 3 is decided outside; support records the outcome.'],
    [25, 1, supervisor, 'p1', false, 'You decided this before; another person decides the reconsideration.'],
    [25, 1, supervisor, 'p2', false, undefined],
    [25, 2, supervisor, 'p2', false, 'A level 2 reconsideration is decided by a pharmacist or physician.'],
    [25, 2, supervisor, 'p2', true, undefined],
    [25, 2, both, 'p2', false, undefined],
    [25, 2, pharmacist, 'p2', true, 'A supervisor gives the second approval.'],
    [25, 3, supervisor, 'p2', true, 'Level 3 is decided outside; support records the outcome.'],
    [23, 0, reviewer, 'p1', false, undefined],
    [25, 0, supervisor, 'p1', false, undefined],
  ] as const)(
    'a reconsideration stays one in status %i at level %i',
    (statusId, reconsiderationLevel, who, originalDeciderId, firstApproverIsClinical, refused) => {
      const on = { statusId, reconsiderationLevel, originalDeciderId, firstApproverIsClinical, jurisState: 'CA' }
      expect(whyNotDecide(who, request({ ...on, firstApproverId: 'p3' }))?.message).toBe(refused)
    },
  )
})

describe('the override matrix of 7.9', () => {
  /** Each column by example; the letters are the desks that may clear it: a s r o k u, in capitals with the setting. */
  const columns: [name: string, reject: DecidableReject, who: string][] = [
    ['eligibility 67', reject('67'), 'as'],
    ['provider 40', reject('40'), 'as'],
    ['prior authorization 75', reject('75'), 'asrou'],
    ['product 80', reject('80'), 'asrou'],
    ['quantity 9G', reject('9G'), 'asrou'],
    ['not a clinical question: 830', reject('830'), 'aso'],
    ['a supervisor’s code: M2', reject('M2'), 's'],
    ['allowed overrides used up: 895', reject('895'), 's'],
    ['case management 828', reject('828'), 's'],
    ['cost 78', reject('78'), 'as'],
    ['moderate interaction, 88', reject('88', { severity: 3, overridableBy: 'A' }), 'ASrO'],
    ['moderate, but for the pharmacist', reject('88', { severity: 3 }), 'rO'],
    ['major interaction, 88', reject('88', { severity: 2 }), 'rO'],
    ['major, whatever the engine says', reject('88', { severity: 2, overridableBy: 'A' }), 'rO'],
    ['ungraded duplication left to the adjuster', reject('88', { overridableBy: 'A' }), 'ASrO'],
    ['MME 922', reject('922'), 'rO'],
    ['controlled refill 79', reject('79', { safety: true, overridableBy: 'R' }), 'rO'],
    ['contraindication', reject('88', { severity: 1, overridableBy: 'O' }), 'O'],
    ['contraindication, whatever the engine says', reject('88', { severity: 1 }), 'O'],
    ['MME over 200', reject('922', { overridableBy: 'O' }), 'O'],
    ['first opioid fill 925', reject('925', { overridableBy: 'A' }), 'asrO'],
    ['data to correct: 07', reject('07'), 'k'],
    ['hard stop 46', reject('46'), ''],
    ['a hard stop by flag', reject('75', { hardStop: true }), ''],
    ['an unknown least role', reject('75', { overridableBy: 'Z' }), ''],
  ]
  const desks = { a: adjuster, s: supervisor, r: pharmacist, o: overrideAll, k: person('pbm_support'), u: reviewer }
  const clear = (settings: DecisionSettings, one: DecidableReject): string =>
    Object.entries(desks)
      .filter(
        ([, who]) =>
          whyNotOverride(who, one, settings, request({ jurisState: 'CA', rejects: [one], daysSupply: 14 })) ===
          undefined,
      )
      .map(([letter]) => letter)
      .toSorted()
      .join('')
  const sorted = (letters: string): string => [...letters].toSorted().join('')
  it.each(columns)('%s', (_, one, who) => {
    expect(clear(set({ safetyOverrides: true }), one)).toBe(sorted(who.toLowerCase()))
    expect(clear(set({ safetyOverrides: false }), one)).toBe(sorted(who.replace(/[A-Z]/g, '')))
  })
  it.each<[who: string, person: Person, setting: boolean, every: string | undefined, safety: boolean]>([
    ['a senior pharmacist with a licence where the carrier lets them', overrideAll, true, undefined, true],
    ['nobody where it does not', overrideAll, false, 'The carrier has safety overrides switched off.', false],
    ['nobody without a licence', person('override_all_edit_clinical'), true, 'No active licence is on file.', false],
    [
      'an adjuster beside it does not help',
      person(['adjuster', 'override_all_edit_clinical']),
      true,
      'No active licence is on file.',
      false,
    ],
    [
      'a pharmacist beside it clears what pharmacists clear',
      person(['clinical_pharmacist', 'override_all_edit_clinical']),
      false,
      'The carrier has safety overrides switched off.',
      true,
    ],
    ['a pharmacist has another role', pharmacist, true, 'The role does not clear every edit.', true],
    [
      'a reader changes nothing',
      person(['read_only', 'override_all_edit_clinical'], { licenseStates: ['NY'] }),
      true,
      'The role changes nothing.',
      false,
    ],
  ])('every edit is for role, setting and licence together: %s', (_, who, safetyOverrides, every, safety) => {
    const settings = set({ safetyOverrides })
    expect(whyNotOverrideAll(who, settings)).toBe(every)
    expect(whyNotOverride(who, reject('88', { severity: 2 }), settings) === undefined).toBe(safety)
    expect(whyNotOverride(who, reject('88', { severity: 1 }), settings) === undefined).toBe(every === undefined)
  })
  it('asks for the person’s limit where the cost is over the maximum', () => {
    const cost = (limit: number | null, estimatedCost: number) =>
      whyNotOverride(person('adjuster', { approvalLimit: limit }), reject('78'), defaultDecisionSettings, {
        estimatedCost,
      })
    expect(cost(2500, 2500)).toBeUndefined()
    expect(cost(null, 99_999)).toBeUndefined()
    expect(cost(2500, 2500.01)).toEqual({
      code: 'CODE_NOT_YOURS_TO_CLEAR',
      message: 'The cost is over your limit of $2,500; a second approver must agree.',
      field: 'rejects',
    })
  })
  it('lets a claims desk clear a first opioid fill up to 14 days with no other safety code, no further', () => {
    const fill = reject('925', { overridableBy: 'A' })
    const on = (daysSupply: number, ...others: DecidableReject[]) =>
      whyNotOverride(adjuster, fill, defaultDecisionSettings, request({ rejects: [fill, ...others], daysSupply }))?.code
    expect(on(14)).toBeUndefined()
    expect(on(15)).toBe('SAFETY_NEEDS_PHARMACIST')
    expect(on(10, reject('922'))).toBe('SAFETY_NEEDS_PHARMACIST')
    expect(
      whyNotOverride(pharmacist, fill, defaultDecisionSettings, request({ rejects: [fill], daysSupply: 30 })),
    ).toBeUndefined()
  })
  it('wants a letter where a code may be cleared only with one', () => {
    const long = reject('88', { letterNeeded: true })
    expect(whyNotOverride(pharmacist, long, defaultDecisionSettings, request({ rejects: [long] }))?.code).toBe('RULE')
    expect(
      whyNotOverride(pharmacist, long, defaultDecisionSettings, request({ rejects: [long], letterOnFile: true })),
    ).toBeUndefined()
  })
  it('keeps a formulary exclusion to supervisors where the carrier says so', () => {
    const excluded = reject('70', { sourceRule: 'R15' })
    expect(whyNotOverride(adjuster, excluded, set({ formularyOverrides: false }))?.code).toBe('CODE_NOT_YOURS_TO_CLEAR')
    expect(whyNotOverride(supervisor, excluded, set({ formularyOverrides: false }))).toBeUndefined()
    expect(
      whyNotOverride(adjuster, reject('70', { sourceRule: 'R08' }), set({ formularyOverrides: false })),
    ).toBeUndefined()
  })
  it('asks for the carrier’s stricter role beside the code’s own, never instead of it', () => {
    const needs = (code: string, role: string) => set({ overrideNeeds: { [code]: role } })
    expect(whyNotOverride(adjuster, reject('75'), needs('75', 'S'))?.code).toBe('CODE_NOT_YOURS_TO_CLEAR')
    expect(whyNotOverride(supervisor, reject('75'), needs('75', 'S'))).toBeUndefined()
    expect(whyNotOverride(overrideAll, reject('75'), needs('75', '-'))?.code).toBe('CODE_NOT_YOURS_TO_CLEAR')
    expect(whyNotOverride(adjuster, reject('922'), needs('922', 'A'))?.code).toBe('SAFETY_NEEDS_PHARMACIST')
    expect(whyNotOverride(adjuster, reject('46'), needs('46', 'A'))?.code).toBe('HARD_STOP')
  })
  it('says in words what each refusal means', () => {
    const words = (who: Person, one: DecidableReject) => whyNotOverride(who, one)?.message
    expect(words(adjuster, reject('46'))).toBe('Code 46 is a hard stop; nobody may override it.')
    expect(words(adjuster, reject('07'))).toBe('Code 07 is cleared by correcting the data, not by an approval.')
    expect(words(adjuster, reject('88', { severity: 2 }))).toBe('Code 88 needs a pharmacist.')
    expect(words(adjuster, reject('M2'))).toBe('Your role may not override code M2. It needs a supervisor.')
    expect(words(pharmacist, reject('67'))).toBe('Your role may not override code 67.')
    expect(words(overrideAll, reject('922'))).toBe(
      'Code 922 needs a pharmacist. The carrier has safety overrides switched off.',
    )
    expect(words(pharmacist, reject('88', { severity: 1 }))).toBe(
      'Code 88 is cleared only by an override-all pharmacist, together with a second person.',
    )
  })

  const anyReject: fc.Arbitrary<DecidableReject> = fc.record({
    rejectCode: fc.constantFrom(...rejectCodes.map((row) => row.code)),
    class: fc.constantFrom('ELIG', 'PROV', 'PROD', 'QTY', 'PA', 'DUR', 'FMT', 'SYS'),
    safety: fc.boolean(),
    severity: fc.constantFrom(null, 1, 2, 3),
    hardStop: fc.boolean(),
    overridableBy: fc.constantFrom('A', 'S', 'R', 'O', 'K', '-'),
    sourceRule: fc.constantFrom('R08', 'R15', 'R30'),
  })
  const anyPerson = fc
    .uniqueArray(fc.constantFrom(...roles), { maxLength: 3 })
    .map((some) => person(some, { licenseStates: ['GA'] }))
  it('no carrier setting gives a right: what is allowed under any settings is allowed under the widest', () => {
    const widest = set({ safetyOverrides: true, formularyOverrides: true, overrideNeeds: {} })
    const anySettings = fc
      .record({
        safetyOverrides: fc.boolean(),
        formularyOverrides: fc.boolean(),
        overrideNeeds: fc.dictionary(
          fc.constantFrom(...rejectCodes.map((row) => row.code)),
          fc.constantFrom('A', 'S', 'R', 'O', 'K', '-'),
        ),
      })
      .map(set)
    fc.assert(
      fc.property(anyPerson, anyReject, anySettings, (who, one, settings) => {
        const [mine, most] = [settings, widest].map((each) => whyNotOverride(who, one, each) === undefined)
        expect(mine === true && most === false).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })
  it('no claims desk ever clears a contraindication or a major safety code, and nobody a hard stop', () => {
    fc.assert(
      fc.property(anyPerson, anyReject, (who, one) => {
        const allowed = whyNotOverride(who, one, set({ safetyOverrides: true })) === undefined
        const clinical = who.roles.some(
          (role) => role === 'clinical_pharmacist' || role === 'override_all_edit_clinical',
        )
        const observer = who.roles.includes('read_only') || who.roles.includes('prog_special')
        const grave = one.safety && (one.severity === 1 || one.severity === 2) && one.overridableBy !== 'K'
        const stop = one.hardStop || one.overridableBy === '-'
        expect(allowed && (stop || observer || (grave && !clinical))).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('approving', () => {
  it('goes through with nothing but defaults', () => {
    expect(whyNotApprove(adjuster, request(), {}, now)).toBeUndefined()
    expect(approvalOf(adjuster, request(), {}, now)).toEqual({
      startDate: '2026-11-16',
      endDate: '2027-02-14',
      oneTimeFill: false,
      drugLevel: 10,
      maxFills: null,
      clears: ['75'],
      keeps: [],
      safetyIncluded: false,
      maxCost: null,
    })
  })
  it('G35: level 2 as an adjuster', () => {
    expect(whyNotApprove(adjuster, request(), { drugLevel: 2 }, now)).toEqual({
      code: 'LEVEL_NOT_ALLOWED',
      message: 'Authorization level 2 is not allowed for your role: levels wider than 8 need a supervisor.',
      field: 'drugLevel',
    })
  })
  it.each([
    ['the start before thirty days ago', { startDate: '2026-10-16' }, {}, 'DATES_NOT_ALLOWED'],
    ['the start thirty days ago', { startDate: '2026-10-17' }, {}, undefined],
    ['the start in thirty days', { startDate: '2026-12-16' }, {}, undefined],
    ['the start in thirty-one days', { startDate: '2026-12-17' }, {}, 'DATES_NOT_ALLOWED'],
    ['the start before the injury', { startDate: '2026-11-09' }, { dateOfInjury: '2026-11-10' }, 'DATES_NOT_ALLOWED'],
    ['the end before the start', { startDate: '2026-11-16', endDate: '2026-11-15' }, {}, 'DATES_NOT_ALLOWED'],
    ['the end on the start', { startDate: '2026-11-16', endDate: '2026-11-16' }, {}, undefined],
    ['the end 365 days on', { startDate: '2026-11-16', endDate: '2027-11-16' }, {}, undefined],
    ['the end 366 days on', { startDate: '2026-11-16', endDate: '2027-11-17' }, {}, 'DATES_NOT_ALLOWED'],
    ['the end after the claim', { endDate: '2026-12-02' }, { claimTermDate: '2026-12-01' }, 'DATES_NOT_ALLOWED'],
    ['the end with the claim', { endDate: '2026-12-01' }, { claimTermDate: '2026-12-01' }, undefined],
    ['a claim that has ended', {}, { claimTermDate: '2026-11-01' }, 'DATES_NOT_ALLOWED'],
    ['fills over the maximum', { paMaxFill: 13 }, {}, 'RULE'],
    ['twelve fills', { paMaxFill: 12 }, {}, undefined],
    ['a code that does not stand', { rejects: [{ rejectCode: '70', override: true }] }, {}, 'RULE'],
  ] as const)('%s', (_, asked, on, expected) => {
    expect(approve(adjuster, on, asked)).toBe(expected)
  })
  it('clears the listed codes only, or by default every one the person may clear', () => {
    const two = request({ rejects: [reject('75'), reject('80')] })
    expect(
      approvalOf(
        adjuster,
        two,
        {
          rejects: [
            { rejectCode: '80', override: true },
            { rejectCode: '75', override: false },
          ],
        },
        now,
      ),
    ).toMatchObject({
      clears: ['80'],
      keeps: ['75'],
    })
    const mixed = request({ rejects: [reject('75'), reject('67'), reject('07'), reject('922')] })
    expect(approvalOf(pharmacist, mixed, {}, now)).toMatchObject({ clears: ['75'], keeps: ['67', '07', '922'] })
    expect(approvalOf(adjuster, mixed, { overrideAllRejections: true }, now).clears).toEqual(['75', '67'])
  })
  it('refuses a code the person may not clear, or that nobody may', () => {
    const over = (code: string) => ({
      rejects: [{ rejectCode: code, override: true }],
      safetyRejectEnabled: true,
      safetyAck: 'yes',
    })
    expect(approve(adjuster, { rejects: [reject('922')] }, over('922'))).toBe('SAFETY_NEEDS_PHARMACIST')
    expect(approve(pharmacist, { rejects: [reject('67')] }, over('67'))).toBe('CODE_NOT_YOURS_TO_CLEAR')
    expect(approve(adjuster, { rejects: [reject('75'), reject('07')] }, over('07'))).toBe('NOT_OVERRIDABLE')
    expect(approve(adjuster, { rejects: [reject('75'), reject('46')] })).toBe('HARD_STOP')
  })
  it('wants words with every safety code, a note with a major one, and a second name with a contraindication', () => {
    const clearing = (code: DecidableReject, more: object, who = pharmacist) =>
      whyNotApprove(
        who,
        request({ rejects: [code] }),
        { rejects: [{ rejectCode: code.rejectCode, override: true }], ...more },
        now,
        set({ safetyOverrides: true }),
      )
    const major = reject('88', { severity: 2 })
    expect(clearing(major, {})).toMatchObject({ code: 'REASON_REQUIRED', field: 'safetyAck' })
    expect(clearing(major, { safetyRejectEnabled: true, safetyAck: '  ' })).toMatchObject({ field: 'safetyAck' })
    expect(clearing(major, { safetyRejectEnabled: true, safetyAck: 'seen' })).toMatchObject({ field: 'note' })
    expect(
      clearing(major, { safetyRejectEnabled: true, safetyAck: 'seen', note: 'short course, monitored' }),
    ).toBeUndefined()
    const worst = reject('88', { severity: 1 })
    const words = { safetyRejectEnabled: true, safetyAck: 'seen', priorauthReasonDesc: 'taper' }
    expect(clearing(worst, { ...words, note: 'x' })).toMatchObject({ code: 'SAFETY_NEEDS_PHARMACIST' })
    expect(clearing(worst, words, overrideAll)).toMatchObject({ code: 'REASON_REQUIRED', field: 'note' })
    expect(clearing(worst, { ...words, note: 'agreed with Dr. Mei Tan, RPh' }, overrideAll)).toBeUndefined()
  })
  it('half an approval never waits for a senior pharmacist whom the carrier lets clear nothing', () => {
    const half = (safetyOverrides: boolean, who: Person, ...rejects: DecidableReject[]) =>
      whyNotApprove(who, request({ rejects: [reject('75'), ...rejects] }), {}, now, set({ safetyOverrides }))?.message
    const worst = reject('88', { severity: 1 })
    for (const who of [adjuster, pharmacist, overrideAll]) {
      expect(half(true, who, worst)).toBeUndefined()
      expect(half(false, who, worst)).toBe('Nobody may clear code 88: the carrier has safety overrides switched off.')
      expect(half(false, who, reject('88', { severity: 2 }))).toBeUndefined()
    }
  })
  it('a one-time fill is one fill for fourteen days, and a locked one cannot be unlocked', () => {
    expect(approvalOf(adjuster, request(), { oneTimeFill: true, paMaxFill: 5 }, now)).toMatchObject({
      maxFills: 1,
      endDate: '2026-11-30',
    })
    const early = { rejects: [reject('79')] }
    expect(approve(adjuster, early, { oneTimeFill: false })).toBe('RULE')
    expect(approve(adjuster, early, { oneTimeFill: true })).toBeUndefined()
  })
  it('follows a determination, and a first approval, to the letter', () => {
    const order = { startDate: '2026-11-20', endDate: '2026-12-20', oneTimeFill: false, drugLevel: 12, maxFills: 2 }
    for (const on of [
      { statusId: 23, jurisState: 'CA', determination: order },
      { statusId: 22, firstApproval: order },
    ] as const) {
      const who = on.statusId === 23 ? reviewer : pharmacist
      expect(approvalOf(who, request(on), {}, now)).toMatchObject({ ...order })
      expect(approve(who, on, {})).toBeUndefined()
      expect(approve(who, on, { endDate: '2026-12-21' })).toBe('DATES_NOT_ALLOWED')
      expect(approve(who, on, { startDate: '2026-11-19' })).toBe('DATES_NOT_ALLOWED')
      expect(approve(who, on, { drugLevel: 14 })).toBe('LEVEL_NOT_ALLOWED')
    }
  })
  it('a reviewer cannot let safety codes through with a determination', () => {
    expect(approve(reviewer, { statusId: 23, jurisState: 'CA', rejects: [reject('75'), reject('922')] })).toBe(
      'SAFETY_NEEDS_PHARMACIST',
    )
  })
  it('offers "all" only where 5.18 does', () => {
    expect(approve(adjuster, {}, { overrideAllRejections: true })).toBeUndefined()
    expect(approve(adjuster, { deaSchedule: 'CII' }, { overrideAllRejections: true })).toBe('RULE')
  })
})

describe('where an approval leads', () => {
  const limited = (limit: number | null) => person('adjuster', { approvalLimit: limit })
  const to = (who: Person, on: Partial<DecidableAuthorization>, asked = {}, settings = defaultDecisionSettings) =>
    approveOutcome(who, request(on), asked, settings)
  it.each([
    ['within the limit', limited(2500), { estimatedCost: 2500 }, {}, 30],
    ['over the limit', limited(2500), { estimatedCost: 2500.01 }, {}, 25],
    ['without a limit', limited(null), { estimatedCost: 1_000_000 }, {}, 30],
    ['a limit of nothing', limited(0), { estimatedCost: 0.01 }, {}, 25],
    ['a cost nobody knows', limited(0), { estimatedCost: null }, {}, 30],
    ['a flagged drug', limited(null), { dualControl: true }, {}, 25],
    ['over the carrier’s threshold', limited(null), { estimatedCost: 501 }, { dualControlThreshold: 500 }, 25],
    ['safety codes left for a pharmacist', limited(null), { rejects: [reject('75'), reject('922')] }, {}, 22],
    ['safety codes left, and over the limit', limited(10), { rejects: [reject('75'), reject('922')] }, {}, 22],
    ['the second half of a second approval', supervisor, { statusId: 25, estimatedCost: 9999 }, {}, 30],
    [
      'a utilization review',
      reviewer,
      { statusId: 23, jurisState: 'CA', estimatedCost: 9999, dualControl: true },
      {},
      30,
    ],
  ] as const)('%s', (_, who, on, settings, expected) => {
    expect(to(who, on, {}, set(settings)).statusId).toBe(expected)
  })
  it('two steps: the adjuster approves the rest, the pharmacist clears the safety code, the approval completes', () => {
    const both = [reject('75'), reject('922')]
    expect(approve(adjuster, { rejects: both })).toBeUndefined()
    expect(to(adjuster, { rejects: both })).toEqual({ statusId: 22, waitsFor: ['922'], dualControl: false })
    const words = { safetyRejectEnabled: true, safetyAck: 'dose reviewed', note: 'taper agreed' }
    const half = { statusId: 22, rejects: [{ ...both[0]!, cleared: true }, both[1]!] } as const
    expect(approve(pharmacist, half, words)).toBeUndefined()
    expect(approvalOf(pharmacist, request(half), words, now)).toMatchObject({
      clears: ['922'],
      keeps: [],
      safetyIncluded: true,
    })
    expect(to(pharmacist, half, words)).toEqual({ statusId: 30, waitsFor: [], dualControl: false })
  })
  it('remembers that a second approver is needed while the pharmacist has it', () => {
    expect(to(limited(10), { rejects: [reject('75'), reject('922')] })).toMatchObject({
      statusId: 22,
      dualControl: true,
    })
    expect(dualControl(pharmacist, { estimatedCost: 1, dualControl: true })).toBe(true)
  })
  it.each([
    // [state, who, what is granted of 60 units for 30 days, on the day it was asked for]
    ['CA', adjuster, { maxDays: 3, maxQty: 6 }, 'maxQty'],
    ['CA', adjuster, { maxDays: 29 }, 'maxDays'],
    ['CA', supervisor, { maxQty: 59.5 }, 'maxQty'],
    ['CA', pharmacist, { maxDays: 7 }, 'maxDays'],
    ['TX', adjuster, { maxDays: 7 }, 'maxDays'],
    ['CA', adjuster, { startDate: '2026-11-20' }, 'startDate'],
    ['CA', adjuster, { startDate: '2026-11-16', maxDays: 30, maxQty: 60 }, undefined],
    ['CA', adjuster, { maxDays: 90, oneTimeFill: true }, undefined],
    ['CA', reviewer, { maxDays: 3, maxQty: 6, startDate: '2026-11-20' }, undefined],
    ['GA', adjuster, { maxDays: 3, maxQty: 6, startDate: '2026-11-20' }, undefined],
    ['NY', adjuster, { maxDays: 3 }, undefined],
  ] as const)('%s %o grants %o: less than was asked, or later, is a reviewer’s', (jurisState, who, asked, field) => {
    const why = whyNotApprove(who, request({ jurisState, quantity: 60 }), asked, now)
    expect(why).toEqual(
      field && {
        code: 'NEEDS_UR_DECISION',
        message: 'This state needs a utilization review decision to deny.',
        field,
      },
    )
  })
  it('what the first of two people granted less of is not the second one’s doing; less still is', () => {
    const half = { startDate: '2026-11-20', endDate: '2026-11-30', oneTimeFill: true, drugLevel: 14, maxFills: 1 }
    const on = { jurisState: 'CA', quantity: 60, statusId: 25, firstApproval: half, firstApproverId: 'p2' } as const
    expect(approve(supervisor, on, { startDate: half.startDate })).toBeUndefined()
    expect(approve(supervisor, on, { maxDays: 3 })).toBe('NEEDS_UR_DECISION')
  })
  it('an adjuster over the limit is not refused by code 78, but waits for a second approver', () => {
    const dear = { rejects: [reject('78')], estimatedCost: 5000 }
    expect(approve(limited(2500), dear)).toBeUndefined()
    expect(approvalOf(limited(2500), request(dear), {}, now).clears).toEqual(['78'])
    expect(to(limited(2500), dear).statusId).toBe(25)
  })
  it('is always a move the table knows, when the approval is allowed', () => {
    const some = fc.subarray(['75', '80', '922', '925', '78', '67', '07', '88'])
    fc.assert(
      fc.property(
        fc.constantFrom(...statuses.map((status) => status.id)),
        fc.constantFrom(adjuster, supervisor, pharmacist, overrideAll, reviewer),
        some,
        fc.constantFrom('GA', 'CA'),
        fc.constantFrom(null, 5),
        fc.boolean(),
        (statusId, who, codes, jurisState, limit, safetyRejectEnabled) => {
          const on = request({ statusId, jurisState, rejects: codes.map((code) => reject(code)) })
          const asked = { safetyRejectEnabled, safetyAck: 'seen', note: 'agreed with a colleague' }
          const one = { ...who, approvalLimit: limit }
          if (whyNotApprove(one, on, asked, now)) return
          const outcome = approveOutcome(one, on, asked)
          expect(mayMove(statusId, outcome.statusId, statusId === 25 ? 'confirm' : 'approve')).toBe(true)
          if (outcome.statusId === 30 && statusId !== 25) {
            const { keeps } = approvalOf(one, on, asked, now)
            for (const code of keeps) expect(rejectCode(code)!.safety).toBe(false)
          }
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('denying', () => {
  it('G30: a California adjuster needs a utilization review decision', () => {
    const refused = { code: 'NEEDS_UR_DECISION', message: 'This state needs a utilization review decision to deny.' }
    for (const asked of [{}, { reasonId: 1, note: 'n' }, { reasonId: 3 }, { priorauthReasonDesc: 'no' }]) {
      expect(whyNotReject(adjuster, request({ jurisState: 'CA' }), asked, now)).toEqual(refused)
      expect(whyNotReject(supervisor, request({ jurisState: 'CA' }), asked, now)).toEqual(refused)
      expect(whyNotReject(pharmacist, request({ jurisState: 'CA', statusId: 23 }), asked, now)).toEqual(refused)
    }
  })
  it('a licensed reviewer may, before and in review', () => {
    expect(deny(reviewer, { jurisState: 'CA', statusId: 23 })).toBeUndefined()
    expect(deny(reviewer, { jurisState: 'CA', statusId: 20 })).toBeUndefined()
    expect(deny(person('ur_reviewer', { licenseStates: ['NV'] }), { jurisState: 'CA', statusId: 23 })).toBe(
      'UPDATE_BLOCKED',
    )
  })
  it('states where a claims desk may not deny for medical need', () => {
    const review = [...new Set(allPacks.map((pack) => pack.jurisdiction))].filter(
      (state) => !adjusterMayDeny(state, now),
    )
    expect(review.toSorted()).toEqual(['CA', 'IN', 'KY', 'OK', 'TN', 'TX'])
  })
  it('for one fill an adjuster may always answer what is no medical question', () => {
    const thisFill = (reasonId: number) =>
      whyNotRejectThisFill(adjuster, request({ jurisState: 'CA' }), { reasonId, note: 'n' }, now)?.code
    expect([3, 4, 19, 20].map(thisFill)).toEqual([undefined, undefined, undefined, undefined])
    expect([1, 5, 6, 7, 9, 13, 22].map(thisFill)).toEqual(Array.from({ length: 7 }, () => 'NEEDS_UR_DECISION'))
  })
  it('at New York’s Level 2 only the carrier’s physician, for whom a licensed reviewer stands, denies for medical need', () => {
    const again = { ...newYork(2), statusId: 24 } as const
    const physician = person('ur_reviewer', { licenseStates: ['NY'] })
    const why = (who: Person, asked = {}, more = {}) =>
      deny(who, { ...again, ...more }, { reasonId: 1, note: 'n', ...asked })
    expect([pharmacist, overrideAll, supervisor].map((who) => why(who))).toEqual(
      Array.from({ length: 3 }, () => 'NEEDS_UR_DECISION'),
    )
    expect([why(physician), why(person('ur_reviewer', { licenseStates: ['CA'] }))]).toEqual([
      undefined,
      'UPDATE_BLOCKED',
    ])
    // Level 1 and the second look at it are the payer's own; what is no medical question is for everybody.
    expect([
      why(pharmacist, {}, { reconsiderationLevel: 1 }),
      why(adjuster, {}, { ...newYork(0), statusId: 20 }),
    ]).toEqual([undefined, undefined])
    expect(whyNotRejectThisFill(pharmacist, request(again), { reasonId: 3, note: 'n' }, now)).toBeUndefined()
    // Elsewhere a second reconsideration is a pharmacist's, as far as the state leaves denials to the claims desk.
    expect(why(pharmacist, {}, { jurisState: 'FL' })).toBeUndefined()
    expect(why(pharmacist, {}, { jurisState: 'CA' })).toBe('NEEDS_UR_DECISION')
  })
  it('reasons for reviewers only are a pharmacist’s or reviewer’s anywhere', () => {
    for (const reasonId of [9, 15, 16, 21]) {
      expect(deny(adjuster, {}, { reasonId, note: 'n' })).toBe('NEEDS_UR_DECISION')
      expect(deny(pharmacist, {}, { reasonId, note: 'n' })).toBeUndefined()
    }
  })
  it.each([
    ['no reason', {}, 'REASON_REQUIRED'],
    ['a blank reason', { priorauthReasonDesc: '   ' }, 'REASON_REQUIRED'],
    ['a reason in words', { priorauthReasonDesc: 'Claim denied' }, undefined],
    ['a reason from the list', { reasonId: 3 }, undefined],
    ['a reason that is not on the list', { reasonId: 98 }, 'REASON_REQUIRED'],
    ['a reason that needs a note, without', { reasonId: 1 }, 'REASON_REQUIRED'],
    [
      'its own words are no note',
      { reasonId: 1, priorauthReasonDesc: 'Not related to the compensable injury' },
      'REASON_REQUIRED',
    ],
    ['a reason that needs a note, with', { reasonId: 1, note: 'knee, not back' }, undefined],
    ['no codes', { reasonId: 3, rejectCodes: [] }, 'RULE'],
    ['a code that does not stand', { reasonId: 3, rejectCodes: ['70'] }, 'RULE'],
    ['a block of 365 days', { reasonId: 3, startDate: '2026-11-16', endDate: '2027-11-16' }, undefined],
    ['a longer block', { reasonId: 3, startDate: '2026-11-16', endDate: '2027-11-17' }, 'DATES_NOT_ALLOWED'],
    ['a block of a class', { reasonId: 3, drugLevel: 4 }, 'LEVEL_NOT_ALLOWED'],
    ['a block of one drug', { reasonId: 3, drugLevel: 8 }, undefined],
  ] as const)('%s', (_, asked, expected) => {
    expect(deny(adjuster, {}, asked)).toBe(expected)
  })
  it('a supervisor may block a group; the default block is 90 days of the exact drug', () => {
    expect(deny(supervisor, {}, { reasonId: 3, drugLevel: 2 })).toBeUndefined()
    expect(blockOf(adjuster, request(), {}, now)).toEqual({
      startDate: '2026-11-16',
      endDate: '2027-02-14',
      oneTimeFill: false,
      drugLevel: 14,
      rejectCodes: ['75'],
    })
  })
  it('is not possible once decided, nor from a second approval', () => {
    expect(deny(adjuster, { statusId: 30 })).toBe('ALREADY_DECIDED')
    expect(deny(supervisor, { statusId: 25 })).toBe('ALREADY_DECIDED')
  })
})

describe('moving by a word', () => {
  const move = (
    who: Person,
    statusId: DecidableAuthorization['statusId'],
    word: string,
    more: Partial<DecidableAuthorization> = {},
    settings = {},
  ) => whyNotMove(who, request({ statusId, ...more }), word as Alias, now, set(settings))?.code
  it('refuses words it does not know, approve and reject among them', () => {
    for (const word of ['approve', 'reject', 'PENDING', '', '__proto__']) {
      expect(isAlias(word)).toBe(false)
      expect(whyNotAlias(word)).toEqual({
        code: 'UNSUPPORTED_STATUS',
        message: `Unsupported status: ${word}`,
        field: 'status',
      })
    }
  })
  it.each([
    [adjuster, 20, 'clinical', {}, {}, undefined],
    [adjuster, 22, 'clinical', {}, {}, 'ALREADY_DECIDED'],
    [adjuster, 20, 'clinical', {}, { clinicalService: false }, 'RULE'],
    [adjuster, 20, 'ur', {}, {}, undefined],
    [adjuster, 20, 'ur', {}, { urRequirements: false }, 'RULE'],
    [adjuster, 20, 'lomn', {}, { lettersDisabled: true }, 'RULE'],
    [adjuster, 22, 'pending', {}, {}, undefined],
    [adjuster, 20, 'pending', {}, {}, 'ALREADY_DECIDED'],
    [adjuster, 23, 'pending', { jurisState: 'CA' }, {}, 'NOT_ALLOWED'],
    [reviewer, 23, 'pending', { jurisState: 'CA' }, {}, undefined],
    [adjuster, 25, 'pending', {}, {}, 'NOT_ALLOWED'],
    [supervisor, 25, 'pending', {}, {}, undefined],
    [adjuster, 20, 'withdraw', {}, {}, 'NOT_ALLOWED'],
    [adjuster, 20, 'withdraw', { createdById: 'p1' }, {}, undefined],
    [person('pbm_support'), 20, 'withdraw', {}, {}, undefined],
    [adjuster, 20, 'secondapproval', {}, {}, undefined],
    [person('pbm_support'), 20, 'secondapproval', {}, {}, 'UPDATE_BLOCKED'],
    [adjuster, 41, 'reopen', { completedAt: now }, {}, 'NOT_ALLOWED'],
    [supervisor, 41, 'reopen', { completedAt: '2026-11-15T15:00:00.000Z' }, {}, undefined],
    [supervisor, 41, 'reopen', { completedAt: '2026-11-15T14:59:59.999Z' }, {}, 'RULE'],
    [supervisor, 50, 'reopen', { completedAt: now, filled: true }, {}, 'RULE'],
    [supervisor, 40, 'reopen', { completedAt: now }, {}, 'ALREADY_DECIDED'],
    [adjuster, 40, 'reconsider', { completedAt: '2026-01-01T15:00:00.000Z' }, {}, undefined],
    // New York's ten days lead from Level 2 to the Board, and from no other level.
    [adjuster, 40, 'reconsider', { ...newYork(2), completedAt: '2026-11-06T15:00:00.000Z' }, {}, undefined],
    [adjuster, 40, 'reconsider', { ...newYork(2), completedAt: '2026-11-05T15:00:00.000Z' }, {}, 'RULE'],
    [adjuster, 40, 'reconsider', { ...newYork(1), completedAt: '2026-11-05T15:00:00.000Z' }, {}, undefined],
    [adjuster, 40, 'reconsider', { ...newYork(0), completedAt: '2026-08-05T15:00:00.000Z' }, {}, undefined],
    [adjuster, 40, 'reconsider', { ...newYork(2), channel: 9, completedAt: '2026-11-05T15:00:00.000Z' }, {}, undefined],
    [adjuster, 40, 'reconsider', { completedAt: now, reconsiderationLevel: 3 }, {}, 'RULE'],
    [adjuster, 30, 'reconsider', { completedAt: now }, {}, 'ALREADY_DECIDED'],
    [person('prog_special'), 20, 'clinical', {}, {}, 'UPDATE_BLOCKED'],
    [person('adjuster', { id: 'p9' }), 20, 'clinical', {}, { anyoneInGroupMayDecide: false }, 'NOT_ALLOWED'],
  ] as const)('%#: %s', (who, statusId, word, more, settings, expected) => {
    expect(move(who, statusId, word, more, settings)).toBe(expected)
  })
  it('"pending" on a review or a second approval is its return', () => {
    expect([20, 21, 22, 23, 25].map((from) => viaOf('pending', from as 20))).toEqual([
      'pending',
      'pending',
      'pending',
      'return',
      'return',
    ])
  })
  it('Texas lets no approval be withdrawn', () => {
    expect(whyNotEndApproval(adjuster, { jurisState: 'TX', receivedAt: now })?.code).toBe('RULE')
    expect(whyNotEndApproval(adjuster, { jurisState: 'FL', receivedAt: now })).toBeUndefined()
    expect(whyNotEndApproval(person('read_only'), { jurisState: 'FL', receivedAt: now })?.code).toBe('UPDATE_BLOCKED')
  })
})

it('what the engine and a decision both read of a carrier’s settings has one default', () => {
  const both = Object.entries(defaultDecisionSettings).filter(([key]) => key in defaultSettings)
  expect(both.map(([key]) => key)).toContain('compoundSupervisorAbove')
  for (const [key, value] of both)
    expect([key, value]).toEqual([key, defaultSettings[key as keyof typeof defaultSettings]])
})

describe('the form’s rules', () => {
  const form = (
    on: Partial<DecidableAuthorization>,
    who = adjuster,
    settings = {},
    action: 'approve' | 'reject' = 'approve',
  ) => {
    const { fields, approveAuthType, hardStops, situation } = editRules(who, {
      authorization: request(on),
      action,
      now,
      settings: set(settings),
    })
    return {
      start: [fields.startDate.min, fields.startDate.default, fields.startDate.max],
      end: [fields.endDate.default, fields.endDate.max],
      once: [fields.oneTimeFill.default, fields.oneTimeFill.editable],
      level: [fields.drugLevel.default, ...fields.drugLevel.allowed],
      fills: [fields.paMaxFill.default, fields.paMaxFill.max, fields.paMaxFill.visible],
      all: fields.overrideAllRejections.visible,
      safety: fields.safetyRejectEnabled.visible,
      type: approveAuthType.id,
      hardStops,
      situation,
    }
  }
  it('a non-controlled drug', () => {
    expect(form({})).toEqual({
      start: ['2026-10-17', '2026-11-16', '2026-12-16'],
      end: ['2027-02-14', '2027-11-16'],
      once: [false, true],
      level: [10, 14, 12, 10, 8],
      fills: [null, 12, true],
      all: true,
      safety: false,
      type: 3,
      hardStops: [],
      situation: 'Non-controlled drug',
    })
    expect(form({}, supervisor).level).toEqual([10, 14, 12, 10, 8, 6, 4])
  })
  it('Schedule II, and what a supervisor may do more', () => {
    const two = { deaSchedule: 'CII' }
    expect(form(two)).toMatchObject({
      start: ['2026-11-16', '2026-11-16', '2026-11-23'],
      end: ['2026-11-30', '2026-12-16'],
      once: [true, true],
      level: [14, 14],
      fills: [1, 3, true],
      all: false,
    })
    expect(form(two, supervisor)).toMatchObject({ end: ['2026-11-30', '2027-02-14'], level: [14, 14, 12] })
  })
  it('Schedule III to V', () => {
    expect(form({ deaSchedule: 'CIV' })).toMatchObject({
      end: ['2026-12-16', '2027-02-14'],
      once: [true, true],
      level: [14, 14, 12, 10],
      fills: [1, 6, true],
      all: false,
    })
  })
  it.each([
    ['refill too soon only', { rejects: [reject('79')] }, ['2026-11-30', '2026-11-30'], [14, 14]],
    [
      'first fill under investigation',
      { firstFill: true, underInvestigation: true },
      ['2026-11-30', '2026-12-16'],
      [14, 14],
    ],
    ['an eligibility code', { rejects: [reject('69')] }, ['2026-11-23', '2026-12-16'], [14, 14]],
  ] as const)('%s: one locked fill', (_, on, end, level) => {
    expect(form(on)).toMatchObject({ end, once: [true, false], level, fills: [1, 1, true], all: false })
  })
  it('G09: the day after a closed claim’s end may still be paid once', () => {
    const late = { rejects: [reject('69')], claimTermDate: '2026-11-15' }
    expect(form(late)).toMatchObject({ start: ['2026-11-16', '2026-11-16', '2026-11-16'], once: [true, false] })
    expect(approve(adjuster, late)).toBeUndefined()
  })
  it('a bill is for its own day', () => {
    for (const channel of [2, 7, 8, 9]) {
      expect(form({ channel, dateOfService: '2026-08-01' })).toMatchObject({
        start: ['2026-08-01', '2026-08-01', '2026-08-01'],
        end: ['2026-08-01', '2026-08-01'],
        once: [true, false],
      })
    }
  })
  it('a compound, and a repackaged product, may be approved by package', () => {
    expect(form({ compound: true })).toMatchObject({
      end: ['2026-12-16', '2027-02-14'],
      level: [14, 14, 11],
      fills: [1, 3, true],
    })
    expect(form({ rejects: [reject('645')] }).level).toContain(11)
  })
  it('maintenance with a letter: longer, and as wide as the schedule lets it be', () => {
    const letter = { maintenance: true, letterOnFile: true }
    expect(form(letter)).toMatchObject({
      end: ['2027-05-15', '2027-11-16'],
      once: [false, true],
      level: [10, 14, 12, 10, 8],
      fills: [6, 12, true],
      all: true,
    })
    expect(form({ ...letter, deaSchedule: 'CII' })).toMatchObject({
      end: ['2027-05-15', '2027-11-16'],
      level: [14, 14],
    })
    expect(form({ ...letter, deaSchedule: 'CII', opioid: true, jurisState: 'US-FECA' }).end).toEqual([
      '2027-01-15',
      '2027-01-15',
    ])
    expect(form({ compound: true, jurisState: 'US-FECA' }).end[1]).toBe('2027-02-14')
  })
  it('a block', () => {
    expect(form({}, adjuster, {}, 'reject')).toMatchObject({
      end: ['2027-02-14', '2027-11-16'],
      once: [false, true],
      level: [14, 14, 12, 10, 8],
      all: false,
    })
    expect(form({}, supervisor, {}, 'reject').level).toEqual([14, 14, 12, 10, 8, 6, 4, 2])
  })
  it('a block begins with the fill it denies, where that is possible, and holds ninety days from today', () => {
    const start = (on: Partial<DecidableAuthorization>) => {
      const block = form(on, adjuster, {}, 'reject')
      return [block.start[0], block.start[1], block.end[0]]
    }
    expect(start({ dateOfService: '2026-11-10' })).toEqual(['2026-10-17', '2026-11-10', '2027-02-14'])
    expect(start({ dateOfService: '2026-10-16' })).toEqual(['2026-10-17', '2026-11-16', '2027-02-14'])
    // Texas lets nobody take back an approval, of a day that is over neither.
    expect(start({ dateOfService: '2026-11-10', jurisState: 'TX' })[1]).toBe('2026-11-16')
    // A bill lies further back; so far that the block would be over, it begins today.
    expect(start({ dateOfService: '2026-10-16', channel: 9 })).toEqual(['2026-10-16', '2026-10-16', '2027-02-14'])
    expect(start({ dateOfService: '2026-02-14', channel: 9, dateOfInjury: '2020-01-01' })).toEqual([
      '2026-02-14',
      '2026-02-14',
      '2027-02-14',
    ])
    expect(start({ dateOfService: '2026-02-13', channel: 9, dateOfInjury: '2020-01-01' })).toEqual([
      '2026-02-14',
      '2026-11-16',
      '2027-02-14',
    ])
  })
  it('the carrier narrows: days, level, fills, one-time or range', () => {
    expect(form({}, adjuster, { maxApprovalDays: 30 }).end).toEqual(['2026-12-16', '2026-12-16'])
    expect(form({}, adjuster, { maxApprovalDays: 9999 }).end[1]).toBe('2027-11-16')
    expect(form({}, adjuster, { defaultDrugLevel: 14 }).level[0]).toBe(14)
    expect(form({ deaSchedule: 'CII' }, adjuster, { defaultDrugLevel: 8 }).level).toEqual([14, 14])
    expect(form({}, adjuster, { allowPaFillLimit: false }).fills[2]).toBe(false)
    expect(form({}, adjuster, { approveAuthType: 1 }).once).toEqual([true, false])
    expect(form({}, adjuster, { approveAuthType: 2 }).once).toEqual([false, false])
    expect(form({ rejects: [reject('79')] }, adjuster, { approveAuthType: 2 }).once).toEqual([true, false])
  })
  it('shows the safety switch to those who could use it', () => {
    const dose = { rejects: [reject('75'), reject('922')] }
    expect(form(dose, adjuster).safety).toBe(false)
    expect(form(dose, pharmacist).safety).toBe(true)
    expect(form({ rejects: [reject('75'), reject('46')] }).hardStops).toEqual(['46'])
  })
  it('starts on the earliest unpaid day, and says why a window is no longer', () => {
    const dates = datesAllowed(adjuster, {
      authorization: request({ dateOfService: '2026-11-10', claimTermDate: '2026-12-31' }),
      action: 'approve',
      now,
    })
    expect(dates).toMatchObject({
      startDate: '2026-11-10',
      endDate: '2026-12-31',
      minStart: '2026-10-17',
      maxEnd: '2026-12-31',
    })
    expect(dates.reason).toContain('The claim ends on 2026-12-31.')
    expect(
      datesAllowed(adjuster, { authorization: request(), action: 'approve', now, oneTimeFill: true }).endDate,
    ).toBe('2026-11-30')
  })
  it('counts today in the person’s own zone', () => {
    const evening = '2026-11-17T03:00:00.000Z'
    const today = (timeZone: string) =>
      editRules(person('adjuster', { timeZone }), {
        authorization: request({ deaSchedule: 'CII' }),
        action: 'approve',
        now: evening,
      }).fields.startDate.min
    expect(today('America/New_York')).toBe('2026-11-16')
    expect(today('UTC')).toBe('2026-11-17')
  })

  it('whatever the request, the form’s own defaults are allowed, and nothing wider than each row', () => {
    const codes = fc.subarray(['75', '80', '79', '69', '645', '830'], { minLength: 1 })
    fc.assert(
      fc.property(
        codes,
        fc.constantFrom(null, 'CII', 'CIV'),
        fc.constantFrom(1, 3, 7, 9),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('GA', 'NY', 'US-FECA', 'TX'),
        fc.constantFrom(adjuster, supervisor),
        fc.integer({ min: 0, max: 25 }),
        (some, deaSchedule, channel, compound, maintenance, firstFill, jurisState, who, ago) => {
          const dateOfService = new Date(Date.parse(now) - ago * 86_400_000).toISOString().slice(0, 10)
          const on = request({
            rejects: some.map((code) => reject(code)),
            deaSchedule,
            channel,
            compound,
            maintenance,
            letterOnFile: maintenance,
            firstFill,
            underInvestigation: firstFill,
            jurisState,
            dateOfService,
          })
          expect(whyNotApprove(who, on, {}, now)).toBeUndefined()
          const { fields } = editRules(who, { authorization: on, action: 'approve', now })
          const chosen = {
            startDate: fields.startDate.default,
            endDate: fields.endDate.max,
            drugLevel: fields.drugLevel.allowed.at(-1)!,
            oneTimeFill: fields.oneTimeFill.default,
          }
          expect(whyNotApprove(who, on, chosen, now)).toBeUndefined()
          const beyond = new Date(Date.parse(chosen.endDate) + 86_400_000).toISOString().slice(0, 10)
          expect(whyNotApprove(who, on, { ...chosen, endDate: beyond }, now)?.code).toBe('DATES_NOT_ALLOWED')
          if (deaSchedule !== null) expect(Math.min(...fields.drugLevel.allowed)).toBeGreaterThanOrEqual(10)
          if (who === adjuster) expect(Math.min(...fields.drugLevel.allowed)).toBeGreaterThanOrEqual(8)
        },
      ),
      { numRuns: 800 },
    )
  })
})
