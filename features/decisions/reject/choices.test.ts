import { describe, expect, it } from 'vitest'
import { rejectionReasons, urOnlyReason } from '#reference/rejection-reasons.ts'
import { notReviewed, type Reason } from '../form/problem.ts'
import { monthsOfUse, reasonChoices, rejectForm, rejectProblems, toRejection } from './choices.ts'
import { mayReject } from '../may-reject.ts'
import { type RejectChoices } from '../draft.ts'
import { whyNotReject, whyNotRejectThisFill } from '../denial.ts'
import { supervisor } from '../testing-rules.ts'
import { adjuster, detailOf, factsOf, now, pharmacist, reject, rulesFor, today } from '../testing-detail.ts'

const reasonsFor = (state: string): Reason[] =>
  rejectionReasons.map((one) => ({
    reasonId: one.id,
    description: one.reason,
    requiresNote: one.noteRequired,
    letterText: null,
    default: false,
    urOnly: urOnlyReason(one, state),
  }))

function filled(choices: RejectChoices, detail = detailOf(), person = adjuster) {
  const rules = rulesFor(person, detail, 'reject')
  const may = mayReject(detail)
  const form = rejectForm(rules, detail, may, choices, today)
  const offered = reasonChoices(rules, reasonsFor(detail.jurisState), form.fillOnly)
  return {
    detail,
    form,
    may,
    offered,
    problems: rejectProblems(rules, offered, form, today),
    sent: toRejection(detail, rules, form, today),
  }
}

const california = detailOf({
  jurisState: 'CA',
  allowedActions: ['approve', 'ur'],
  blockedReasons: ['reject', 'rejectThisFill'].map((action) => ({
    action,
    code: 'NEEDS_UR_DECISION',
    message: 'This state needs a utilization review decision to deny.',
  })),
})

describe('the reject form', () => {
  it('cites every code for ninety days and waits for a reason', () => {
    const { form, problems } = filled({})
    expect(form).toMatchObject({
      codes: { 75: true },
      start: '05/12/2025', // the day of the fill, so that it is denied too (docs/decisions/0027)
      end: '08/11/2025',
      level: 14,
      fillOnly: false,
      reasonId: undefined,
    })
    expect(problems).toEqual([{ field: 'reasonId', message: 'Choose a reason.' }])
  })
  it('sends the drug to use instead only where the reason is that there is one', () => {
    const instead = { ndc: '98001010101', name: 'Celecoxib 200 mg capsule, generic' }
    const note = 'It is the same drug.'
    expect(filled({ reasonId: 6, note, instead }).sent.input).toMatchObject({ insteadNdc: instead.ndc })
    expect(filled({ reasonId: 1, note, instead }).sent.input).not.toHaveProperty('insteadNdc')
    expect(filled({ reasonId: 6, note }).sent.input).not.toHaveProperty('insteadNdc')
  })
  it('wants an explanation where the reason asks for one, and sends both', () => {
    expect(filled({ reasonId: 1 }).problems).toEqual([
      { field: 'note', message: '“Not related to the compensable injury” needs an explanation.' },
    ])
    expect(filled({ reasonId: 1, note: 'ok' }).problems).toMatchObject([{ field: 'note' }])
    const { problems, sent, detail } = filled({ reasonId: 1, note: ' The claim covers the ankle. ' })
    expect(problems).toEqual([])
    expect(sent).toEqual({
      kind: 'reject',
      input: {
        id: detail.authorizationId,
        version: 3,
        rejectCodes: ['75'],
        reasonId: 1,
        note: 'The claim covers the ankle.',
        startDate: '2025-05-12',
        endDate: '2025-08-11',
        drugLevel: 14,
      },
    })
    expect(whyNotReject(adjuster, factsOf(detail), sent.input, now)).toBeUndefined()
  })
  it('is not sent without a reject code or with an end before its start', () => {
    expect(filled({ reasonId: 3, codes: { 75: false } }).problems).toEqual([
      { field: 'rejectCodes', message: 'Choose at least one reject that stands.' },
    ])
    expect(filled({ reasonId: 3, end: '05/01/2025' }).problems).toEqual([
      { field: 'endDate', message: 'End date cannot be before start date' },
    ])
  })
  it('denies just this fill when asked to: no dates, no level', () => {
    const { problems, sent, detail } = filled({ reasonId: 10, fillOnly: true, end: 'nonsense' })
    expect(problems).toEqual([])
    expect(sent).toEqual({
      kind: 'rejectThisFill',
      input: { id: detail.authorizationId, version: 3, rejectCodes: ['75'], reasonId: 10 },
    })
  })
  it('denies just this fill for a reason about it, whatever was ticked, and says why a wide block cannot ask for another drug', () => {
    for (const reasonId of [7, 10, 11, 13, 14]) {
      const { form, sent, problems, detail } = filled({
        reasonId,
        note: 'Two months of records are missing',
        fillOnly: false,
      })
      expect([form.fillOnly, sent.kind, problems]).toEqual([true, 'rejectThisFill', []])
      expect(whyNotRejectThisFill(adjuster, factsOf(detail), sent.input, now)).toBeUndefined()
      expect(whyNotReject(adjuster, factsOf(detail), sent.input, now)).toMatchObject({
        code: 'RULE',
        field: 'reasonId',
      })
    }
    const wide = filled({ reasonId: 6, note: 'A generic is covered', level: 4 }, detailOf(), supervisor)
    expect(wide.problems).toMatchObject([{ field: 'drugLevel' }])
  })
  it('moves the end with the start until the adjuster types an end', () => {
    expect(filled({ start: '05/20/2025' }).form.end).toBe('08/18/2025')
  })
})

