import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { clamped, cornerPlace, covers, movedByKey, type Place } from './window-place.ts'

const RESIZE_RESTS_MS = 100
const page = () => ({ width: innerWidth, height: innerHeight })

/**
 * Where a window is: dragged by its head or moved with arrow keys, always whole on the page, and moved aside where it would
 * hide what has the focus; where there is no room, `onHide` is called.
 */
export function useWindowPlace(first: Place | undefined, on: boolean, onHide: () => void) {
  const element = useRef<HTMLElement>(null)
  const [place, setPlace] = useState(first)
  const grabbed = useRef<{ x: number; y: number; from: Place }>(undefined)
  const size = () => ({ width: element.current!.offsetWidth, height: element.current!.offsetHeight })
  const move = (to: Place) => setPlace(clamped(to, size(), page()))
  const hide = useRef(onHide)
  useEffect(() => void (hide.current = onHide))

  useEffect(() => {
    let timer: number | undefined
    const onResize = () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => {
        const box = element.current
        if (box) setPlace((at) => at && clamped(at, { width: box.offsetWidth, height: box.offsetHeight }, page()))
      }, RESIZE_RESTS_MS)
    }
    addEventListener('resize', onResize)
    return () => {
      clearTimeout(timer)
      removeEventListener('resize', onResize)
    }
  }, [])

  useEffect(() => {
    if (!on) return
    const onFocus = ({ target }: FocusEvent) => {
      const box = element.current
      if (!box || !(target instanceof Element) || box.contains(target) || target.closest('dialog, [popover]')) return
      const [own, focused] = [box.getBoundingClientRect(), target.getBoundingClientRect()]
      if (!covers(own, focused)) return
      const right = innerWidth - own.width - cornerPlace.right
      const moved = {
        ...own,
        left: cornerPlace.right,
        right: cornerPlace.right + own.width,
        top: own.top,
        bottom: own.bottom,
      }
      if (right < own.width || covers(moved, focused)) hide.current()
      else setPlace((at) => ({ right, bottom: at?.bottom ?? cornerPlace.bottom }))
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [on])

  return {
    element,
    place,
    /** For the head it is dragged by. */
    head: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || (event.target as Element).closest('button')) return
        event.currentTarget.setPointerCapture(event.pointerId)
        grabbed.current = { x: event.clientX, y: event.clientY, from: place ?? cornerPlace }
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const start = grabbed.current
        if (!start) return
        move({ right: start.from.right + start.x - event.clientX, bottom: start.from.bottom + start.y - event.clientY })
      },
      onPointerUp: () => void (grabbed.current = undefined),
      onPointerCancel: () => void (grabbed.current = undefined),
    },
    /** For the button it is moved with by keyboard. */
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const to = movedByKey(place ?? cornerPlace, event.key)
      if (!to) return
      event.preventDefault()
      move(to)
    },
  }
}
