import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Person } from '#platform/calls/person.ts'
import { adjuster as anAdjuster, detailOf, factsOf, now, reject } from '#features/decisions/testing-detail.ts'
import { firstBy } from '#features/decisions/testing-rules.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { approvalOf, whyNotApprove } from '#features/decisions/approval.ts'
import { editRules } from '#features/decisions/edit-rules.ts'
import { whyNotReject, whyNotRejectThisFill } from '#features/decisions/denial.ts'
import { statuses, type StatusId } from '#features/authorizations/statuses.ts'
import { addDays } from '#platform/dates/day.ts'
import { deniedBy, kindsFor, orderedTerms, usualReason, whyNotRecordKind } from './rules.ts'
import { whyNotRecord } from './recording.ts'
import { grantWords, reviewResult, currentOf, type DeterminationInput } from './saying.ts'
import { determinationKinds } from '#features/authorizations/determination-kinds.ts'
import type { Determined } from '#features/authorizations/determination-shape.ts'

const of = (more: Partial<Determined> = {}): Determined => ({
  determinationId: 'd1',
  kind: 'UR',
  authority: 'Evergreen Review',
  number: 'UR-1',
  determinedOn: '2025-05-10',
  result: 'CERTIFIED',
  startDate: '2025-05-01',
  endDate: '2025-07-30',
  oneTimeFill: false,
  drugLevel: 8,
  maxFills: 3,
  maxQty: null,
  maxDays: null,
  documentId: null,
  note: '',
  recordedBy: 'Rhea Lindgren',
  recordedAt: '2025-05-12T16:00:00.000Z',
  ...more,
})
const denied = (more: Partial<Determined> = {}): Determined =>
  of({
    result: 'DENIED',
    startDate: null,
    endDate: null,
    oneTimeFill: null,
    drugLevel: null,
    maxFills: null,
    ...more,
  })

const roles: Record<string, Person> = {
  adjuster: anAdjuster,
  supervisor: { ...anAdjuster, roles: ['supervisor'] },
  support: { ...anAdjuster, roles: ['pbm_support'] },
  account: { ...anAdjuster, roles: ['account_admin'] },
  pharmacist: { ...anAdjuster, roles: ['clinical_pharmacist'], licenseStates: ['IL'] },
  reviewer: { ...anAdjuster, roles: ['ur_reviewer'], licenseStates: ['IL', 'CA'] },
  'reviewer elsewhere': { ...anAdjuster, roles: ['ur_reviewer'], licenseStates: ['CA'] },
  reader: { ...anAdjuster, roles: ['read_only', 'supervisor'] },
  nurse: { ...anAdjuster, roles: ['nurse_case_manager'] },
}
const request = (more: Partial<DecisionFacts> = {}, current: Determined | null = null) => ({
  ...factsOf(detailOf({ determination: current, rejects: [reject('75')] })),
  ...more,
})

describe('who may record', () => {
  test.each<[string, number, string]>([
    ['adjuster', 0, ''],
    ['supervisor', 0, 'BOARD COURT'],
    ['support', 0, 'BOARD COURT'],
    ['account', 0, 'BOARD COURT'],
    ['pharmacist', 0, ''],
    ['reviewer', 0, 'UR IMR'],
    ['reviewer elsewhere', 0, ''],
    ['reader', 0, ''],
    ['nurse', 0, ''],
    ['reviewer', 2, 'UR IMR'],
    // Level 3 is decided outside; support records the outcome (T24).
    ['supervisor', 3, ''],
    ['reviewer', 3, ''],
    ['support', 3, 'UR IMR BOARD COURT'],
    ['account', 3, 'UR IMR BOARD COURT'],
  ])('a %s, of a request at level %i: %s', (who, reconsiderationLevel, kinds) => {
    expect(kindsFor(roles[who]!, request({ reconsideration_level: reconsiderationLevel })).join(' ')).toBe(kinds)
  })

  test('only while a request waits for its decision, and not between two approvals', () => {
    for (const { id } of statuses) {
      const may = kindsFor(roles['supervisor']!, request({ status_id: id as StatusId })).length > 0
      expect([id, may]).toEqual([id, (id >= 20 && id <= 24) || id === 26])
    }
    const half = firstBy('u9', { startDate: '2025-05-13', endDate: '2025-06-13' })
    expect(kindsFor(roles['supervisor']!, request({ status_id: 22, first_approval: half }))).toEqual([])
  })
})

