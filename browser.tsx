/** Starts the pages. Visitors who are not signed in load only the sign-in pages. */
import { StrictMode, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import '#platform/ui/tokens.css'
import '#platform/ui/base.css'
import { isPathOf } from '#platform/session/path-pattern.ts'
import { systemClock } from '#platform/dates/clock.ts'
import { ErrorBoundary } from '#platform/ui/frame/error-boundary.tsx'
import { inTime } from '#platform/browser/load-part.ts'
import { Frame } from '#platform/ui/frame/frame.tsx'
import { HeaderOut } from '#platform/ui/frame/header-out.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { applyPreferences } from '#platform/browser/preferences.ts'
import { isPublic, openPages, outsideScreens, returnPaths, screens } from './screens.ts'

let root: Root | undefined
const place = document.getElementById('root')!

/** What is left when everything else broke. */
const wholePage = (words: ReactNode) => (
  <Frame header={<HeaderOut />}>
    <Page as="center">
      <PageTitle title="Sorry, there is a problem" quiet />
      {words}
    </Page>
  </Frame>
)

function show(page: ReactNode): void {
  root?.unmount()
  const made = (root = createRoot(place))
  const draw = () =>
    made.render(
      <StrictMode>
        <ErrorBoundary what="The portal" around={wholePage}>
          {page}
        </ErrorBoundary>
      </StrictMode>,
    )
  if (!place.inert) return draw()
  // What the server rendered is replaced at once, and can be used from here on.
  flushSync(draw)
  place.inert = false
}

async function openSignedOut(): Promise<void> {
  const outside = outsideScreens.find(({ path }) => path === location.pathname)
  if (outside) {
    const Outside = await inTime(outside.load)
    return show(<Outside />)
  }
  const { SignedOut } = await inTime(() => import('#features/sign-in/signed-out.tsx'))
  show(
    <SignedOut
      clock={systemClock}
      others={openPages}
      isPublic={isPublic}
      returnPaths={returnPaths}
      onSignedIn={(path) => void openSignedIn(path).catch(showBroken)}
    />,
  )
  // On the way in, what comes next is on its way too.
  if (location.pathname === '/login/callback') void import('#features/shell/signed-in.tsx')
}

/** The signed-in pages at this address; after signing in they take the place of the callback page without loading again. */
async function openSignedIn(address: string): Promise<void> {
  const path = address === '/' ? '/home' : address.split('?', 1)[0]!
  const screen = screens.find(({ path: pattern }) => isPathOf(pattern, path))?.load(path)
  const { SignedIn } = await inTime(() => import('#features/shell/signed-in.tsx'))
  // A screen whose code came with the page is shown at once; for any other the frame does not wait, where the page shows nothing yet.
  const code = screen?.catch(() => {})
  await (place.inert ? code : Promise.race([code, new Promise((turn) => setTimeout(turn))]))
  root?.unmount() // before the address changes under it
  root = undefined
  history.replaceState(history.state, '', address)
  show(<SignedIn screens={screens} clock={systemClock} />)
}

/** The code of the pages did not come: says so, with a way to load them again. */
function showBroken(error: unknown): void {
  const Broken = () => {
    throw error
  }
  show(<Broken />)
}

applyPreferences()
// Without a top-level await, which keeps the build from merging small files.
void (
  isPublic(location.pathname) ? openSignedOut() : openSignedIn(location.pathname + location.search + location.hash)
).catch(showBroken)
