import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { ScrollRegion } from './scroll-region.tsx'
import css from './table.module.css'

type TableProps = {
  /** What the table lists; the caption, read but not shown. */
  caption: string
  /** Rows of two lines (the row height of the work list). */
  tall?: boolean
  /** Column widths come from the head cells, not from the content. */
  fixed?: boolean
  /**
   * places: below 720 px cells go to the places named by their `card`. labels: below 480 px label and value, one per
   * line.
   */
  cards?: 'places' | 'labels'
  /** New data is on its way; the old rows stay. */
  busy?: boolean
  /** The table scrolls inside this area and takes its height; else the page scrolls. */
  scrolls?: boolean
  className?: string
  children: ReactNode
}

/** A real table: caption, head that sticks, rows that turn into cards on phones and stay a table for screen readers. */
export function Table({ caption, tall, fixed, cards, busy, scrolls, className, children }: TableProps) {
  const table = (
    // The roles are written out because display: grid and block take the implied ones away.
    <table
      role="table"
      aria-busy={busy || undefined}
      className={cx(
        css.table,
        tall && css.tall,
        fixed && css.fixed,
        cards === 'places' && css.cards720,
        cards === 'labels' && css.cards480,
        className,
      )}
    >
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  )
  return scrolls ? <ScrollRegion label={caption}>{table}</ScrollRegion> : table
}
