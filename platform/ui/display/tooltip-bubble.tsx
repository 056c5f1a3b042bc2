import { useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Keys } from '../keys/keys.tsx'
import { placeBeside } from './place-beside.ts'
import css from './tooltip.module.css'

type TooltipBubbleProps = {
  id: string
  /** Around the control it belongs to. */
  anchor: RefObject<HTMLElement | null>
  tip: ReactNode
  keys: readonly string[] | undefined
  hide: () => void
}

/** The words of a tooltip while they are shown; loaded with the first. */
export function TooltipBubble({ id, anchor, tip, keys, hide }: TooltipBubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null)
  const onHide = useEffectEvent(hide)
  useLayoutEffect(() => {
    if (!bubble.current || !anchor.current?.firstElementChild) return
    bubble.current.showPopover()
    placeBeside(bubble.current, anchor.current.firstElementChild, { side: 'above', align: 'center' })
    const close = () => onHide()
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    document.addEventListener('keydown', onEscape, true)
    document.addEventListener('scroll', close, true)
    return () => {
      document.removeEventListener('keydown', onEscape, true)
      document.removeEventListener('scroll', close, true)
    }
  }, [anchor])
  return (
    <span ref={bubble} id={id} role="tooltip" popover="manual" className={css.tip}>
      {tip}
      {keys && <Keys of={keys} />}
    </span>
  )
}
