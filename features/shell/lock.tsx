import { useEffect, useRef, useState } from 'react'
import type { LoggedOut } from '#platform/browser/logged-out-words.ts'
import { joinTabs } from '#platform/browser/tabs.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Frame } from '#platform/ui/frame/frame.tsx'
import { HeaderOut } from '#platform/ui/frame/header-out.tsx'
import { iconLock } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'
import css from './lock.module.css'

type LockProps = {
  why: LoggedOut
  /** Since when an earlier text is on the server, in words. */
  saved: string | undefined
  /** URL of the sign-in, which asks for the password again. */
  signIn: string
  /** A user has signed in in this browser. */
  onSignedIn: () => Promise<void>
  onLeave: () => void
}

const titles: Partial<Record<LoggedOut, string>> = {
  idle: 'Account Timed Out',
  expired: 'Session Expired',
  revoked: 'You have been logged out.',
}

/**
 * Replaces the whole page when the session is over and typed text has not reached the server. The text stays in the
 * memory of this page, not in the document or any storage; the user signs in again in another window.
 */
export function Lock({ why, saved, signIn, onSignedIn, onLeave }: LockProps) {
  const [outcome, setOutcome] = useState<'open' | 'kept shut'>()
  const opened = useRef<Window>(null)
  const latest = useRef(onSignedIn)
  useEffect(() => void (latest.current = onSignedIn))
  useEffect(() => {
    const tabs = joinTabs(({ kind }) => {
      if (kind !== 'signed-in') return
      opened.current?.close()
      void latest.current()
    })
    return () => tabs.close()
  }, [])
  const open = () => {
    opened.current = window.open(signIn, 'rxdocket-sign-in', 'popup,width=520,height=760')
    setOutcome(opened.current ? 'open' : 'kept shut')
  }
  return (
    <Frame
      header={
        <div inert>
          <HeaderOut />
        </div>
      }
    >
      <Page as="center">
        <Card className={css.card} flush>
          <Tile icon={iconLock} tone="amber" size="large" />
          <PageTitle title={titles[why] ?? 'Session Expired'} focus />
          <p>Your session is over, and your last entries were not saved.</p>
          <p>
            It is kept in the memory of this page, where nobody can read it. <b>Do not close or reload this tab.</b>{' '}
            Either would lose it.
          </p>
          {saved !== undefined && <p>Your entries were saved {saved}.</p>}
          {outcome && (
            <Note tone={outcome === 'open' ? 'blue' : 'amber'} role="status" className={css.note}>
              {outcome === 'open' ? (
                'Log in in the window that opened. This page continues automatically.'
              ) : (
                <>
                  Your browser blocked the window.{' '}
                  <a href={signIn} target="_blank" rel="noreferrer">
                    Log in in another tab
                  </a>{' '}
                  and come back. This page continues automatically.
                </>
              )}
            </Note>
          )}
          <div className={css.acts}>
            <Button size="large" onClick={onLeave}>
              Leave without it
            </Button>
            <Button tone="primary" size="large" onClick={open}>
              Log in again
            </Button>
          </div>
        </Card>
      </Page>
    </Frame>
  )
}
