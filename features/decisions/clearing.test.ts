import { describe, expect, it, test } from 'vitest'
import type { Person } from '#platform/calls/person.ts'
import type { AuthDetail, RejectLine } from '#features/authorizations/contract.ts'
import { clearings, whyNothingToClear } from './clearing.ts'
import { whyNoApproval } from './why-no-approval.ts'
import { adjuster, detailOf, factsOf, pharmacist, reject } from './testing-detail.ts'
import { set } from './testing-rules.ts'

// What the approve form says of each code, and why a request cannot be approved now.

const dear = reject('78', { class: 'QTY' })
const modest: Person = { ...adjuster, approvalLimit: 100 }
const senior: Person = { ...adjuster, roles: ['override_all_edit_clinical'], licenseStates: ['NY'] }
const major = reject('88', { class: 'DUR', safety: true, severity: 2, overridableBy: 'R' })
const reader: Person = { ...adjuster, roles: ['read_only'] }
const half: NonNullable<AuthDetail['firstApproval']> = {
  byName: 'Juno Merriweather',
  at: '2025-05-13T14:00:00.000Z',
  startDate: '2025-05-12',
  endDate: '2025-06-12',
  oneTimeFill: false,
  drugLevel: 14,
  maxFills: null,
  codes: ['75'],
  waitsFor: ['88'],
  reasonId: null,
  maxQty: null,
  maxDays: null,
  note: '',
}

const clearingOf = (person: Person, rejects: RejectLine[], more: Partial<AuthDetail> = {}, carrier = {}) =>
  clearings(person, factsOf(detailOf({ rejects, ...more })), set(carrier)).map(
    ({ reject: { rejectCode }, may, whyNot, secondPerson }) => ({ rejectCode, may, whyNot, secondPerson }),
  )

describe('a code', () => {
  test.each<
    [string, Person, RejectLine, Partial<AuthDetail>, object, [may: boolean, whyNot: string | null, second: boolean]]
  >([
    ['the role may clear is offered', adjuster, reject('75'), {}, {}, [true, null, false]],
    ['over the user’s own limit asks a second person', modest, dear, {}, {}, [true, null, true]],
    ['within the limit asks nobody', modest, dear, { estimatedCost: 99 }, {}, [true, null, false]],
    [
      'over the limit that the carrier leaves to supervisors asks nobody',
      modest,
      dear,
      {},
      { overrideNeeds: { 78: 'S' } },
      [false, 'The cost is over your limit of $100; a second approver must agree.', false],
    ],
    [
      'over the limit is locked for a user who may only look',
      reader,
      dear,
      {},
      {},
      [false, 'Update functionality is blocked for user', false],
    ],
    [
      'of safety is locked whatever the limit',
      modest,
      major,
      {},
      {},
      [false, 'Only a pharmacist can clear 88.', false],
    ],
    [
      'of safety names the way to a pharmacist where the carrier has that flag',
      modest,
      major,
      {},
      { safetyOverrideEnabled: true },
      [false, 'Only a pharmacist can clear 88. Send the request to a pharmacist.', false],
    ],
    [
      'that only the carrier’s setting withholds is locked for that reason',
      adjuster,
      reject('70', { sourceRule: 'R15' }),
      {},
      { formularyOverrides: false },
      [false, 'Your carrier does not let your role clear code 70.', false],
    ],
    [
      'that the carrier leaves to supervisors is locked for an adjuster',
      adjuster,
      reject('75'),
      {},
      { overrideNeeds: { 75: 'S' } },
      [false, 'Your carrier does not let your role clear code 75.', false],
    ],
    [
      'of a first opioid fill is a pharmacist’s when it lasts too long',
      adjuster,
      reject('925', { class: 'DUR', safety: true, overridableBy: 'A', sourceRule: 'R28' }),
      { daysSupply: 30 },
      {},
      [false, 'Only a pharmacist can clear 925.', false],
    ],
    [
      'a senior pharmacist may not clear without a licence is locked for that reason',
      { ...senior, licenseStates: [] },
      major,
      {},
      { safetyOverrides: true },
      [false, 'Only a pharmacist can clear 88. No active license is on file.', false],
    ],
    [
      'a senior pharmacist may not clear for this carrier is locked for that reason',
      senior,
      major,
      {},
      {},
      [false, 'Your carrier does not let your role clear code 88.', false],
    ],
    ['a senior pharmacist may clear is offered', senior, major, {}, { safetyOverrides: true }, [true, null, false]],
  ])('%s', (_title, person, line, more, carrier, [may, whyNot, secondPerson]) => {
    expect(clearingOf(person, [line], more, carrier)).toEqual([
      { rejectCode: line.rejectCode, may, whyNot, secondPerson },
    ])
  })
})

