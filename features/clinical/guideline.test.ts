import { describe, expect, it } from 'vitest'
import { jurisdictions } from '#reference/jurisdictions/jurisdictions.ts'
import { guideline } from './guideline.ts'
import { rollupOf, rollups, whyNotSo } from './rules.ts'
import { whyNotAdvise } from '#features/decision-rights/advising.ts'
import type { Role } from '#features/permissions/roles.ts'
import type { Person } from '#platform/calls/person.ts'

const now = '2026-11-20T15:00:00.000Z'
const say = (stateCode: string, more: object = {}, plan?: { status: string; note: string | null }) =>
  guideline({ stateCode, ...more }, now, '2026-11-20', plan)

describe('the guideline of a state', () => {
  it('has a formulary line, a clock with its source and a rule about denials, for every jurisdiction', () => {
    for (const { code, name, guideline: words } of jurisdictions) {
      const said = say(code)
      expect([code, said.program.startsWith(name), said.formulary]).toEqual([code, true, words])
      expect([code, Object.keys(said.clocks)]).toEqual([code, expect.arrayContaining(['prospective'])])
      for (const clock of Object.values(said.clocks))
        expect([code, clock.text !== '' && clock.source !== '' && clock.amount > 0]).toEqual([code, true])
      expect([code, said.denialRule !== '' && said.text.every((line) => line !== '')]).toEqual([code, true])
      expect(new Set(said.links.map((link) => link.source)).size).toBe(said.links.length)
    }
  })
  it.each([
    ['CA', true, 'physician reviewer'],
    ['TX', true, 'utilization review'],
    ['NY', false, 'adjuster may deny'],
    ['FL', false, 'adjuster may deny'],
    ['US-FECA', false, 'examiner'],
    ['OH', false, 'fund'],
    ['VI', false, 'fund'],
    ['AR', true, 'utilization review'],
    ['DC', true, 'utilization review'],
    ['ID', false, 'no state rule found on who may deny'],
    ['GU', false, 'no state rule found on who may deny'],
  ])('%s: reviewers needed %s, "%s"', (state, urNeeded, words) => {
    const said = say(state)
    expect(said.urNeeded).toBe(urNeeded)
    expect(said.denialRule.toLowerCase()).toContain(words)
  })
  it('accepts a state code in any case, and answers an unknown one with the generic text', () => {
    expect(say('ny').stateCode).toBe('NY')
    const unknown = say('ZZ')
    expect(unknown).toMatchObject({
      program: 'Jurisdiction unknown',
      formulary: 'No state formulary found. Check carrier rules.',
      urNeeded: false,
      links: [],
    })
    expect(Object.keys(unknown.clocks)).toEqual(['prospective'])
    expect(unknown.clocks['prospective']!.isDefault).toBe(true)
  })
  it('says where an injury is in the first-fill window', () => {
    const line = (doi: string) => say('MT', { doi }).text.find((text) => text.startsWith('Day '))
    expect(line('2026-11-18')).toBe('Day 2 after the injury: the first-fill rule still applies.')
    expect(line('2026-11-13')).toContain('still applies')
    expect(line('2026-11-12')).toContain('no longer applies')
    expect(line('2026-12-01')).toBeUndefined()
    expect(say('FL', { doi: '2026-11-18' }).text.join()).not.toContain('First fill')
  })
  it('says every cap of a first fill, of controlled drugs and of muscle relaxants', () => {
    const line = (state: string) => say(state).text.find((text) => text.startsWith('First fill: '))
    expect(line('CA')).toContain('(4 days for a controlled drug, 4 days for a muscle relaxant)')
    expect(line('NY')).toContain('(7 days for a controlled drug, 7 days for a muscle relaxant)')
  })
  it('mentions opioids where the drug is one, or where no drug is named', () => {
    const opioid = (more: object) =>
      say('US-FECA', more).text.some((text) => text.startsWith('Opioids: first fill up to 7 days, 4 such fills'))
    expect([opioid({}), opioid({ gpi: '10100101' }), opioid({ gpi: '10' }), opioid({ gpi: '1110' })]).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
  it('adds the formulary status of the drug to the guideline', () => {
    expect(say('FL', { gpi: '13100103' }, { status: 'PA', note: 'gabapentin first' }).text.at(-1)).toBe(
      'Anticonvulsants for pain: prior authorization required (gabapentin first).',
    )
    expect(say('FL', { gpi: '99' }).text.at(-1)).toBe('This drug: not listed on the plan formulary.')
  })
})

describe('advice', () => {
  const person = (...roles: Role[]): Person => ({
    id: 'p',
    username: 'p',
    name: 'P',
    mc: 'AAA',
    roles,
    subCarriers: null,
    licenseStates: ['NY'],
    approvalLimit: null,
    timeZone: 'UTC',
  })
  it.each<[Role[], number, object, string | undefined]>([
    [['clinical_pharmacist'], 22, {}, undefined],
    [['override_all_edit_clinical'], 22, {}, undefined],
    [['adjuster'], 22, {}, 'NOT_ALLOWED'],
    [['nurse_case_manager'], 22, {}, 'UPDATE_BLOCKED'],
    [['clinical_pharmacist', 'read_only'], 22, {}, 'UPDATE_BLOCKED'],
    [['clinical_pharmacist'], 20, {}, 'RULE'],
    [['clinical_pharmacist'], 25, {}, 'RULE'],
    [['clinical_pharmacist'], 30, {}, 'ALREADY_DECIDED'],
    [['clinical_pharmacist'], 22, { rphRecommendation: false }, 'FEATURE_OFF'],
    [['clinical_pharmacist'], 22, { rphRecommendation: true }, undefined],
  ])('by %s on status %i with %j: %s', (roles, statusId, settings, code) =>
    expect(whyNotAdvise(person(...roles), { statusId }, settings)?.code).toBe(code),
  )
  it.each<[Parameters<typeof whyNotSo>[0], Parameters<typeof whyNotSo>[1], string | undefined]>([
    ['APPROVE_MODIFIED', undefined, 'VALIDATION'],
    ['APPROVE_MODIFIED', {}, 'VALIDATION'],
    ['APPROVE_MODIFIED', { oneTime: false }, 'VALIDATION'],
    ['APPROVE_MODIFIED', { days: 7 }, undefined],
    ['APPROVE', { oneTime: true }, undefined],
    ['REJECT', { days: 7 }, 'VALIDATION'],
    ['DEFER', undefined, undefined],
  ])('%s with %j: %s', (action, modified, code) => expect(whyNotSo(action, modified)?.code).toBe(code))
})

describe('diagnoses in groups', () => {
  it('go by their first characters, the dot left out', () => {
    expect([rollupOf('S33.5XXA', 2), rollupOf('S33.5XXA', 4), rollupOf('F32.A', 7)]).toEqual(['S3', 'S335', 'F32A'])
    const icds = [
      { code: 'S33.5XXA', status: 'ACCEPTED' },
      { code: 'M54.50', status: 'DENIED' },
      { code: 'S39.012A', status: 'PENDING' },
    ]
    expect(rollups(icds, 2)).toEqual([
      { rollup: 'S3', codes: ['S33.5XXA', 'S39.012A'], accepted: 1 },
      { rollup: 'M5', codes: ['M54.50'], accepted: 0 },
    ])
    expect(rollups([], 2)).toEqual([])
  })
})
