import { cloneElement, Suspense, useEffect, useId, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { lazyExtra } from '../../browser/load-part.ts'
import { cx } from '../cx.ts'
import css from './tooltip.module.css'

const TooltipBubble = lazyExtra(() => import('./tooltip-bubble.tsx').then((it) => it.TooltipBubble))

type TooltipProps = {
  tip: ReactNode
  keys?: readonly string[] | undefined
  /** The tip only repeats the control's name, so it is not read out a second time. */
  repeats?: boolean
  /** The element it belongs to; it must be focusable for the tip to reach keyboards. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
}

const restBeforeShow = 350

/**
 * Words on hover and on keyboard focus. Esc hides them, the pointer may rest on them, and they stay until it leaves.
 */
export function Tooltip({ tip, keys, repeats, children }: TooltipProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const timer = useRef<number>(undefined)
  const later = (show: boolean, wait: number) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(setOpen, wait, show)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <span
      ref={anchor}
      className={css.anchor}
      onPointerEnter={() => later(true, restBeforeShow)}
      onPointerLeave={() => later(false, 80)}
      onPointerDown={() => later(false, 0)}
      onFocus={(event) => event.target.matches(':focus-visible') && later(true, 0)}
      onBlur={() => later(false, 0)}
    >
      {open && !repeats
        ? cloneElement(children, { 'aria-describedby': cx(children.props['aria-describedby'], id) })
        : children}
      {open && (
        <Suspense fallback={null}>
          <TooltipBubble id={id} anchor={anchor} tip={tip} keys={keys} hide={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
