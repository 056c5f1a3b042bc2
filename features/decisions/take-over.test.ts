import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ClearedFinding } from '#features/prior-auths/findings.ts'
import type { PriorAuthRow } from '#features/prior-auths/rows.ts'
import { takenOver, takeOver, type Replaced } from './take-over.ts'

const old = (over: Partial<Replaced> = {}): Replaced => ({
  endDate: '2026-12-31',
  codesCleared: ['75', '76'],
  safetyIncluded: false,
  safetyTier: null,
  ...over,
})

test('a new prior authorization keeps the codes the replaced one cleared, each once', () => {
  expect(takenOver([old()], '2027-06-30', ['88', '76'])).toEqual({ codes: ['75'], tier: null })
  expect(takenOver([], '2027-06-30', ['88'])).toEqual({ codes: [], tier: null })
})

test('a cleared safety code is kept only inside the time for which it was cleared', () => {
  const cleared = old({ codesCleared: ['75', '88'], safetyIncluded: true, safetyTier: 'R' })
  expect(takenOver([cleared], '2026-12-31', ['76'])).toEqual({ codes: ['75', '88'], tier: 'R' })
  expect(takenOver([cleared], '2027-01-01', ['76'])).toEqual({ codes: ['75'], tier: null })
  expect(takenOver([{ ...cleared, safetyIncluded: false }], '2026-12-31', ['76'])).toEqual({
    codes: ['75'],
    tier: null,
  })
})

test('of two codes that stop the drug in turn, both are cleared once each was approved', () => {
  const turn = fc.constantFrom('75', '76', '70', '79')
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1, maxLength: 12 }), (turns) => {
      let replaced: Replaced | null = null
      for (const code of turns) {
        const kept = takenOver(replaced ? [replaced] : [], '2026-12-31', [code])
        replaced = old({ codesCleared: [code, ...kept.codes] })
      }
      expect([...replaced!.codesCleared].sort((a, b) => (a < b ? -1 : 1))).toEqual(
        [...new Set(turns)].sort((a, b) => (a < b ? -1 : 1)),
      )
    }),
  )
})

test('what was cleared of the same safety code before stays cleared until the day that was said then, and no longer', () => {
  const finding = (rule: string, drug: string): ClearedFinding => ({
    rejectCode: '88',
    rule,
    measure: { amounts: [{ of: 'DOSE', value: 30, unit: 'mg' }], with: [{ id: drug, name: drug }] },
  })
  const made = {
    end_date: '2027-06-30',
    codes_cleared: ['88'],
    findings: [finding('R31', 'gabapentin')],
    safety_included: true,
    safety_tier: 'R',
  } as unknown as PriorAuthRow
  const before = { codesCleared: ['88', '76'], safetyIncluded: true, safetyTier: 'R' as const, id: 'old' }
  const quantity: ClearedFinding = {
    rejectCode: '76',
    rule: 'R25',
    measure: { amounts: [{ of: 'QUANTITY', value: 60 }] },
  }
  takeOver(made, [old({ ...before, findings: [finding('R31', 'duloxetine'), quantity] }) as Replaced & { id: string }])
  expect(made.findings).toEqual([
    finding('R31', 'gabapentin'),
    { ...finding('R31', 'duloxetine'), until: '2026-12-31' },
    quantity,
  ])
})
