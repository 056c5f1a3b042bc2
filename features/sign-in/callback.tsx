import { useEffect, useState } from 'react'
import { forgetLoggedOut, rememberLoggedOut } from '#platform/browser/logged-out.ts'
import { supportIdOf } from '#platform/browser/read-logged-out.ts'
import { registrationPaths } from '#platform/session/registration-paths.ts'
import { reportFault } from '#platform/browser/report-fault.ts'
import { keepSsoFlag, takeSsoCookie } from '#platform/browser/sso-marks.ts'
import { tellTabs } from '#platform/browser/tabs.ts'
import { Frame } from '#platform/ui/frame/frame.tsx'
import { HeaderOut } from '#platform/ui/frame/header-out.tsx'
import type { LegalPanel } from '#platform/ui/frame/legal-links.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { StatusBar } from '#platform/ui/frame/status-bar.tsx'
import { safeReturnPath } from '#platform/identity/return-path.ts'
import { Logout, type LogoutConfig } from './logout.tsx'
import { failurePage, isLoginError, loginErrorPage, validationErrorPage, withSupportId } from './outcomes.ts'
import { leaveSession, validate } from './validate.ts'

type CallbackProps = {
  /** Patterns of the pages a sign-in may return to. */
  returnPaths: readonly string[]
  /** The session is valid: shows the page of this path. */
  onSignedIn: (path: string) => void
  onLegal: (panel: LegalPanel) => void
  /** This is /login-error, where the server redirects technical failures while that page is switched on. */
  lastWord?: boolean
}

// A sign-in whose page is opened again (Back, a second tab) fails as expected while the session is valid.
const mayBeSignedIn = ['SIGN_IN_EXPIRED', 'STATE_MISMATCH']

/** Between the identity provider and the portal: validates the session and goes to the page the user asked for. */
export function Callback({ returnPaths, onSignedIn, onLegal, lastWord = false }: CallbackProps) {
  const [failed, setFailed] = useState<LogoutConfig>()
  useEffect(() => {
    let gone = false
    const query = new URLSearchParams(location.search)
    const code = query.get('failed')
    const supportId = supportIdOf(query.get('id'))
    const sso = takeSsoCookie()

    const fail = () => {
      const why = code ?? 'UNAVAILABLE'
      // Failures of single sign-on have a page of their own.
      if (sso && code !== null) location.replace(`/ssoError?failed=${encodeURIComponent(code)}&id=${supportId ?? ''}`)
      else {
        setFailed(withSupportId(lastWord ? loginErrorPage(code) : failurePage(why), supportId))
        if (lastWord && isLoginError(why)) void reportFault('login-error', why, supportId)
      }
    }

    /** The session exists and its user is refused: it ends, and the page shows the server's message. */
    const refuse = async (said: { code: string; message: string; supportId: string | undefined }) => {
      await leaveSession()
      if (gone) return
      if (sso) {
        rememberLoggedOut({ why: 'ssoUser', ssoUser: true, message: said.message, supportId: said.supportId })
        location.replace('/ssoError?failed=VALIDATION_FAILED')
      } else if (await isLastWordOn()) {
        location.replace(`/login-error?failed=UNAVAILABLE&id=${said.supportId ?? ''}`)
      } else setFailed(withSupportId(validationErrorPage(said), said.supportId))
    }

    if (lastWord && code === null) fail()
    else if (code !== null && !mayBeSignedIn.includes(code)) fail()
    else
      void validate().then((found) => {
        if (gone) return
        switch (found.kind) {
          case 'lives':
            forgetLoggedOut()
            keepSsoFlag(found.ssoUser)
            tellTabs({ kind: 'signed-in' })
            return onSignedIn(safeReturnPath(location.hash.slice(1), returnPaths))
          case 'unreachable':
            return fail()
          case 'none':
            return code === null ? location.replace('/login') : fail()
          case 'refused':
            // A registration ticket, and no session yet.
            if (found.code === 'REGISTRATION_REQUIRED') return location.replace(registrationPaths.finish)
            return void refuse(found)
        }
      })
    return () => {
      gone = true
    }
  }, [onSignedIn, lastWord, returnPaths])
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

/** Whether failures of the machinery go to /login-error; the server knows, and shows the page only while they do. */
async function isLastWordOn(): Promise<boolean> {
  const answer = await fetch('/login-error', { method: 'HEAD', redirect: 'manual' }).catch(() => undefined)
  return answer?.ok ?? false
}
