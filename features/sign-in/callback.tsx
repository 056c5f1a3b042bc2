import { useEffect, useState } from 'react'
import { returnPaths } from '#features/paths.ts'
import { forgetLoggedOut } from '#platform/logged-out.ts'
import { tellTabs } from '#platform/tabs.ts'
import { Frame } from '#platform/ui/frame.tsx'
import { HeaderOut } from '#platform/ui/header-out.tsx'
import type { LegalPanel } from '#platform/ui/legal-links.tsx'
import { Page } from '#platform/ui/page.tsx'
import { PageTitle } from '#platform/ui/page-title.tsx'
import { StatusBar } from '#platform/ui/status-bar.tsx'
import { safeReturnPath } from '#platform/outside/identity/return-path.ts'
import { Logout, type LogoutConfig } from './logout.tsx'
import { failurePage, validationFailedPage } from './outcomes.ts'

export type CallbackProps = {
  /** The session lives: shows the page of this path. */
  onSignedIn: (path: string) => void
  onLegal: (panel: LegalPanel) => void
}

// A sign-in whose page is opened again (Back, a second tab) fails for a good reason while the session lives.
const mayBeSignedIn = ['SIGN_IN_EXPIRED', 'STATE_MISMATCH']

/** Whether the session lives, and what the server says when it does not; without the weight of the signed-in pages. */
async function validate(): Promise<'lives' | 'none' | { message: string } | 'unreachable'> {
  const response = await fetch('/api/user/details', { headers: { 'x-portal-request': '1' } }).catch(() => undefined)
  if (!response || response.status >= 500) return 'unreachable'
  if (response.ok) return 'lives'
  if (response.status === 401) return 'none'
  const said = (await response.json().catch(() => ({}))) as { status?: { message?: string } }
  return { message: said.status?.message ?? '' }
}

/** Between the identity provider and the portal: validates the session and goes where the person wanted to go (spec 1 §2.4). */
export function Callback({ onSignedIn, onLegal }: CallbackProps) {
  const [failed, setFailed] = useState<LogoutConfig>()
  useEffect(() => {
    let gone = false
    const asked = new URLSearchParams(location.search)
    const code = asked.get('failed')
    const fail = () => setFailed(failurePage(code ?? 'UNAVAILABLE', asked.get('id')))
    if (code !== null && !mayBeSignedIn.includes(code)) {
      fail()
      return
    }
    void validate().then((found) => {
      if (gone) return
      if (found === 'lives') {
        forgetLoggedOut()
        tellTabs({ kind: 'signed-in' })
        onSignedIn(safeReturnPath(location.hash.slice(1), returnPaths))
      } else if (code !== null || found === 'unreachable') fail()
      else if (found === 'none') location.replace('/login')
      else setFailed(validationFailedPage(found.message))
    })
    return () => {
      gone = true
    }
  }, [onSignedIn])
  if (failed) return <Logout config={failed} onLegal={onLegal} />
  return (
    <Frame header={<HeaderOut />} footer={<StatusBar onOpen={onLegal} />}>
      <Page as="center">
        <PageTitle title="Signing you in">
          <span role="status">Signing you in…</span>
        </PageTitle>
      </Page>
    </Frame>
  )
}
