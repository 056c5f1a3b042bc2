import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { cx } from '../cx.ts'
import css from './page-title.module.css'
import { useTitle } from './use-title.ts'

export type PageTitleProps = {
  /** Title of the window; no health data. The heading may say more than it. */
  title: string
  /** What the h1 shows; the title unless told. */
  children?: ReactNode
  /** A submit on this page failed. */
  failed?: boolean
  /** Take the focus even when the page was loaded anew (logout and error pages). */
  focus?: boolean
  /** Another look than the page title's. */
  className?: string
  /** The words are for screen readers only. */
  quiet?: boolean
}

// The address whose heading had its turn; nothing before the first, which leaves the focus to the skip link.
let shown: string | undefined

/** The next heading takes the focus although the address stays: another page has come in the place of this one. */
export function focusNextTitle(): void {
  shown = ''
}

/**
 * The one h1 of a screen. After a change of route it takes the focus, so that reading starts at the new page.
 */
export function PageTitle({ title, children, failed, focus, className, quiet }: PageTitleProps) {
  const [path] = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title, failed)
  useEffect(() => {
    const moved = shown !== undefined && shown !== path
    shown = path
    if (moved || focus) heading.current?.focus({ preventScroll: !moved })
  }, [path, focus])
  return (
    <h1 ref={heading} tabIndex={-1} className={quiet ? 'sr-only' : (className ?? cx(css.title))}>
      {children ?? title}
    </h1>
  )
}
