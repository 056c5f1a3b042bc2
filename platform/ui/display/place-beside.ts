export type Placement = {
  /** Side of the anchor it prefers; the other side when there is no room. */
  side?: 'below' | 'above'
  /** Which edges line up. */
  align?: 'start' | 'center' | 'end'
  /** Distance to the anchor in pixels. */
  gap?: number
}

/**
 * Puts a popover in the top layer beside its anchor, inside the window, through the element's own style (no inline
 * HTML).
 */
export function placeBeside(
  floating: HTMLElement,
  anchor: Element,
  { side = 'below', align = 'start', gap = 6 }: Placement,
) {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = floating
  const { clientWidth, clientHeight } = document.documentElement
  const below = at.bottom + gap
  const above = at.top - gap - height
  const goesBelow = side === 'below' ? below + height <= clientHeight - 4 || above < 4 : above < 4
  const left = align === 'start' ? at.left : align === 'end' ? at.right - width : at.left + at.width / 2 - width / 2
  floating.style.left = `${Math.max(8, Math.min(left, clientWidth - width - 8))}px`
  floating.style.top = `${Math.max(4, Math.min(goesBelow ? below : above, clientHeight - height - 4))}px`
}

/** Keeps a popover beside its anchor while it is open, also when either moves or grows; the result ends it. */
export function keepBeside(floating: HTMLElement, anchor: Element, placement: Placement): () => void {
  const place = () => placeBeside(floating, anchor, placement)
  place()
  // Style sheets hide a popover until it has its place, so that it never flashes elsewhere.
  floating.dataset['placed'] = ''
  const size = new ResizeObserver(place)
  size.observe(floating)
  addEventListener('scroll', place, { capture: true, passive: true })
  addEventListener('resize', place)
  return () => {
    size.disconnect()
    removeEventListener('scroll', place, { capture: true })
    removeEventListener('resize', place)
    delete floating.dataset['placed']
  }
}
