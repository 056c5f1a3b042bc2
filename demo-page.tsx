/** The first script of the demonstration without a server: connects to the worker, then opens the pages as they are. */
import { StrictMode, Suspense, useState, type ComponentProps } from 'react'
import { onlineManager } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import '#platform/ui/tokens.css'
import '#platform/ui/base.css'
import { connect } from '#demo/page/link.ts'
import { Chooser } from '#demo/page/chooser.tsx'
import type { DemoCounts, DemoPerson } from '#demo/page/first-screen.ts'
import { beforeLeaving, leaveFor } from '#demo/page/leave-page.ts'
import { sayKeeping, sayWho, showStrip } from '#demo/page/strip.ts'
import { moveTime } from '#demo/page/time.ts'
import { isTouring, leaveTour, putTourAside, resumeTour, startTour } from '#demo/page/tour.tsx'
import { lazyPart } from '#platform/browser/load-part.ts'
import { applyPreferences } from '#platform/browser/preferences.ts'
import { network } from '#platform/browser/use-online.ts'
import type { LegalPanel as Legal } from '#platform/ui/frame/legal-links.tsx'
import { safeReturnPath } from '#platform/identity/return-path.ts'
import { returnPaths } from './screens.ts'

declare const DEMO_PAGE: {
  worker: string
  people: readonly DemoPerson[]
  counts: DemoCounts
  source?: string
  forTests: boolean
}

const server = connect(DEMO_PAGE.worker, { isOurs: (path) => path.startsWith('/api/'), onReset: startOver })
// Without a network all but parts of the pages that were not loaded yet is there, and those say so themselves.
network.isBetween = false
// What is read goes on too: a paused query would leave an act without its answer.
onlineManager.setEventListener(() => undefined)
beforeLeaving(() => server.written())
// Addresses of pages exist in the browser only: reloading one asks for this file.
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/pages-worker.js').catch(() => {})
applyPreferences()
if (DEMO_PAGE.forTests) Object.assign(globalThis, { demoServer: server })

/** Set once somebody was chosen: until then the first page does not wait for the data. */
const CHOSEN = 'rxdocket-demo-person'
/** Who takes the tour. */
const GUIDE = DEMO_PAGE.people[0]!

/** Where somebody who is not signed in wanted to go: /loginOkta/authorizations, /login?referrer=/authorizations. */
function wanted(): string {
  const { pathname, search } = location
  const asked = pathname.startsWith('/loginOkta')
    ? (pathname + search).slice('/loginOkta'.length)
    : new URLSearchParams(search).get('referrer')
  return safeReturnPath(asked ?? '/', returnPaths)
}

const LegalPanel = lazyPart(() => import('#features/sign-in/legal-panel.tsx').then((it) => it.LegalPanel))

/** The first page, and the legal panel that is open beside it. */
function FirstPage(props: Omit<ComponentProps<typeof Chooser>, 'onLegal'>) {
  const [panel, setPanel] = useState<Legal>()
  return (
    <>
      <Chooser {...props} onLegal={setPanel} />
      {panel && (
        <Suspense fallback={null}>
          <LegalPanel kind={panel} onOpen={setPanel} onClose={() => setPanel(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function choose(): void {
  const root = createRoot(document.getElementById('root')!)
  const enter = async (subject: string, path: string) => {
    if (!(await server.signIn(subject))) return false
    localStorage.setItem(CHOSEN, subject)
    if (subject !== GUIDE.subject) putTourAside()
    root.unmount()
    history.replaceState(null, '', `/login/callback#${path}`)
    await openPages()
    return true
  }
  const takeTour = async () => {
    if (!(await enter(GUIDE.subject, '/authorizations'))) return false
    await signedIn()
    startTour(0)
    return true
  }
  root.render(
    <StrictMode>
      <FirstPage
        people={DEMO_PAGE.people}
        counts={DEMO_PAGE.counts}
        source={DEMO_PAGE.source}
        server={server}
        onChosen={(subject) => enter(subject, wanted())}
        onTour={takeTour}
        onReset={reset}
      />
    </StrictMode>,
  )
}

/** The data were dropped, here or in another tab: what a form of this page has is of a world that is gone. */
let isOver = false
// The first to hear it: forms that ask whether to stay come later.
addEventListener('beforeunload', (event) => isOver && event.stopImmediatePropagation(), true)
function startOver(): void {
  isOver = true
  sessionStorage.clear()
  localStorage.removeItem(CHOSEN)
  location.replace('/')
}

function reset(): void {
  if (confirm('Reset? What you did in this demonstration is deleted.')) server.reset()
}

/** The name and role of who was chosen. */
function who(): string {
  const person = DEMO_PAGE.people.find(({ subject }) => subject === localStorage.getItem(CHOSEN))
  return person ? `${person.name}, ${person.role}` : ''
}

async function openPages(): Promise<void> {
  showStrip({ who: who(), onTour: () => (isTouring() ? leaveTour() : void tourAsGuide()), onReset: reset })
  sayKeeping(server.keeping())
  await import('./browser.tsx')
  resumeTour()
}

/** The callback page checks the session, then goes on to where the visitor wanted to go. */
async function signedIn(): Promise<void> {
  while (location.pathname === '/login/callback') await new Promise((frame) => requestAnimationFrame(frame))
}

/** The tour is Dana's: another person becomes her first. */
async function tourAsGuide(): Promise<void> {
  if (localStorage.getItem(CHOSEN) === GUIDE.subject) return startTour()
  if (!(await server.signIn(GUIDE.subject))) return
  localStorage.setItem(CHOSEN, GUIDE.subject)
  startTour()
  leaveFor('/authorizations')
}

async function start(): Promise<void> {
  if ('tooOld' in document.documentElement.dataset) return // said by browser-check.js
  const { pathname } = location
  server.opened.then(({ offsetMs }) => moveTime(offsetMs), console.error)
  server.onNews(() => sayKeeping(server.keeping()))
  addEventListener('storage', ({ key }) => key === CHOSEN && sayWho(who()))
  if (pathname.startsWith('/loginOkta')) return choose()
  const isEntrance = ['/', '/login', '/index.html', '/confirm'].includes(pathname)
  if (isEntrance && localStorage.getItem(CHOSEN) === null) return choose()
  const opened = await server.opened.catch(() => undefined)
  if (!opened || (isEntrance && !opened.isSignedIn)) return choose()
  if (isEntrance) history.replaceState(null, '', '/home')
  return openPages()
}
void start()
