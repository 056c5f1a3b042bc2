import { useId, type ReactNode } from 'react'
import css from './card.module.css'
import { cx } from '../cx.ts'

type CardProps = {
  title?: ReactNode
  /** Grey, after the title. */
  sub?: ReactNode
  /** Buttons or badges at the right of the head. */
  acts?: ReactNode
  /** Level of the heading; 2 by default. */
  level?: 2 | 3
  /** The content reaches the card's edges (lists, tables). */
  flush?: boolean
  className?: string
  children: ReactNode
}

/** A block of one subject. With a title it is a named section. */
export function Card({ title, sub, acts, level = 2, flush, className, children }: CardProps) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section aria-labelledby={title != null ? id : undefined} className={cx(css.card, className)}>
      {title != null && (
        <div className={css.head}>
          <Heading id={id}>{title}</Heading>
          {sub != null && <span className={css.sub}>{sub}</span>}
          {acts != null && <div className={css.acts}>{acts}</div>}
        </div>
      )}
      {flush ? children : <div className={css.body}>{children}</div>}
    </section>
  )
}
