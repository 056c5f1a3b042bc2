import { useEffect, useState, type ReactNode } from 'react'
import { ask, CallFailed } from '#platform/browser/call.ts'
import type { Clock } from '#platform/dates/clock.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { rememberLoggedOut } from '#platform/browser/logged-out.ts'
import { registrationPaths } from '#platform/session/registration-paths.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Frame } from '#platform/ui/frame/frame.tsx'
import { HeaderOut } from '#platform/ui/frame/header-out.tsx'
import { iconCheck } from '#platform/ui/display/icons.ts'
import type { LegalPanel } from '#platform/ui/frame/legal-links.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { readPreferences, setPreferences } from '#platform/browser/preferences.ts'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { StatusBar } from '#platform/ui/frame/status-bar.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'
import { registration } from './contract.ts'
import { forgetUsername } from './kept-username.ts'
import { RegistrationForm } from './registration-form.tsx'
import css from './registration.module.css'

type CompleteRegistrationProps = { clock: Clock; onLegal: (panel: LegalPanel) => void }

type Ticket = AnswerOf<typeof registration.ticket> & {
  /** Epoch milliseconds of this device. */ end: number
}
type Shown =
  | { is: 'loading' }
  | { is: 'failed'; error: CallFailed }
  | { is: 'form'; ticket: Ticket }
  | { is: 'done'; onTo: string }

/** Long enough to read one line; the button does the same at once. */
const readFor = 4000

/** /user/registerOkta/logininfo: the form of a first-time registration, and what comes after it. */
export function CompleteRegistration({ clock, onLegal }: CompleteRegistrationProps) {
  const [shown, setShown] = useState<Shown>({ is: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    ask(registration.ticket, {}, { signal: controller.signal }).then(
      (ticket) => {
        const end = clock.now().getTime() + ticket.secondsToExpiration * 1000
        setShown({ is: 'form', ticket: { ...ticket, end } })
      },
      (error: unknown) => {
        if (controller.signal.aborted || !(error instanceof CallFailed)) return
        // No ticket, or an expired one: registration starts with signing in.
        if (error.status === 401 || error.status === 403) location.replace(registrationPaths.begin)
        else setShown({ is: 'failed', error })
      },
    )
    return () => controller.abort()
  }, [clock, attempt])

  const onDone = (logoutUrl: string | null) => {
    forgetUsername()
    // The answer cleared the browser's storage; display settings belong to the device.
    setPreferences(readPreferences())
    rememberLoggedOut({ why: 'registered' })
    setShown({ is: 'done', onTo: logoutUrl ?? '/logout' })
  }

  return (
    <Frame header={<HeaderOut />} footer={<StatusBar onOpen={onLegal} />}>
      <Page as="center">
        <Card className={css.card} flush>
          {shown.is === 'failed' ? (
            <>
              <PageTitle title="Complete Registration" quiet />
              <ErrorState
                title="The form could not be opened"
                safe="Nothing was sent or saved. Your invitation is still open."
                text={shown.error.message}
                supportId={shown.error.supportId}
                onRetry={() => {
                  setShown({ is: 'loading' })
                  setAttempt(attempt + 1)
                }}
              />
            </>
          ) : shown.is === 'done' ? (
            <Done onTo={shown.onTo} />
          ) : (
            <Loading busy={shown.is === 'loading'} skeleton={<Bars />}>
              {shown.is === 'form' && (
                <RegistrationForm {...shown.ticket} clock={clock} onLegal={onLegal} onDone={onDone} />
              )}
            </Loading>
          )}
        </Card>
      </Page>
    </Frame>
  )
}

/** A sentence shown before the provider's sign-out page loads. */
function Done({ onTo }: { onTo: string }): ReactNode {
  useEffect(() => {
    const timer = setTimeout(() => location.replace(onTo), readFor)
    return () => clearTimeout(timer)
  }, [onTo])
  return (
    <div className={`${css.form} ${css.done}`}>
      <Tile icon={iconCheck} tone="green" size="large" />
      <PageTitle title="Registration complete." focus />
      <p className="soft">Log in once more to start working.</p>
      <LinkButton outside href={onTo} tone="primary" size="large">
        Continue
      </LinkButton>
    </div>
  )
}

function Bars() {
  return (
    <div className={css.bars}>
      <PageTitle title="Complete Registration" quiet />
      {[220, 280, '100%', '100%', 240, 300, 260, '100%'].map((width, index) => (
        <Skeleton key={index} width={width} height={typeof width === 'string' ? 38 : 12} />
      ))}
    </div>
  )
}
