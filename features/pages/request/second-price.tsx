import type { AuthDetail } from '#features/authorizations/contract.ts'
import { money } from '#features/authorizations/figures.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import { secondReason } from './second-reason.ts'
import css from './second-price.module.css'

/** Why an approval waits for a second person, with its price against the limit of who saved it. */
export function SecondPrice({ detail }: { detail: AuthDetail }) {
  const { person } = useUser()
  const { estimatedCost, lastPaidCost, firstApproval } = detail
  const { words, price } = secondReason(detail)
  return (
    <section aria-label="Why it waits for you" className={css.reason}>
      <h3>{words}</h3>
      {price && (
        <span className={css.bar} aria-hidden="true">
          <i style={{ flexGrow: price.limit }} />
          <i style={{ flexGrow: price.over }} />
        </span>
      )}
      <Facts
        of={[
          ['This fill', estimatedCost === null ? 'not priced' : money(estimatedCost)],
          ...(price && firstApproval ? [[`Limit of ${firstApproval.byName}`, money(price.limit)] as const] : []),
          ['Last paid', lastPaidCost === null ? 'never for this drug' : money(lastPaidCost)],
          ['Your limit', person.approvalLimit === null ? 'none' : money(person.approvalLimit)],
        ]}
      />
    </section>
  )
}