describe('of two findings with one code', () => {
  const of = (severity: number | null, more: Partial<RejectLine> = {}) =>
    reject('88', { class: 'DUR', severity, description: `S${severity}`, ...more })
  const hard = { hardStop: true }
  const counts = (...rejects: RejectLine[]) =>
    clearings(adjuster, factsOf(detailOf({ rejects })), set({})).map((one) => one.reject.description)

  it.each<[string, RejectLine, RejectLine, string]>([
    ['the one that may not be cleared counts', of(3), of(4, hard), 'S4'],
    ['the one that may not be cleared counts before one with a grade', of(2), of(null, hard), 'Snull'],
    ['the one of safety counts', of(1, hard), of(3, { ...hard, safety: true }), 'S3'],
    ['the graver of two counts', of(3), of(2), 'S2'],
    ['one without a grade is the mildest', of(null), of(3), 'S3'],
  ])('%s, in whatever order they come', (_title, milder, graver, expected) => {
    expect(counts(milder, graver)).toEqual([expected])
    expect(counts(graver, milder)).toEqual([expected])
  })
  it('keeps the first of two findings of the same severity', () => {
    expect(counts(of(2, { description: 'first' }), of(2, { description: 'second' }))).toEqual(['first'])
    expect(counts(of(null, { description: 'first' }), of(null, { description: 'second' }))).toEqual(['first'])
    expect(counts(of(4, { description: 'first' }), of(null, { description: 'second' }))).toEqual(['first'])
  })
})

describe('why a request cannot be approved now', () => {
  const needsPharmacist = reject('88', { class: 'DUR', safety: true, severity: 2, overridableBy: 'R' })
  const left = (person: Person, more: Partial<AuthDetail>) =>
    whyNothingToClear(person, factsOf(detailOf(more)), set({}))

  it('gives no reason while the request can be approved', () => expect(whyNoApproval(detailOf())).toBeUndefined())
  it('gives the server’s reason for the approval, not that for another action', () => {
    const detail = detailOf({
      allowedActions: ['reject'],
      blockedReasons: [
        { action: 'reject', code: 'RULE', message: 'Not this one.' },
        { action: 'approve', code: 'RULE', message: 'The claim is closed.' },
      ],
    })
    expect(whyNoApproval(detail)).toBe('The claim is closed.')
  })
  it('is one plain sentence when the server gives no reason', () =>
    expect(whyNoApproval(detailOf({ allowedActions: ['reject'] }))).toBe('This request cannot be approved now.'))
  it('is who must act next, for the adjuster whose approval left safety codes', () => {
    expect(
      left(adjuster, {
        authorizationStatusId: 22,
        firstApproval: { ...half, waitsFor: ['88', '925'] },
        rejects: [needsPharmacist, { ...needsPharmacist, rejectCode: '925' }, reject('75')],
      }),
    ).toBe('Juno Merriweather approved this except 88, 925. A pharmacist must clear 88, 925.')
  })
  it('is nothing for a pharmacist who may clear one of the codes that are left', () => {
    expect(
      left(pharmacist, {
        authorizationStatusId: 22,
        firstApproval: { ...half, waitsFor: ['88', '925'] },
        rejects: [
          { ...needsPharmacist, severity: 1 },
          { ...needsPharmacist, rejectCode: '925' },
        ],
      }),
    ).toBeUndefined()
  })
  it('is nothing where a second person is asked, or no first approval was given', () => {
    const rejects = [needsPharmacist]
    expect(left(adjuster, { authorizationStatusId: 25, firstApproval: half, rejects })).toBeUndefined()
    expect(left(adjuster, { authorizationStatusId: 22, rejects })).toBeUndefined()
  })
})
