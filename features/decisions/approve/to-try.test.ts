import { describe, expect, it } from 'vitest'
import { adjuster, detailOf, rulesFor, today } from '../testing-detail.ts'
import type { ApproveChoices } from '../draft.ts'
import { approveForm } from './choices.ts'
import { toConfirmedTrial, toRaisedTrial, toTrial } from './to-try.ts'

function filled(choices: ApproveChoices = {}) {
  const detail = detailOf()
  const rules = rulesFor(adjuster, detail, 'approve')
  return { detail, clearing: rules.clearings, form: approveForm(rules, rules.clearings, [], choices, today, detail) }
}

describe('a trial run', () => {
  it('asks about the form as it stands, of the claim as it was billed', () => {
    const { detail, clearing, form } = filled({ start: '05/20/2025', once: true })
    expect(toTrial(detail, clearing, form, today)).toEqual({
      authorizationId: detail.authorizationId,
      assumePriorAuth: {
        startDate: '2025-05-20',
        endDate: '2025-06-03',
        drugLevel: 14,
        oneTimeFill: true,
        overrideAll: false,
        safetyIncluded: false,
        codes: ['75'],
        maxFills: 1,
        maxDays: 30,
        maxQty: 50,
      },
    })
  })
  it('tries the shorter fill that the advice allows', () => {
    const { detail, clearing, form } = filled({ maxDays: 7 })
    expect(toTrial(detail, clearing, form, today)?.assumePriorAuth).toMatchObject({ maxDays: 7, maxQty: 11 })
  })
  it.each([
    [{}, undefined],
    [{ qty: '40', days: '20' }, undefined],
    [{ qty: '' }, undefined],
    [{ qty: '100' }, { quantity: 100 }],
    [{ days: '60' }, { daysSupply: 60 }],
    [
      { qty: '100', days: '10' },
      { quantity: 100, daysSupply: 10 },
    ],
  ])('an approver who raises what was billed also tries the larger fill: %j', (choices, raised) => {
    const { detail, clearing, form } = filled(choices)
    const tried = toRaisedTrial(detail, clearing, form, today)
    if (raised === undefined) expect(tried).toBeUndefined()
    else expect(tried).toEqual({ ...toTrial(detail, clearing, form, today), ...raised })
  })
  it('of the second of two people tries what was saved, with what was left to them', () => {
    const saved = {
      byName: 'Juno Merriweather',
      at: '2025-05-13T14:00:00Z',
      startDate: '2025-05-14',
      endDate: '2025-05-28',
      oneTimeFill: true,
      drugLevel: 12,
      maxFills: 1,
      codes: ['75', '7Y'],
      waitsFor: ['7Y'],
      reasonId: null,
      maxQty: 25,
      maxDays: 15,
      note: '',
    }
    const { detail, form } = filled({ start: '05/20/2025', qty: '50' })
    expect(toConfirmedTrial(detail, form)).toBeUndefined()
    expect(toConfirmedTrial({ ...detail, firstApproval: saved }, { lift: true })).toEqual({
      authorizationId: detail.authorizationId,
      assumePriorAuth: {
        startDate: '2025-05-14',
        endDate: '2025-05-28',
        drugLevel: 12,
        oneTimeFill: true,
        overrideAll: false,
        safetyIncluded: false,
        codes: ['75', '7Y', '3Y'],
        maxFills: 1,
        maxDays: 15,
        maxQty: 25,
      },
    })
  })
  it('is not started while the dates of the form are not valid', () => {
    const { detail, clearing, form } = filled({ end: '05/01/2025' })
    expect(toTrial(detail, clearing, form, today)).toBeUndefined()
  })
})
