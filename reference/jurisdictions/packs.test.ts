import { describe, expect, it } from 'vitest'
import { firstFillRules, opioidRules } from '#reference/first-fill.ts'
import { holidaySets } from '#reference/holidays.ts'
import { jurisdictionOf, jurisdictions } from './jurisdictions.ts'
import { allPacks, defaultPacks, statedPacks, targetsAnywhere } from './packs.ts'
import type { RulePack } from './rule-pack.ts'

const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

describe('jurisdictions', () => {
  it('are 50 states, DC, five territories and four federal programmes', () => {
    const count = (kind: string) => jurisdictions.filter((one) => one.kind === kind).length
    expect([count('state'), count('territory'), count('federal')]).toEqual([51, 5, 4])
    expect(new Set(jurisdictions.map((one) => one.code)).size).toBe(60)
  })
  it('have a FIPS code of their own, but for the programmes', () => {
    const codes = jurisdictions.map((one) => one.fips).filter((fips) => fips !== null)
    expect(codes).toHaveLength(56)
    expect(new Set(codes).size).toBe(56)
    for (const fips of codes) expect(fips).toMatch(/^\d{2}$/)
  })
  it('are monopolistic in four states', () => {
    expect(jurisdictions.filter((one) => one.monopolistic).map((one) => one.code)).toEqual(['ND', 'OH', 'WA', 'WY'])
  })
  it('name a zone that exists and a holiday set we have', () => {
    for (const one of jurisdictions) {
      expect(() => new Intl.DateTimeFormat('en-US', { timeZone: one.timeZone })).not.toThrow()
      expect(holidaySets[one.holidays]).toBeDefined()
      expect(one.guideline).not.toBe('')
      expect(jurisdictionOf(one.code)).toBe(one)
    }
    expect(jurisdictionOf('ZZ')).toBeUndefined()
  })
})

