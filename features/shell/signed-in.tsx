import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useContext, useEffect, useMemo, useState, type ComponentProps, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { CallFailed } from '#platform/browser/call.ts'
import type { Clock } from '#platform/dates/clock.ts'
import { ErrorBoundary } from '#platform/ui/frame/error-boundary.tsx'
import { takeFirstsBut } from '#platform/browser/first-answers.ts'
import { lazyPart } from '#platform/browser/load-part.ts'
import { tellTabs } from '#platform/browser/tabs.ts'
import { Frame } from '#platform/ui/frame/frame.tsx'
import { HeaderOut } from '#platform/ui/frame/header-out.tsx'
import type { LegalPanel as LegalPanelName } from '#platform/ui/frame/legal-links.tsx'
import { StatusBar } from '#platform/ui/frame/status-bar.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { UserContext, type SignedInUser } from '#platform/browser/use-user.ts'
import { session as sessionCalls, type User } from '#features/sign-in/contract.ts'
import { PrivacyBanner } from '#features/sign-in/privacy-banner.tsx'
import { FirstPaint } from './first-paint.tsx'
import type { Screen } from '#platform/browser/screen.ts'
import { Shell } from './shell.tsx'
import { signedInUser } from './signed-in-user.ts'
import { useCarrierFacts } from './use-carrier-facts.ts'
import { useSession, type Session } from './use-session.ts'

const CannotOpen = lazyPart(() => import('./cannot-open.tsx').then((it) => it.CannotOpen))
const OfflineBanner = lazyPart(() => import('./offline-banner.tsx').then((it) => it.OfflineBanner))
const SessionGuard = lazyPart(() => import('./session-guard.tsx').then((it) => it.SessionGuard))
const CarrierPending = lazyPart(() => import('./carrier-pending.tsx').then((it) => it.CarrierPending))
const NoCarrier = lazyPart(() => import('./carrier-pending.tsx').then((it) => it.NoCarrier))
const LastLogin = lazyPart(() => import('./last-login.tsx').then((it) => it.LastLogin))

// Each is loaded when it is first needed.
const ChooseCarrier = lazyPart(() => import('./change-carrier.tsx').then((it) => it.ChangeCarrier))
const Terms = lazyPart(() => import('#features/sign-in/terms.tsx').then((it) => it.Terms))
const LegalPanel = lazyPart(() => import('#features/sign-in/legal-panel.tsx').then((it) => it.LegalPanel))
const AwayBanner = lazyPart(() => import('#features/out-of-office/away-banner.tsx').then((it) => it.AwayBanner))

type SignedInProps = { screens: readonly Screen[]; clock: Clock }

/**
 * Everything after signing in: who is signed in, what must be done first (carrier, terms), then the frame with the
 * screens.
 */
export function SignedIn(props: SignedInProps) {
  const [client] = useState(() => {
    const made = new QueryClient({ defaultOptions: { queries: { gcTime: 5 * 60_000 } } })
    // A slow machine shows them later than they would count as current; a change event still has them asked again.
    const updatedAt = props.clock.now().getTime() + 30_000
    for (const { call, input, answer } of takeFirstsBut(sessionCalls.details))
      made.setQueryData([call, input], answer, { updatedAt })
    return made
  })
  return (
    <QueryClientProvider client={client}>
      <PortalInBrowser {...props} />
    </QueryClientProvider>
  )
}

function PortalInBrowser(props: SignedInProps) {
  const session = useSession(props.clock)
  const { loaded, reload } = session
  switch (loaded.state) {
    case 'loading':
      return <FirstPaint />
    case 'leaving':
      return loaded.lock
    case 'failed':
      return (
        <Later on>
          <CannotOpen error={loaded.error} onRetry={reload} />
        </Later>
      )
    case 'ready':
      return <Inside {...props} session={session} user={loaded.user} receivedAt={loaded.receivedAt} />
  }
}

