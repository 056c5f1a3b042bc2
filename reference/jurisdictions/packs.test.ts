import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dueAt } from '#features/deadlines/due.ts'
import { packFor } from '#features/deadlines/which-pack.ts'
import { opioidRules } from '#reference/first-fill.ts'
import { holidaySets } from '#reference/holiday-sets.ts'
import { jurisdictionOf, jurisdictions } from './jurisdictions.ts'
import { lookUps, lookUpWords } from './looked-up.ts'
import { allPacks, defaultPacks, recordedPacks, statedPacks, statesTheTime, targetsAnywhere } from './packs.ts'
import type { RulePack } from './rule-pack.ts'

const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

describe('what was looked up', () => {
  it('has one row for each of the 60 jurisdictions, with what was looked at, a confidence and a day', () => {
    expect(lookUps.map((row) => row.code).toSorted()).toEqual(jurisdictions.map((one) => one.code).toSorted())
    for (const row of lookUps) {
      expect([row.code, row.lookedAt.length > 10, row.lookedOn]).toEqual([row.code, true, '2026-11-22'])
      expect(row.confidence).toMatch(/^[HML]$/)
      if (row.effectiveFrom !== null) expect(row.effectiveFrom).toMatch(day)
      if (row.asOf !== null) expect(row.asOf).toMatch(/^\d{4}(-\d{2}(-\d{2})?)?$/)
      // Never that the law is silent: only where nothing was found.
      expect(lookUpWords(row)).toMatch(/^(No time to answer a request for a drug was found in|Looked at) /)
    }
  })
  it('finds a time where a pack states one, and none where every pack is an internal target', () => {
    for (const row of lookUps) {
      const states = statedPacks.some(
        (pack) => pack.jurisdiction === row.code && pack.kind === 'prospective' && !pack.ownTarget,
      )
      expect([row.code, row.found !== null]).toEqual([row.code, states])
    }
  })
  it('is cited as the source of every default rule pack', () => {
    for (const pack of defaultPacks)
      expect(pack.source).toContain(lookUps.find((row) => row.code === pack.jurisdiction)!.lookedAt)
  })
})

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
  it('have a monopolistic state fund in four states', () => {
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
  const groups = Map.groupBy(
    statedPacks,
    (pack) => `${pack.jurisdiction} ${pack.kind}${pack.track === null ? '' : ` (${pack.track})`}`,
  )
  it('have unique ids and versions', () => {
    expect(new Set(allPacks.map((pack) => pack.id)).size).toBe(allPacks.length)
    expect(new Set(recordedPacks.map((pack) => `${pack.id} v${pack.version}`)).size).toBe(recordedPacks.length)
  })
  it('that were corrected are kept as they were, each beside a later version', () => {
    const kept = recordedPacks.filter((pack) => !allPacks.includes(pack) && !targetsAnywhere.includes(pack))
    expect(kept.length).toBeGreaterThan(20)
    for (const old of kept) {
      const now = allPacks.find((pack) => pack.id === old.id)
      expect([old.id, (now?.version ?? 0) > old.version]).toEqual([old.id, true])
    }
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
    const nowStated = (code: string) =>
      statedPacks.findLast((pack) => pack.jurisdiction === code && pack.kind === 'prospective')!.whoMayDeny
    for (const code of ['CA', 'TX', 'IN', 'FL', 'OH', 'CO', 'VT', 'MA']) {
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
  it('have valid dates, zones and amounts', () => {
    for (const pack of allPacks) {
      expect(pack.effectiveFrom, pack.id).toMatch(day)
      if (pack.effectiveTo) expect(pack.effectiveTo).toMatch(day)
      // Nothing was read of a pack of confidence L, and so nothing was verified.
      if (pack.confidence === 'L') expect([pack.id, pack.verifiedOn]).toEqual([pack.id, null])
      else expect(pack.verifiedOn, pack.id).toMatch(day)
      expect(pack.lookedOn).toMatch(day)
      if (pack.sourceUrl !== null) expect(pack.sourceUrl).toMatch(/^https?:\/\/[\w.-]+/)
      // What was read has an address.
      if (pack.verifiedOn !== null) expect([pack.id, pack.sourceUrl]).not.toEqual([pack.id, null])
      expect(Number.isInteger(pack.amount) && pack.amount > 0 && pack.version >= 1).toBe(true)
      expect([pack.name, pack.regulator, pack.source, pack.text].every((words) => words.trim() !== '')).toBe(true)
      // A business day needs a set of holidays to be one.
      if (pack.unit === 'businessDays') expect(pack.holidays, pack.id).not.toBe('none')
      if (pack.cutOff) expect(pack.cutOff.hour).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
    }
  })
  it('say so in name and text where the time is an internal target, and only there', () => {
    for (const pack of defaultPacks) {
      expect(pack).toMatchObject({ isDefault: true, ownTarget: true, lapse: 'internal_target', confidence: 'L' })
      expect(pack.source).toMatch(/^Internal service target; no rule found in /)
    }
    for (const pack of allPacks) {
      expect([pack.id, pack.lapse === 'internal_target']).toEqual([pack.id, pack.ownTarget])
      expect([pack.id, /internal target/i.test(pack.name)]).toEqual([pack.id, pack.ownTarget])
      // What rests on nothing that was read stays a target as well.
      expect([pack.id, /internal target/i.test(pack.text)]).toEqual([pack.id, !statesTheTime(pack)])
      expect([pack.id, /not verified|not known|assumed|our own/i.test(pack.text)]).toEqual([pack.id, false])
    }
  })
  it('say what is open of them apart from the text that is shown with a due time', () => {
    const open = (id: string) => only(id).open.join(' ')
    expect(open('NY/prospective/2025')).toContain('Gen. Constr. Law 25-a')
    expect(open('NY/prospective/2025')).toContain('business days')
    expect(open('KY/prospective/2019')).toContain('803 KAR 25:190')
    for (const pack of allPacks) for (const line of pack.open) expect(line.trim()).not.toBe('')
  })
  it('for haste never give more than the default’s hours where the state’s own time is not confirmed, needs a form or is a week and more', () => {
    const due = (pack: RulePack, receivedAt: string) => Date.parse(dueAt(pack, { receivedAt }).dueAt)
    const codes = [...jurisdictions.map(({ code }) => code), 'ZZ']
    fc.assert(
      fc.property(
        fc.constantFrom(...codes),
        fc.date({ min: new Date('2015-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        (code, at) => {
          const receivedAt = at.toISOString()
          const urgent = packFor(code, 'expedited', receivedAt)
          if (statesTheTime(urgent) && urgent.form === null && !['CO', 'VT'].includes(code)) return
          expect([code, due(urgent, receivedAt) <= at.getTime() + 72 * 3_600_000]).toEqual([code, true])
          // And who may deny, and the limits, are those of the request that is not urgent.
          const plain = packFor(code, 'prospective', receivedAt)
          expect([code, urgent.whoMayDeny, urgent.limits]).toEqual([code, plain.whoMayDeny, plain.limits])
        },
      ),
      { numRuns: 2000, seed: 20261122 },
    )
  })
  it('for haste claim no source where the hours are an internal target, whatever was read of the rule beside them', () => {
    const targets = allPacks.filter((pack) => pack.kind === 'expedited' && pack.ownTarget)
    expect(targets.length).toBeGreaterThan(60)
    for (const { id, confidence, verifiedOn } of targets) expect([id, confidence, verifiedOn]).toEqual([id, 'L', null])
  })
  it('of North Carolina and Mississippi are the defaults: their clocks do not reach drugs', () => {
    for (const code of ['NC', 'MS']) expect(statedPacks.filter((pack) => pack.jurisdiction === code)).toEqual([])
  })
  it.each([
    ['AL', 'physician'],
    ['MS', 'physician'],
    ['MA', 'ur'],
    ['AR', 'ur'],
    ['DC', 'ur'],
    ['DE', 'ur'],
    ['ME', 'ur'],
    ['PR', 'fund'],
    ['VI', 'fund'],
    ['CO', 'opinion'],
    ['VT', 'opinion'],
    ['HI', 'opinion'],
    ['OH', 'fundOrEmployer'],
    ['WA', 'fundOrEmployer'],
    ['ND', 'fund'],
    ['IL', 'adjuster'],
    ['GA', 'adjuster'],
    ['NV', 'adjuster'],
  ])('leave a denial in %s to: %s, in advance, in haste and looked at again', (code, denier) => {
    for (const kind of ['prospective', 'expedited', 'reconsideration', 'level2'] as const)
      expect([kind, packFor(code, kind, '2026-11-22T12:00:00Z').whoMayDeny]).toEqual([kind, denier])
  })
  it('say what a rule needs beside a time: a form, one order, a second stop, a track', () => {
    const forms = allPacks.filter((pack) => pack.form !== null).map((pack) => [pack.jurisdiction, pack.form])
    expect(forms.toSorted(([a], [b]) => (a! < b! ? -1 : 1))).toEqual([
      ['GA', 'WC-205'],
      ['LA', '1010'],
      ['UT', '223'],
    ])
    const orders = allPacks.filter((pack) => pack.limits.oneOrder).map((pack) => pack.jurisdiction)
    expect([...new Set(orders)]).toEqual(['IN'])
    expect(only('DC/prospective/public')).toMatchObject({
      amount: 60,
      hardStop: { calendarDays: 120, lapse: 'deemed_approved' },
      track: 'publicEmployer',
    })
    expect(only('TX/prospective/network').track).toBe('network')
    expect([only('NV/prospective/2019').lapse, only('VT/prospective/2024').lapse]).toEqual([
      'deemed_approved_revocable',
      'granted_on_application',
    ])
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

  it('say of opioids what the engine holds a claim to', () => {
    const inForce = (code: string) =>
      statedPacks.find((pack) => pack.jurisdiction === code && pack.kind === 'prospective' && pack.effectiveTo === null)
    for (const rule of opioidRules.filter(({ state }) => inForce(state) !== undefined)) {
      const { limits } = inForce(rule.state)!
      expect([rule.state, limits.maxOpioidDays, limits.maxOpioidDaysWithoutLetter]).toEqual([
        rule.state,
        rule.firstFillDays,
        rule.letterAfterDays,
      ])
      expect(limits.maxConcurrentOpioids).toBe(rule.maxConcurrent)
    }
    expect(inForce('US-FECA')!.limits).toMatchObject({
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
    for (const content of says('TX', 'approved').filter((one) => one.length > 0)) expect(content).toHaveLength(5)
    expect(says('TX', 'approved').filter((one) => one.length > 0).length).toBeGreaterThan(3)
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
      ['2013-01-01', '2017-12-31'],
      ['2018-01-01', '2019-12-31'],
      ['2020-01-01', '2026-03-31'],
      ['2026-04-01', null],
    ])
  })

  const only = (id: string): RulePack => statedPacks.find((pack) => pack.id === id)!
  it('have New York, California and Texas in full', () => {
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
      startEvent: 'receipt',
      ceiling: null,
      extension: null,
    })
    expect(only('CA/expedited/2013')).toMatchObject({ unit: 'hours', amount: 72, cutOff: null })
  })
})
