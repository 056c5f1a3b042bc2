/** The first script of the demonstration without a server: connects to the worker, then opens the pages as they are. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#platform/ui/tokens.css'
import '#platform/ui/base.css'
import { connect } from '#demo/page/link.ts'
import { Chooser, type DemoPerson } from '#demo/page/chooser.tsx'
import { showStrip } from '#demo/page/strip.ts'
import { moveTime } from '#demo/page/time.ts'
import { applyPreferences } from '#platform/browser/preferences.ts'
import { safeReturnPath } from '#platform/identity/return-path.ts'
import { returnPaths } from './screens.ts'

declare const DEMO_PAGE: { worker: string; people: readonly DemoPerson[]; forTests: boolean }

const server = connect(DEMO_PAGE.worker, (path) => path.startsWith('/api/'))
// Addresses of pages exist in the browser only: reloading one asks for this file.
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/pages-worker.js').catch(() => {})
applyPreferences()
if (DEMO_PAGE.forTests) Object.assign(globalThis, { demoServer: server })

/** Set once somebody was chosen: until then the first page does not wait for the data. */
const CHOSEN = 'rxdocket-demo-person'

/** Where somebody who is not signed in wanted to go: /loginOkta/authorizations, /login?referrer=/authorizations. */
function wanted(): string {
  const { pathname, search } = location
  const asked = pathname.startsWith('/loginOkta')
    ? (pathname + search).slice('/loginOkta'.length)
    : new URLSearchParams(search).get('referrer')
  return safeReturnPath(asked ?? '/', returnPaths)
}

function choose(): void {
  const root = createRoot(document.getElementById('root')!)
  const onChosen = async (subject: string) => {
    if (!(await server.signIn(subject))) return false
    localStorage.setItem(CHOSEN, subject)
    const path = wanted()
    root.unmount()
    history.replaceState(null, '', `/login/callback#${path}`)
    await openPages()
    return true
  }
  root.render(
    <StrictMode>
      <Chooser people={DEMO_PAGE.people} opened={server.opened} onChosen={onChosen} onReset={() => server.reset()} />
    </StrictMode>,
  )
}

async function openPages(): Promise<void> {
  showStrip(() => server.reset())
  await import('./browser.tsx')
}

async function start(): Promise<void> {
  const { pathname } = location
  server.opened.then(({ offsetMs }) => moveTime(offsetMs), console.error)
  if (pathname.startsWith('/loginOkta')) return choose()
  const isEntrance = ['/', '/login', '/index.html', '/confirm'].includes(pathname)
  if (isEntrance && localStorage.getItem(CHOSEN) === null) return choose()
  const opened = await server.opened.catch(() => undefined)
  if (!opened || (isEntrance && !opened.isSignedIn)) return choose()
  if (isEntrance) history.replaceState(null, '', '/home')
  return openPages()
}
void start()
