import type { PriorAuth } from '#features/authorizations/contract.ts'
import { money } from '#features/authorizations/figures.ts'

type Granting = Pick<
  PriorAuth,
  'kind' | 'oneTime' | 'fillsUsed' | 'maxFills' | 'maxQtyPerFill' | 'maxDaysPerFill' | 'maxCostPerFill'
>

/** How much a prior authorization lets through, label and words; of a block nothing. */
export function grantFacts(of: Granting): (readonly [string, string])[] {
  if (of.kind !== 'PERMIT') return []
  const fills = of.oneTime ? `one, ${of.fillsUsed} used` : `${of.fillsUsed} of ${of.maxFills ?? 'any number'} used`
  const atMost = (label: string, most: string | undefined) =>
    most === undefined ? [] : [[label, `at most ${most}`] as const]
  return [
    ['Fills', fills],
    ...atMost('Quantity a fill', of.maxQtyPerFill?.toLocaleString('en-US')),
    ...atMost('Days a fill', of.maxDaysPerFill?.toString()),
    ...atMost('Cost a fill', of.maxCostPerFill === null ? undefined : money(of.maxCostPerFill)),
  ]
}
