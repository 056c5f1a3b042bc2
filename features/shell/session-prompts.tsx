import { useEffect, useRef } from 'react'
import { announce } from '#platform/ui/display/announce.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { leftOver } from './leaving.tsx'
import { countdownWords, shortCountdownWords, spokenSeconds } from './session-clock.ts'
import type { Shown } from './session-watch.ts'
import css from './session-prompts.module.css'

type SessionPromptsProps = {
  shown: Shown
  /** Seconds the countdown starts at, for the ring. */
  warnBefore: number
  logoutAfter: number
  onStay: () => void
  onWarned: () => void
  onLogout: () => void
}

/**
 * Session Warning, Account Inactive, or the cover while the server is asked. Only one at a time, above chat and menus.
 */
export function SessionPrompts({ shown, warnBefore, logoutAfter, onStay, onWarned, onLogout }: SessionPromptsProps) {
  if (shown.kind === 'none') return null
  if (shown.kind === 'checking') return <Cover offline={shown.offline} />
  if (shown.kind === 'warning') {
    const words = `Your session will expire in ${countdownWords(shown.seconds)}.`
    return (
      <Dialog
        title="Session Warning"
        size="small"
        role="alertdialog"
        described="session-words"
        onClose={onWarned}
        footer={
          <>
            <Button size="large" onClick={onLogout}>
              Log Out
            </Button>
            <Button size="large" tone="primary" data-autofocus onClick={onWarned}>
              Continue working
            </Button>
          </>
        }
      >
        <Countdown seconds={shown.seconds} of={warnBefore} tone={css.amber} said={words}>
          <b>{words}</b>
          <span>When your session expires, you will be able to log in again to continue your work.</span>
        </Countdown>
      </Dialog>
    )
  }
  const words = `For your security, you will be logged out in ${shortCountdownWords(shown.seconds)}.`
  return (
    <Dialog
      title="Account Inactive"
      size="small"
      role="alertdialog"
      described="session-words"
      footer={
        <>
          <Button size="large" onClick={onLogout}>
            No, Log Out
          </Button>
          <Button size="large" tone="primary" data-autofocus onClick={onStay}>
            Yes
          </Button>
        </>
      }
    >
      <Countdown seconds={shown.seconds} of={logoutAfter} tone={css.red} said={words}>
        <b>Would you like to remain logged in?</b>
        <span>You have been away for a while. {words}</span>
      </Countdown>
    </Dialog>
  )
}

const around = 2 * Math.PI * 37

function Countdown({
  seconds,
  of,
  tone,
  said,
  children,
}: {
  seconds: number
  of: number
  tone: string | undefined
  said: string
  children: React.ReactNode
}) {
  const last = useRef(seconds)
  useEffect(() => {
    // Every second is shown, few are announced. A mark missed while the device slept is announced late rather than
    // never.
    if (spokenSeconds.some((mark) => seconds <= mark && last.current > mark)) announce(said, 'assertive')
    last.current = seconds
  }, [seconds, said])
  const minutes = Math.floor(seconds / 60)
  return (
    <div className={css.countdown}>
      <span className={`${css.ring} ${tone}`} aria-hidden="true">
        <svg width="84" height="84" viewBox="0 0 84 84" focusable="false">
          <circle className={css.track} cx="42" cy="42" r="37" />
          <circle
            className={css.value}
            cx="42"
            cy="42"
            r="37"
            strokeDasharray={`${((around * seconds) / of).toFixed(1)} ${around.toFixed(1)}`}
            transform="rotate(-90 42 42)"
          />
        </svg>
        <b>
          {minutes}:{String(seconds % 60).padStart(2, '0')}
        </b>
      </span>
      <p id="session-words" className={css.words}>
        {children}
      </p>
    </div>
  )
}

/** Hides the page while it is open. */
function Cover({ offline }: { offline: boolean }) {
  const cover = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = cover.current!
    element.showModal()
    return () => element.close()
  }, [])
  return (
    <dialog
      ref={cover}
      className={css.cover}
      aria-labelledby="session-cover"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="session-cover">You were away</h2>
      <p role="status">
        {!offline
          ? 'Checking your session…'
          : `The portal cannot be reached. This page opens again when it can be. ${
              leftOver().some(({ ahead }) => ahead)
                ? 'Your last entries are only in this tab; closing or reloading it would lose them.'
                : 'Do not close it.'
            }`}
      </p>
    </dialog>
  )
}
