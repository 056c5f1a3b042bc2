import { Suspense, useEffect, type ReactNode } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { ErrorBoundary } from '#platform/ui/frame/error-boundary.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { lazyPart } from '#platform/browser/load-part.ts'
import { PageSkeleton } from './first-paint.tsx'
import type { Screen } from '#platform/browser/screen.ts'

const SideMenu = lazyPart(() => import('./side-menu.tsx').then((it) => it.SideMenu))
const NotYours = lazyPart(() => import('./not-yours.tsx').then((it) => it.NotYours))

/** Shown instead of a screen that failed. */
const wholeScreen = (words: ReactNode) => (
  <Page as="center">
    <PageTitle title="Not available" quiet />
    {words}
  </Page>
)

type RoutesProps = {
  /** Those of this user. */
  screens: readonly Screen[]
  /** It is not known yet which other screens the user has. */
  more: boolean
  /** Who has the page of the current address, where this user does not. */
  whose: string | undefined
}

/** The screen of the current address. One of other users says whose it is; an unknown address leads to Home. */
export function Routes({ screens, more, whose }: RoutesProps) {
  return (
    <Switch>
      {screens.map(({ path, Component }) => (
        <Route key={path} path={path}>
          <ErrorBoundary what="This page" around={wholeScreen}>
            <Suspense fallback={<PageSkeleton />}>
              {path.startsWith(accounts) ? (
                <SideMenu screens={screens}>
                  <Component />
                </SideMenu>
              ) : (
                <Component />
              )}
            </Suspense>
          </ErrorBoundary>
        </Route>
      ))}
      <Route path={accounts}>
        <Redirect to={`${accounts}/profile`} replace />
      </Route>
      <Route>
        {more ? (
          <PageSkeleton />
        ) : whose === undefined ? (
          <Elsewhere />
        ) : (
          <Suspense fallback={<PageSkeleton />}>
            <NotYours whose={whose} />
          </Suspense>
        )}
      </Route>
    </Switch>
  )
}

/** The pages with the side menu. */
const accounts = '/accounts'

function Elsewhere() {
  const [path, navigate] = useLocation()
  useEffect(() => {
    if (path !== '/')
      toast({ tone: 'info', words: 'That page does not exist or you do not have access.', detail: 'This is Home.' })
    navigate('/home', { replace: true })
  }, [path, navigate])
  return null
}
