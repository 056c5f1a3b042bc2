import { useEffect, useRef, useState } from 'react'
import { ask, tab } from '#platform/ask.ts'
import type { Clock } from '#platform/clock.ts'
import { joinTabs } from '#platform/tabs.ts'
import { session, type User } from '#features/sign-in/contract.ts'
import { warnBeforeSeconds } from '#features/sign-in/rules.ts'
import type { SessionLimits } from './session-clock.ts'
import { SessionWatch, type Shown } from './session-watch.ts'
import type { Session } from './use-session.ts'

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const

export const limitsOf = ({ idle }: User): SessionLimits => ({
  promptAfter: idle.promptAfterSeconds,
  logoutAfter: idle.logoutAfterSeconds,
  warnBefore: warnBeforeSeconds(idle.promptAfterSeconds),
})

/** Watches over the session while the person is signed in: activity out to the server, prompts and the end in. */
export function useSessionWatch(clock: Clock, user: User, { reload, end }: Session) {
  const [shown, setShown] = useState<Shown>({ kind: 'none' })
  const watch = useRef<SessionWatch>(undefined)
  const first = useRef(user)

  useEffect(() => {
    const { secondsToExpiration, idle } = first.current
    const ours = joinTabs((message) => {
      if (message.kind === 'input') guard.heard()
      else if (message.kind === 'stay') guard.stay(false)
      else void reload(message.kind === 'signed-out' ? { whenOver: message.why } : {})
    })
    let overlay: Shown['kind'] = 'none'
    let again: ReturnType<typeof setTimeout> | undefined
    const guard = new SessionWatch({
      clock,
      limits: limitsOf(first.current),
      told: { secondsToExpiration, idleRemainingSeconds: idle.remainingSeconds },
      ask: (active) => {
        if (active) tab.active = true
        return ask(session.refresh, {}, { background: !active })
      },
      tell: (kind) => ours.tell({ kind }),
      onChange: (next) => {
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
    const onInput = () => {
      // Whoever only moves the mouse over a prompt has not answered it.
      if (overlay === 'inactive' || overlay === 'checking') return
      tab.active = true
      guard.input()
    }
    const onTick = () => guard.tick()
    const timer = setInterval(onTick, 1000)
    for (const name of inputs) addEventListener(name, onInput, { capture: true, passive: true })
    document.addEventListener('visibilitychange', onTick)
    addEventListener('pageshow', onTick)
    // Opening the page was an act too.
    tab.active = true
    return () => {
      clearInterval(timer)
      clearTimeout(again)
      for (const name of inputs) removeEventListener(name, onInput, { capture: true })
      document.removeEventListener('visibilitychange', onTick)
      removeEventListener('pageshow', onTick)
      ours.close()
    }
  }, [clock, reload, end])

  return {
    shown,
    onStay: () => watch.current?.stay(true),
    onWarned: () => watch.current?.dismissWarning(),
  }
}
