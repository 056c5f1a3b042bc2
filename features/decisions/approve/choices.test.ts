import type { Person } from '#platform/calls/person.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDate } from '#platform/dates/typed-date.ts'
import { addDays } from '#platform/dates/day.ts'
import { adviceChoices } from '../advice-choices.ts'
import { approveWords } from './button-words.ts'
import { approveForm, approveProblems, effectOf, isLess, toApproval, type PlanShown } from './choices.ts'
import { type ApproveChoices } from '../draft.ts'
import { type Reason } from '../form/problem.ts'
import { lastEnd, quickLengths } from '../form/date-limits.ts'
import { approvalOf, whyNotApprove } from '../approval.ts'
import { adjuster, detailOf, now, pharmacist, reject, rulesFor, today, factsOf } from '../testing-detail.ts'
import { set } from '../testing-rules.ts'

const reasons: Reason[] = [
  {
    reasonId: 1,
    description: 'Related to accepted injury',
    requiresNote: false,
    letterText: null,
    default: true,
    urOnly: false,
  },
  {
    reasonId: 9,
    description: 'Pharmacist recommendation',
    requiresNote: false,
    letterText: null,
    default: false,
    urOnly: false,
  },
  { reasonId: 17, description: 'Other', requiresNote: true, letterText: null, default: false, urOnly: false },
]
const interaction = reject('88', {
  safety: true,
  severity: 2,
  overridableBy: 'R',
  canCallerOverride: false,
  class: 'DUR',
})
const cleared = reject('88', { ...interaction, canCallerOverride: true })

function filled(choices: ApproveChoices = {}, detail = detailOf(), person = adjuster, settings = set({})) {
  const rules = rulesFor(person, detail, 'approve', settings)
  const clearing = rules.clearings
  const form = approveForm(rules, clearing, reasons, choices, today, detail)
  const problems = approveProblems(rules, clearing, reasons, form, today)
  const effect = effectOf(rules, detail, form)
  return {
    detail,
    rules,
    clearing,
    form,
    problems,
    effect,
    words: approveWords(form, effect, detail.authorizationStatusId, today),
    input: toApproval(detail, rules, clearing, form, today),
  }
}

it('an approval is of the version that was reviewed, not of what came since', () => {
  const { detail, rules, clearing, form } = filled()
  expect(toApproval({ ...detail, version: 7 }, rules, clearing, form, today, 3).version).toBe(3)
})

