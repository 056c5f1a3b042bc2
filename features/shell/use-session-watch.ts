import { useEffect, useRef, useState } from 'react'
import { ask, tab } from '#platform/browser/call.ts'
import { saveBeforeLeaving } from '#platform/browser/unsaved-work.ts'
import { systemClock, type Clock } from '#platform/dates/clock.ts'
import { setClockOffset } from '#platform/ui/display/use-now.ts'
import { joinTabs, leadTabs } from '#platform/browser/tabs.ts'
import { session, type User } from '#features/sign-in/contract.ts'
import { warnBeforeSeconds } from '#features/sign-in/rules.ts'
import type { SessionLimits } from './session-clock.ts'
import { SessionWatch, type Shown } from './session-watch.ts'
import type { Session } from './use-session.ts'

// Scrolling is detected by wheel, touch, pointer or key: the scroll event itself also fires when a list grows by
// itself.
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'touchmove'] as const

const acted = () => void (tab.actedAt = performance.now())

export const limitsOf = ({ idle }: User): SessionLimits => ({
  promptAfter: idle.promptAfterSeconds,
  logoutAfter: idle.logoutAfterSeconds,
  warnBefore: warnBeforeSeconds(idle.promptAfterSeconds),
})

/**
 * Watches the session while the user is signed in: reports activity to the server and shows the prompts and the end.
 */
export function useSessionWatch(clock: Clock, user: User, { reload, end }: Session) {
  const [shown, setShown] = useState<Shown>({ kind: 'none' })
  const watch = useRef<SessionWatch>(undefined)
  const first = useRef(user)

  useEffect(() => {
    const { secondsToExpiration, idle } = first.current
    const ours = joinTabs((message) => {
      if (message.kind === 'input') guard.heard()
      else if (message.kind === 'stay') guard.stay(false)
      else if (message.kind === 'warned') guard.dismissWarning(false)
      else if (message.kind === 'signing-out') tab.leavingAs = message.why
      else void reload(message.kind === 'signed-out' ? { whenOver: message.why } : {})
    })
    let overlay: Shown['kind'] = 'none'
    let again: ReturnType<typeof setTimeout> | undefined
    const guard = new SessionWatch({
      clock,
      limits: limitsOf(first.current),
      remaining: { secondsToExpiration, idleRemainingSeconds: idle.remainingSeconds },
      ask: async (active) => {
        if (active) acted()
        const answer = await ask(session.refresh, {}, { background: !active })
        setClockOffset(Date.parse(answer.serverTime) - systemClock.now().getTime())
        return answer
      },
      tell: (kind) => ours.tell({ kind }),
      onChange: (next) => {
        // Unfinished input is saved before the user is asked.
        if (next.kind !== 'none' && next.kind !== overlay) void saveBeforeLeaving()
        overlay = next.kind
        setShown(next)
      },
      onEnd: (why) => {
        setShown({ kind: 'checking', offline: false })
        const finish = () =>
          void end(why).catch(() => {
            setShown({ kind: 'checking', offline: true })
            again = setTimeout(finish, 5000)
          })
        finish()
      },
    })
    watch.current = guard
    const stopLeading = leadTabs(() => guard.lead())
    let rested = ''
    const onInput = (event: Event) => {
      // Some browsers report mouse movement when the page changes under a resting mouse.
      if (event.type === 'pointermove') {
        const { screenX, screenY } = event as PointerEvent
        const place = `${screenX} ${screenY}`
        const moved = rested !== place
        rested = place
        if (!moved) return
      }
      // Moving the mouse over a prompt does not answer it.
      if (overlay === 'inactive' || overlay === 'checking') return
      acted()
      guard.input()
    }
    const onTick = () => guard.tick()
    const timer = setInterval(onTick, 1000)
    for (const name of inputs) addEventListener(name, onInput, { capture: true, passive: true })
    document.addEventListener('visibilitychange', onTick)
    addEventListener('pageshow', onTick)
    // Opening the page was activity too.
    acted()
    return () => {
      clearInterval(timer)
      clearTimeout(again)
      for (const name of inputs) removeEventListener(name, onInput, { capture: true })
      document.removeEventListener('visibilitychange', onTick)
      removeEventListener('pageshow', onTick)
      stopLeading()
      ours.close()
    }
  }, [clock, reload, end])

  return {
    shown,
    onStay: () => watch.current?.stay(true),
    onWarned: () => watch.current?.dismissWarning(true),
  }
}
