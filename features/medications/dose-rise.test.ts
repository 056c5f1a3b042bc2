import { expect, test } from 'vitest'
import { doseRise } from './dose-rise.ts'

const months = (...doses: number[]) => doses.map((mme, at) => ({ month: `2026-0${at + 1}`, mme }))

test.each([
  ['a dose a fifth above the months before', months(50, 50, 50, 60), { month: '2026-04', mme: 60, before: 50 }],
  ['one that doubles into caution', months(30, 30, 60), { month: '2026-03', mme: 60, before: 30 }],
  ['the same dose', months(60, 60, 60), undefined],
  ['a little more', months(60, 60, 65), undefined],
  ['a return to the dose of two months ago', months(60, 40, 60), undefined],
  ['a rise that stays low', months(10, 10, 40), undefined],
  ['a first opioid', months(90), undefined],
  ['no opioid', [], undefined],
])('%s', (_, of, found) => expect(doseRise(of, '2026-06-15')).toEqual(found))

test('what is filled ahead of today is no rise yet', () =>
  expect(doseRise(months(50, 50, 90), '2026-02-20')).toBeUndefined())
