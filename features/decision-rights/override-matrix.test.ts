import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Person } from '#platform/calls/person.ts'
import { roles } from '#features/permissions/roles.ts'
import { rejectCodes } from '#reference/reject-codes.ts'
import type { RejectFacts } from '#features/authorizations/decision-facts.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'
import { whyNotOverride, whyNotOverrideAll } from './override-matrix.ts'
import {
  person,
  adjuster,
  supervisor,
  pharmacist,
  overrideAll,
  reviewer,
  reject,
  request,
  set,
} from '#features/decisions/testing-rules.ts'

describe('the override matrix', () => {
  /** Each column by example; the letters are the approvers that may clear it: a s r o k u, in capitals with the setting. */
  const columns: [name: string, reject: RejectFacts, who: string][] = [
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
  const approvers = { a: adjuster, s: supervisor, r: pharmacist, o: overrideAll, k: person('pbm_support'), u: reviewer }
  const clear = (settings: DecisionSettings, one: RejectFacts): string =>
    Object.entries(approvers)
      .filter(
        ([, who]) =>
          whyNotOverride(who, one, settings, request({ juris_state: 'CA', rejects: [one], days_supply: 14 })) ===
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
    ['nobody where it does not', overrideAll, false, 'The carrier has turned safety overrides off.', false],
    ['nobody without a licence', person('override_all_edit_clinical'), true, 'No active license is on file.', false],
    [
      'an adjuster beside it does not help',
      person(['adjuster', 'override_all_edit_clinical']),
      true,
      'No active license is on file.',
      false,
    ],
    [
      'a pharmacist beside it clears what pharmacists clear',
      person(['clinical_pharmacist', 'override_all_edit_clinical']),
      false,
      'The carrier has turned safety overrides off.',
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
        estimated_cost: estimatedCost,
      })
    expect(cost(2500, 2500)).toBeUndefined()
    expect(cost(null, 99_999)).toBeUndefined()
    expect(cost(2500, 2500.01)).toEqual({
      code: 'CODE_NOT_YOURS_TO_CLEAR',
      message: 'The cost is over your limit of $2,500; a second approver must agree.',
      field: 'rejects',
    })
  })
  it('lets an adjuster or supervisor clear a first opioid fill of up to 14 days without another safety code, no longer one', () => {
    const fill = reject('925', { overridableBy: 'A' })
    const on = (daysSupply: number, ...others: RejectFacts[]) =>
      whyNotOverride(
        adjuster,
        fill,
        defaultDecisionSettings,
        request({ rejects: [fill, ...others], days_supply: daysSupply }),
      )?.code
    expect(on(14)).toBeUndefined()
    expect(on(15)).toBe('SAFETY_NEEDS_PHARMACIST')
    expect(on(10, reject('922'))).toBe('SAFETY_NEEDS_PHARMACIST')
    expect(
      whyNotOverride(pharmacist, fill, defaultDecisionSettings, request({ rejects: [fill], days_supply: 30 })),
    ).toBeUndefined()
  })
  it('wants a letter where a code may be cleared only with one', () => {
    const long = reject('88', { letterNeeded: true })
    expect(whyNotOverride(pharmacist, long, defaultDecisionSettings, request({ rejects: [long] }))?.code).toBe('RULE')
    expect(
      whyNotOverride(pharmacist, long, defaultDecisionSettings, request({ rejects: [long], letter_came: true })),
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
  it('words each refusal to override a code', () => {
    const words = (who: Person, one: RejectFacts) => whyNotOverride(who, one)?.message
    expect(words(adjuster, reject('46'))).toBe('Code 46 is a hard stop; nobody may override it.')
    expect(words(adjuster, reject('07'))).toBe('Code 07 is cleared by correcting the data, not by an approval.')
    expect(words(adjuster, reject('88', { severity: 2 }))).toBe('Only a pharmacist can clear 88.')
    expect(words(adjuster, reject('M2'))).toBe('Your role may not override code M2. It needs a supervisor.')
    expect(words(pharmacist, reject('67'))).toBe('Your role may not override code 67.')
    expect(words(overrideAll, reject('922'))).toBe(
      'Only a pharmacist can clear 922. The carrier has turned safety overrides off.',
    )
    expect(words(pharmacist, reject('88', { severity: 1 }))).toBe(
      'Only a senior pharmacist, together with a second person, can clear 88.',
    )
  })

  const anyReject: fc.Arbitrary<RejectFacts> = fc.record({
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
  it('lets no adjuster or supervisor clear a contraindication or a major safety code, and nobody a hard stop', () => {
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
