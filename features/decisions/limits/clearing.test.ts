import { describe, expect, it, test } from 'vitest'
import type { Person } from '#platform/calls/person.ts'
import type { AuthDetail, RejectLine } from '#features/authorizations/contract.ts'
import { clearings } from './clearing.ts'
import { whyNoApproval } from '../why-no-approval.ts'
import { adjuster, detailOf, pharmacist, reject } from '../testing-detail.ts'

// What the approve form says of each code, and why a request cannot be approved now.

const locked = { canCallerOverride: false }
const dear = reject('78', { class: 'QTY', ...locked })
const modest: Person = { ...adjuster, approvalLimit: 100 }
const senior: Person = { ...adjuster, roles: ['override_all_edit_clinical'], licenseStates: ['NY'] }
const major = reject('88', { class: 'DUR', safety: true, severity: 2, overridableBy: 'R', ...locked })
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
  note: '',
}

const clearingOf = (person: Person, rejects: RejectLine[], more: Partial<AuthDetail> = {}) =>
  clearings(person, detailOf({ rejects, ...more })).map(({ reject: { rejectCode }, may, whyNot, secondPerson }) => ({
    rejectCode,
    may,
    whyNot,
    secondPerson,
  }))

describe('a code', () => {
  test.each<
    [string, Person, RejectLine, Partial<AuthDetail>, [may: boolean, whyNot: string | undefined, second: boolean]]
  >([
    ['the server lets this person clear', adjuster, reject('75'), {}, [true, undefined, false]],
    ['over one’s own limit asks a second person', modest, dear, {}, [true, undefined, true]],
    ['over the limit that may be cleared anyway asks nobody', modest, reject('78'), {}, [true, undefined, false]],
    [
      'over the limit is nobody’s who may only look',
      reader,
      dear,
      {},
      [false, 'Update functionality is blocked for user', false],
    ],
    [
      'of safety is not made one’s own by a limit',
      modest,
      reject('88', { class: 'DUR', safety: true, severity: 2, overridableBy: 'R', ...locked }),
      {},
      [false, 'Code 88 needs a pharmacist.', false],
    ],
    [
      'that only the carrier’s setting withholds says so',
      adjuster,
      reject('75', locked),
      {},
      [false, 'Your carrier does not let your role clear code 75.', false],
    ],
    [
      'of a first fill is the pharmacist’s when it lasts too long',
      adjuster,
      reject('925', { class: 'DUR', safety: true, overridableBy: 'A', sourceRule: 'R28', ...locked }),
      { daysSupply: 30 },
      [false, 'Code 925 needs a pharmacist.', false],
    ],
    [
      'a senior pharmacist may not clear without a licence says so',
      { ...senior, licenseStates: [] },
      major,
      {},
      [false, 'Code 88 needs a pharmacist. No active licence is on file.', false],
    ],
    [
      'a senior pharmacist may not clear in this carrier says so',
      senior,
      major,
      {},
      [false, 'Your carrier does not let your role clear code 88.', false],
    ],
    [
      'a senior pharmacist may clear is cleared as the server says',
      senior,
      { ...major, canCallerOverride: true },
      {},
      [true, undefined, false],
    ],
  ])('%s', (_title, person, line, more, [may, whyNot, secondPerson]) => {
    expect(clearingOf(person, [line], more)).toEqual([{ rejectCode: line.rejectCode, may, whyNot, secondPerson }])
  })
})

describe('of two findings with one code', () => {
  const of = (severity: number | null, more: Partial<RejectLine> = {}) =>
    reject('88', { class: 'DUR', severity, sourceRule: `S${severity}`, ...more })
  const speaks = (...rejects: RejectLine[]) =>
    clearings(adjuster, detailOf({ rejects })).map((one) => one.reject.sourceRule)

  it.each<[string, RejectLine, RejectLine, string]>([
    ['the one that may not be cleared speaks', of(3), of(4, locked), 'S4'],
    ['the one that may not be cleared speaks, whatever its safety', of(1, { safety: true }), of(4, locked), 'S4'],
    ['the one of safety speaks', of(1), of(3, { safety: true }), 'S3'],
    ['the graver of two speaks', of(3), of(2), 'S2'],
    ['one without a grade is the mildest', of(null), of(3), 'S3'],
  ])('%s, in whatever order they come', (_title, milder, graver, expected) => {
    expect(speaks(milder, graver)).toEqual([expected])
    expect(speaks(graver, milder)).toEqual([expected])
  })
  it('of two alike the first stays', () => {
    expect(speaks(of(2, { sourceRule: 'first' }), of(2, { sourceRule: 'second' }))).toEqual(['first'])
    expect(speaks(of(null, { sourceRule: 'first' }), of(null, { sourceRule: 'second' }))).toEqual(['first'])
    expect(speaks(of(4, { sourceRule: 'first' }), of(null, { sourceRule: 'second' }))).toEqual(['first'])
  })
})

describe('why a request cannot be approved now', () => {
  const needsPharmacist = reject('88', { class: 'DUR', safety: true, severity: 2, overridableBy: 'R', ...locked })

  it('is nothing while it can be', () => expect(whyNoApproval(adjuster, detailOf())).toBeUndefined())
  it('is what the server says', () => {
    const detail = detailOf({
      allowedActions: ['reject'],
      blockedReasons: [
        { action: 'reject', code: 'RULE', message: 'Not this one.' },
        { action: 'approve', code: 'RULE', message: 'The claim is closed.' },
      ] as AuthDetail['blockedReasons'],
    })
    expect(whyNoApproval(adjuster, detail)).toBe('The claim is closed.')
  })
  it('is said plainly when the server gives no reason', () =>
    expect(whyNoApproval(adjuster, detailOf({ allowedActions: ['reject'] }))).toBe(
      'This request cannot be approved now.',
    ))
  it('is whom it waits for, once one’s half is given', () => {
    const detail = detailOf({
      authorizationStatusId: 22,
      firstApproval: { ...half, waitsFor: ['88', '925'] },
      rejects: [needsPharmacist, { ...needsPharmacist, rejectCode: '925' }, reject('75')],
    })
    expect(whyNoApproval(adjuster, detail)).toBe(
      'Juno Merriweather approved this except 88, 925. A pharmacist must still clear 88, 925.',
    )
  })
  it('is nothing for a person who may clear one of what is left', () => {
    const detail = detailOf({
      authorizationStatusId: 22,
      firstApproval: { ...half, waitsFor: ['88', '925'] },
      rejects: [needsPharmacist, { ...needsPharmacist, rejectCode: '925', canCallerOverride: true }],
    })
    expect(whyNoApproval(pharmacist, detail)).toBeUndefined()
  })
  it('is nothing where a second person is asked, or no half was given', () => {
    const rejects = [needsPharmacist]
    expect(
      whyNoApproval(adjuster, detailOf({ authorizationStatusId: 25, firstApproval: half, rejects })),
    ).toBeUndefined()
    expect(whyNoApproval(adjuster, detailOf({ authorizationStatusId: 22, rejects }))).toBeUndefined()
  })
})
