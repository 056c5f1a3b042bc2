import { useEffect, useRef, type ReactNode } from 'react'
import { announce } from '../display/announce.ts'
import css from './bulk-bar.module.css'
import { Button } from '../button/button.tsx'

type BulkBarProps = {
  count: number
  /** What is selected, plural: "requests". */
  things: string
  onClear: () => void
  /** Buttons; only acts that are safe for many at once. */
  children: ReactNode
  /** What is not possible for several at once, in words. */
  hint?: string
}

/** The acts for the selected rows, docked under the table. Absent when nothing is selected. */
export function BulkBar({ count, things, onClear, children, hint }: BulkBarProps) {
  const announced = useRef(0)
  useEffect(() => {
    if (count !== announced.current) announce(count ? `${count} selected.` : 'Nothing selected.', 'polite', 'selection')
    announced.current = count
  }, [count])
  if (!count) return null
  return (
    <div role="group" aria-label={`Actions for selected ${things}`} className={css.bar}>
      <b>{count} selected</b>
      <span className={css.line} />
      {children}
      {hint && <span className={css.hint}>{hint}</span>}
      <Button tone="quiet" size="small" keys={['Esc']} onClick={onClear} className={css.end}>
        Clear
      </Button>
    </div>
  )
}
