import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './page.module.css'

type PageProps = {
  /**
   * wide: up to 1440; reading: 680; center: one card in the middle (results, registration); work: fills the area, its
   * panes scroll.
   */
  as?: 'wide' | 'reading' | 'center' | 'work'
  /** Work area on the grey of the canvas instead of white. */
  canvas?: boolean
  className?: string
  children: ReactNode
}

/** The area of a screen inside the frame. */
export function Page({ as = 'wide', canvas, className, children }: PageProps) {
  const look = as === 'work' ? css.work : as === 'center' ? css.center : cx(css.page, as === 'reading' && css.reading)
  return <div className={cx(look, canvas && css.canvas, className)}>{children}</div>
}
