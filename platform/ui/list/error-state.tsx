import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { cx } from '../cx.ts'
import { iconCloudOff, iconRefresh } from '../display/icons.ts'
import css from './state.module.css'
import { StateArt } from './state.tsx'
import { SupportId } from '../button/support-id.tsx'

type ErrorStateProps = {
  /** What happened: "We could not load your requests". */
  title: string
  /** What it means for the user's work, saved or not saved: "Your filters are kept." */
  safe: string
  /** The server's words. A text with "Support Id:" already carries the number and is shown as it is. */
  text?: string | undefined
  supportId?: string | undefined
  onRetry?: (() => void) | undefined
  retrying?: boolean
  /** Inside a card: a red panel. */
  small?: boolean
  /** Other ways on. */
  acts?: ReactNode
}

/** Shown instead of content that could not be loaded. Read out when it appears. */
export function ErrorState(props: ErrorStateProps) {
  const { title, safe, text, supportId, onRetry, retrying, small, acts } = props
  const named = text?.includes('Support Id:')
  return (
    <div className={cx(css.state, small && css.failed)} role="alert">
      {!small && <StateArt icon={iconCloudOff} tone="red" />}
      <h2>{title}</h2>
      <p>{safe}</p>
      {text && <p>{text}</p>}
      {supportId && !named && <SupportId id={supportId} />}
      <div className={css.acts}>
        {onRetry && (
          <Button
            tone={small ? 'secondary' : 'primary'}
            icon={iconRefresh}
            busy={retrying}
            busyLabel="Trying again"
            onClick={onRetry}
          >
            Try again
          </Button>
        )}
        {acts}
      </div>
    </div>
  )
}