describe('the approve form untouched', () => {
  it('is ready to send: safe dates, level and codes, the usual reason', () => {
    const { form, problems, words, input } = filled()
    expect(problems).toEqual([])
    expect(form).toMatchObject({
      start: '05/12/2025',
      end: '08/10/2025',
      once: false,
      level: 14,
      fills: 3,
      qty: '50',
      days: '30',
      ticks: { 75: true },
      all: false,
      reasonId: 1,
      note: '',
    })
    expect(words).toEqual({ act: 'Approve 3 fills until 08/10/2025', extent: '50 a fill, 30 days, this strength' })
    expect(input).toEqual({
      id: '01900000-0000-7000-8000-000000000001',
      version: 3,
      startDate: '2025-05-12',
      endDate: '2025-08-10',
      oneTimeFill: false,
      drugLevel: 14,
      rejects: [{ rejectCode: '75', override: true }],
      paMaxFill: 3,
      maxQty: 50,
      maxDays: 30,
      reasonId: 1,
    })
  })
  it('says no reason where none is sure, and takes any that is chosen', () => {
    const detail = detailOf()
    const rules = { ...rulesFor(adjuster, detail), presetReason: null }
    const sent = (choices: ApproveChoices) => {
      const form = approveForm(rules, rules.clearings, reasons, choices, today, detail)
      expect(approveProblems(rules, rules.clearings, reasons, form, today)).toEqual([])
      return toApproval(detail, rules, rules.clearings, form, today)
    }
    expect(sent({})).not.toHaveProperty('reasonId')
    expect(sent({ reasonId: 1 })).toMatchObject({ reasonId: 1 })
    expect(sent({ reasonId: 9 })).toMatchObject({ reasonId: 9 })
  })
  it.each([
    [{ level: 10, fills: 2 }, 'Approve 2 fills until 08/10/2025', '50 a fill, 30 days, any form or strength'],
    [{ fills: null }, 'Approve unlimited fills until 08/10/2025', '50 a fill, 30 days, this strength'],
    [{ once: true, qty: '', days: '' }, 'Approve 1 fill until 05/26/2025', 'this strength'],
  ])('the button names fills, end, amount and breadth: %j', (choices, act, extent) => {
    expect(filled(choices).words).toEqual({ act, extent })
  })
  it.each([
    [{ qty: '0' }, 'maxQty'],
    [{ qty: 'many' }, 'maxQty'],
    [{ qty: '1,5' }, 'maxQty'],
    [{ qty: '45,0' }, 'maxQty'],
    [{ days: '7.5' }, 'maxDays'],
    [{ days: '366' }, 'maxDays'],
  ])('an amount that is none is reported at its field: %j', (choices, field) => {
    expect(filled(choices).problems).toEqual([expect.objectContaining({ field })])
  })
  it('says that the note is sent only where less is approved than was asked', () => {
    const asked = { quantity: 60, daysSupply: 30 }
    const less = (qty: string, days: string) => isLess({ qty, days }, asked)
    expect([less('60', '30'), less('', ''), less('90', '30')]).toEqual([false, false, false])
    expect([less('59.5', '30'), less('60', '7')]).toEqual([true, true])
  })
  it('sends no limit for an amount the adjuster cleared', () => {
    const { input } = filled({ qty: '', days: ' ' })
    expect(input).not.toHaveProperty('maxQty')
    expect(input).not.toHaveProperty('maxDays')
  })
  it('is one fill for fourteen days for a Schedule II drug, and says so', () => {
    const detail = detailOf({ medication: { ...detailOf().medication, deaSchedule: 'CII' } })
    const { form, words, problems } = filled({}, detail)
    expect(problems).toEqual([])
    expect(form).toMatchObject({ start: '05/12/2025', end: '05/26/2025', once: true, level: 14, fills: 1 })
    expect(words.act).toBe('Approve 1 fill until 05/26/2025')
  })
  it('never ticks a safety code by itself, not even for a user who may clear it', () => {
    expect(filled({}, detailOf({ rejects: [cleared, reject('75')] }), pharmacist).form.ticks).toEqual({
      88: false,
      75: true,
    })
  })
  it('meets the rules of the server for whatever length, level and number of fills they allow', () => {
    const detail = detailOf()
    const rules = rulesFor(adjuster, detail)
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.constantFrom(...rules.fields.drugLevel.allowed),
        fc.option(fc.integer({ min: 1, max: 12 })),
        fc.constantFrom(...quickLengths(rules)),
        (once, level, fills, length) => {
          const end = once ? {} : { end: length.days === 365 ? '05/12/2026' : lastEnd(rules, '2025-05-12') }
          const { problems, input } = filled({ once, level, fills, ...(end.end && { end: end.end }) }, detail)
          expect(problems).toEqual([])
          expect(whyNotApprove(adjuster, factsOf(detail), input, now)).toBeUndefined()
          expect(approvalOf(adjuster, factsOf(detail), input, now)).toMatchObject({
            startDate: input.startDate!,
            endDate: input.endDate!,
            drugLevel: level,
            maxFills: once ? 1 : fills,
          })
        },
      ),
    )
  })
})

describe('dates', () => {
  it.each<[string, ApproveChoices, string, string]>([
    ['an end before the start', { end: '05/11/2025' }, 'endDate', 'End date cannot be before start date'],
    ['an end past what is allowed', { end: '05/13/2026' }, 'endDate', 'The end date must be 05/12/2026 or earlier.'],
    [
      'a start too far back',
      { start: '04/01/2025' },
      'startDate',
      'The start date must be from 04/13/2025 to 06/12/2025.',
    ],
    ['no day at all', { start: '02/30/2025' }, 'startDate', 'Invalid date'],
    ['an empty end', { end: '' }, 'endDate', 'Enter the end date.'],
  ])('%s is reported at its field', (_, choices, field, message) => {
    expect(filled(choices).problems).toContainEqual({ field, message })
  })
  it('the end follows the start and the one-time switch until it is typed', () => {
    expect(filled({ start: '05/20/2025' }).form.end).toBe('08/18/2025')
    expect(filled({ once: true }).form.end).toBe('05/26/2025')
    expect(filled({ start: '05/20/2025', end: '06/01/2025', once: true }).form.end).toBe('06/01/2025')
  })
  it('a default end is never after the last one allowed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.boolean(), (after, once) => {
        const day = addDays('2025-04-13', after)
        const { form, rules } = filled({ start: day, once })
        const end = parseDate(form.end, today)!
        expect(end >= day && end <= lastEnd(rules, day)).toBe(true)
      }),
    )
  })
  it('offers the adjuster lengths up to the longest that is allowed', () => {
    expect(quickLengths(rulesFor(adjuster, detailOf())).map(({ days }) => days)).toEqual([30, 60, 90, 180, 365])
    const schedule = detailOf({ medication: { ...detailOf().medication, deaSchedule: 'CII' } })
    expect(quickLengths(rulesFor(adjuster, schedule)).map(({ days }) => days)).toEqual([7, 14, 30])
  })
})

