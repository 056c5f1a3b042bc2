import { Card } from '#platform/ui/display/card.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import css from './evidence.module.css'
import { StatePrice } from './state-price.tsx'
import { money } from '#features/authorizations/figures.ts'

const bases: Readonly<Record<string, string>> = {
  FEE_SCHEDULE: 'State fee schedule',
  CONTRACT: 'Network price',
  UC: 'Usual and customary',
  BILLED: 'As billed',
}

/** The cost of this fill, and the prices it is compared with. */
export function Cost({ detail }: { detail: AuthDetail }) {
  const { pricing, estimatedCost, lastPaidCost } = detail
  const price = pricing?.paid ?? estimatedCost
  const compared = pricing
    ? ([
        ['State fee schedule', pricing.feeSchedule],
        ['Network price', pricing.network],
        ['Usual and customary', pricing.uc],
        ['Average wholesale', pricing.awp],
      ] as const)
    : []
  return (
    <Card title="Cost">
      {detail.jurisState === 'MN' && <StatePrice subCarrier={detail.subCarrier} />}
      {price === null ? (
        <p className={css.none}>No price available for this fill.</p>
      ) : (
        <p className={css.figure}>
          {money(price)} <small>this fill</small>
        </p>
      )}
      <Facts
        className={css.cost}
        of={[
          ...(pricing
            ? [['Paid by', bases[pricing.basis] ?? pricing.basis.toLowerCase().replaceAll('_', ' ')] as const]
            : []),
          // An amount of 0 means that there is no such price.
          ...compared.flatMap(([label, amount]) => (amount > 0 ? [[label, money(amount)] as const] : [])),
          ['Last paid fill', lastPaidCost === null ? 'none' : money(lastPaidCost)],
        ]}
      />
    </Card>
  )
}