describe('rule packs', () => {
  const groups = Map.groupBy(statedPacks, (pack) => `${pack.jurisdiction} ${pack.kind}`)
  it('have ids of their own', () => {
    expect(new Set(allPacks.map((pack) => pack.id)).size).toBe(allPacks.length)
  })
  it('cover every jurisdiction: a stated rule or the stated default, for every kind of request but an inpatient’s', () => {
    for (const { code } of jurisdictions) {
      const kinds = allPacks.filter((pack) => pack.jurisdiction === code).map((pack) => pack.kind)
      expect(kinds).toEqual(
        expect.arrayContaining(['prospective', 'expedited', 'retrospective', 'reconsideration', 'level2', 'level3']),
      )
    }
    expect(targetsAnywhere.map((pack) => pack.kind)).toEqual([
      'prospective',
      'expedited',
      'retrospective',
      'reconsideration',
      'level2',
      'level3',
    ])
  })
  it('leave a bill or a second look to whom the state leaves a first request, and level 3 to a board', () => {
    const deniers = (code: string) =>
      (['prospective', 'retrospective', 'reconsideration', 'level2', 'level3'] as const).map(
        (kind) => allPacks.findLast((pack) => pack.jurisdiction === code && pack.kind === kind)!.whoMayDeny,
      )
    const nowStated = (code: string) => statedPacks.findLast((pack) => pack.jurisdiction === code)!.whoMayDeny
    for (const code of ['CA', 'TX', 'IN', 'FL', 'OH']) {
      expect(deniers(code).slice(1)).toEqual([...Array.from({ length: 3 }, () => nowStated(code)), 'board'])
    }
    expect(deniers('US-FECA').slice(1)).toEqual(['examiner', 'examiner', 'examiner', 'board'])
  })
  it('belong to a jurisdiction and count in its zone', () => {
    for (const pack of allPacks) expect(pack.timeZone).toBe(jurisdictionOf(pack.jurisdiction)?.timeZone)
  })
  it.each([...groups])('of %s do not overlap in time', (_, packs) => {
    const inOrder = packs.toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1))
    inOrder.forEach((pack, i) => {
      const next = inOrder[i + 1]
      expect(pack.effectiveTo === null || pack.effectiveTo >= pack.effectiveFrom).toBe(true)
      if (next) expect(pack.effectiveTo !== null && pack.effectiveTo < next.effectiveFrom).toBe(true)
    })
  })
  it('are well formed', () => {
    for (const pack of allPacks) {
      expect(pack.effectiveFrom, pack.id).toMatch(day)
      if (pack.effectiveTo) expect(pack.effectiveTo).toMatch(day)
      expect(pack.verifiedOn).toMatch(day)
      expect(Number.isInteger(pack.amount) && pack.amount > 0 && pack.version >= 1).toBe(true)
      expect([pack.name, pack.regulator, pack.source, pack.text].every((words) => words.trim() !== '')).toBe(true)
      // A business day needs a set of holidays to be one.
      if (pack.unit === 'businessDays') expect(pack.holidays, pack.id).not.toBe('none')
      if (pack.cutOff) expect(pack.cutOff.hour).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
    }
  })
  it('say so where they are nothing but our own target', () => {
    for (const pack of defaultPacks) {
      expect(pack).toMatchObject({ isDefault: true, lapse: 'internal_target', confidence: 'L' })
      expect(pack.text).toContain('Our own target')
    }
    for (const pack of statedPacks) {
      expect(pack.isDefault).toBe(false)
      if (pack.lapse === 'internal_target') expect(pack.text).toContain('our own target')
    }
  })
  it('let only a law that is cited grant by silence', () => {
    for (const pack of allPacks.filter((one) => one.lapse === 'deemed_approved')) {
      expect(pack.source).not.toBe('')
      expect([pack.id, pack.isDefault, pack.kind]).toEqual([
        pack.id,
        false,
        expect.stringMatching(/^(prospective|level2)$/),
      ])
    }
    // Indiana's law speaks of N drugs; New York's and Colorado's of every request.
    expect(allPacks.filter((one) => one.lapseOnly !== null).map((one) => one.id)).toEqual(['IN/prospective/2019'])
  })

  it('say of first fills and of opioids what the engine holds a claim to', () => {
    const inForce = (code: string) =>
      statedPacks.find(
        (pack) => pack.jurisdiction === code && pack.kind === 'prospective' && pack.effectiveTo === null,
      )!
    for (const { state, windowDays, capDays } of firstFillRules.filter((rule) =>
      ['MT', 'TN', 'KY'].includes(rule.state),
    ))
      expect([state, inForce(state).limits.firstFill]).toEqual([
        state,
        { supplyDays: capDays, withinDaysOfInjury: windowDays },
      ])
    for (const rule of opioidRules) {
      const { limits } = inForce(rule.state)
      expect([rule.state, limits.maxOpioidDays, limits.maxOpioidDaysWithoutLetter]).toEqual([
        rule.state,
        rule.firstFillDays,
        rule.letterAfterDays,
      ])
      expect(limits.maxConcurrentOpioids).toBe(rule.maxConcurrent)
    }
    expect(inForce('US-FECA').limits).toMatchObject({
      maxOpioidApprovalDays: 60,
      maxCompoundApprovalDays: 90,
      maxDaysPerFill: 30,
    })
  })
  it('name what a notice has to say where the law does', () => {
    const says = (code: string, when: string) =>
      statedPacks
        .filter((pack) => pack.jurisdiction === code)
        .map((pack) => pack.noticeDuties.find((duty) => duty.when === when)?.content ?? [])
    for (const content of says('TX', 'approved')) expect(content).toHaveLength(5)
    expect(says('AZ', 'denied')[0]).toEqual(['the medical reason'])
    expect(says('TN', 'denied')[0]).toEqual(['the appeal form'])
  })
  it('have a first day of their own for each change the sources tell of', () => {
    const from = (code: string) =>
      statedPacks
        .filter((pack) => pack.jurisdiction === code && pack.kind === 'prospective')
        .map(({ effectiveFrom, effectiveTo }) => [effectiveFrom, effectiveTo])
    expect(from('CO')).toEqual([
      ['2014-01-01', '2020-12-31'],
      ['2021-01-01', null],
    ])
    expect(from('US-FECA')).toEqual([
      ['2017-08-28', '2019-09-22'],
      ['2019-09-23', '2021-12-08'],
      ['2021-12-09', null],
    ])
    expect(from('CA')).toEqual([
      ['2013-01-01', '2019-12-31'],
      ['2020-01-01', '2026-03-31'],
      ['2026-04-01', null],
    ])
  })

  const only = (id: string): RulePack => statedPacks.find((pack) => pack.id === id)!
  it('state the three anchors in full', () => {
    for (const id of ['NY/prospective/2019', 'NY/prospective/2025'])
      expect(only(id)).toMatchObject({
        unit: 'calendarDays',
        amount: 4,
        firstDay: 'nextDay',
        lapse: 'deemed_approved',
        whoMayDeny: 'adjuster',
        // 12 NYCRR 441.6(c): ten days lead to the Board, from a denial at Level 2 only.
        appealDays: null,
      })
    expect(only('NY/level2/2019')).toMatchObject({ appealDays: 10, whoMayDeny: 'physician', lapse: 'deemed_approved' })
    expect(only('NY/level3/2019')).toMatchObject({ appealDays: null, whoMayDeny: 'board', lapse: 'internal_target' })
    // The duty to tell the pharmacy of a dispute begins on 11 July 2025, and so does the pack that says it.
    const denialNotices = (id: string) => only(id).noticeDuties.filter((duty) => duty.when === 'denied').length
    expect([denialNotices('NY/prospective/2019'), denialNotices('NY/prospective/2025')]).toEqual([0, 1])
    expect([only('NY/prospective/2019').effectiveTo, only('NY/prospective/2025').effectiveFrom]).toEqual([
      '2025-07-10',
      '2025-07-11',
    ])
    expect(only('TX/prospective/2004')).toMatchObject({
      unit: 'businessDays',
      amount: 3,
      firstDay: 'nextDay',
      withdrawalAllowed: false,
      whoMayDeny: 'ur',
      lapse: 'violation',
      holidays: 'texas',
    })
    expect(only('CA/prospective/2020')).toMatchObject({
      unit: 'businessDays',
      amount: 5,
      firstDay: 'nextDay',
      cutOff: { hour: '17:30', zone: 'America/Los_Angeles' },
      whoMayDeny: 'physician',
      mailDays: 5,
      holidays: 'california',
    })
    expect(only('CA/expedited/2013')).toMatchObject({ unit: 'hours', amount: 72, cutOff: null })
  })
})
