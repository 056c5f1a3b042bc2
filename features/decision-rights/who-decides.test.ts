import { describe, expect, it } from 'vitest'
import type { Person } from '#platform/calls/person.ts'
import { statuses } from '#features/authorizations/statuses.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { whyNotApprove } from '#features/decisions/approval.ts'
import { blank, live, recordsOutside, whyNotDecide } from './who-decides.ts'
import {
  firstBy,
  now,
  person,
  adjuster,
  supervisor,
  pharmacist,
  nurse,
  reviewer,
  reject,
  request,
  set,
} from '#features/decisions/testing-rules.ts'

describe('who may decide at all', () => {
  const byStatus = (who: Person, on: Partial<DecisionFacts> = {}) =>
    statuses.map(({ id }) => `${id} ${whyNotDecide(who, request({ ...on, status_id: id }))?.code ?? 'yes'}`)
  const complete = (status: string) => `${status} ALREADY_DECIDED`
  const shut = ['30', '31', '32', '33', '40', '41', '50', '51', '52'].map(complete)

  it('an adjuster: what is open, but neither utilization review nor a second approval', () => {
    expect(byStatus(adjuster)).toEqual([
      '10 ALREADY_DECIDED',
      '20 yes',
      '21 yes',
      '22 yes',
      '23 NOT_ALLOWED',
      '24 yes',
      '25 NOT_ALLOWED',
      '26 NOT_ALLOWED',
      ...shut,
    ])
  })
  it('a supervisor may also give the second approval', () => {
    expect(byStatus(supervisor)[6]).toBe('25 yes')
  })
  it('a licensed reviewer: utilization review too, but no second approval', () => {
    expect(byStatus(reviewer, { juris_state: 'CA' })).toEqual([
      '10 ALREADY_DECIDED',
      '20 yes',
      '21 yes',
      '22 yes',
      '23 yes',
      '24 yes',
      '25 NOT_ALLOWED',
      '26 NOT_ALLOWED',
      ...shut,
    ])
    expect(new Set(byStatus(reviewer, { juris_state: 'NY' }).map((line) => line.slice(3)))).toEqual(
      new Set(['UPDATE_BLOCKED']),
    )
  })
  it('a nurse reviewer: utilization review only', () => {
    const open = byStatus(nurse, { juris_state: 'CA' })
    expect(open.filter((line) => !line.endsWith('UPDATE_BLOCKED'))).toEqual(['23 yes'])
    expect(byStatus(nurse, { juris_state: 'NY' })).not.toContain('23 yes')
  })
  it.each(['read_only', 'prog_special', 'nurse_case_manager', 'pbm_support'] as const)(
    '%s: nothing, whatever the status',
    (role) => {
      expect(new Set(byStatus(person(role)).map((line) => line.slice(3)))).toEqual(new Set(['UPDATE_BLOCKED']))
    },
  )
  it('a read-only user who approves is refused in the standard words', () => {
    expect(whyNotApprove(person('read_only'), request(), {}, now)).toEqual({
      code: 'UPDATE_BLOCKED',
      message: 'Update functionality is blocked for user',
    })
  })
  it('refuses the loser of a race with the status the request has now', () => {
    expect(whyNotApprove(adjuster, request({ status_id: 40 }), {}, now)).toEqual({
      code: 'ALREADY_DECIDED',
      message: 'Authorization is already Rejected.',
    })
  })
  it('anyone in the group, unless the carrier keeps it to owners and their supervisor', () => {
    const other = person('adjuster', { id: 'p9' })
    const kept = set({ anyoneInGroupMayDecide: false })
    expect(whyNotDecide(other, request())).toBeUndefined()
    expect(whyNotDecide(other, request(), kept)?.code).toBe('NOT_ALLOWED')
    expect(whyNotDecide(adjuster, request(), kept)).toBeUndefined()
    expect(whyNotDecide(other, request({ supervised: ['p1'] }), kept)).toBeUndefined()
    expect(whyNotDecide(person('adjuster', { id: 'p9', subCarriers: ['NWM02'] }), request())?.code).toBe('NOT_ALLOWED')
    expect(whyNotDecide(person('clinical_pharmacist', { id: 'p9' }), request({ status_id: 22 }), kept)).toBeUndefined()
  })
  it('the first approver may not give the second approval', () => {
    expect(whyNotApprove(supervisor, request({ status_id: 25, first_approval: firstBy('p1') }), {}, now)?.code).toBe(
      'NOT_ALLOWED',
    )
    expect(
      whyNotApprove(supervisor, request({ status_id: 25, first_approval: firstBy('p2') }), {}, now),
    ).toBeUndefined()
    expect(
      whyNotApprove(person('account_admin'), request({ status_id: 25, first_approval: firstBy('p2') }), {}, now),
    ).toBeUndefined()
  })
  it.each([
    [1, adjuster, 'p1', 'NOT_ALLOWED'],
    [1, adjuster, 'p2', undefined],
    [2, adjuster, 'p2', 'NOT_ALLOWED'],
    [2, pharmacist, 'p2', undefined],
    [3, pharmacist, 'p2', 'NOT_ALLOWED'],
    [3, person('pbm_support'), 'p2', undefined],
  ] as const)('reconsideration level %i', (reconsiderationLevel, who, originalDeciderId, expected) => {
    // It stays one when a letter is waited for, when it came, and before a pharmacist.
    for (const statusId of [24, 20, 21, 22] as const)
      expect(
        whyNotDecide(
          who,
          request({
            status_id: statusId,
            reconsideration_level: reconsiderationLevel,
            decided_before_by: originalDeciderId,
          }),
        )?.code,
      ).toBe(expected)
  })
  it.each([
    // [state, level on file, channel, who, who denied before, refused]
    ['NY', 1, 1, adjuster, 'p2', true],
    ['NY', 1, 1, supervisor, 'p2', true],
    ['NY', 2, 1, adjuster, 'p2', true],
    ['NY', 1, 1, pharmacist, 'p2', false],
    ['NY', 2, 1, pharmacist, 'p2', false],
    ['NY', 2, 1, pharmacist, 'p1', true],
    ['NY', 1, 7, adjuster, 'p2', false],
    ['FL', 1, 1, adjuster, 'p2', false],
    ['FL', 2, 1, pharmacist, 'p1', true],
    ['FL', 2, 1, pharmacist, 'p2', false],
  ] as const)(
    'in New York the first look again at a drug is the physician’s level: %s, level %i, channel %i',
    (jurisState, level, channel, who, decidedBefore, refused) => {
      const on = {
        status_id: 24,
        juris_state: jurisState,
        reconsideration_level: level,
        claim_channel_type: channel,
        decided_before_by: decidedBefore,
      } as const
      expect(whyNotDecide(who, request(on))?.code).toBe(refused ? 'NOT_ALLOWED' : undefined)
    },
  )
  const both = person(['supervisor', 'clinical_pharmacist'])
  it.each([
    // [status, level, who, original decider, was the first approver clinical, refused]
    [23, 1, reviewer, 'p1', false, 'You decided this before; another person decides the reconsideration.'],
    [23, 1, reviewer, 'p2', false, undefined],
    [23, 2, reviewer, 'p1', false, 'You decided this before; another person decides the reconsideration.'],
    [23, 2, reviewer, 'p2', false, undefined],
    [23, 3, reviewer, 'p2', false, 'Level 3 is decided outside; support records the outcome.'],
    [23, 1, nurse, 'p2', false, 'A physician reviewer decides a reconsideration.'],
    [25, 1, supervisor, 'p1', false, 'You decided this before; another person decides the reconsideration.'],
    [25, 1, supervisor, 'p2', false, undefined],
    [25, 2, supervisor, 'p2', false, 'A level 2 reconsideration is decided by a pharmacist or physician.'],
    [25, 2, supervisor, 'p2', true, undefined],
    [25, 2, both, 'p2', false, undefined],
    [25, 2, pharmacist, 'p2', true, 'A supervisor gives the second approval.'],
    [25, 3, supervisor, 'p2', true, 'Level 3 is decided outside; support records the outcome.'],
    [23, 0, reviewer, 'p1', false, undefined],
    [25, 0, supervisor, 'p1', false, undefined],
  ] as const)(
    'a reconsideration stays one in status %i at level %i',
    (statusId, reconsiderationLevel, who, originalDeciderId, firstApproverIsClinical, refused) => {
      const on = {
        status_id: statusId,
        reconsideration_level: reconsiderationLevel,
        decided_before_by: originalDeciderId,
        first_approval: firstBy('p3', { clinical: firstApproverIsClinical }),
        juris_state: 'CA',
      }
      expect(whyNotDecide(who, request(on))?.message).toBe(refused)
    },
  )
})

