import { useRef, type ReactNode } from 'react'
import css from './table.module.css'
import { cx } from '../cx.ts'
import { useScrollStop } from '../keys/use-scroll-stop.ts'

type ScrollRegionProps = { label: string; children: ReactNode }

/** An area that scrolls by itself and takes what height is left; with keys too. */
export function ScrollRegion({ label, children }: ScrollRegionProps) {
  const area = useRef<HTMLDivElement>(null)
  useScrollStop(area)
  return (
    <div ref={area} className={cx(css.region, 'grow')} role="region" aria-label={label}>
      {children}
    </div>
  )
}
