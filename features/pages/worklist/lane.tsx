import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { requestPath } from '#features/authorizations/queue.ts'
import { rowsOf, type ListRow } from '#features/worklist/listed.ts'
import type { ListedPage } from '#features/worklist/contract.ts'
import { cx } from '#platform/ui/cx.ts'
import { Icon } from '#platform/ui/display/icon.tsx'
import { Timer } from '#platform/ui/display/timer.tsx'
import { Keys } from '#platform/ui/keys/keys.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import type { queueTimer } from './queue-clock.ts'
import { claimantName } from './row-words.ts'
import { bothTimes } from '../timers.ts'
import css from './counter-lane.module.css'

type LaneProps = {
  title: string
  icon: string
  /** Letters; patients who wait are amber. */
  blue?: boolean
  /** How many there are, with the list of all of them. */
  count: ReactNode
  data: ListedPage
  /** Digits open the first of them. */
  isByDigit?: boolean
  /** Before the name of the row at this place. */
  markOf?: (at: number) => ReactNode
  /** After the drug, where there are any. */
  wordsOf: (row: ListRow) => string
  /** By what clock a row is timed, where that is not the state's. */
  timed?: typeof bothTimes | typeof queueTimer
  zone: string
  now: number
}

/** A few requests side by side that come before all others. */
export function Lane({
  title,
  icon,
  blue,
  count,
  data,
  isByDigit,
  markOf,
  wordsOf,
  timed = bothTimes,
  zone,
  now,
}: LaneProps) {
  const [, navigate] = useLocation()
  const rows = rowsOf(data)
  useKeys(
    isByDigit
      ? Object.fromEntries(rows.map((row, at) => [at + 1, () => navigate(requestPath(row.authorizationId))]))
      : {},
  )
  return (
    <section className={cx(css.lane, blue && css.blue)} aria-label={title}>
      <h2 className={css.head}>
        <Icon of={icon} size={16} />
        <span>
          <b>{title}</b>
          {count}
        </span>
      </h2>
      <ul className={css.patients}>
        {rows.map((row, at) => (
          <li key={row.authorizationId}>
            {markOf?.(at)}
            <div className={css.what}>
              <Link href={requestPath(row.authorizationId)}>
                <b>{claimantName(row)}</b>
                <small>{[`${row.drugName} ${row.strength}`, wordsOf(row)].filter(Boolean).join(' · ')}</small>
              </Link>
              <Timer {...timed(row, now, zone)} />
            </div>
            {isByDigit && (
              <span className={css.key} aria-hidden="true">
                <Keys of={[String(at + 1)]} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