describe('where the state leaves denials to reviewers', () => {
  it('offers an adjuster only what is no medical question, for this fill', () => {
    const { may, form, offered } = filled({}, california)
    expect(may).toBe('claimReasons')
    expect(form.fillOnly).toBe(true)
    const open = offered.filter((one) => !one.whyNot)
    expect(open.map((one) => one.reasonId)).toEqual([1, 2, 3, 4, 10, 11, 19, 20, 23])
    for (const one of open)
      expect(
        whyNotRejectThisFill(
          adjuster,
          factsOf(california),
          { reasonId: one.reasonId, note: 'Not for this injury' },
          now,
        ),
      ).toBeUndefined()
  })
  it('says at the reason why a medical one may not be given', () => {
    const { problems } = filled({ reasonId: 9, note: 'Interacts with tramadol' }, california)
    expect(problems).toEqual([
      { field: 'reasonId', message: 'This state needs a utilization review decision to deny.' },
    ])
  })
  it('elsewhere locks only the reasons of reviewers, and not for a pharmacist', () => {
    const locked = (person: typeof adjuster) =>
      filled({}, detailOf(), person)
        .offered.filter((one) => one.whyNot)
        .map((one) => one.reasonId)
    expect(locked(adjuster)).toContain(9)
    expect(locked(adjuster)).not.toContain(1)
    expect(locked(pharmacist)).toEqual([])
  })
  it.each([
    ['block', ['reject', 'rejectThisFill'], []],
    ['fillOnly', ['rejectThisFill'], [{ action: 'reject', code: 'ALREADY_DECIDED', message: '' }]],
    ['no', [], [{ action: 'rejectThisFill', code: 'NOT_ALLOWED', message: '' }]],
  ])('may reject: %s', (may, allowedActions, blockedReasons) =>
    expect(mayReject({ allowedActions, blockedReasons })).toBe(may),
  )
})

describe('stopping suddenly', () => {
  const mme = { now: 45, after: 90, limit: 80, factorVersion: '', items: [] }
  const months = (...doses: number[]) => doses.map((dose, index) => ({ month: `2025-0${index + 1}`, mme: dose }))
  it.each([
    [3, mme, months(30, 45, 45)],
    [0, mme, months(30, 45)],
    [0, { ...mme, now: 0 }, months(30, 45, 45)],
    [0, null, months(30, 45, 45)],
  ])('counts %i months of use', (count, dose, mmeTrend) => expect(monthsOfUse({ mme: dose, mmeTrend })).toBe(count))
})

it('a denial is of the version that was reviewed, not of what came since', () => {
  const detail = detailOf({ version: 7 })
  const { form } = filled({ reasonId: 3 }, detail)
  expect(toRejection(detail, rulesFor(adjuster, detail, 'reject'), form, today, 3).input.version).toBe(3)
  expect([notReviewed(3, detail), notReviewed(7, detail), notReviewed(undefined, detail)]).toEqual([
    [{ field: 'reviewed', message: 'Review what changed before you decide.' }],
    [],
    [],
  ])
})

it('a denial cites once a code that was found twice', () => {
  expect(
    filled({ reasonId: 3 }, detailOf({ rejects: [reject('88', { safety: true }), reject('88', { safety: true })] }))
      .sent.input.rejectCodes,
  ).toEqual(['88'])
})
