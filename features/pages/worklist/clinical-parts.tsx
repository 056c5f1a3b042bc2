import { worklist } from '#features/worklist/contract.ts'
import { clinicalParts, type ClinicalPart } from '#features/worklist/rules.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import { filterOf, plain, type Wanted } from './address.ts'
import css from './filters.module.css'

/** What each part is called on its chip and on paper. */
export const partLabels: Record<ClinicalPart, string> = {
  TAKEN: 'Taken by me',
  PRESCRIBER: 'Prescriber called',
  ANSWERED: 'Answered today',
}

type ClinicalPartsProps = { wanted: Wanted; go: (change: Partial<Wanted>) => void; today: string }

/** The parts of clinical review, each with its count; none of them is all that waits. */
export function ClinicalParts({ wanted, go, today }: ClinicalPartsProps) {
  const { carrier } = useUser()
  const searches = clinicalParts.map((part) => filterOf({ ...plain, view: 'clinical', part }, today))
  const counts = useRead(worklist.countsOf, { mc: carrier.code, searches }, { keepPrevious: true }).data?.counts
  const countAt = (at: number): string => {
    const count = counts?.[at]
    return count ? ` ${count.total.toLocaleString('en-US')}${count.exact ? '' : '+'}` : ''
  }
  return (
    <span className={css.adds} role="group" aria-label="Clinical review">
      <ToggleChip label="Waiting" on={wanted.part === null} onChange={() => go({ part: null, sort: null })} />
      {clinicalParts.map((part, at) => (
        <ToggleChip
          key={part}
          label={`${partLabels[part]}${countAt(at)}`}
          on={wanted.part === part}
          onChange={(on) => go({ part: on ? part : null, sort: null })}
        />
      ))}
    </span>
  )
}
