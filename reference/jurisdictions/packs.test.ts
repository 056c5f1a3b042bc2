import { describe, expect, it } from 'vitest'
import { holidaySets } from '#reference/holidays.ts'
import { jurisdictionOf, jurisdictions } from './jurisdictions.ts'
import { allPacks, defaultPacks, statedPacks } from './packs.ts'
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
  it('cover every jurisdiction: a stated rule or the stated default, for prospective and expedited requests', () => {
    for (const { code } of jurisdictions) {
      const kinds = allPacks.filter((pack) => pack.jurisdiction === code).map((pack) => pack.kind)
      expect(kinds).toEqual(expect.arrayContaining(['prospective', 'expedited']))
    }
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
    for (const pack of allPacks.filter((one) => one.lapse === 'deemed_approved')) expect(pack.source).not.toBe('')
  })

  const only = (id: string): RulePack => statedPacks.find((pack) => pack.id === id)!
  it('state the three anchors in full', () => {
    expect(only('NY/prospective/2019')).toMatchObject({
      unit: 'calendarDays',
      amount: 4,
      firstDay: 'nextDay',
      lapse: 'deemed_approved',
      whoMayDeny: 'adjuster',
      appealDays: 10,
    })
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
