import { useEffect, useState } from 'react'
import type { CallFailed } from '#platform/browser/call.ts'
import { brand, phoneHref } from '#platform/brand.ts'
import { isSsoTab } from '#platform/browser/sso-marks.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Frame } from '#platform/ui/frame/frame.tsx'
import { HeaderOut } from '#platform/ui/frame/header-out.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import css from './cannot-open.module.css'

/** Seconds to the next automatic try, longer each time. */
const waits = [5, 10, 20, 40, 60] as const

/** The session is valid and the user could not be loaded: what happened, what is safe, what to do. */
export function CannotOpen({ error, onRetry }: { error: CallFailed; onRetry: () => Promise<void> }) {
  return (
    <Frame header={<HeaderOut />}>
      <Page as="center">{error.status === 403 ? <NotYours error={error} /> : <Trouble {...{ error, onRetry }} />}</Page>
    </Frame>
  )
}

function NotYours({ error }: { error: CallFailed }) {
  return (
    <>
      <PageTitle title="No access" quiet />
      <ErrorState
        title={isSsoTab() ? 'SSO User Validation Failed.' : 'Your account cannot open the portal'}
        safe="Please contact your system administrator or security team for assistance."
        text={error.message}
        supportId={error.supportId}
      />
    </>
  )
}

function Trouble({ error, onRetry }: { error: CallFailed; onRetry: () => Promise<void> }) {
  const [tries, setTries] = useState(0)
  const [busy, setBusy] = useState(false)
  const wait = waits[Math.min(tries, waits.length - 1)]!
  const [waited, setWaited] = useState(0)
  const retry = async () => {
    setBusy(true)
    await onRetry()
    // The hidden page does not retry.
    setTries(tries + 1)
    setWaited(0)
    setBusy(false)
  }
  useEffect(() => {
    if (busy) return
    let seconds = 0
    const timer = setInterval(() => {
      seconds += 1
      setWaited(seconds)
      if (seconds === wait) void retry()
    }, 1000)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new count for each try
  }, [busy, tries])
  const left = Math.max(1, wait - waited)
  return (
    <div className={css.trouble}>
      <PageTitle title="Not available" quiet />
      <ErrorState
        title="Sorry, there is a problem"
        safe="The portal cannot be opened now. What you decided, sent or saved before is safe."
        text={error.message}
        supportId={error.supportId}
        onRetry={() => void retry()}
        retrying={busy}
      />
      {/* Shown every second, never announced: the text above was. */}
      <p>
        {busy ? 'Trying again…' : `Trying again automatically in ${left} ${left === 1 ? 'second' : 'seconds'}.`}{' '}
        Support: <a href={phoneHref(brand.supportPhone)}>{brand.supportPhone}</a>, {brand.supportHours}.
      </p>
    </div>
  )
}
