import { describe, expect, it } from 'vitest'
import { dueAt } from '#features/deadlines/due.ts'
import { packFor } from '#features/deadlines/which-pack.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { whyNotApprove } from './approval.ts'
import { whyNotReject, whyNotRejectThisFill } from './denial.ts'
import { denialLost } from './denial-time.ts'
import { formRights } from './form-rights.ts'
import { mayReject } from './may-reject.ts'
import { adjuster, now, person, pharmacist, reject, request, reviewer, set, supervisor } from './testing-rules.ts'

const support = person('pbm_support')

/** Fifteen minutes before and after the instant the decision is made at. */
const before = '2026-11-16T14:45:00.000Z'
const after = '2026-11-16T15:15:00.000Z'
const asked = (jurisState: string, due: string, more: Partial<DecisionFacts> = {}): DecisionFacts =>
  request({ juris_state: jurisState, statutory_due_at: due, quantity: 60, ...more })
const note = 'The claim covers the ankle'
const answers = (on: DecisionFacts, who = adjuster, reasonIds = [1, 2, 3, 4, 10, 11, 12, 19, 20]) =>
  [whyNotReject, whyNotRejectThisFill].map((rule) =>
    reasonIds.map((reasonId) => rule(who, on, { reasonId, note }, now)?.code),
  )

