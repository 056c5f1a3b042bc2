import { ask } from '#platform/browser/call.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import type { Clock } from '#platform/dates/clock.ts'
import { settings } from '#features/settings/contract.ts'
import { intervals } from '#features/settings/rules.ts'
import { monitoring } from './contract.ts'
import { pageOf } from './rules.ts'
import { watchFelt } from './felt.ts'

type UserAction = InputOf<typeof monitoring.actions>['actions'][number]

const PHONE = 640
const DESKTOP = 1024
/** What is pressed to do something. Which one is not kept. */
const acts = 'button, a[href], summary, input[type="checkbox"], input[type="radio"], [role="menuitem"], [role="option"]'
const widthNow = (): 'phone' | 'tablet' | 'desktop' =>
  innerWidth < PHONE ? 'phone' : innerWidth < DESKTOP ? 'tablet' : 'desktop'

/** What the carrier set for batches; the usual sizes where that cannot be read. */
async function batchSettings(): Promise<{ size: number; interval: number }> {
  const keys = ['metricsBatchSize', 'metricsBatchInterval']
  const found = await ask(settings.intervals, { f: keys }, { background: true }).catch(
    () => ({}) as Record<string, number>,
  )
  return {
    size: found['metricsBatchSize'] ?? intervals.metricsBatchSize,
    interval: found['metricsBatchInterval'] ?? intervals.metricsBatchInterval,
  }
}

/**
 * Collects what is done in this tab and sends it when 5 actions wait, after 10 seconds, or when the page is left; the carrier
 * may set other numbers, which are asked for with the first batch. What could not be sent is forgotten: nobody waits for it.
 */
export function collectActions(clock: Clock) {
  let size: number = intervals.metricsBatchSize
  let interval: number = intervals.metricsBatchInterval
  let asked = false
  let waiting: UserAction[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const actions = waiting
    waiting = []
    if (!asked) void batchSettings().then((set) => ({ size, interval } = set))
    asked = true
    ask(monitoring.actions, { actions }, { key: null, background: true, keepalive: true }).catch(() => {})
  }
  const add = (action: UserAction['action'], target: UserAction['target'], durationMs?: number) => {
    waiting.push({
      action,
      target,
      at: clock.now().toISOString(),
      ...(durationMs !== undefined && { durationMs: Math.min(600_000, Math.round(durationMs)) }),
      context: { width: widthNow() },
    })
    if (waiting.length >= size) send()
    else timer ??= setTimeout(send, interval)
  }
  const felt = watchFelt(add)
  const pressed = (event: MouseEvent) => {
    if (!(event.target instanceof Element && event.target.closest(acts))) return
    // Browsers count the clicks of a pointer; Enter and Space on a button are none.
    add(event.detail === 0 ? 'page.keyed' : 'page.clicked', pageOf(location.pathname))
  }
  const leave = () => {
    if (document.visibilityState !== 'hidden') return
    felt.report()
    send()
  }
  document.addEventListener('visibilitychange', leave)
  document.addEventListener('click', pressed, { capture: true, passive: true })
  return {
    /** A page was opened: the first word of its address is all that is kept of it. */
    opened: (path: string) => {
      felt.turnTo(pageOf(path))
      add('page.opened', pageOf(path))
    },
    stop: () => {
      clearTimeout(timer)
      felt.stop()
      document.removeEventListener('visibilitychange', leave)
      document.removeEventListener('click', pressed, { capture: true })
    },
  }
}
