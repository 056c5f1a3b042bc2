import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import { iconArrowDown, iconArrowUp } from '../display/icons.ts'
import css from './table.module.css'

/** Where a cell goes when its row is a card (Table cards="places"). */
type CardPlace = 'check' | 'title' | 'aside' | 'line' | 'foot' | 'footAside' | 'hide'

const places: Record<CardPlace, string | undefined> = {
  check: css.cardCheck,
  title: css.cardTitle,
  aside: css.cardAside,
  line: css.cardLine,
  foot: css.cardFoot,
  footAside: css.cardFootAside,
  hide: css.cardHide,
}

/** The head row; its children are HeadCell. */
export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead role="rowgroup">
      <tr role="row">{children}</tr>
    </thead>
  )
}

/** The rows; its children are Row. */
export function TableBody({ children }: { children: ReactNode }) {
  return <tbody role="rowgroup">{children}</tbody>
}

type HeadCellProps = Omit<ComponentProps<'th'>, 'align'> & {
  /** Right-aligned, for numbers. */
  end?: boolean | undefined
  /** The direction it is sorted in now; undefined when by another column. */
  sorted?: 'ascending' | 'descending' | undefined
  /** Sorts by it; the head becomes a button. */
  onSort?: (() => void) | undefined
}

/** A column's head. */
export function HeadCell({ end, sorted, onSort, children, className, ...rest }: HeadCellProps) {
  return (
    <th role="columnheader" scope="col" aria-sort={sorted} className={cx(end && css.end, className)} {...rest}>
      {onSort ? (
        <button type="button" className={css.sort} onClick={onSort}>
          {children}
          <Icon of={sorted === 'descending' ? iconArrowDown : iconArrowUp} size={13} weight={2} />
        </button>
      ) : (
        children
      )}
    </th>
  )
}

type RowProps = ComponentProps<'tr'> & {
  /** The row the keys act on: teal lines and a left bar. */
  current?: boolean
  selected?: boolean
  /** Another user has dealt with it. */
  faded?: boolean
  /** Completed: it fades out before it is removed. */
  leaving?: boolean
}

/** A row; spread rowProps of useRows() on it. */
export function Row({ current, selected, faded, leaving, className, ...rest }: RowProps) {
  return (
    <tr
      role="row"
      aria-current={current || undefined}
      data-selected={selected || undefined}
      data-faded={faded || undefined}
      data-leaving={leaving || undefined}
      className={cx(css.row, className)}
      {...rest}
    />
  )
}

type CellProps = Omit<ComponentProps<'td'>, 'align'> & {
  /** The cell that names the row: it becomes a row header. */
  head?: boolean
  end?: boolean
  card?: CardPlace
  /** The column's words, shown before the value in cards="labels". */
  label?: string
  /** A second, smaller line. */
  second?: ReactNode
}

/** A cell. */
export function Cell({ head, end, card, label, second, children, className, ...rest }: CellProps) {
  const shared = {
    ...rest,
    'data-label': label,
    className: cx(end && css.end, card && places[card], className),
    children: (
      <>
        {children}
        {second != null && <span className={cx(css.second, 'truncate')}>{second}</span>}
      </>
    ),
  }
  return head ? <th role="rowheader" scope="row" {...shared} /> : <td role="cell" {...shared} />
}
