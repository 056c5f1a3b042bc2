import { phoneHref } from '#platform/brand.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { callLength } from './talk-words.ts'
import type { useCallTimer } from './use-call-timer.ts'
import css from './queues.module.css'

type CallBarProps = { phone: string | null; timer: ReturnType<typeof useCallTimer> }

/** The number to call, and how long the call lasts. */
export function CallBar({ phone, timer: { state, seconds, start, end } }: CallBarProps) {
  if (phone === null) return <span className="muted">No phone number on file</span>
  return (
    <>
      {state !== 'before' && (
        <span className={css.onCall} data-talking={state === 'talking' || undefined}>
          {state === 'talking' ? 'On the call' : 'Call ended'} <b role="timer">{callLength(seconds)}</b>
        </span>
      )}
      {state === 'talking' ? (
        <Button size="small" tone="dangerOutline" keys={['H']} onClick={end}>
          End call
        </Button>
      ) : (
        <LinkButton size="small" tone="primary" outside href={phoneHref(phone)} keys={['C']} onClick={start}>
          {phone}
        </LinkButton>
      )}
    </>
  )
}
