import { expect, test } from 'vitest'
import { supervisorChoices } from './supervisor-choices.ts'

const reject = (rejectCode: string, overridableBy: string, canCallerOverride = false) => ({
  rejectCode,
  overridableBy,
  canCallerOverride,
})
const other = { referenceNumber: '202611290001' } as never
const plain = { estimatedCost: 100, duplicates: [], rejects: [] }

test.each([
  ['a plain request', plain, null, 'OTHER'],
  ['a code of a supervisor', { ...plain, rejects: [reject('7Y', 'S')] }, null, 'ROLE'],
  ['a code the caller clears too', { ...plain, rejects: [reject('7Y', 'S', true)] }, null, 'OTHER'],
  ['a code of a pharmacist', { ...plain, rejects: [reject('88', 'R')] }, null, 'OTHER'],
  ['a cost over the limit', plain, 99.99, 'LIMIT'],
  ['a cost at the limit', plain, 100, 'OTHER'],
  ['a cost nobody knows', { ...plain, estimatedCost: null }, 1, 'OTHER'],
  ['the same drug twice', { ...plain, duplicates: [other] }, null, 'MERGE'],
  ['all of them', { estimatedCost: 9, duplicates: [other], rejects: [reject('7Y', 'S')] }, 1, 'ROLE'],
])('%s: the question that fits first', (_, of, approvalLimit, first) => {
  expect(supervisorChoices(of, { approvalLimit }).find(({ fits }) => fits)?.value).toBe(first)
})

test('a choice says the code, the two amounts or the other request, and where it does not fit, why', () => {
  const details = (of: Parameters<typeof supervisorChoices>[0], approvalLimit: number | null) =>
    supervisorChoices(of, { approvalLimit }).map(({ detail }) => detail)
  const all = {
    estimatedCost: 6888,
    duplicates: [other],
    rejects: [reject('7Y', 'S'), reject('7Y', 'S'), reject('76', 'S')],
  }
  expect(details(all, 5000).slice(0, 3)).toEqual([
    'Only a supervisor clears 7Y, 76.',
    'One fill is $6,888.00; your limit is $5,000.00.',
    'The same drug is pending as request 202611290001 too.',
  ])
  expect(details(plain, null).slice(0, 3)).toEqual([
    'Nothing here: no code is left that only a supervisor clears.',
    'Nothing here: the cost is within your limit.',
    'Nothing here: no other request for this drug is open.',
  ])
})
