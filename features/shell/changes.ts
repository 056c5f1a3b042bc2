import type { Query, QueryClient } from '@tanstack/react-query'
import { tab } from '#platform/browser/call.ts'

/** Somebody writes in a chat, opens a request or reads notices: only what shows that asks again. */
const narrow: readonly string[] = ['chat', 'presence', 'notifications.list']

/** What changed and was not asked for yet. */
const changed = new Set<string>()
let asking = false
let waitsToBeSeen = false

/**
 * Asks again for what is on screen and shows what changed: one call after the other, so that a change costs the server no burst;
 * a hidden tab when it is seen again.
 */
function readAgain(cache: QueryClient, topic: string): void {
  changed.add(topic)
  if (!document.hidden) return void askAll(cache)
  if (waitsToBeSeen) return
  waitsToBeSeen = true
  const seen = () => {
    waitsToBeSeen = false
    void askAll(cache)
  }
  document.addEventListener('visibilitychange', seen, { once: true })
}

async function askAll(cache: QueryClient): Promise<void> {
  if (asking) return
  asking = true
  try {
    while (changed.size > 0 && !document.hidden) {
      const topics = [...changed]
      changed.clear()
      const concerned = ({ queryKey: [call] }: Query) =>
        topics.some((topic) => !narrow.includes(topic) || String(call).startsWith(topic))
      await cache.invalidateQueries({ predicate: concerned, refetchType: 'none' })
      // Also what is being asked for: its answer may be of before the change.
      for (const { queryKey } of cache.getQueryCache().findAll({ type: 'active', predicate: concerned }))
        await cache.refetchQueries({ queryKey, exact: true })
    }
  } finally {
    asking = false
  }
}

/** A page listens once; who listens again missed what changed meanwhile. */
let hasListened = false

/** Milliseconds since the page was asked for: what it shows is no older. */
function sinceAsked(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return performance.now() - (page?.requestStart ?? 0)
}

/** Subscribes to the server's change events for as long as somebody is signed in; answers what ends it. */
export function followChanges(cache: QueryClient): () => void {
  let source: EventSource
  let timer: number | undefined
  let hasMissed = hasListened
  hasListened = true
  /** After the first stream everything is asked again instead. */
  let asksAll = false
  const open = () => {
    source = new EventSource('/api/changes')
    source.onmessage = ({ data }) => {
      // The session ended, or its user may do something else than before.
      if (data === 'session') tab.onGate()
      readAgain(cache, String(data))
    }
    // What changed after the page was read and before it listened was sent to nobody.
    source.addEventListener('earlier', ({ data }: MessageEvent<string>) => {
      if (asksAll) return
      asksAll = true
      const mayShow = sinceAsked()
      for (const [topic, age] of JSON.parse(data) as [string, number][]) if (age < mayShow) readAgain(cache, topic)
    })
    source.onopen = () => {
      // Changes between two streams were reported by neither.
      if (hasMissed) readAgain(cache, 'everything')
      asksAll ||= hasMissed
      hasMissed = false
    }
    // A refusal ends it for good, also that of a server whose database is away.
    source.onerror = () => {
      hasMissed = true
      if (source.readyState !== EventSource.CLOSED) return
      // Not all pages at once, when a server comes back.
      const [share] = crypto.getRandomValues(new Uint8Array(1))
      timer = window.setTimeout(open, 2000 + share! * 16)
    }
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