const input: DeterminationInput = {
  kind: 'BOARD',
  determinedOn: '2025-05-10',
  result: 'CERTIFIED',
  startDate: '2025-05-01',
  endDate: '2025-07-30',
  drugLevel: 14,
}
const denial: DeterminationInput = { kind: 'BOARD', determinedOn: '2025-05-10', result: 'DENIED' }

test.each<[string, DeterminationInput, string | undefined]>([
  ['a certification with its window', input, undefined],
  ['a denial', denial, undefined],
  ['one of today', { ...input, determinedOn: '2025-05-13' }, undefined],
  ['one of tomorrow', { ...input, determinedOn: '2025-05-14' }, 'determinedOn'],
  ['one older than the injury', { ...denial, determinedOn: '2001-01-01' }, 'determinedOn'],
  ['a window before the injury', { ...input, startDate: '2001-01-01' }, 'startDate'],
  ['no first day', { ...input, startDate: undefined }, 'startDate'],
  ['no last day', { ...input, endDate: undefined }, 'endDate'],
  ['a window that ends before it begins', { ...input, endDate: '2025-04-30' }, 'endDate'],
  ['a window of one day', { ...input, endDate: '2025-05-01' }, undefined],
  ['no level', { ...input, drugLevel: undefined }, 'drugLevel'],
  ['one fill, said twice', { ...input, oneTimeFill: true, maxFills: 1 }, undefined],
  ['one fill that is three', { ...input, oneTimeFill: true, maxFills: 3 }, 'maxFills'],
  ['a denial with a window', { ...denial, startDate: '2025-05-01' }, 'startDate'],
  ['a denial with units', { ...denial, maxQty: 5 }, 'maxQty'],
])('%s', (_what, wanted, field) => {
  const why = whyNotRecord(roles['supervisor']!, request(), wanted, now)
  expect(why?.field).toBe(field)
  if (field !== undefined) expect(why?.code).toBe('VALIDATION')
})

const anyDay = fc.integer({ min: 1, max: 28 }).map((day) => `2025-05-${String(day).padStart(2, '0')}`)
const anyEntry = fc.record({
  kind: fc.constantFrom(...determinationKinds),
  determinedOn: anyDay,
  recordedAt: anyDay.map((day) => `${day}T12:00:00.000Z`),
  withdrawn: fc.option(fc.constant({ at: '' }), { nil: null }),
})
const anyEntries = fc
  .array(anyEntry, { maxLength: 6 })
  .map((all) => all.map((one, at) => ({ ...one, determinationId: `d${at}` })))

test('the determination in force is the newest of the highest authority and not withdrawn, in whatever order they are read', () => {
  fc.assert(
    fc.property(anyEntries, (all) => {
      const current = currentOf(all)
      const left = all.filter(({ withdrawn }) => !withdrawn)
      expect(current === undefined).toBe(left.length === 0)
      if (!current) return
      expect(left).toContain(current)
      for (const other of left) {
        const [own, their] = [current, other].map(({ kind }) => determinationKinds.indexOf(kind)) as [number, number]
        expect(own).toBeGreaterThanOrEqual(their)
        if (own === their) expect(current.determinedOn >= other.determinedOn).toBe(true)
      }
      expect(currentOf(all.toReversed())).toBe(current)
    }),
  )
})

