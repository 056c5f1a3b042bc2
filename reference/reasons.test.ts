import { expect, test } from 'vitest'
import { approvalReasons } from './approval-reasons.ts'
import { rejectionReasons } from './rejection-reasons.ts'

const all = [...approvalReasons, ...rejectionReasons]

test('a reason says nothing to who chooses it: what the note has to say is a hint, and the note is required', () => {
  expect(all.filter(({ reason }) => /\((?:name|attach|explain|enter|list)\b/.test(reason))).toEqual([])
  const hinted = all.filter(({ noteHint }) => noteHint !== undefined)
  expect(hinted.map(({ reason }) => reason)).toEqual([
    'Other',
    'Generic or preferred alternative available',
    'Peer review recommends denial',
    'Other',
    'Liability disputed: utilization review deferred',
  ])
  expect(hinted.every(({ noteRequired }) => noteRequired)).toBe(true)
})
