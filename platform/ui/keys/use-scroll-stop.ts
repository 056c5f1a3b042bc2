import { useEffect, type RefObject } from 'react'

const control = 'a[href], button, input, select, textarea, [tabindex]'

/**
 * Makes an area that scrolls a Tab stop while nothing in it is one, so that it can be scrolled with keys. It needs a
 * name: its own aria-label, or that of the dialog it is the body of.
 */
export function useScrollStop(area: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = area.current
    if (!element) return
    const watch = new ResizeObserver(() => {
      const scrolls = element.scrollHeight > element.clientHeight + 1
      if (scrolls && !element.querySelector(control)) {
        element.tabIndex = 0
        if (element.hasAttribute('aria-label')) return
        element.role = 'region'
        element.setAttribute('aria-labelledby', element.closest('dialog')?.getAttribute('aria-labelledby') ?? '')
      } else element.removeAttribute('tabindex')
    })
    watch.observe(element)
    for (const child of element.children) watch.observe(child)
    return () => watch.disconnect()
  }, [area])
}