describe('an approval where a determination is in force', () => {
  const may = (current: Determined, sent: Parameters<typeof whyNotApprove>[2] = {}, who = anAdjuster) =>
    whyNotApprove(who, request({}, current), sent, now)
  const exact = { startDate: '2025-05-01', endDate: '2025-07-30', drugLevel: 8, paMaxFill: 3, oneTimeFill: false }

  test.each<[string, Partial<Determined>, Parameters<typeof whyNotApprove>[2], string | undefined]>([
    ['nothing said', {}, {}, undefined],
    ['everything said as it is', {}, exact, undefined],
    ['an earlier end', {}, { endDate: '2025-07-29' }, 'endDate'],
    ['a later end', {}, { endDate: '2025-07-31' }, 'endDate'],
    ['another start', {}, { startDate: '2025-05-13' }, 'startDate'],
    ['a narrower level', {}, { drugLevel: 14 }, 'drugLevel'],
    ['a wider level', {}, { drugLevel: 6 }, 'drugLevel'],
    ['fewer fills', {}, { paMaxFill: 2 }, 'paMaxFill'],
    ['more fills', {}, { paMaxFill: 4 }, 'paMaxFill'],
    ['a limit of fills where it sets none', { maxFills: null }, { paMaxFill: 1 }, 'paMaxFill'],
    ['one fill', {}, { oneTimeFill: true }, 'oneTimeFill'],
    [
      'one fill where it says so',
      { oneTimeFill: true, maxFills: null },
      { oneTimeFill: true, paMaxFill: 1 },
      undefined,
    ],
    ['more than one fill where it says one', { oneTimeFill: true, maxFills: 1 }, { oneTimeFill: false }, 'oneTimeFill'],
    ['fewer units', { maxQty: 60 }, { maxQty: 30 }, 'maxQty'],
    ['its units', { maxQty: 60 }, { maxQty: 60 }, undefined],
    ['units where it sets none', {}, { maxQty: 10 }, 'maxQty'],
    ['days where it sets others', { maxDays: 7 }, { maxDays: 14 }, 'maxDays'],
    ['override all', {}, { overrideAllRejections: true }, 'overrideAllRejections'],
  ])('%s', (_what, current, sent, field) => {
    expect(may(of(current), sent)?.field).toBe(field)
  })

  test('whatever the determination and the state, the plain approval is just that, and the form offers nothing else', () => {
    fc.assert(
      fc.property(
        fc.record({
          startDate: anyDay,
          length: fc.integer({ min: 0, max: 400 }),
          oneTimeFill: fc.boolean(),
          drugLevel: fc.constantFrom(14, 12, 10, 8, 6, 4, 2, 11),
          maxFills: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
          kind: fc.constantFrom(...determinationKinds),
        }),
        fc.constantFrom('IL', 'CA', 'TX', 'NY'),
        fc.constantFrom('CII', 'CIV', null),
        (one, jurisState, deaSchedule) => {
          const endDate = addDays(one.startDate, one.length)
          const maxFills = one.oneTimeFill ? 1 : one.maxFills
          const current = of({ ...one, endDate, maxFills })
          const about = request({ juris_state: jurisState, dea_schedule: deaSchedule }, current)
          expect(whyNotApprove(anAdjuster, about, {}, now)).toBeUndefined()
          const terms = {
            startDate: one.startDate,
            endDate,
            oneTimeFill: one.oneTimeFill,
            drugLevel: one.drugLevel,
            maxFills,
          }
          expect(approvalOf(anAdjuster, about, {}, now)).toMatchObject(terms)
          const { fields, levels } = editRules(anAdjuster, { authorization: about, action: 'approve', now })
          expect([fields.startDate.editable, fields.endDate.editable, fields.oneTimeFill.editable]).toEqual([
            false,
            false,
            false,
          ])
          expect([fields.startDate.default, fields.endDate.default, fields.overrideAllRejections.visible]).toEqual([
            one.startDate,
            endDate,
            false,
          ])
          expect(levels.map(({ level }) => level)).toEqual([one.drugLevel])
          if (fields.paMaxFill.visible)
            expect([fields.paMaxFill.min, fields.paMaxFill.max]).toEqual([maxFills, maxFills])
        },
      ),
    )
  })

  test('it clears no safety code: those still wait for a pharmacist', () => {
    const safety = { ...reject('88', { safety: true, severity: 1, class: 'DUR', overridableBy: 'R' }) }
    const about = { ...request({}, of()), rejects: [reject('75'), safety] }
    const sent = {
      rejects: [{ rejectCode: '88', override: true }],
      safetyRejectEnabled: true,
      safetyAck: 'As agreed by phone',
      note: 'Not for this injury',
    }
    expect(whyNotApprove(anAdjuster, about, sent, now)?.code).toBe('SAFETY_NEEDS_PHARMACIST')
  })
})

