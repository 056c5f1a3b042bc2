import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { CallFailed } from '#platform/browser/call.ts'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { iconClose, iconStethoscope } from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import css from './recommend.module.css'

const hints: readonly Hint[] = [
  { keys: ['Ctrl', 'Enter'], does: 'Send' },
  { keys: ['Esc'], does: 'Back to the decision' },
  { keys: ['A'], does: 'Approve' },
  { keys: ['R'], does: 'Reject' },
  { keys: ['?'], does: 'All' },
]

type PaneProps = {
  /** Back to the decision; what was typed is kept. */
  onClose: () => void
  onSend: () => void
  verb: string
  busy: boolean
  failure: CallFailed | undefined
  /** Who handed the request over, and what was asked. */
  above: ReactNode
  /** What the trial run found: above the button, in sight whatever was scrolled to. */
  trial: ReactNode
  /** "Draft saved at 10:14 AM." */
  saved: string | undefined
  children: ReactNode
}

/** A recommendation beside the evidence it is drawn from, in place of the decision. */
export function RecommendPane({ onClose, onSend, verb, busy, failure, above, trial, saved, children }: PaneProps) {
  const region = useRef<HTMLFormElement>(null)
  useHints(hints)
  useKeys({ Escape: () => (document.querySelector(':popover-open') ? false : onClose()) }, { scope: region })
  useLayoutEffect(() => {
    const before = document.activeElement
    region.current?.querySelector<HTMLElement>('input')?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <form
      ref={region}
      className={css.pane}
      noValidate
      aria-labelledby="recommend-title"
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <div className={css.head}>
        <Tile size="small" icon={iconStethoscope} tone="solidGreen" />
        <h2 id="recommend-title">Your recommendation</h2>
        <IconButton icon={iconClose} label="Back to the decision" plain onClick={onClose} />
      </div>
      <div className={css.fields}>
        {above}
        {children}
      </div>
      <div className={css.foot}>
        {trial}
        {failure && <FailedNote failure={failure} what="The recommendation was NOT sent." />}
        {saved && <small>{saved}</small>}
        <SendButton tone="primary" size="large" block keys={['Ctrl', 'Enter']} busy={busy} busyLabel="Sending">
          {verb}
        </SendButton>
      </div>
    </form>
  )
}
