import { Suspense, useEffect, type ReactNode } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { ErrorBoundary } from '#platform/ui/frame/error-boundary.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { PageSkeleton } from './first-paint.tsx'
import type { Screen } from '#platform/browser/screen.ts'

/** Shown instead of a screen that failed. */
const wholeScreen = (words: ReactNode) => (
  <Page as="center">
    <PageTitle title="Not available" quiet />
    {words}
  </Page>
)

/**
 * The screen of the current address; an unknown address, or one this user does not have, leads to Home. `more`: it is not
 * known yet which other screens the user has.
 */
export function Routes({ screens, more }: { screens: readonly Screen[]; more: boolean }) {
  const user = useUser()
  return (
    <Switch>
      {screens
        .filter(({ sees }) => sees?.(user) ?? true)
        .map(({ path, Component }) => (
          <Route key={path} path={path}>
            <ErrorBoundary what="This page" around={wholeScreen}>
              <Suspense fallback={<PageSkeleton />}>
                <Component />
              </Suspense>
            </ErrorBoundary>
          </Route>
        ))}
      <Route>{more ? <PageSkeleton /> : <Elsewhere />}</Route>
    </Switch>
  )
}

function Elsewhere() {
  const [path, navigate] = useLocation()
  useEffect(() => {
    if (path !== '/')
      toast({ tone: 'info', words: 'That page does not exist, or is not for you.', detail: 'This is Home.' })
    navigate('/home', { replace: true })
  }, [path, navigate])
  return null
}
