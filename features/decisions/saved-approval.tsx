import { usDate } from '#platform/dates/day.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import type { SavedApproval as Saved } from '#features/authorizations/contract.ts'
import css from './decision.module.css'

type SavedApprovalProps = {
  of: Saved
  /** A note that is shown elsewhere already. */
  except?: string | null | undefined
}

/** What the first of two people approved, which the second one confirms as it is. */
export const SavedApproval = ({ of, except }: SavedApprovalProps) => (
  <section aria-label="What was approved" className={css.approved}>
    <h3>What was approved</h3>
    <Facts
      of={[
        ['Dates', `${usDate(of.startDate)} to ${usDate(of.endDate)}`],
        ['Fills', of.oneTimeFill ? 'one' : (of.maxFills ?? 'no limit')],
        ['Quantity', of.maxQty ?? 'no limit'],
        ['Days’ supply', of.maxDays ?? 'no limit'],
        ['GPI level', of.drugLevel],
        ['Cleared', of.codes.join(', ') || 'none yet'],
        ...(of.note && of.note !== except ? [['Note', of.note] as const] : []),
      ]}
    />
  </section>
)
