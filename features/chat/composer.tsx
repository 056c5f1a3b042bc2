import type { RefObject } from 'react'
import { Button } from '#platform/ui/button/button.tsx'
import { cx } from '#platform/ui/cx.ts'
import css from './chat.module.css'
import { MOST_MESSAGE } from './limits.ts'

type ComposerProps = {
  value: string
  onChange: (value: string) => void
  onSend: () => void
  /** A message is on its way, or was not sent: the next one waits. */
  busy: boolean
  large?: boolean
  field?: RefObject<HTMLTextAreaElement | null>
}

/** Where a message is typed: Enter sends it, Shift+Enter makes a new line. */
export function Composer({ value, onChange, onSend, busy, large, field }: ComposerProps) {
  const length = [...value].length
  const over = length > MOST_MESSAGE
  const can = value.trim() !== '' && !over && !busy
  return (
    <div className={cx(css.composer, large && css.large)}>
      <div className={css.line}>
        <textarea
          ref={field}
          rows={large ? 2 : 1}
          aria-label="Message"
          aria-invalid={over || undefined}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            // Enter while an input method composes a word belongs to it.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
              return
            event.preventDefault()
            if (can) onSend()
          }}
        />
        <Button tone="primary" aria-disabled={!can || undefined} disabled={!can} onClick={onSend}>
          Send
        </Button>
      </div>
      <p className={css.hint} role={over ? 'alert' : undefined}>
        {over ? (
          <b className={css.over}>
            {length - MOST_MESSAGE} characters too many ({MOST_MESSAGE.toLocaleString('en-US')} allowed).
          </b>
        ) : (
          'Enter sends, Shift+Enter starts a new line.'
        )}
      </p>
    </div>
  )
}