describe('who may decide, in words', () => {
  const words = (who: Person, on: Partial<DecisionFacts>, settings = set({})) =>
    whyNotDecide(who, request(on), settings)?.message
  it.each<[string, Person, Partial<DecisionFacts>, string]>([
    [
      'an adjuster, in review',
      adjuster,
      { status_id: 23 },
      'This request is in utilization review; a licensed reviewer decides it.',
    ],
    [
      'the first approver',
      supervisor,
      { status_id: 25, first_approval: firstBy('p1') },
      'The second approval must come from another person.',
    ],
    [
      'an adjuster, with a supervisor',
      adjuster,
      { status_id: 26 },
      'A supervisor was asked about it. Take it back to decide it.',
    ],
    [
      'somebody else’s, where owners keep theirs',
      person('adjuster', { id: 'p9' }),
      {},
      'This request belongs to another case owner.',
    ],
  ])('%s', (_words, who, on, message) => {
    expect(words(who, on, set({ anyoneInGroupMayDecide: false }))).toBe(message)
  })

  it('a request with a pharmacist is an owner’s own still, of whom another is none', () => {
    const kept = set({ anyoneInGroupMayDecide: false })
    const [other, rph] = [person('adjuster', { id: 'p9' }), person('clinical_pharmacist', { id: 'p9' })]
    expect(words(other, { status_id: 22 }, kept)).toMatch(/another case owner/)
    expect(words(rph, { status_id: 22 }, kept)).toBeUndefined()
    expect(words(rph, { status_id: 20 }, kept)).toMatch(/another case owner/)
  })

  it('a second approval of which no first is on file, at level 2: a pharmacist or physician decides', () => {
    const on = { status_id: 25, reconsideration_level: 2, first_approval: null } as const
    expect(words(supervisor, on)).toBe('A level 2 reconsideration is decided by a pharmacist or physician.')
  })

  it.each<[string, Partial<DecisionFacts>, boolean]>([
    ['a reconsideration at level 3', { status_id: 24, reconsideration_level: 3 }, true],
    ['one that waits in review', { status_id: 23, reconsideration_level: 3 }, true],
    ['one at level 2', { status_id: 24, reconsideration_level: 2 }, false],
    ['one that is decided', { status_id: 40, reconsideration_level: 3 }, false],
  ])('support records what was decided outside of %s: %o', (_words, on, may) => {
    expect(recordsOutside(person('pbm_support'), request(on))).toBe(may)
    expect(recordsOutside(adjuster, request(on))).toBe(false)
  })

  it('what the first of two approvers cleared is not left', () => {
    const [left, cleared] = [reject('75'), { ...reject('79'), cleared: true } as const]
    expect(live(request({ rejects: [left, cleared] }))).toEqual([left])
  })

  it.each([
    [undefined, true],
    [null, true],
    ['', true],
    ['  \n', true],
    [' a ', false],
  ])('%o is nothing but spaces: %s', (text, is) => {
    expect(blank(text)).toBe(is)
  })
})
