/** Starts the pages: whoever is not signed in gets them without the weight of the rest. */
import { StrictMode, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import '#platform/ui/tokens.css'
import '#platform/ui/base.css'
import { isPathOf, isPublic } from '#features/paths.ts'
import { parts, screens } from '#features/screens.tsx'
import { systemClock } from '#platform/clock.ts'
import { applyPreferences } from '#platform/ui/preferences.ts'

let root: Root | undefined

function show(page: ReactNode): void {
  root?.unmount()
  root = createRoot(document.getElementById('root')!)
  root.render(<StrictMode>{page}</StrictMode>)
}

async function openSignedOut(): Promise<void> {
  const { SignedOut } = await import('#features/sign-in/signed-out.tsx')
  show(<SignedOut clock={systemClock} onSignedIn={(path) => void openSignedIn(path)} />)
  // On the way in, what comes next is on its way too.
  if (location.pathname === '/login/callback') void import('#features/shell/signed-in.tsx')
}

/** The signed-in pages at this address; after signing in they take the place of the callback page without loading anew. */
async function openSignedIn(address: string): Promise<void> {
  const path = address === '/' ? '/home' : address.split('?', 1)[0]!
  void screens.find(({ path: pattern }) => isPathOf(pattern, path))?.load()
  const { SignedIn } = await import('#features/shell/signed-in.tsx')
  root?.unmount() // before the address changes under it
  root = undefined
  history.replaceState(history.state, '', address)
  show(<SignedIn screens={screens} parts={parts} clock={systemClock} />)
}

applyPreferences()
await (isPublic(location.pathname)
  ? openSignedOut()
  : openSignedIn(location.pathname + location.search + location.hash))
