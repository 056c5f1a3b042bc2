import type { InputOf } from '#platform/calls/contract.ts'
import type { monitoring } from './contract.ts'
import { pageOf } from './rules.ts'

type UserAction = InputOf<typeof monitoring.actions>['actions'][number]
type Report = (action: 'page.lcp' | 'page.inp', page: UserAction['target'], durationMs: number) => void

/** What a browser measures and its types do not name yet (Event Timing). */
type Interaction = PerformanceEntry & { interactionId?: number }

/** The page this tab was opened with, wherever its user is by now. */
function firstPage(): UserAction['target'] {
  const [opened] = performance.getEntriesByType('navigation')
  return pageOf(opened ? new URL(opened.name, location.origin).pathname : '')
}

/**
 * Watches how users feel the pages, as browsers measure it (Web Vitals): when the largest part of the page this tab was opened
 * with was painted (LCP), and in each page the slowest answer to a click or key (INP). What a browser does not measure is not
 * reported.
 */
export function watchFelt(report: Report) {
  let page: UserAction['target'] | undefined
  let slowest = 0
  let painted = 0
  const observers: PerformanceObserver[] = []
  const observe = (type: string, see: (entry: Interaction) => void) => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(see))
    observer.observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
    observers.push(observer)
  }
  observe('largest-contentful-paint', ({ startTime }) => {
    if (painted >= 0) painted = startTime
  })
  observe('event', (entry) => {
    if (entry.interactionId) slowest = Math.max(slowest, entry.duration)
  })
  /** What is known of the page so far; each figure is reported once. */
  const send = () => {
    if (page === undefined) return
    if (painted > 0) {
      report('page.lcp', firstPage(), painted)
      // Later paints are of other pages, or of what a user did.
      painted = -Infinity
    }
    if (slowest > 0) report('page.inp', page, slowest)
    slowest = 0
  }
  return {
    turnTo: (next: UserAction['target']) => {
      send()
      page = next
    },
    report: send,
    stop: () => observers.forEach((observer) => observer.disconnect()),
  }
}
