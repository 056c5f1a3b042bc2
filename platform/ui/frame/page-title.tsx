import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { changedPage } from '../../browser/page-focus.ts'
import { cx } from '../cx.ts'
import css from './page-title.module.css'
import { useTitle } from './use-title.ts'

type PageTitleProps = {
  /** Title of the window; no health data. The heading may say more than it. */
  title: string
  /** What the h1 shows; the title by default. */
  children?: ReactNode
  /** A submit on this page failed. */
  failed?: boolean
  /** Take the focus even after a full page load (logout and error pages). */
  focus?: boolean
  /** Another look than the page title's. */
  className?: string
  /** The words are for screen readers only. */
  quiet?: boolean
}

/**
 * The one h1 of a screen. After a change of route it takes the focus, so that reading starts at the new page.
 */
export function PageTitle({ title, children, failed, focus, className, quiet }: PageTitleProps) {
  const [path] = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title, failed)
  useEffect(() => {
    const moved = changedPage(path)
    if (moved || focus) heading.current?.focus({ preventScroll: !moved })
  }, [path, focus])
  return (
    <h1 ref={heading} tabIndex={-1} className={quiet ? 'sr-only' : (className ?? cx(css.title))}>
      {children ?? title}
    </h1>
  )
}
