import { expect, it } from 'vitest'
import type { Compensability } from '#features/adjudication/snapshot.ts'
import { presetReason } from './preset-reason.ts'

type Match = Parameters<typeof presetReason>[0]['shown']['facts']['injuryMatch']

it.each<[string, boolean, string[], Match, number | null]>([
  ['ACCEPTED', false, ['75'], 'RELATED', 1],
  ['CLOSED', false, ['75'], 'RELATED', 1],
  // Not usual for what is accepted, nothing accepted to compare, nothing compared: a person has to say it.
  ['ACCEPTED', false, ['75'], 'NOT_LISTED', null],
  ['ACCEPTED', false, ['75'], 'UNKNOWN_PART', null],
  ['ACCEPTED', false, ['75'], 'QUESTION', null],
  ['ACCEPTED', false, ['75'], 'NEVER', null],
  ['ACCEPTED', false, ['75'], null, null],
  ['ACCEPTED', false, ['75', '80'], 'RELATED', null],
  ['ACCEPTED', false, ['75', '69'], 'RELATED', null],
  ['PARTIAL', false, ['75'], 'RELATED', null],
  ['PENDING', false, ['75'], 'RELATED', null],
  ['PENDING', true, ['75'], 'NOT_LISTED', 3],
  ['CONTROVERTED', false, ['75'], 'RELATED', null],
  ['DENIED', true, ['75'], 'RELATED', null],
])(
  'begins with a reason only where it is sure: claim %s, first fill %s, codes %j, match %s: %s',
  (compensability, firstFill, codes, injuryMatch, id) => {
    const rejects = codes.map((rejectCode) => ({ rejectCode }))
    const preset = presetReason({
      compensability: compensability as Compensability,
      shown: { facts: { firstFill, injuryMatch } },
      rejects,
    })
    expect(preset?.id ?? null).toBe(id)
  },
)

it('begins with no reason where another cleared what puts the injury in doubt', () => {
  const rejects = [{ rejectCode: '75' }, { rejectCode: '80', cleared: true }]
  const shown = { facts: { firstFill: false, injuryMatch: 'RELATED' as const } }
  expect(presetReason({ compensability: 'ACCEPTED', shown, rejects })).toBeUndefined()
})

it('begins with the determination it follows, whatever the drug is usual for', () => {
  const of = (kind: 'UR' | 'COURT') =>
    presetReason({
      compensability: 'ACCEPTED',
      shown: { facts: { firstFill: false, injuryMatch: 'NOT_LISTED' } },
      rejects: [],
      determination: { kind, result: 'CERTIFIED' } as never,
    })?.id
  expect([of('UR'), of('COURT')]).toEqual([10, 11])
})
