import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { CallFailed } from '#platform/ask.ts'
import type { Clock } from '#platform/clock.ts'
import { ErrorBoundary } from '#platform/error-boundary.tsx'
import { tellTabs } from '#platform/tabs.ts'
import { Button } from '#platform/ui/button.tsx'
import { ErrorState } from '#platform/ui/error-state.tsx'
import { Frame } from '#platform/ui/frame.tsx'
import { HeaderOut } from '#platform/ui/header-out.tsx'
import type { LegalPanel } from '#platform/ui/legal-links.tsx'
import { Page } from '#platform/ui/page.tsx'
import { PageTitle } from '#platform/ui/page-title.tsx'
import { State } from '#platform/ui/state.tsx'
import { StatusBar } from '#platform/ui/status-bar.tsx'
import { toast } from '#platform/ui/toasts.ts'
import { UserContext } from '#platform/use-user.ts'
import type { User } from '#features/sign-in/contract.ts'
import { Banners } from './banners.tsx'
import { FirstPaint } from './first-paint.tsx'
import type { Parts, Screen } from './screen.ts'
import { Shell } from './shell.tsx'
import { signedInUser } from './signed-in-user.ts'
import { useSession, type Session } from './use-session.ts'

const SessionGuard = lazy(() => import('./session-guard.tsx').then((it) => ({ default: it.SessionGuard })))
const LastLogin = lazy(() => import('./last-login.tsx').then((it) => ({ default: it.LastLogin })))

export type SignedInProps = { screens: readonly Screen[]; parts: Parts; clock: Clock }

/** Everything behind the login: who is signed in, what stands in the way of working, then the frame with the screens. */
export function SignedIn(props: SignedInProps) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { gcTime: 5 * 60_000 } } }))
  return (
    <QueryClientProvider client={client}>
      <Door {...props} />
    </QueryClientProvider>
  )
}

function Door(props: SignedInProps) {
  const session = useSession(props.clock)
  const { loaded, reload } = session
  switch (loaded.state) {
    case 'loading':
      return <FirstPaint />
    case 'leaving':
      return null
    case 'failed':
      return <CannotOpen error={loaded.error} onRetry={() => void reload()} />
    case 'ready':
      return <Inside {...props} session={session} user={loaded.user} receivedAt={loaded.receivedAt} />
  }
}

function Inside({
  screens,
  parts,
  clock,
  session,
  user,
  receivedAt,
}: SignedInProps & { session: Session; user: User; receivedAt: Date }) {
  const { ChooseCarrier, Terms, LegalPanel, PrivacyBanner } = parts
  const { reload, end } = session
  const [panel, setPanel] = useState<LegalPanel>()
  const [choosing, setChoosing] = useState(false)
  const [welcomed, setWelcomed] = useState(false)
  const me = useMemo(() => signedInUser(user, receivedAt), [user, receivedAt])
  const logOut = () =>
    void end('user').catch((error: unknown) => {
      if (error instanceof CallFailed)
        toast({ tone: 'error', words: 'You are still logged in.', detail: error.message })
    })
  const onChosen = async (carrier: { code: string }) => {
    setChoosing(false)
    if (carrier.code === user.masterCarrier?.code) return
    tellTabs({ kind: 'carrier' })
    // Whoever was working through requests goes on with those of the other carrier (spec 1 §2.14).
    await reload({ landing: location.pathname.startsWith('/authorizations') ? '/authorizations' : '/home' })
  }
  const toAccept = user.termsAcceptedStatus !== 'termsAccepted'
  const isWorking = me !== undefined && !toAccept
  const isChoosing = choosing || (!me && user.carriers.length > 0)
  const overlays = (
    <>
      <Later on={isChoosing}>
        <ChooseCarrier
          options={user.carriers}
          previous={user.masterCarrier?.code ?? user.previousMasterCarrier ?? undefined}
          onChosen={onChosen}
          onLogout={logOut}
          onCancel={choosing ? () => setChoosing(false) : undefined}
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
          <LegalPanel kind={panel} onOpen={setPanel} onClose={() => setPanel(undefined)} />
        </Later>
      )}
      <Later on>
        <SessionGuard clock={clock} user={user} session={session} onLogout={logOut} />
      </Later>
    </>
  )

  if (me && isWorking) {
    return (
      <UserContext value={me}>
        {/* Another carrier is another world: nothing of the first one stays on screen or in memory. */}
        <Shell
          key={`${me.person.id} ${me.carrier.code}`}
          screens={screens}
          mostUrgent={parts.mostUrgent}
          banner={
            <Later on>
              <PrivacyBanner clock={clock} onReview={() => setPanel('privacy')} />
            </Later>
          }
          overlays={overlays}
          onLegal={setPanel}
          onChangeCarrier={() => setChoosing(true)}
          onLogout={logOut}
        />
      </UserContext>
    )
  }
  return (
    <Frame banner={<Banners />} header={<HeaderOut />} footer={<StatusBar onOpen={setPanel} />} overlays={overlays}>
      {me ? (
        <Later on>
          <Terms
            userId={user.userId}
            status={user.termsAcceptedStatus}
            onLegal={setPanel}
            onAccepted={reload}
            onLogout={logOut}
          />
        </Later>
      ) : (
        <Page as="center">
          <PageTitle title="Select Carrier" quiet />
          {user.carriers.length === 0 && (
            <State
              kind="noPermission"
              title="No carrier is assigned to you"
              acts={<Button onClick={logOut}>Log Out</Button>}
            >
              You are signed in, but you do not work for any carrier here yet. Ask your supervisor or Account Management
              to assign one.
            </State>
          )}
        </Page>
      )}
    </Frame>
  )
}

/** A part whose code is fetched when it is first shown; meanwhile nothing stands there, and nothing else is hidden. */
function Later({ on, children }: { on: boolean; children: ReactNode }) {
  return (
    on && (
      <ErrorBoundary what="A part of this page" small>
        <Suspense fallback={null}>{children}</Suspense>
      </ErrorBoundary>
    )
  )
}

function CannotOpen({ error, onRetry }: { error: CallFailed; onRetry: () => void }) {
  const notYours = error.status === 403
  return (
    <Frame header={<HeaderOut />}>
      <Page as="center">
        <PageTitle title={notYours ? 'No access' : 'Not available'} quiet />
        <ErrorState
          title={notYours ? 'SSO User Validation Failed.' : 'The portal could not be opened'}
          safe={
            notYours
              ? 'Please contact your system administrator or security team for assistance.'
              : 'Nothing was sent or saved. Please try again in a moment.'
          }
          text={error.message}
          supportId={error.supportId}
          onRetry={onRetry}
        />
      </Page>
    </Frame>
  )
}
