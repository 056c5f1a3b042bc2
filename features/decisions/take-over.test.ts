import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptOf, type Replaced } from './take-over.ts'

const old = (over: Partial<Replaced> = {}): Replaced => ({
  endDate: '2026-12-31',
  codesCleared: ['75', '76'],
  safetyIncluded: false,
  safetyTier: null,
  ...over,
})

test('a new prior authorization keeps the codes the replaced one cleared, each once', () => {
  expect(keptOf([old()], '2027-06-30', ['88', '76'])).toEqual({ codes: ['75'], tier: null })
  expect(keptOf([], '2027-06-30', ['88'])).toEqual({ codes: [], tier: null })
})

test('a cleared safety code is kept only inside the time for which it was cleared', () => {
  const cleared = old({ codesCleared: ['75', '88'], safetyIncluded: true, safetyTier: 'R' })
  expect(keptOf([cleared], '2026-12-31', ['76'])).toEqual({ codes: ['75', '88'], tier: 'R' })
  expect(keptOf([cleared], '2027-01-01', ['76'])).toEqual({ codes: ['75'], tier: null })
  expect(keptOf([{ ...cleared, safetyIncluded: false }], '2026-12-31', ['76'])).toEqual({ codes: ['75'], tier: null })
})

test('of two codes that stop the drug in turn, both are cleared once each was approved', () => {
  const turn = fc.constantFrom('75', '76', '70', '79')
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1, maxLength: 12 }), (turns) => {
      let standing: Replaced | null = null
      for (const code of turns) {
        const kept = keptOf(standing ? [standing] : [], '2026-12-31', [code])
        standing = old({ codesCleared: [code, ...kept.codes] })
      }
      expect([...standing!.codesCleared].sort((a, b) => (a < b ? -1 : 1))).toEqual(
        [...new Set(turns)].sort((a, b) => (a < b ? -1 : 1)),
      )
    }),
  )
})
