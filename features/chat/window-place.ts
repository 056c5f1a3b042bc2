/** Where the chat window is: pixels from the right and the bottom edge of the page. */
export type Place = { right: number; bottom: number }
type Size = { width: number; height: number }

const MARGIN = 8
const STEP = 24
export const cornerPlace: Place = { right: 20, bottom: 48 }

/** The place nearest to this one where the whole window is on the page. */
export function clamped({ right, bottom }: Place, size: Size, page: Size): Place {
  const within = (at: number, most: number) => Math.max(MARGIN, Math.min(at, most - MARGIN))
  return { right: within(right, page.width - size.width), bottom: within(bottom, page.height - size.height) }
}

const steps: Readonly<Record<string, Place>> = {
  ArrowLeft: { right: STEP, bottom: 0 },
  ArrowRight: { right: -STEP, bottom: 0 },
  ArrowUp: { right: 0, bottom: STEP },
  ArrowDown: { right: 0, bottom: -STEP },
}
/** Where an arrow key moves it, Home back to its corner; undefined for other keys. */
export function movedByKey({ right, bottom }: Place, key: string): Place | undefined {
  if (key === 'Home') return cornerPlace
  const step = steps[key]
  return step && { right: right + step.right, bottom: bottom + step.bottom }
}

type Box = { left: number; top: number; right: number; bottom: number }
/** Whether a window hides all of what has the focus (WCAG 2.4.11). */
export const covers = (window: Box, focused: Box): boolean =>
  focused.left >= window.left &&
  focused.right <= window.right &&
  focused.top >= window.top &&
  focused.bottom <= window.bottom
