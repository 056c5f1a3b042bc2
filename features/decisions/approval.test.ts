import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Person } from '#platform/calls/person.ts'
import { rejectCode } from '#reference/reject-codes.ts'
import { mayMove } from '#features/authorizations/transitions.ts'
import { statuses } from '#features/authorizations/statuses.ts'
import type { DecisionFacts, RejectFacts } from '#features/authorizations/decision-facts.ts'
import { approvalOf, dualControl, whyNotApprove } from './approval.ts'
import { planOf } from './approval-plan.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'
import {
  firstBy,
  now,
  person,
  adjuster,
  supervisor,
  pharmacist,
  overrideAll,
  reviewer,
  reject,
  request,
  set,
  approve,
} from './testing-rules.ts'

describe('approving', () => {
  it('grants an adjuster who changes nothing the default window and codes', () => {
    expect(whyNotApprove(adjuster, request(), {}, now)).toBeUndefined()
    expect(approvalOf(adjuster, request(), {}, now)).toEqual({
      startDate: '2026-11-16',
      endDate: '2027-02-14',
      oneTimeFill: false,
      drugLevel: 14,
      maxFills: null,
      clears: ['75'],
      cleared: [],
      keeps: [],
      safetyIncluded: false,
      maxCost: null,
      presetReason: 'Related to accepted injury',
    })
  })
  it('refuses an adjuster a drug level wider than 8', () => {
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
    ['the start before the injury', { startDate: '2026-11-09' }, { doi: '2026-11-10' }, 'DATES_NOT_ALLOWED'],
    ['the end before the start', { startDate: '2026-11-16', endDate: '2026-11-15' }, {}, 'DATES_NOT_ALLOWED'],
    ['the end on the start', { startDate: '2026-11-16', endDate: '2026-11-16' }, {}, undefined],
    ['the end 365 days on', { startDate: '2026-11-16', endDate: '2027-11-16' }, {}, undefined],
    ['the end 366 days on', { startDate: '2026-11-16', endDate: '2027-11-17' }, {}, 'DATES_NOT_ALLOWED'],
    ['the end after the claim', { endDate: '2026-12-02' }, { term_date: '2026-12-01' }, 'DATES_NOT_ALLOWED'],
    ['the end with the claim', { endDate: '2026-12-01' }, { term_date: '2026-12-01' }, undefined],
    ['a claim that has ended', {}, { term_date: '2026-11-01' }, 'DATES_NOT_ALLOWED'],
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
    expect(approvalOf(adjuster, mixed, { overrideAllRejections: true }, now).clears).toEqual(['75'])
    // Coverage is cleared only where it is named.
    const named = { overrideAllRejections: true, rejects: [{ rejectCode: '67', override: true }] }
    expect(approvalOf(adjuster, mixed, named, now).clears).toEqual(['75', '67'])
    for (const code of ['65', '67', '68', '69', '600'])
      expect(approvalOf(adjuster, request({ rejects: [reject('75'), reject(code)] }), named, now).clears).toEqual(
        code === '67' ? ['75', '67'] : ['75'],
      )
  })
  it.each([
    ['nothing of one code', ['75'], {}, '75'],
    ['nothing of two', ['75', '80'], {}, '75, 80'],
    ['nothing beside what waits for a pharmacist', ['75', '922'], {}, '75'],
    ['not all, beside a safety code that is cleared', ['75', '88'], { 88: true }, '75'],
    ['nothing where only another could', ['922'], {}, undefined],
  ] as const)(
    'refuses an approval under which the claim would stop at what its giver may clear: %s',
    (_, codes, ticks, named) => {
      const on = request({ rejects: codes.map((code) => reject(code)) })
      const rejects = codes.map((rejectCode) => ({
        rejectCode,
        override: (ticks as Record<string, boolean>)[rejectCode] ?? false,
      }))
      const clears = { rejects, safetyRejectEnabled: true, safetyAck: 'As agreed by phone', note: 'As agreed by phone' }
      const who = codes.includes('88' as never) ? pharmacist : adjuster
      const what = codes.includes('88' as never) ? 'The' : 'This approval clears nothing: the'
      expect((whyNotApprove(who, on, clears, now) ?? planOf(who, on, clears, null, now).why)?.message).toBe(
        named && `${what} claim would stop at ${named} again. Select ${named} to clear, or reject the request.`,
      )
    },
  )
  it('refuses a code the person may not clear, or that nobody may', () => {
    const over = (code: string) => ({
      rejects: [{ rejectCode: code, override: true }],
      safetyRejectEnabled: true,
      safetyAck: 'As agreed by phone',
    })
    expect(approve(adjuster, { rejects: [reject('922')] }, over('922'))).toBe('SAFETY_NEEDS_PHARMACIST')
    expect(approve(pharmacist, { rejects: [reject('67')] }, over('67'))).toBe('CODE_NOT_YOURS_TO_CLEAR')
    expect(approve(adjuster, { rejects: [reject('75'), reject('07')] }, over('07'))).toBe('NOT_OVERRIDABLE')
    expect(approve(adjuster, { rejects: [reject('75'), reject('46')] })).toBe('HARD_STOP')
  })
  it('requires an explanation with every safety code, a note with a major one, and a second person with a contraindication', () => {
    const clearing = (code: RejectFacts, more: object, who = pharmacist) =>
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
    expect(clearing(major, { safetyRejectEnabled: true, safetyAck: 'As agreed by phone' })).toMatchObject({
      field: 'note',
    })
    expect(
      clearing(major, { safetyRejectEnabled: true, safetyAck: 'As agreed by phone', note: 'short course, monitored' }),
    ).toBeUndefined()
    const worst = reject('88', { severity: 1 })
    const words = {
      safetyRejectEnabled: true,
      safetyAck: 'As agreed by phone',
      priorauthReasonDesc: 'As agreed by phone',
    }
    expect(clearing(worst, { ...words, note: 'Not for this injury' })).toMatchObject({
      code: 'SAFETY_NEEDS_PHARMACIST',
    })
    expect(clearing(worst, words, overrideAll)).toMatchObject({ code: 'REASON_REQUIRED', field: 'note' })
    expect(clearing(worst, { ...words, note: 'agreed with Dr. Mei Tan, RPh' }, overrideAll)).toBeUndefined()
  })
  it('a first approval never waits for a senior pharmacist whom the carrier lets clear nothing', () => {
    const half = (safetyOverrides: boolean, who: Person, ...rejects: RejectFacts[]) =>
      whyNotApprove(who, request({ rejects: [reject('75'), ...rejects] }), {}, now, set({ safetyOverrides }))?.message
    const worst = reject('88', { severity: 1 })
    for (const who of [adjuster, pharmacist, overrideAll]) {
      expect(half(true, who, worst)).toBeUndefined()
      expect(half(false, who, worst)).toBe('No one can clear 88: the carrier has turned safety overrides off.')
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
  it('must equal a determination, or the first approval, in every field', () => {
    const order = { startDate: '2026-11-20', endDate: '2026-12-20', oneTimeFill: false, drugLevel: 12, maxFills: 2 }
    for (const on of [
      {
        status_id: 23,
        juris_state: 'CA',
        determination: { ...order, kind: 'UR', result: 'CERTIFIED', maxQty: null, maxDays: null },
      },
      { status_id: 22, first_approval: firstBy('p2', { ...order, oneTime: false, level: order.drugLevel }) },
    ] as const) {
      const who = on.status_id === 23 ? reviewer : pharmacist
      expect(approvalOf(who, request(on), {}, now)).toMatchObject({ ...order })
      expect(approve(who, on, {})).toBeUndefined()
      expect(approve(who, on, { endDate: '2026-12-21' })).toBe('DATES_NOT_ALLOWED')
      expect(approve(who, on, { startDate: '2026-11-19' })).toBe('DATES_NOT_ALLOWED')
      expect(approve(who, on, { drugLevel: 14 })).toBe('LEVEL_NOT_ALLOWED')
    }
  })
  it('a reviewer cannot let safety codes through with a determination', () => {
    expect(approve(reviewer, { status_id: 23, juris_state: 'CA', rejects: [reject('75'), reject('922')] })).toBe(
      'SAFETY_NEEDS_PHARMACIST',
    )
  })
  it('offers "all" only where `whyNotOverrideAll` has no reason against it', () => {
    expect(approve(adjuster, {}, { overrideAllRejections: true })).toBeUndefined()
    expect(approve(adjuster, { dea_schedule: 'CII' }, { overrideAllRejections: true })).toBe('RULE')
  })
})

describe('where an approval leads', () => {
  const limited = (limit: number | null) => person('adjuster', { approvalLimit: limit })
  const to = (who: Person, on: Partial<DecisionFacts>, asked = {}, settings = defaultDecisionSettings) =>
    planOf(who, request(on), asked, null, now, settings).outcome!
  it.each([
    ['within the limit', limited(2500), { estimated_cost: 2500 }, {}, 30],
    ['over the limit', limited(2500), { estimated_cost: 2500.01 }, {}, 25],
    ['without a limit', limited(null), { estimated_cost: 1_000_000 }, {}, 30],
    ['a limit of nothing', limited(0), { estimated_cost: 0.01 }, {}, 25],
    ['a cost nobody knows', limited(0), { estimated_cost: null }, {}, 30],
    ['a flagged drug', limited(null), {}, { dualControlDrugs: ['1110'] }, 25],
    ['over the carrier’s threshold', limited(null), { estimated_cost: 501 }, { dualControlThreshold: 500 }, 25],
    ['safety codes left for a pharmacist', limited(null), { rejects: [reject('75'), reject('922')] }, {}, 22],
    ['safety codes left, and over the limit', limited(10), { rejects: [reject('75'), reject('922')] }, {}, 22],
    ['the second person of a second approval', supervisor, { status_id: 25, estimated_cost: 9999 }, {}, 30],
    [
      'a utilization review',
      reviewer,
      { status_id: 23, juris_state: 'CA', estimated_cost: 9999 },
      { dualControlDrugs: ['1110'] },
      30,
    ],
  ] as const)('%s', (_, who, on, settings, expected) => {
    expect(to(who, on, {}, set(settings)).statusId).toBe(expected)
  })
  it('two steps: the adjuster approves the rest, the pharmacist clears the safety code, the approval completes', () => {
    const both = [reject('75'), reject('922')]
    expect(approve(adjuster, { rejects: both })).toBeUndefined()
    expect(to(adjuster, { rejects: both })).toEqual({ statusId: 22, waitsFor: ['922'], dualControl: false })
    const words = {
      safetyRejectEnabled: true,
      rejects: [{ rejectCode: '922', override: true, reason: 'dose reviewed' }],
      note: 'taper agreed',
    }
    const half = { status_id: 22, rejects: [{ ...both[0]!, cleared: true }, both[1]!] } as const
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
    expect(dualControl(pharmacist, { estimated_cost: 1, gpi: '11100102' }, set({ dualControlDrugs: ['1110'] }))).toBe(
      true,
    )
  })
  it.each([
    // [state, who, what is granted of 60 units for 30 days, on the day it was requested]
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
    const why = whyNotApprove(who, request({ juris_state: jurisState, quantity: 60 }), asked, now)
    expect(why).toEqual(
      field && {
        code: 'NEEDS_UR_DECISION',
        message: 'This state needs a utilization review decision to deny.',
        field,
      },
    )
  })
  it('a second person may confirm less than was asked, but not reduce it further', () => {
    const half = firstBy('p2', { startDate: '2026-11-20', endDate: '2026-11-30', oneTime: true, maxFills: 1 })
    const on = { juris_state: 'CA', quantity: 60, status_id: 25, first_approval: half } as const
    expect(approve(supervisor, on, { startDate: half.startDate })).toBeUndefined()
    expect(approve(supervisor, on, { maxDays: 3 })).toBe('NEEDS_UR_DECISION')
  })
  it('an adjuster over the limit is not refused by code 78, but waits for a second approver', () => {
    const dear = { rejects: [reject('78')], estimated_cost: 5000 }
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
          const on = request({
            status_id: statusId,
            juris_state: jurisState,
            rejects: codes.map((code) => reject(code)),
          })
          const named = codes.map((rejectCode) => ({ rejectCode, override: true, reason: 'As agreed by phone' }))
          const asked = {
            safetyRejectEnabled,
            ...(safetyRejectEnabled && { rejects: named }),
            note: 'agreed with a colleague',
          }
          const one = { ...who, approvalLimit: limit }
          if (whyNotApprove(one, on, asked, now)) return
          const { outcome } = planOf(one, on, asked, null, now)
          if (!outcome) return
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
