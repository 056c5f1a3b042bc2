import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { spanWords } from '#features/deadlines/timer.ts'
import type { ListedPage, ListedRow } from '#features/worklist/contract.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { iconStore } from '#platform/ui/display/icons.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { addressOf, plain } from './address.ts'
import { Lane } from './lane.tsx'
import type { Whose } from './lane-read.ts'
import { whereWords } from './where-words.ts'
import css from './counter-lane.module.css'

type CounterLaneProps = {
  of: ComponentProps<typeof NotLoaded>['of'] & { data: ListedPage | undefined }
  whose: Whose
  zone: string
  now: number
  /** Digits open the first of them. */
  isByDigit?: boolean
}

/** Patients who wait at a pharmacy now, above the list: their requests come before all others, the longest wait first. */
export function CounterLane({ of, whose, zone, now, isByDigit = true }: CounterLaneProps) {
  const { person } = useUser()
  const { data } = of
  if (!data && of.error) return <NotLoaded small title="Who waits at a counter could not be loaded" of={of} />
  // Where its count is known it has its place before it is loaded, so that the list stays where it is.
  if (!data && whose === 'mine') return <div className={css.place} />
  if (!data || data.totalElements === 0) return null
  const content = data.content.toSorted((one, other) => since(one) - since(other))
  return (
    <Lane
      title="At the counter"
      icon={iconStore}
      count={
        whose === 'mine' ? (
          <Link href={addressOf({ ...plain, view: 'counter' })}>{waiting(data.totalElements)}</Link>
        ) : (
          <small>{waiting(data.totalElements)}</small>
        )
      }
      data={{ ...data, content }}
      isByDigit={isByDigit}
      markOf={(at) => (
        <span className={css.wait}>
          <span className="sr-only">Waiting </span>
          {spanWords(now - since(content[at]!))}
        </span>
      )}
      wordsOf={(row) => whereWords(row, person.id)}
      zone={zone}
      now={now}
    />
  )
}

/** Since when the patient waits. */
const since = ({ waiting: at, received }: ListedRow): number => Date.parse(at ?? received)

const waiting = (count: number): string => `${count} ${count === 1 ? 'waits' : 'wait'} now`