describe('a denial after the law has decided', () => {
  const medical = [5, 6, 7, 8, 13, 14, 22]
  const all = (code: string | undefined, reasons: readonly number[]) => [
    reasons.map(() => code),
    reasons.map(() => code),
  ]
  // Of a pharmacy outside of the network every reason that is not medical can be true.
  const outside = [reject('560')]
  it('is refused for medical need in Florida, by any role, and taken for what is not medical', () => {
    const late = asked('FL', before, { rejects: outside })
    for (const who of [adjuster, supervisor])
      expect(answers(late, who, medical)).toEqual(all('DENIAL_TOO_LATE', medical))
    const claims = [1, 2, 3, 4, 10, 11, 12, 19, 20]
    // What is about one fill blocks nothing.
    expect(answers(late)).toEqual([claims.map((id) => (id >= 10 ? 'RULE' : undefined)), claims.map(() => undefined)])
    const florida = person('ur_reviewer', { licenseStates: ['FL'] })
    expect(whyNotReject(florida, late, { reasonId: 21, note: 'Not for this injury' }, now)?.code).toBe(
      'DENIAL_TOO_LATE',
    )
    // A reason in words alone does not say that it is none of medical need.
    expect(whyNotReject(adjuster, late, { priorauthReasonDesc: 'Not for this injury' }, now)?.code).toBe(
      'DENIAL_TOO_LATE',
    )
    expect(whyNotReject(adjuster, late, { reasonId: 5, note: 'Not for this injury' }, now)?.message).toBe(
      'The time to deny for medical need ended on Mon Nov 16, 2026 at 9:45 AM EST: medical necessity is deemed accepted (F.S. 440.13(3)(d), (i)). Reasons that are not medical still stand.',
    )
  })
  it('is refused in California also to the reviewer, whose late denial is not valid', () => {
    const late = asked('CA', before, { rejects: outside })
    for (const statusId of [20, 23] as const)
      expect(answers({ ...late, status_id: statusId }, reviewer, medical)).toEqual(all('DENIAL_TOO_LATE', medical))
    expect(answers(late)[1]).toEqual(Array.from({ length: 9 }, () => undefined))
  })
  it.each([
    ['in time', asked('FL', after), undefined],
    ['at the very instant', asked('FL', now), undefined],
    ['under a rule without such an effect', asked('GA', before), undefined],
    ['where silence grants, the grant comes first', asked('NY', before), undefined],
    ['where a late answer is a violation only', asked('TX', before), undefined],
    ['a reconsidered denial', asked('FL', before, { reconsideration_level: 1 }), undefined],
    ['a bill in Pennsylvania', asked('PA', before, { claim_channel_type: 7 }), 'denial for medical need is not valid'],
    ['a bill in California', asked('CA', before, { claim_channel_type: 7 }), 'denial for medical need is not valid'],
    ['a bill in Florida', asked('FL', before, { claim_channel_type: 7 }), undefined],
    [
      'an urgent request, by the rule it was counted by',
      asked('CA', before, { due_pack: 'CA/expedited/2013 v1' }),
      'denial for medical need is not valid',
    ],
    [
      'an urgent request in Colorado, after its target and before the state’s ten days',
      asked('CO', before, { due_pack: 'CO/expedited/2021 v1', request_received_at: '2026-11-10T14:00:00.000Z' }),
      undefined,
    ],
    [
      'an urgent request in Colorado, after the ten days by which silence authorizes it',
      asked('CO', before, { due_pack: 'CO/expedited/2021 v1', request_received_at: '2026-11-02T14:00:00.000Z' }),
      'with no answer by then the request is authorized',
    ],
    [
      'an urgent request in Vermont, where the state grants on application only',
      asked('VT', before, { due_pack: 'VT/expedited/2024 v1', request_received_at: '2026-10-02T14:00:00.000Z' }),
      undefined,
    ],
  ])('%s', (_, on, words) => {
    expect(denialLost(on, now)).toEqual(words === undefined ? undefined : expect.stringContaining(words))
  })
  it.each([
    ['a bill', { claim_channel_type: 7 }],
    ['a reconsidered denial', { reconsideration_level: 1 }],
  ])('is not counted by the ten days of requests in Colorado: %s', (_, more) => {
    const late = asked('CO', before, { request_received_at: '2026-10-02T14:00:00.000Z', ...more })
    expect(denialLost(late, now)).toBeUndefined()
  })
  it('is not counted where no time to answer is on file', () => {
    expect(denialLost({ ...asked('FL', before), statutory_due_at: undefined }, now)).toBeUndefined()
  })
  it('is in time in Colorado at the last instant of the ten days, and not a millisecond later', () => {
    const receivedAt = '2026-11-02T14:00:00.000Z'
    const { dueAt: last } = dueAt(packFor('CO', 'prospective', receivedAt), { receivedAt })
    const target = '2026-11-05T14:00:00.000Z'
    const urgent = asked('CO', target, { due_pack: 'CO/expedited/2021 v1', request_received_at: receivedAt })
    const at = (ms: number) => denialLost(urgent, new Date(Date.parse(last) + ms).toISOString())
    expect(at(0)).toBeUndefined()
    expect(at(1)).toMatch(/with no answer by then the request is authorized/)
  })
  it('is taken when a board or an independent review denied it, and recorded at level 3', () => {
    const ordered = (kind: 'BOARD' | 'IMR' | 'UR') =>
      asked('CA', before, {
        status_id: 23,
        determination: {
          kind,
          result: 'DENIED',
          startDate: null,
          endDate: null,
          oneTimeFill: null,
          drugLevel: null,
          maxFills: null,
          maxQty: null,
          maxDays: null,
        } as unknown as NonNullable<DecisionFacts['determination']>,
      })
    const of = (on: DecisionFacts) =>
      whyNotReject(reviewer, on, { reasonId: 21, note: 'Not for this injury' }, now)?.code
    expect([of(ordered('BOARD')), of(ordered('IMR')), of(ordered('UR'))]).toEqual([
      undefined,
      undefined,
      'DENIAL_TOO_LATE',
    ])
    const outside = asked('FL', before, { status_id: 24, reconsideration_level: 3 })
    expect(whyNotReject(support, outside, { reasonId: 5, note: 'Not for this injury' }, now)).toBeUndefined()
  })
  it('is no more given in part: neither fewer units or days nor a later start', () => {
    const less = (who: typeof adjuster, on: DecisionFacts, input: object) => {
      const why = whyNotApprove(who, on, input, now)
      return why && [why.code, why.field]
    }
    const late = asked('FL', before)
    expect(less(adjuster, late, { maxDays: 7 })).toEqual(['DENIAL_TOO_LATE', 'maxDays'])
    expect(less(pharmacist, { ...late, status_id: 22 }, { maxQty: 6 })).toEqual(['DENIAL_TOO_LATE', 'maxQty'])
    expect(less(reviewer, asked('CA', before, { status_id: 23 }), { maxQty: 6 })).toEqual(['DENIAL_TOO_LATE', 'maxQty'])
    expect(less(adjuster, late, {})).toBeUndefined()
    expect(less(adjuster, asked('FL', after), { maxDays: 7 })).toBeUndefined()
  })
  it('leaves the form the reasons that are not medical', () => {
    const rights = formRights(adjuster, {
      authorization: { ...asked('FL', before), rejects: [] } as never,
      action: 'reject',
      now,
      settings: set({}),
    })
    expect(rights.reasonsNotAllowed.map(({ reasonId }) => reasonId)).toEqual([
      5, 6, 7, 8, 9, 13, 14, 15, 16, 17, 18, 21, 22,
    ])
    const blocked = { action: 'rejectThisFill', code: 'DENIAL_TOO_LATE', message: '' }
    expect(mayReject({ allowedActions: ['approve'], blockedReasons: [blocked] })).toBe('claimReasons')
  })
})
