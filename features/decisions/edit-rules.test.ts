import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { addDays } from '#platform/dates/day.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { whyNotApprove } from './approval.ts'
import { datesAllowed, editRules } from './edit-rules.ts'
import { found, now, person, adjuster, supervisor, pharmacist, reject, request, set, approve } from './testing-rules.ts'

describe('the form’s rules', () => {
  const form = (
    on: Partial<DecisionFacts>,
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
  it('limits an adjuster’s approval of a drug that is not controlled', () => {
    expect(form({})).toEqual({
      start: ['2026-10-17', '2026-11-16', '2026-12-16'],
      end: ['2027-02-14', '2027-11-16'],
      once: [false, true],
      level: [14, 14, 12, 10, 8],
      fills: [null, 12, true],
      all: true,
      safety: false,
      type: 3,
      hardStops: [],
      situation: 'Non-controlled drug',
    })
    expect(form({}, supervisor).level).toEqual([14, 14, 12, 10, 8, 6, 4])
  })
  it('Schedule II, and what a supervisor may do more', () => {
    const two = { dea_schedule: 'CII' }
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
  it('limits an approval of a Schedule III to V drug to one fill by default', () => {
    expect(form({ dea_schedule: 'CIV' })).toMatchObject({
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
      { shown: found({ firstFill: true }), compensability: 'PENDING' },
      ['2026-11-30', '2026-12-16'],
      [14, 14],
    ],
    ['an eligibility code', { rejects: [reject('69')] }, ['2026-11-23', '2026-12-16'], [14, 14]],
  ] as const)('%s: one locked fill', (_, on, end, level) => {
    expect(form(on)).toMatchObject({ end, once: [true, false], level, fills: [1, 1, true], all: false })
  })
  it('the day after a closed claim’s end may still be paid once', () => {
    const late = { rejects: [reject('69')], claimTermDate: '2026-11-15' }
    expect(form(late)).toMatchObject({ start: ['2026-11-16', '2026-11-16', '2026-11-16'], once: [true, false] })
    expect(approve(adjuster, late)).toBeUndefined()
  })
  it('limits the approval of a paper bill to its day of service', () => {
    for (const channel of [2, 7, 8, 9]) {
      expect(form({ claim_channel_type: channel, date_of_service: '2026-08-01' })).toMatchObject({
        start: ['2026-08-01', '2026-08-01', '2026-08-01'],
        end: ['2026-08-01', '2026-08-01'],
        once: [true, false],
      })
    }
  })
  it('a compound, and a repackaged product, may be approved by package', () => {
    expect(form({ compound_code: 2 })).toMatchObject({
      end: ['2026-12-16', '2027-02-14'],
      level: [14, 14, 11],
      fills: [1, 3, true],
    })
    expect(form({ rejects: [reject('645')] }).level).toContain(11)
  })
  it('maintenance with a letter: longer, and as wide as the schedule lets it be', () => {
    const letter = { maintenance: true, shown: found({ letterAgeDays: 10 }) }
    expect(form(letter)).toMatchObject({
      end: ['2027-05-15', '2027-11-16'],
      once: [false, true],
      level: [14, 14, 12, 10, 8],
      fills: [6, 12, true],
      all: true,
    })
    expect(form({ ...letter, dea_schedule: 'CII' })).toMatchObject({
      end: ['2027-05-15', '2027-11-16'],
      level: [14, 14],
    })
    expect(
      form({
        ...letter,
        dea_schedule: 'CII',
        shown: found({ letterAgeDays: 10, opioid: true }),
        juris_state: 'US-FECA',
      }).end,
    ).toEqual(['2027-01-15', '2027-01-15'])
    expect(form({ compound_code: 2, juris_state: 'US-FECA' }).end[1]).toBe('2027-02-14')
  })
  it('lets only a supervisor block levels wider than 8', () => {
    expect(form({}, adjuster, {}, 'reject')).toMatchObject({
      end: ['2027-02-14', '2027-11-16'],
      once: [false, true],
      level: [14, 14, 12, 10, 8],
      all: false,
    })
    expect(form({}, supervisor, {}, 'reject').level).toEqual([14, 14, 12, 10, 8, 6, 4, 2])
  })
  it('a block begins with the fill it denies, where that is possible, and holds ninety days from today', () => {
    const start = (on: Partial<DecisionFacts>) => {
      const block = form(on, adjuster, {}, 'reject')
      return [block.start[0], block.start[1], block.end[0]]
    }
    expect(start({ date_of_service: '2026-11-10' })).toEqual(['2026-10-17', '2026-11-10', '2027-02-14'])
    expect(start({ date_of_service: '2026-10-16' })).toEqual(['2026-10-17', '2026-11-16', '2027-02-14'])
    // Texas lets nobody take back an approval, of a day that is over neither.
    expect(start({ date_of_service: '2026-11-10', juris_state: 'TX' })[1]).toBe('2026-11-16')
    // A bill lies further back; so far that the block would be over, it begins today.
    expect(start({ date_of_service: '2026-10-16', claim_channel_type: 9 })).toEqual([
      '2026-10-16',
      '2026-10-16',
      '2027-02-14',
    ])
    expect(start({ date_of_service: '2026-02-14', claim_channel_type: 9, doi: '2020-01-01' })).toEqual([
      '2026-02-14',
      '2026-02-14',
      '2027-02-14',
    ])
    expect(start({ date_of_service: '2026-02-13', claim_channel_type: 9, doi: '2020-01-01' })).toEqual([
      '2026-02-14',
      '2026-11-16',
      '2027-02-14',
    ])
  })
  it('the carrier narrows: days, level, fills, one-time or range', () => {
    expect(form({}, adjuster, { maxApprovalDays: 30 }).end).toEqual(['2026-12-16', '2026-12-16'])
    expect(form({}, adjuster, { maxApprovalDays: 9999 }).end[1]).toBe('2027-11-16')
    expect(form({}, adjuster, { defaultDrugLevel: 14 }).level[0]).toBe(14)
    expect(form({ dea_schedule: 'CII' }, adjuster, { defaultDrugLevel: 8 }).level).toEqual([14, 14])
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
      authorization: request({ date_of_service: '2026-11-10', term_date: '2026-12-31' }),
      action: 'approve',
      now,
    })
    expect(dates).toMatchObject({
      startDate: '2026-11-10',
      endDate: '2026-12-31',
      minStart: '2026-10-17',
      maxEnd: '2026-12-31',
    })
    expect(dates.reason).toContain('The claim ends on 12/31/2026.')
    expect(
      datesAllowed(adjuster, { authorization: request(), action: 'approve', now, oneTimeFill: true }).endDate,
    ).toBe('2026-11-30')
  })
  it('counts today in the decider’s own time zone', () => {
    const evening = '2026-11-17T03:00:00.000Z'
    const today = (timeZone: string) =>
      editRules(person('adjuster', { timeZone }), {
        authorization: request({ dea_schedule: 'CII' }),
        action: 'approve',
        now: evening,
      }).fields.startDate.max
    expect(today('America/New_York')).toBe('2026-11-23')
    expect(today('UTC')).toBe('2026-11-24')
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
          const dateOfService = dayAt(new Date(now), -ago)
          const on = request({
            rejects: some.map((code) => reject(code)),
            dea_schedule: deaSchedule,
            claim_channel_type: channel,
            compound_code: compound ? 2 : 1,
            maintenance,
            shown: found({ letterAgeDays: maintenance ? 10 : null, firstFill }),
            compensability: firstFill ? 'PENDING' : 'ACCEPTED',
            juris_state: jurisState,
            date_of_service: dateOfService,
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
          const beyond = addDays(chosen.endDate, 1)
          expect(whyNotApprove(who, on, { ...chosen, endDate: beyond }, now)?.code).toBe('DATES_NOT_ALLOWED')
          if (deaSchedule !== null) expect(Math.min(...fields.drugLevel.allowed)).toBeGreaterThanOrEqual(10)
          if (who === adjuster) expect(Math.min(...fields.drugLevel.allowed)).toBeGreaterThanOrEqual(8)
        },
      ),
      { numRuns: 800 },
    )
  })
})
