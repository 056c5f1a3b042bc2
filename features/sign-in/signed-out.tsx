import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Clock } from '#platform/dates/clock.ts'
import { ErrorBoundary } from '#platform/ui/frame/error-boundary.tsx'
import { lazyPart } from '#platform/browser/load-part.ts'
import { joinTabs } from '#platform/browser/tabs.ts'
import type { LegalPanel as Kind } from '#platform/ui/frame/legal-links.tsx'
import { Callback } from './callback.tsx'
import { Login } from './login.tsx'
import type { OpenPage } from './open-page.ts'
import { LoggedOut } from './logged-out.tsx'
import { Logout } from './logout.tsx'
import { PrivacyBanner } from './privacy-banner.tsx'
import { ssoErrorPage } from './sso-error.ts'

const SamlPost = lazyPart(() => import('./saml-post.tsx').then((it) => it.SamlPost))
const LegalPanel = lazyPart(() => import('./legal-panel.tsx').then((it) => it.LegalPanel))

type SignedOutProps = {
  clock: Clock
  /** Shows the signed-in page of this path. */
  onSignedIn: (path: string) => void
  /** Pages of other features for users who are not signed in, by address. */
  others: Readonly<Record<string, OpenPage>>
  /** True for a page that anyone may open. */
  isPublic: (path: string) => boolean
  /** Patterns of the pages a sign-in may return to. */
  returnPaths: readonly string[]
}

/** The pages of a user who is not signed in. Contains no contract, no query cache, no validation library. */
export function SignedOut({ clock, onSignedIn, others, isPublic, returnPaths }: SignedOutProps) {
  const [path] = useLocation()
  const [panel, setPanel] = useState<Kind>()
  useEffect(() => {
    // Links of these pages may lead into the portal: the server decides what is shown there.
    if (!isPublic(path)) location.reload()
  }, [path, isPublic])
  useEffect(() => {
    if (path !== '/login' && path !== '/logout') return
    // Signed in in another tab: this one continues too, if the server agrees.
    const tabs = joinTabs(
      ({ kind }) => kind === 'signed-in' && location.replace(path === '/login' ? location.href : '/'),
    )
    return () => tabs.close()
  }, [path])
  return (
    <>
      {page(path, { clock, onSignedIn, others, returnPaths, onLegal: setPanel })}
      {panel && (
        <ErrorBoundary what="A part of this page" small>
          <Suspense fallback={null}>
            <LegalPanel kind={panel} onOpen={setPanel} onClose={() => setPanel(undefined)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}

function page(
  path: string,
  {
    clock,
    onSignedIn,
    others,
    returnPaths,
    onLegal,
  }: Omit<SignedOutProps, 'isPublic'> & { onLegal: (panel: Kind) => void },
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
      return <Callback returnPaths={returnPaths} onSignedIn={onSignedIn} onLegal={onLegal} />
    case '/login-error':
      return <Callback lastWord returnPaths={returnPaths} onSignedIn={onSignedIn} onLegal={onLegal} />
    case '/ssoError':
      return <Logout config={ssoErrorPage(location.search)} onLegal={onLegal} logIn={false} />
    case '/loginOktaSaml':
      return (
        <Suspense fallback={null}>
          <SamlPost onLegal={onLegal} />
        </Suspense>
      )
    case '/logout':
      return <LoggedOut onLegal={onLegal} />
    default: {
      const Other = others[path]
      return (
        Other && (
          <Suspense fallback={null}>
            <Other clock={clock} onLegal={onLegal} />
          </Suspense>
        )
      )
    }
  }
}
