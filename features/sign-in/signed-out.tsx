import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { isPublic } from '#features/paths.ts'
import type { Clock } from '#platform/clock.ts'
import { readLoggedOut } from '#platform/logged-out.ts'
import { joinTabs } from '#platform/tabs.ts'
import type { LegalPanel as Kind } from '#platform/ui/legal-links.tsx'
import { Callback } from './callback.tsx'
import { LoginError } from './login-error.tsx'
import { Login } from './login.tsx'
import { Logout } from './logout.tsx'
import { logoutPages } from './outcomes.ts'
import { PrivacyBanner } from './privacy-banner.tsx'
import { ssoErrorPage } from './sso-error.ts'

const SamlPost = lazy(() => import('./saml-post.tsx').then((it) => ({ default: it.SamlPost })))
const LegalPanel = lazy(() => import('./legal-panel.tsx').then((it) => ({ default: it.LegalPanel })))

export type SignedOutProps = {
  clock: Clock
  /** Shows the signed-in page of this path. */
  onSignedIn: (path: string) => void
}

/** Everything a person sees who is not signed in. Carries no contract, no query cache, no validation library. */
export function SignedOut({ clock, onSignedIn }: SignedOutProps) {
  const [path] = useLocation()
  const [panel, setPanel] = useState<Kind>()
  useEffect(() => {
    // Links of these pages may lead into the portal: the server decides what is shown there.
    if (!isPublic(path)) location.reload()
  }, [path])
  useEffect(() => {
    if (path !== '/login' && path !== '/logout') return
    // Signed in in another tab: this one goes on too, if the server agrees.
    const tabs = joinTabs(
      ({ kind }) => kind === 'signed-in' && location.replace(path === '/login' ? location.href : '/'),
    )
    return () => tabs.close()
  }, [path])
  return (
    <>
      {page(path, { clock, onSignedIn, onLegal: setPanel })}
      {panel && (
        <Suspense fallback={null}>
          <LegalPanel kind={panel} onOpen={setPanel} onClose={() => setPanel(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function page(
  path: string,
  { clock, onSignedIn, onLegal }: SignedOutProps & { onLegal: (panel: Kind) => void },
): ReactNode {
  switch (path) {
    case '/login': {
      const referrer = new URLSearchParams(location.search).get('referrer') ?? undefined
      return (
        <Login
          referrer={referrer}
          onLegal={onLegal}
          banner={<PrivacyBanner clock={clock} onReview={() => onLegal('privacy')} />}
        />
      )
    }
    case '/login/callback':
    case '/login/check':
      return <Callback onSignedIn={onSignedIn} onLegal={onLegal} />
    case '/login-error':
      return <LoginError onLegal={onLegal} />
    case '/ssoError':
      return <Logout config={ssoErrorPage(location.search)} onLegal={onLegal} logIn={false} />
    case '/loginOktaSaml':
      return (
        <Suspense fallback={null}>
          <SamlPost onLegal={onLegal} />
        </Suspense>
      )
    case '/logout':
      return <Logout config={logoutPages[readLoggedOut()]} onLegal={onLegal} />
    default:
      return null
  }
}
