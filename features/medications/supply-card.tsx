import { usDate } from '#platform/dates/day.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { iconChevronLeft, iconChevronRight, iconClose } from '#platform/ui/display/icons.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import type { Supply } from './contract.ts'
import { continuity, days, dollars } from './supply-words.ts'
import css from './timeline.module.css'

type SupplyCardProps = {
  supply: Supply
  /** Where its bar begins, in percent. */
  left: number
  previous: (() => void) | undefined
  next: (() => void) | undefined
  onOpen: () => void
  onClose: () => void
}

/** What is known of one fill, beside its bar; on phones at the bottom of the screen. */
export function SupplyCard({ supply, left, previous, next, onOpen, onClose }: SupplyCardProps) {
  const gap = continuity(supply)
  return (
    <div className={css.card} style={{ left: `min(${left}%, 100% - 320px)` }}>
      <h3>
        {supply.drugName}, {supply.quantity} for {days(supply.daysSupply)}
      </h3>
      <Facts
        of={[
          ['Filled', `${usDate(supply.fillDate)}, lasts to ${usDate(supply.lastsTo)}`],
          ['By', supply.prescriberName],
          ['At', supply.pharmacyName],
          ...(supply.mmePerDay ? ([['Dose', `${supply.mmePerDay} MME a day`]] as const) : []),
          ['Paid', [dollars(supply.paidAmount), supply.priorAuthRef].filter(Boolean).join(', ')],
          ...(supply.otherClaim ? ([['Claim', supply.otherClaim]] as const) : []),
        ]}
      />
      {gap !== '' && <p className={css.warn}>{gap}</p>}
      <div className={css.cardFoot}>
        <Button tone="quiet" size="small" tabIndex={-1} onClick={onOpen} keys={['Enter']}>
          Open fill
        </Button>
        <span>
          <IconButton
            icon={iconChevronLeft}
            label="Previous fill"
            tabIndex={-1}
            disabled={!previous}
            onClick={previous}
          />
          <IconButton icon={iconChevronRight} label="Next fill" tabIndex={-1} disabled={!next} onClick={next} />
          <IconButton icon={iconClose} label="Close" tabIndex={-1} onClick={onClose} />
        </span>
      </div>
    </div>
  )
}
