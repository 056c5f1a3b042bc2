/** Starts the pages: whoever is not signed in gets them without the weight of the rest. */
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import '#platform/ui/tokens.css'
import '#platform/ui/base.css'
import { isPathOf, isPublic } from '#features/paths.ts'
import { parts, screens } from '#features/screens.tsx'
import { systemClock } from '#platform/clock.ts'
import { applyPreferences } from '#platform/ui/preferences.ts'

applyPreferences()
const root = createRoot(document.getElementById('root')!)
const render = (page: ReactNode) => root.render(<StrictMode>{page}</StrictMode>)

if (isPublic(location.pathname)) await openSignedOut()
else await openSignedIn()

async function openSignedOut(): Promise<void> {
  const { SignedOut } = await import('#features/sign-in/signed-out.tsx')
  const onSignedIn = (path: string) => {
    history.replaceState(null, '', path)
    void openSignedIn()
  }
  render(<SignedOut clock={systemClock} onSignedIn={onSignedIn} />)
  // On the way in, what comes next is on its way too.
  if (location.pathname === '/login/callback') void import('#features/shell/signed-in.tsx')
}

async function openSignedIn(): Promise<void> {
  const path = location.pathname === '/' ? '/home' : location.pathname
  void screens.find(({ path: pattern }) => isPathOf(pattern, path))?.load()
  const { SignedIn } = await import('#features/shell/signed-in.tsx')
  render(<SignedIn screens={screens} parts={parts} clock={systemClock} />)
}
