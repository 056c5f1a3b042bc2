import { Link } from 'wouter'
import type { ListedPage } from '#features/worklist/contract.ts'
import { iconStore } from '#platform/ui/display/icons.ts'
import { addressOf, plain } from './address.ts'
import { Lane } from './lane.tsx'
import type { Whose } from './lane-read.ts'
import { whereWords } from './where-words.ts'
import css from './counter-lane.module.css'

type CounterLaneProps = { data: ListedPage | undefined; whose: Whose; zone: string; now: number }

/** Patients who wait at a pharmacy now, above the list: their requests come before all others, whatever is due first. */
export function CounterLane({ data, whose, zone, now }: CounterLaneProps) {
  // Where its count is known it has its place before it is loaded, so that the list stays where it is.
  if (!data && whose === 'mine') return <div className={css.place} />
  if (!data || data.totalElements === 0) return null
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
      data={data}
      wordsOf={whereWords}
      zone={zone}
      now={now}
    />
  )
}

const waiting = (count: number): string => `${count} ${count === 1 ? 'waits' : 'wait'} now`