describe('codes', () => {
  it('locks what this person may not clear, with the reason', () => {
    const [line] = rulesFor(adjuster, detailOf({ rejects: [interaction] })).clearings
    expect(line).toMatchObject({ may: false, whyNot: 'Only a pharmacist can clear 88.' })
  })
  it('lets a cost over the limit be ticked: a second person is asked', () => {
    const modest = { ...adjuster, approvalLimit: 100 }
    const detail = detailOf({ rejects: [reject('78', { class: 'QTY', canCallerOverride: false })] })
    expect(rulesFor(modest, detail).clearings[0]).toMatchObject({ may: true, secondPerson: true })
    const { effect, words } = filled({}, detail, modest)
    expect(effect.leadsTo).toBe(25)
    expect(words.act).toBe('Save approval, send to a supervisor to confirm')
  })
  it('a code found twice is one line, and the more severe finding decides', () => {
    const detail = detailOf({
      rejects: [reject('88', { safety: true, severity: 3, overridableBy: 'A', class: 'DUR' }), interaction],
    })
    const { clearings } = rulesFor(adjuster, detail)
    expect(clearings).toHaveLength(1)
    expect(clearings[0]).toMatchObject({ may: false, reject: { severity: 2 } })
  })
  it('leaves a safety code to a pharmacist and says so on the button', () => {
    const { effect, words, problems, input } = filled({}, detailOf({ rejects: [interaction, reject('75')] }))
    expect(problems).toEqual([])
    expect(effect).toEqual({ leadsTo: 22, waitsFor: ['88'] })
    expect(words).toEqual({
      act: 'Save approval, send 88 to a pharmacist',
      extent: '3 fills until 08/10/2025, 50 a fill, 30 days, this strength',
    })
    expect(input).toMatchObject({
      rejects: [
        { rejectCode: '88', override: false },
        { rejectCode: '75', override: true },
      ],
    })
    expect(input).not.toHaveProperty('safetyRejectEnabled')
  })
  it('clears a safety code only when it is ticked and explained', () => {
    const detail = detailOf({ rejects: [cleared] })
    const fields = (choices: ApproveChoices) => filled(choices, detail, pharmacist).problems.map(({ field }) => field)
    expect(fields({ ticks: { 88: true } })).toEqual(['agreed', 'safetyAck-88'])
    expect(fields({ ticks: { 88: true }, agreed: true, acks: { 88: '  ' } })).toEqual(['safetyAck-88'])
    expect(fields({ ticks: { 88: true }, agreed: true, acks: { 88: 'Monitored daily.' } })).toEqual([])
    expect(
      filled({ ticks: { 88: true }, agreed: true, acks: { 88: ' Monitored daily. ' } }, detail, pharmacist).input,
    ).toMatchObject({
      safetyRejectEnabled: true,
      rejects: [{ rejectCode: '88', override: true, reason: 'Monitored daily.' }],
    })
  })
  it('wants a note or a reason with a safety code where no reason is sure to be true', () => {
    const detail = detailOf({
      rejects: [cleared],
      claim: { ...detailOf().claim, compensability: 'CONTROVERTED' },
    })
    const choices = { ticks: { 88: true }, agreed: true, acks: { 88: 'Monitored daily.' } }
    expect(filled(choices, detail, pharmacist).problems).toEqual([
      { field: 'note', message: 'Clearing a safety code needs a note, or a reason.' },
    ])
    expect(filled({ ...choices, reasonId: 9 }, detail, pharmacist).problems).toEqual([])
    expect(filled({ ...choices, note: 'Spoke with the prescriber' }, detail, pharmacist).problems).toEqual([])
  })
  it('wants the second person named where a contraindication is cleared', () => {
    const detail = detailOf({ rejects: [reject('88', { ...cleared, severity: 1, overridableBy: 'O' })] })
    const senior: Person = { ...pharmacist, roles: ['override_all_edit_clinical'], licenseStates: ['IL'] }
    const { problems } = filled(
      { ticks: { 88: true }, agreed: true, acks: { 88: 'Weighed with the prescriber' } },
      detail,
      senior,
      set({ safetyOverrides: true }),
    )
    expect(problems).toEqual([{ field: 'note', message: 'Name in the note the second person who agreed.' }])
  })
  it('wants something to clear, and a note where the reason asks for one', () => {
    expect(filled({ ticks: { 75: false } }).problems).toEqual([
      { field: 'rejects', message: 'Select at least one reject to clear.' },
    ])
    expect(filled({ reasonId: 17 }).problems.map(({ field }) => field)).toEqual(['note'])
    expect(filled({ reasonId: 17, note: 'As agreed by phone' }).problems).toEqual([])
  })
  it('offers to clear any other reject only where there is no safety code', () => {
    expect(filled({ all: true }).input).toMatchObject({ overrideAllRejections: true })
    expect(filled({ all: true }).input).not.toHaveProperty('rejects')
    expect(filled({ all: true }, detailOf({ rejects: [interaction, reject('75')] })).input).not.toHaveProperty(
      'overrideAllRejections',
    )
  })
})

