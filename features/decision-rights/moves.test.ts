import { describe, expect, it } from 'vitest'
import type { Person } from '#platform/calls/person.ts'
import { defaultSettings } from '#features/adjudication/settings.ts'
import { isAlias, type Alias } from '#features/authorizations/transitions.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'
import { viaOf, whyNotAlias, whyNotMove } from './moves.ts'
import { whyNotEndApproval } from './withdrawal.ts'
import {
  now,
  person,
  adjuster,
  supervisor,
  reviewer,
  request,
  newYork,
  set,
} from '#features/decisions/testing-rules.ts'

describe('moving by a word', () => {
  const move = (
    who: Person,
    statusId: DecisionFacts['status_id'],
    word: string,
    more: Partial<DecisionFacts> = {},
    settings = {},
  ) => whyNotMove(who, request({ status_id: statusId, ...more }), word as Alias, now, set(settings))?.code
  it('refuses words it does not know, approve and reject among them', () => {
    for (const word of ['approve', 'reject', 'PENDING', '', '__proto__']) {
      expect(isAlias(word)).toBe(false)
      expect(whyNotAlias(word)).toEqual({
        code: 'UNSUPPORTED_STATUS',
        message: `Unsupported status: ${word}`,
        field: 'status',
      })
    }
  })
  it.each([
    [adjuster, 20, 'clinical', {}, {}, undefined],
    [adjuster, 22, 'clinical', {}, {}, 'ALREADY_DECIDED'],
    [adjuster, 20, 'clinical', {}, { clinicalService: false }, 'RULE'],
    [adjuster, 20, 'ur', {}, {}, undefined],
    [adjuster, 20, 'ur', {}, { urRequirements: false }, 'RULE'],
    [adjuster, 20, 'lomn', {}, { lettersDisabled: true }, 'RULE'],
    [adjuster, 22, 'pending', {}, {}, undefined],
    [adjuster, 20, 'pending', {}, {}, 'ALREADY_DECIDED'],
    [adjuster, 23, 'pending', { juris_state: 'CA' }, {}, 'NOT_ALLOWED'],
    [reviewer, 23, 'pending', { juris_state: 'CA' }, {}, undefined],
    [adjuster, 25, 'pending', {}, {}, 'NOT_ALLOWED'],
    [supervisor, 25, 'pending', {}, {}, undefined],
    [adjuster, 20, 'withdraw', {}, {}, 'NOT_ALLOWED'],
    [adjuster, 20, 'withdraw', { maker_id: 'p1' }, {}, undefined],
    [person('pbm_support'), 20, 'withdraw', {}, {}, undefined],
    [adjuster, 20, 'secondapproval', {}, {}, undefined],
    [person('pbm_support'), 20, 'secondapproval', {}, {}, 'UPDATE_BLOCKED'],
    [adjuster, 41, 'reopen', { completed_at: now }, {}, 'NOT_ALLOWED'],
    [supervisor, 41, 'reopen', { completed_at: '2026-11-15T15:00:00.000Z' }, {}, undefined],
    [supervisor, 41, 'reopen', { completed_at: '2026-11-15T14:59:59.999Z' }, {}, 'RULE'],
    [supervisor, 50, 'reopen', { completed_at: now, filled: true }, {}, 'RULE'],
    [supervisor, 40, 'reopen', { completed_at: now }, {}, 'ALREADY_DECIDED'],
    [adjuster, 40, 'reconsider', { completed_at: '2026-01-01T15:00:00.000Z' }, {}, undefined],
    // New York's ten days lead from Level 2 to the Board, and from no other level.
    [adjuster, 40, 'reconsider', { ...newYork(2), completed_at: '2026-11-06T15:00:00.000Z' }, {}, undefined],
    [adjuster, 40, 'reconsider', { ...newYork(2), completed_at: '2026-11-05T15:00:00.000Z' }, {}, 'RULE'],
    [adjuster, 40, 'reconsider', { ...newYork(1), completed_at: '2026-11-05T15:00:00.000Z' }, {}, undefined],
    [adjuster, 40, 'reconsider', { ...newYork(0), completed_at: '2026-08-05T15:00:00.000Z' }, {}, undefined],
    [
      adjuster,
      40,
      'reconsider',
      { ...newYork(2), claim_channel_type: 9, completed_at: '2026-11-05T15:00:00.000Z' },
      {},
      undefined,
    ],
    [adjuster, 40, 'reconsider', { completed_at: now, reconsideration_level: 3 }, {}, 'RULE'],
    [adjuster, 30, 'reconsider', { completed_at: now }, {}, 'ALREADY_DECIDED'],
    [person('prog_special'), 20, 'clinical', {}, {}, 'UPDATE_BLOCKED'],
    [person('adjuster', { id: 'p9' }), 20, 'clinical', {}, { anyoneInGroupMayDecide: false }, 'NOT_ALLOWED'],
  ] as const)('%#: %s', (who, statusId, word, more, settings, expected) => {
    expect(move(who, statusId, word, more, settings)).toBe(expected)
  })
  it('"pending" on a review or a second approval is its return', () => {
    const via = (from: number, more: Partial<DecisionFacts> = {}, at = now) =>
      viaOf('pending', adjuster, request({ status_id: from as 20, ...more }), at)
    expect([20, 21, 22, 23, 25].map((from) => via(from))).toEqual(['pending', 'pending', 'pending', 'return', 'return'])
    // Unless who handed it over takes it back: an approval until it is confirmed, a review for ten minutes.
    const sent = { at: '2026-11-16T15:00:00.000Z', byId: adjuster.id, byName: 'Ann', note: null }
    expect(via(25, { first_approval: { byId: adjuster.id } as DecisionFacts['first_approval'] })).toBe('pending')
    expect(via(25, { first_approval: { byId: 'p9' } as DecisionFacts['first_approval'] })).toBe('return')
    expect(via(23, { handed_over: sent }, '2026-11-16T15:10:00.000Z')).toBe('pending')
    expect(via(23, { handed_over: sent }, '2026-11-16T15:10:00.001Z')).toBe('return')
    expect(via(23, { handed_over: { ...sent, byId: 'p9' } }, '2026-11-16T15:01:00.000Z')).toBe('return')
  })
  it('nobody ends an approval of a Texas claim', () => {
    expect(whyNotEndApproval(adjuster, { jurisState: 'TX', receivedAt: now })?.code).toBe('RULE')
    expect(whyNotEndApproval(adjuster, { jurisState: 'FL', receivedAt: now })).toBeUndefined()
    expect(whyNotEndApproval(person('read_only'), { jurisState: 'FL', receivedAt: now })?.code).toBe('UPDATE_BLOCKED')
  })
})

it('what the engine and a decision both read of a carrier’s settings has one default', () => {
  const both = Object.entries(defaultDecisionSettings).filter(([key]) => key in defaultSettings)
  expect(both.map(([key]) => key)).toContain('compoundSupervisorAbove')
  for (const [key, value] of both)
    expect([key, value]).toEqual([key, defaultSettings[key as keyof typeof defaultSettings]])
})
