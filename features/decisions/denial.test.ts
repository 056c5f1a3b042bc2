import { describe, expect, it } from 'vitest'
import type { Person } from '#platform/calls/person.ts'
import { compoundCode } from '#features/authorizations/decision-facts.ts'
import { allPacks } from '#reference/jurisdictions/packs.ts'
import { adjusterMayDeny, blockOf, whyNotReject, whyNotRejectThisFill } from './denial.ts'
import {
  now,
  person,
  adjuster,
  supervisor,
  pharmacist,
  overrideAll,
  nurse,
  reject,
  reviewer,
  request,
  newYork,
  deny,
  set,
} from './testing-rules.ts'

describe('denying', () => {
  it('a California adjuster needs a utilization review decision', () => {
    const refused = { code: 'NEEDS_UR_DECISION', message: 'This state needs a utilization review decision to deny.' }
    for (const asked of [
      {},
      { reasonId: 1, note: 'Not for this injury' },
      { reasonId: 3 },
      { priorauthReasonDesc: 'Not for this injury' },
    ]) {
      expect(whyNotReject(adjuster, request({ juris_state: 'CA' }), asked, now)).toEqual(refused)
      expect(whyNotReject(supervisor, request({ juris_state: 'CA' }), asked, now)).toEqual(refused)
    }
  })
  it('the second of two approvers is pointed to what they may do: return it with a note', () => {
    const why = {
      code: 'RULE',
      message: 'A second approver does not deny. Return it with a note, and the first approver decides.',
    }
    const second = request({ status_id: 25, estimated_cost: 9999 })
    expect(whyNotReject(supervisor, second, {}, now)).toEqual(why)
    expect(whyNotRejectThisFill(supervisor, second, {}, now)).toEqual(why)
  })
  const ofOwners = set({ anyoneInGroupMayDecide: false })
  it.each([
    [22, adjuster, 'This request belongs to another case owner.'],
    [23, adjuster, 'This request is in utilization review; a licensed reviewer decides it.'],
    [23, pharmacist, 'This request is in utilization review; a licensed reviewer decides it.'],
    [25, adjuster, 'A supervisor gives the second approval.'],
    [26, adjuster, 'A supervisor was asked about it. Take it back to decide it.'],
  ] as const)(
    'what waits for somebody else (%i) is theirs, also where the state leaves denials to reviewers',
    (status, who, message) => {
      const why = { code: 'NOT_ALLOWED', message }
      for (const state of ['CA', 'TX', 'FL'])
        for (const asked of [{}, { reasonId: 3, note: 'Not for this injury' }]) {
          const of = request({ juris_state: state, status_id: status, owner_ids: ['adj.other'] })
          expect(whyNotReject(who, of, asked, now, ofOwners)).toEqual(why)
          expect(whyNotRejectThisFill(who, of, asked, now, ofOwners)).toEqual(why)
        }
    },
  )
  it('who may decide what waits for a pharmacist still needs a reviewer to deny it', () => {
    const of = request({ juris_state: 'CA', status_id: 22, owner_ids: ['adj.other'] })
    for (const who of [adjuster, pharmacist])
      expect(whyNotReject(who, of, { reasonId: 3, note: 'Not for this injury' }, now)).toEqual({
        code: 'NEEDS_UR_DECISION',
        message: 'This state needs a utilization review decision to deny.',
      })
  })
  it('a licensed reviewer may, before and in review', () => {
    expect(deny(reviewer, { juris_state: 'CA', status_id: 23 })).toBeUndefined()
    expect(deny(reviewer, { juris_state: 'CA', status_id: 20 })).toBeUndefined()
    expect(deny(person('ur_reviewer', { licenseStates: ['NV'] }), { juris_state: 'CA', status_id: 23 })).toBe(
      'UPDATE_BLOCKED',
    )
  })
  it('a nurse reviewer never does, in any state and for any reason', () => {
    for (const state of ['CA', 'TX'])
      for (const reasonId of [1, 3, 6, 22])
        expect(
          whyNotRejectThisFill(
            nurse,
            request({ juris_state: state, status_id: 23 }),
            { reasonId, note: 'Not for this injury' },
            now,
          ),
        ).toEqual({
          code: 'NOT_ALLOWED',
          message: `Certifying less, or denying, takes a physician reviewer licensed in ${state}.`,
        })
    expect(deny(nurse, { juris_state: 'CA', status_id: 20 })).toBe('UPDATE_BLOCKED')
  })
  it('names the states in which claims staff may not deny for medical need', () => {
    const review = [...new Set(allPacks.map((pack) => pack.jurisdiction))].filter(
      (state) => !adjusterMayDeny(state, now),
    )
    expect(review.toSorted()).toEqual('AL AR CA CO DC DE HI IN KY MA ME MS OK TN TX UT VT'.split(' '))
    // A bill too, where review of it is a right of its own: Pennsylvania (34 Pa. Code 127.404).
    expect([adjusterMayDeny('PA', now, 'retrospective'), adjusterMayDeny('PA', now)]).toEqual([false, true])
  })
  it('an adjuster may always deny one fill for a reason that is no medical question', () => {
    const thisFill = (reasonId: number) =>
      whyNotRejectThisFill(
        adjuster,
        request({ juris_state: 'CA', rejects: [reject('560')] }),
        { reasonId, note: 'Not for this injury' },
        now,
      )?.code
    const claims = [1, 2, 3, 4, 10, 11, 12, 19, 20]
    expect(claims.map(thisFill)).toEqual(claims.map(() => undefined))
    const medical = [5, 6, 7, 8, 9, 13, 14, 15, 16, 21, 22]
    expect(medical.map(thisFill)).toEqual(medical.map(() => 'NEEDS_UR_DECISION'))
  })
  it('at New York’s Level 2 only the carrier’s physician, for whom a licensed reviewer stands, denies for medical need', () => {
    const again = { ...newYork(2), status_id: 24 } as const
    const physician = person('ur_reviewer', { licenseStates: ['NY'] })
    const why = (who: Person, asked = {}, more = {}) =>
      deny(who, { ...again, ...more }, { reasonId: 1, note: 'Not for this injury', ...asked })
    expect([pharmacist, overrideAll, supervisor].map((who) => why(who))).toEqual(
      Array.from({ length: 3 }, () => 'NEEDS_UR_DECISION'),
    )
    expect([why(physician), why(person('ur_reviewer', { licenseStates: ['CA'] }))]).toEqual([
      undefined,
      'UPDATE_BLOCKED',
    ])
    // The first look again is Level 2 already, whatever level a file gives it; only the first request is the payer's own.
    for (const who of [pharmacist, overrideAll, supervisor, person('adjuster', { id: 'p2' })])
      expect(why(who, {}, { reconsideration_level: 1, owner_ids: ['p2'] })).toBe('NEEDS_UR_DECISION')
    expect([
      why(physician, {}, { reconsideration_level: 1 }),
      why(adjuster, {}, { ...newYork(0), status_id: 20 }),
    ]).toEqual([undefined, undefined])
    // What is no medical question is for everybody who decides there.
    expect(
      whyNotRejectThisFill(pharmacist, request(again), { reasonId: 3, note: 'Not for this injury' }, now),
    ).toBeUndefined()
    // Elsewhere a second reconsideration is a pharmacist's, as far as the state leaves denials to claims staff.
    expect(why(pharmacist, {}, { juris_state: 'FL' })).toBeUndefined()
    expect(why(pharmacist, {}, { juris_state: 'CA' })).toBe('NEEDS_UR_DECISION')
  })
  it('reasons kept for reviewers may be given only by a pharmacist or reviewer, in every state', () => {
    for (const reasonId of [9, 15, 16, 21]) {
      expect(deny(adjuster, {}, { reasonId, note: 'Not for this injury' })).toBe('NEEDS_UR_DECISION')
      // Ingredients are no reason but of a compound.
      const of = { compound_code: reasonId === 16 ? compoundCode.COMPOUND : compoundCode.NOT_COMPOUND }
      expect(deny(pharmacist, of, { reasonId, note: 'Not for this injury' })).toBeUndefined()
    }
  })
  it.each([
    ['no reason', {}, 'REASON_REQUIRED'],
    ['a blank reason', { priorauthReasonDesc: '   ' }, 'REASON_REQUIRED'],
    ['a reason in words', { priorauthReasonDesc: 'Claim denied' }, undefined],
    ['a reason from the list', { reasonId: 3 }, undefined],
    ['a reason that is not on the list', { reasonId: 98 }, 'REASON_REQUIRED'],
    ['a reason that needs a note, without', { reasonId: 1 }, 'REASON_REQUIRED'],
    [
      'its own words are no note',
      { reasonId: 1, priorauthReasonDesc: 'Not related to the compensable injury' },
      'REASON_REQUIRED',
    ],
    ['a reason that needs a note, with', { reasonId: 1, note: 'knee, not back' }, undefined],
    ['no codes', { reasonId: 3, rejectCodes: [] }, 'RULE'],
    ['a code that does not stand', { reasonId: 3, rejectCodes: ['70'] }, 'RULE'],
    ['a block of 365 days', { reasonId: 3, startDate: '2026-11-16', endDate: '2027-11-16' }, undefined],
    ['a longer block', { reasonId: 3, startDate: '2026-11-16', endDate: '2027-11-17' }, 'DATES_NOT_ALLOWED'],
    ['a block of a class', { reasonId: 3, drugLevel: 4 }, 'LEVEL_NOT_ALLOWED'],
    ['a block of one drug', { reasonId: 3, drugLevel: 8 }, undefined],
  ] as const)('%s', (_, asked, expected) => {
    expect(deny(adjuster, {}, asked)).toBe(expected)
  })
  it('a supervisor may block a group; the default block is 90 days of the exact drug', () => {
    expect(deny(supervisor, {}, { reasonId: 3, drugLevel: 2 })).toBeUndefined()
    expect(blockOf(adjuster, request(), {}, now)).toEqual({
      startDate: '2026-11-16',
      endDate: '2027-02-14',
      oneTimeFill: false,
      drugLevel: 14,
      brandFlag: '*',
      rejectCodes: ['75'],
    })
  })
  it('is not possible once decided, nor from a second approval', () => {
    expect(deny(adjuster, { status_id: 30 })).toBe('ALREADY_DECIDED')
    expect(deny(supervisor, { status_id: 25 })).toBe('RULE')
  })
})
