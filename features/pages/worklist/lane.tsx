import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { requestPath } from '#features/authorizations/queue.ts'
import { rowsOf, type ListRow } from '#features/worklist/listed.ts'
import type { ListedPage } from '#features/worklist/contract.ts'
import { cx } from '#platform/ui/cx.ts'
import { Icon } from '#platform/ui/display/icon.tsx'
import { Timer } from '#platform/ui/display/timer.tsx'
import { claimantName, timerOf } from './row-words.ts'
import css from './counter-lane.module.css'

type LaneProps = {
  title: string
  icon: string
  /** Letters; patients who wait are amber. */
  blue?: boolean
  /** How many there are, with the list of all of them. */
  count: ReactNode
  data: ListedPage
  /** After the drug. */
  wordsOf: (row: ListRow) => string
  zone: string
  now: number
}

/** A few requests side by side that come before all others. */
export const Lane = ({ title, icon, blue, count, data, wordsOf, zone, now }: LaneProps) => (
  <section className={cx(css.lane, blue && css.blue)} aria-label={title}>
    <h2 className={css.head}>
      <Icon of={icon} size={16} />
      <span>
        <b>{title}</b>
        {count}
      </span>
    </h2>
    <ul className={css.patients}>
      {rowsOf(data).map((row) => (
        <li key={row.authorizationId}>
          <Link href={requestPath(row.authorizationId)}>
            <b>{claimantName(row)}</b>
            <small>
              {row.drugName} {row.strength} · {wordsOf(row)}
            </small>
          </Link>
          <Timer {...timerOf(row, now, zone)} />
        </li>
      ))}
    </ul>
  </section>
)