describe('a two-step approval', () => {
  const half = {
    byName: 'Juno Merriweather',
    at: now,
    startDate: '2025-05-13',
    endDate: '2025-05-27',
    oneTimeFill: true,
    drugLevel: 14,
    maxFills: 1,
    codes: ['75'],
    waitsFor: ['88'],
    reasonId: null,
    maxQty: null,
    maxDays: null,
    note: '',
  }
  it('shows the pharmacist only the codes that are left, and requires a tick for each', () => {
    const detail = detailOf({ authorizationStatusId: 22, firstApproval: half, rejects: [cleared, reject('75')] })
    const rules = rulesFor(pharmacist, detail)
    const clearing = rules.clearings
    expect(clearing.map(({ reject: one }) => one.rejectCode)).toEqual(['88'])
    const form = approveForm(rules, clearing, reasons, {}, today, detail)
    expect(approveProblems(rules, clearing, reasons, form, today, true)[0]).toMatchObject({ field: 'safety' })
    const ticked = approveForm(
      rules,
      clearing,
      reasons,
      { ticks: { 88: true }, agreed: true, acks: { 88: 'Monitored each month' } },
      today,
      detail,
      true,
    )
    expect(ticked.reasonId).toBeUndefined()
    expect(approveProblems(rules, clearing, reasons, ticked, today, true)).toEqual([
      { field: 'note', message: 'Clearing a safety code needs a note, or a reason.' },
    ])
    expect(toApproval(detail, rules, clearing, ticked, today)).not.toHaveProperty('reasonId')
  })
  it('the second of two people sends only a confirmation', () => {
    const detail = detailOf({ authorizationStatusId: 25, firstApproval: half })
    const rules = rulesFor(adjuster, detail)
    const form = approveForm(rules, rules.clearings, reasons, {}, today, detail, true)
    expect(toApproval(detail, rules, rules.clearings, form, today)).toEqual({
      id: detail.authorizationId,
      version: 3,
    })
    const { words } = filled({}, detail)
    expect(words).toEqual({ act: 'Give second approval', extent: undefined })
    const why = 'The claim would still stop at 79.'
    const stopped = effectOf(rules, detail, form, { leadsTo: null, waitsFor: [], why, bill: null, goesTo: null })
    expect(approveWords(form, stopped, 25, today).act).toBe('See why it cannot be approved')
  })
})