function Inside({
  screens,
  clock,
  session,
  user,
  receivedAt,
}: SignedInProps & { session: Session; user: User; receivedAt: Date }) {
  const { reload, end } = session
  const [panel, setPanel] = useState<LegalPanelName>()
  /** While another carrier is being chosen from the menu: the page to show afterwards. */
  const [choosing, setChoosing] = useState<'/authorizations' | '/home'>()
  const [welcomed, setWelcomed] = useState(false)
  const [maybeOver, setMaybeOver] = useState<false | string>(false)
  const [path, navigate] = useLocation()
  const me = useMemo(() => signedInUser(user, receivedAt), [user, receivedAt])
  const leave = (why: 'user' | 'registration') =>
    void end(why).catch((error: unknown) => {
      if (error instanceof CallFailed)
        toast({ tone: 'error', words: 'You are still logged in.', detail: error.message })
    })
  const logOut = () => leave('user')
  const onChosen = async (carrier: { code: string }) => {
    setChoosing(undefined)
    if (carrier.code === user.masterCarrier?.code) return
    tellTabs({ kind: 'carrier' })
    await reload(choosing && { landing: choosing })
    // A call in flight may have detected the change first, which leads to Home.
    if (choosing) navigate(choosing, { replace: true })
  }
  const toAccept = user.termsAcceptedStatus !== 'termsAccepted'
  const isWorking = me !== undefined && !toAccept
  // The terms are accepted at /home, whatever page was requested.
  const isAstray = me !== undefined && toAccept && path !== '/home'
  useEffect(() => {
    if (isAstray) navigate('/home', { replace: true })
  }, [isAstray, navigate])
  const isChoosing = choosing !== undefined || (!me && user.carriers.length > 0)
  const overlays = (
    <>
      <Later on={isChoosing}>
        <ChooseCarrier
          options={user.carriers}
          previous={user.masterCarrier?.code ?? user.previousMasterCarrier ?? undefined}
          onChosen={onChosen}
          onLogout={logOut}
          onCancel={choosing && (() => setChoosing(undefined))}
        />
      </Later>
      <Later on={isWorking && !welcomed && user.lastLogin !== null}>
        <LastLogin
          firstName={user.firstName}
          lastLogin={user.lastLogin ?? ''}
          unsuccessfulAttempts={user.unsuccessfulAttempts}
          timeZone={user.timeZone}
          onClose={() => setWelcomed(true)}
          onContact={() => {
            setWelcomed(true)
            setPanel('contact')
          }}
        />
      </Later>
      {panel && (
        <Later on>
          <Legal kind={panel} onOpen={setPanel} onClose={() => setPanel(undefined)} />
        </Later>
      )}
    </>
  )
  const guarded = (page: ReactNode) => (
    <>
      {/* While the server cannot be reached, nothing of the page is in the document. */}
      {maybeOver !== 'unreachable' && page}
      <Later on>
        <SessionGuard
          key={me?.carrier.code}
          clock={clock}
          user={user}
          session={session}
          isWorking={me !== undefined && isWorking}
          onOver={setMaybeOver}
          onLogout={logOut}
        />
      </Later>
    </>
  )

  if (me && isWorking) {
    return guarded(
      // After a change of carrier nothing of the former one stays on screen or in memory.
      <Working key={`${me.person.id} ${me.carrier.code}`} me={me}>
        <Shell
          screens={screens}
          openMostUrgent={async (...of) => (await import('#features/worklist/most-urgent.ts')).openMostUrgent(...of)}
          banner={
            <Later on>
              <OfflineBanner />
              <AwayBanner />
              <PrivacyBanner clock={clock} onReview={() => setPanel('privacy')} />
            </Later>
          }
          overlays={overlays}
          over={session.over || maybeOver !== false}
          onLegal={setPanel}
          // A user working through requests continues with those of the other carrier.
          onChangeCarrier={() => setChoosing(path.startsWith('/authorizations') ? '/authorizations' : '/home')}
          onLogout={logOut}
        />
      </Working>,
    )
  }
  if (!me && isChoosing)
    return guarded(
      <Suspense fallback={<FirstPaint />}>
        <CarrierPending screens={screens} user={user} overlays={overlays} onLegal={setPanel} />
      </Suspense>,
    )
  return guarded(
    <Frame
      banner={
        <Later on>
          <OfflineBanner />
        </Later>
      }
      header={<HeaderOut />}
      footer={<StatusBar onOpen={setPanel} />}
      overlays={overlays}
    >
      {me ? (
        <Later on>
          <Terms
            userId={user.userId}
            status={user.termsAcceptedStatus}
            onLegal={setPanel}
            onAccepted={reload}
            onLogout={logOut}
            onRefused={() => leave('registration')}
          />
        </Later>
      ) : (
        <Later on>
          <NoCarrier onLogout={logOut} />
        </Later>
      )}
    </Frame>,
  )
}

/** The signed-in user with the facts of the carrier, for everything below. */
function Working({ me, children }: { me: SignedInUser; children: ReactNode }) {
  return <UserContext value={useCarrierFacts(me)}>{children}</UserContext>
}

/** A legal panel with the support line of the user's carrier, once it is known. */
function Legal(props: Omit<ComponentProps<typeof LegalPanel>, 'support'>) {
  const user = useContext(UserContext)
  const phone = user?.settings['phone']
  return (
    <LegalPanel {...props} support={user && phone ? { carrier: user.carrier.name, phone: String(phone) } : undefined} />
  )
}

/** A part whose code is loaded when it is first shown; until then nothing is in its place. */
function Later({ on, children }: { on: boolean; children: ReactNode }) {
  return (
    on && (
      <ErrorBoundary what="A part of this page" small>
        <Suspense fallback={null}>{children}</Suspense>
      </ErrorBoundary>
    )
  )
}
