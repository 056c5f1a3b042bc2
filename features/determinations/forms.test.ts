import fc from 'fast-check'
import { expect, test } from 'vitest'
import { approveForm, approveProblems, toApproval } from '#features/decisions/approve/choices.ts'
import { type ApproveChoices } from '#features/decisions/draft.ts'
import { approvalOf, whyNotApprove } from '#features/decisions/approval.ts'
import { adjuster, detailOf, factsOf, now, reject, rulesFor, today } from '#features/decisions/testing-detail.ts'
import { approvalReasons } from '#reference/approval-reasons.ts'
import { determinationKinds } from '#features/authorizations/determination-kinds.ts'
import { addDays } from '#platform/dates/day.ts'
import { emptyRecord, recordProblems, toRecord, type RecordForm } from './record-form.ts'
import { usualReason } from './rules.ts'
import { whyNotSay } from './saying.ts'
import type { Determined } from '#features/authorizations/determination-shape.ts'

const reasons = approvalReasons.map((one) => ({
  reasonId: one.id,
  description: one.reason,
  requiresNote: one.noteRequired,
  letterText: null,
  default: one.id === 1,
  urOnly: false,
}))

const anyDay = fc.integer({ min: 1, max: 28 }).map((day) => `2025-05-${String(day).padStart(2, '0')}`)
const anyOrder: fc.Arbitrary<Determined> = fc
  .record({
    kind: fc.constantFrom(...determinationKinds),
    startDate: anyDay,
    length: fc.integer({ min: 0, max: 300 }),
    oneTimeFill: fc.boolean(),
    drugLevel: fc.constantFrom(14, 12, 10, 8, 6, 11),
    maxFills: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
    maxQty: fc.option(fc.integer({ min: 1, max: 60 }), { nil: null }),
    maxDays: fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }),
  })
  .map(({ length, ...one }) => ({
    ...one,
    determinationId: 'd1',
    authority: 'Outside',
    number: 'N-1',
    determinedOn: '2025-05-10',
    result: 'MODIFIED' as const,
    endDate: addDays(one.startDate, length),
    maxFills: one.oneTimeFill ? 1 : one.maxFills,
    documentId: null,
    note: '',
    recordedBy: 'Sam',
    recordedAt: '2025-05-12T16:00:00.000Z',
  }))

test('whatever was typed before an order came, the form sends just what the order says, and the server takes it', () => {
  const typed = fc.record<ApproveChoices>(
    {
      start: fc.constantFrom('05/20/2025', 'soon', ''),
      end: fc.constantFrom('12/31/2026', 'x'),
      once: fc.boolean(),
      level: fc.constantFrom(14, 2),
      fills: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
      maxDays: fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }),
      all: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(anyOrder, typed, fc.constantFrom('IL', 'CA', 'TX'), (determination, choices, jurisState) => {
      const detail = detailOf({ determination, jurisState, rejects: [reject('75')] })
      const rules = rulesFor(adjuster, detail)
      const clearing = rules.clearings
      const form = approveForm(rules, clearing, reasons, choices, today, detail)
      expect(approveProblems(rules, clearing, reasons, form, today)).toEqual([])
      const sent = toApproval(detail, rules, clearing, form, today)
      expect(sent.reasonId).toBe(usualReason(determination.kind))
      const request = factsOf(detail)
      expect(whyNotApprove(adjuster, request, sent, now)).toBeUndefined()
      const { startDate, endDate, oneTimeFill, drugLevel, maxFills } = determination
      expect(approvalOf(adjuster, request, sent, now)).toMatchObject({
        startDate,
        endDate,
        oneTimeFill,
        drugLevel,
        maxFills,
      })
    }),
    { numRuns: 300 },
  )
})

const about = { authorizationId: 'a', version: 3, dateOfInjury: '2024-11-01' }
const filled: RecordForm = {
  ...emptyRecord('BOARD'),
  authority: ' The board ',
  number: 'B-1',
  determinedOn: '05/10/2025',
  start: '05/11/2025',
  end: '08/11/2025',
  level: '10',
}

test('what is typed is sent; what is left empty is left out', () => {
  expect(toRecord(about, { ...filled, fills: '3', units: '60.5', note: ' x ' }, today)).toEqual({
    id: 'a',
    version: 3,
    kind: 'BOARD',
    authority: 'The board',
    number: 'B-1',
    determinedOn: '2025-05-10',
    result: 'CERTIFIED',
    startDate: '2025-05-11',
    endDate: '2025-08-11',
    oneTimeFill: false,
    drugLevel: 10,
    maxFills: 3,
    maxQty: 60.5,
    note: 'x',
  })
  expect(toRecord(about, { ...filled, result: 'DENIED' }, today)).not.toHaveProperty('startDate')
  expect(toRecord(about, { ...filled, once: true, fills: '3' }, today)).not.toHaveProperty('maxFills')
})

test.each<[string, Partial<RecordForm>, string[]]>([
  ['everything', {}, []],
  ['no name', { authority: '  ' }, ['authority']],
  ['no number', { number: '' }, ['number']],
  ['no date of it', { determinedOn: '' }, ['determinedOn']],
  ['no date at all', { determinedOn: 'soon' }, ['determinedOn']],
  ['one of tomorrow', { determinedOn: '05/14/2025' }, ['determinedOn']],
  ['no first day', { start: '' }, ['startDate']],
  ['no days', { start: 'a', end: 'b' }, ['startDate', 'endDate']],
  ['a window backwards', { end: '05/01/2025' }, ['endDate']],
  ['no level', { level: '' }, ['drugLevel']],
  ['half a fill', { fills: '1.5' }, ['maxFills']],
  ['words for fills', { fills: 'two' }, ['maxFills']],
  ['fills that one fill has not', { fills: 'two', once: true }, []],
  ['no units', { units: '0' }, ['maxQty']],
  ['more than a year of days', { days: '366' }, ['maxDays']],
  ['a denial without a window', { result: 'DENIED', start: '', end: '', level: '' }, []],
])('the form with %s', (_what, change, fields) => {
  const form = { ...filled, ...change }
  const problems = recordProblems(adjuster, about, form, today, now)
  expect(problems.map(({ field }) => field)).toEqual(fields)
  if (fields.length === 0)
    expect(whyNotSay(adjuster, about.dateOfInjury, toRecord(about, form, today), now)).toBeUndefined()
})
