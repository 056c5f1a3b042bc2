import { useEffect } from 'react'
import { ask } from '#platform/browser/call.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { presence } from './contract.ts'
import { SIGN_MS, viewersWords } from './rules.ts'
import css from './presence.module.css'

/** Gives signs while the page of a request is open, and says who else has it open. */
export function OpenHere({ id }: { id: string }) {
  const { viewOnly } = useUser()
  const { data } = useRead(presence.of, { id }, { everyMs: SIGN_MS })
  useEffect(() => {
    if (viewOnly) return
    const quiet = { key: null, background: true } as const
    // A sign that is lost is followed by the next one; nobody is shown an error for it.
    const sign = () => {
      if (document.visibilityState === 'visible') ask(presence.open, { id }, quiet).catch(() => {})
    }
    const leave = () => void ask(presence.leave, { id }, { ...quiet, keepalive: true }).catch(() => {})
    sign()
    const timer = setInterval(sign, SIGN_MS)
    document.addEventListener('visibilitychange', sign)
    window.addEventListener('pagehide', leave)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', sign)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [id, viewOnly])
  const names = (data?.viewers ?? []).map(({ name }) => name)
  return (
    <span role="status">
      {names.length > 0 && (
        <span className={css.note}>
          <Avatar name={names[0]!} size="small" />
          {viewersWords(names)}
        </span>
      )}
    </span>
  )
}
