import { useState } from 'react'
import { brand } from '#platform/brand.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { Frame } from '#platform/ui/frame/frame.tsx'
import { HeaderOut } from '#platform/ui/frame/header-out.tsx'
import { iconArrowRight } from '#platform/ui/display/icons.ts'
import type { LegalPanel } from '#platform/ui/frame/legal-links.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { StatusBar } from '#platform/ui/frame/status-bar.tsx'
import { hasKeptUsername } from './kept-username.ts'
import css from './registration.module.css'
import { REGISTRATION_MINUTES, TIME_IS_OVER } from './rules.ts'

/** The page an invitation links to: what registration takes, and the button that signs in to begin. */
export function Register({ onLegal }: { onLegal: (panel: LegalPanel) => void }) {
  const [kept] = useState(hasKeptUsername)
  const [opening, setOpening] = useState(false)
  return (
    <Frame header={<HeaderOut logIn />} footer={<StatusBar onOpen={onLegal} />}>
      <Page as="center">
        <Card className={css.card} flush>
          <div className={css.form}>
            <PageTitle title="Registration" />
            {kept && (
              <Note tone="amber">
                <b>{TIME_IS_OVER}</b>
              </Note>
            )}
            <p className="soft">You were invited to {brand.name}. It takes three steps:</p>
            <ol className={css.steps}>
              <li>Log in with your work account, the one your invitation was sent to.</li>
              <li>Choose a username and agree to the terms. You have {REGISTRATION_MINUTES} minutes for it.</li>
              <li>Log in once more, and start working.</li>
            </ol>
            <LinkButton
              outside
              href="/loginOkta"
              tone="primary"
              size="large"
              block
              iconEnd={iconArrowRight}
              busy={opening}
              busyLabel="Opening sign-in…"
              onClick={(event) => {
                if (opening) event.preventDefault()
                else if (!event.metaKey && !event.ctrlKey && !event.shiftKey) setOpening(true)
              }}
            >
              Log In
            </LinkButton>
            <p className={css.missing}>
              Logged in with another account? <a href="/loginOkta?again">Use another one</a>
            </p>
          </div>
        </Card>
      </Page>
    </Frame>
  )
}