describe('what the button says', () => {
  const safe = { rejects: [reject('75'), cleared] }
  const said = (person: Person, plan?: PlanShown) => {
    const { detail, rules, clearing, form } = filled({}, detailOf(safe), person)
    const ofPharmacist = person === pharmacist
    const problems = approveProblems(rules, clearing, reasons, form, today, false, undefined, plan)
    const effect = effectOf(rules, detail, form, plan, ofPharmacist)
    return [approveWords(form, effect, 20, today, ofPharmacist).act, problems[0]?.message]
  }
  const plan = (more: Partial<PlanShown>): PlanShown => ({
    leadsTo: 30,
    waitsFor: [],
    why: null,
    bill: null,
    goesTo: null,
    ...more,
  })
  it.each<[string, Person, PlanShown | undefined, string, string | undefined]>([
    ['an adjuster sends what is left to the pharmacist', adjuster, undefined, 'send 88 to a pharmacist', undefined],
    ['a pharmacist never does', pharmacist, undefined, 'Clear 88 to approve', undefined],
    [
      'a pharmacist is asked for the code',
      pharmacist,
      plan({ leadsTo: null, why: 'The claim would stop at 88 again. Select 88 to clear, or reject the request.' }),
      'Clear 88 to approve',
      'The claim would stop at 88 again. Select 88 to clear, or reject the request.',
    ],
    [
      'what nobody may clear is shown, not approved',
      adjuster,
      plan({ leadsTo: null, why: 'Code 70 is a hard stop; nobody may override it.' }),
      'See why it cannot be approved',
      'Code 70 is a hard stop; nobody may override it.',
    ],
    ['terms that clear it by themselves, of a pharmacist', pharmacist, plan({}), 'Approve 3 fills', undefined],
    [
      'the gravest goes to a senior',
      pharmacist,
      plan({ leadsTo: 22, waitsFor: ['88'] }),
      'to a senior pharmacist',
      undefined,
    ],
    ['terms that clear it by themselves', adjuster, plan({}), 'Approve 3 fills', undefined],
    [
      'a code of a supervisor names who gets it',
      adjuster,
      plan({ leadsTo: 25, waitsFor: ['7Y'], goesTo: 'Sam Okafor' }),
      'Save approval, send 7Y to Sam Okafor',
      undefined,
    ],
    [
      'a second approval names who gives it',
      adjuster,
      plan({ leadsTo: 25, goesTo: 'the supervisors' }),
      'Save approval, send to the supervisors to confirm',
      undefined,
    ],
  ])('%s', (_, person, known, act, problem) => {
    expect(said(person, known)).toEqual([expect.stringContaining(act), problem])
  })
})

describe('advice', () => {
  const advice = {
    source: 'PHARMACIST' as const,
    action: 'APPROVE_MODIFIED',
    rationale: '',
    by: 'Thea Larkspur',
    at: now,
    oneTime: true,
    modifiedDays: 7,
    modifiedQuantity: null,
    refs: [],
  }
  it('fills in the pharmacist’s advice and marks those fields', () => {
    expect(adviceChoices(advice, rulesFor(adjuster, detailOf()), reasons)).toEqual({
      form: 'approve',
      choices: { once: true, maxDays: 7, reasonId: 9, advised: ['once', 'maxDays', 'reasonId'] },
    })
  })
  it('fills in the quantity a pharmacist advised', () => {
    const given = adviceChoices({ ...advice, modifiedQuantity: 10 }, rulesFor(adjuster, detailOf()), reasons)
    expect(given).toMatchObject({ choices: { qty: '10', advised: ['once', 'maxDays', 'qty', 'reasonId'] } })
    expect(given?.form === 'approve' && filled(given.choices).form).toMatchObject({ qty: '10', days: '7' })
  })
  it('opens the reject form where it says so, and nothing where it names no decision', () => {
    expect(adviceChoices({ ...advice, action: 'REJECT' }, undefined, reasons)).toEqual({ form: 'reject' })
    expect(adviceChoices({ ...advice, action: 'P2P' }, rulesFor(adjuster, detailOf()), reasons)).toBeUndefined()
  })
})

describe('less than was asked, and a block in the way', () => {
  it('says, before anything is sent, that the state lets only reviewers grant less', () => {
    const detail = detailOf({ jurisState: 'CA' })
    const { clearing, form } = filled({ maxDays: 7 }, detail)
    const problems = (person = adjuster) => approveProblems(rulesFor(person, detail), clearing, reasons, form, today)
    expect(problems()).toContainEqual({
      field: 'maxDays',
      message: 'This state needs a utilization review decision to deny.',
    })
    expect(problems({ ...adjuster, roles: ['ur_reviewer'], licenseStates: ['CA'] })).toEqual([])
  })
  it('lifts a block only when it is asked to, also beside "any other ordinary reject"', () => {
    const sent = (choices: ApproveChoices) => {
      const { detail, rules, clearing, form } = filled(choices)
      return toApproval(detail, rules, clearing, form, today)
    }
    const lift = { rejectCode: '3Y', override: true }
    expect(sent({}).rejects).not.toContainEqual(lift)
    expect(sent({ lift: true }).rejects).toContainEqual(lift)
    expect(sent({ lift: true, all: true })).toMatchObject({ overrideAllRejections: true, rejects: [lift] })
  })
  it('never ticks by itself the lifting of the block that stopped the request', () => {
    const { form } = filled({}, detailOf({ rejects: [reject('75'), reject('3Y')] }))
    expect(form.ticks).toEqual({ '75': true, '3Y': false })
  })
})