describe('a denial', () => {
  const sample = { reasonId: 6, priorauthReasonDesc: 'Not needed', note: 'Not for this injury' }

  test.each<[string, Determined | null, string, string | undefined, string | undefined]>([
    ['nothing stands, the state lets adjusters deny', null, 'IL', undefined, undefined],
    ['nothing stands, the state wants a review', null, 'CA', 'NEEDS_UR_DECISION', undefined],
    ['review denied it', denied(), 'CA', 'NEEDS_UR_DECISION', undefined],
    ['independent review denied it', denied({ kind: 'IMR' }), 'CA', 'NEEDS_UR_DECISION', undefined],
    ['review denied it, the state lets adjusters deny', denied(), 'IL', undefined, undefined],
    ['the board denied it', denied({ kind: 'BOARD' }), 'IL', undefined, 'RULE'],
    ['the court denied it', denied({ kind: 'COURT' }), 'CA', 'NEEDS_UR_DECISION', 'RULE'],
    ['review certified it', of(), 'IL', 'NEEDS_UR_DECISION', undefined],
    ['the board certified it', of({ kind: 'BOARD' }), 'CA', 'NEEDS_UR_DECISION', undefined],
  ])('%s', (_what, current, jurisState, denies, approves) => {
    const about = request({ juris_state: jurisState }, current)
    expect(whyNotReject(anAdjuster, about, sample, now)?.code).toBe(denies)
    expect(whyNotRejectThisFill(anAdjuster, about, sample, now)?.code).toBe(denies)
    expect(whyNotApprove(anAdjuster, about, {}, now)?.code).toBe(approves)
    // That the worker called it off is no medical question.
    expect(whyNotRejectThisFill(anAdjuster, about, { reasonId: 19 }, now)).toBeUndefined()
  })

  test('a reviewer cannot deny what is certified until a later determination denies it', () => {
    const reviewer = roles['reviewer']!
    expect(whyNotReject(reviewer, request({ juris_state: 'CA', status_id: 23 }, of()), sample, now)).toMatchObject({
      message: 'Utilization review granted this. Only another determination can deny it.',
    })
    expect(whyNotReject(reviewer, request({ juris_state: 'CA', status_id: 23 }, denied()), sample, now)).toBeUndefined()
  })
})

test('the rules read its terms and who denied from a determination', () => {
  for (const [determination, denier] of [
    [null, null],
    [denied({ kind: 'IMR' }), 'IMR'],
  ] as const) {
    expect(orderedTerms({ determination })).toBeNull()
    expect(deniedBy({ determination })).toBe(denier)
  }
  const oneFill = { determination: of({ oneTimeFill: true, maxFills: null }) }
  expect(orderedTerms(oneFill)).toMatchObject({ maxFills: 1, by: 'UR' })
  expect(deniedBy(oneFill)).toBeNull()
  expect(determinationKinds.map(usualReason)).toEqual([10, 10, 11, 11])
  expect(grantWords(of({ maxQty: 60 }))).toBe('05/01/2025 to 07/30/2025, GPI level 8, 3 fills, 60 units a fill')
  expect(grantWords(denied())).toBe('')
  expect(whyNotRecordKind(roles['reader']!, 'BOARD', request())?.code).toBe('UPDATE_BLOCKED')
})

test.each([
  ['all of it', {}, 'CERTIFIED'],
  ['fewer units', { max_qty: 59 }, 'MODIFIED'],
  ['as many units', { max_qty: 60 }, 'CERTIFIED'],
  ['fewer days', { max_days: 7 }, 'MODIFIED'],
  ['later than asked', { start_date: '2025-05-14' }, 'MODIFIED'],
  ['a denial', { decision: 'REJECT' }, 'DENIED'],
  ['a denial of this fill', { decision: 'REJECT_NO_PA' }, 'DENIED'],
])('a review that gives %s', (_what, given, result) => {
  expect(
    reviewResult(
      { quantity: 60, days_supply: 30, date_of_service: '2025-05-12' },
      { decision: 'APPROVE', start_date: '2025-05-13', max_qty: null, max_days: null, ...given },
      '2025-05-13',
    ),
  ).toBe(result)
})
