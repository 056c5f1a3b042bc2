import { lazy, Suspense } from 'react'
import { whyNotAdminister } from '#features/people/administering.ts'
import { isSupport, mayDecide, maySupervise } from '#features/permissions/rules.ts'
import { worklist } from '#features/worklist/contract.ts'
import { queuesOf } from '#features/worklist/queues.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { ErrorBoundary } from '#platform/ui/frame/error-boundary.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { AuthorizationsCard } from './authorizations-card.tsx'
import css from './home.module.css'
import { PasswordBanner } from './password-banner.tsx'
import { PatientsCard } from './patients-card.tsx'
import { Welcome } from './welcome.tsx'

const QueueCard = lazy(() => import('./queue-card.tsx').then((it) => ({ default: it.QueueCard })))
const TeamCard = lazy(() => import('#features/team/team-card.tsx').then((it) => ({ default: it.TeamCard })))

const CarrierCard = lazy(() => import('./carrier-card.tsx').then((it) => ({ default: it.CarrierCard })))
const TeamAside = lazy(() => import('#features/team/side-cards.tsx').then((it) => ({ default: it.TeamAside })))
const DelegateFor = lazy(() =>
  import('#features/out-of-office/delegate-for.tsx').then((it) => ({ default: it.DelegateFor })),
)
const SupportCard = lazy(() => import('#features/support/support-card.tsx').then((it) => ({ default: it.SupportCard })))
const ReviewOverdue = lazy(() => import('./review-overdue.tsx').then((it) => ({ default: it.ReviewOverdueHere })))

const urgent: Hint = { keys: ['G', 'U'], does: 'Most urgent' }
const hints: readonly Hint[] = [
  { keys: ['G', 'A'], does: 'Authorization Requests' },
  { keys: ['G', 'P'], does: 'Patients' },
  { keys: ['?'], does: 'All shortcuts' },
]

const withUrgent: readonly Hint[] = [hints[0]!, urgent, ...hints.slice(1)]
const ofTeam: readonly Hint[] = [
  ...withUrgent.slice(0, -1),
  { keys: ['G', 'T'], does: 'Team' },
  { keys: ['V'], does: 'View selected owners' },
  ...withUrgent.slice(-1),
]

/**
 * /home: the user's pending requests, least time first, or those of the carrier where the user owns none, and the patients
 * viewed last. A card that fails does not affect the others.
 */
export function Home() {
  const { carrier, person, settings } = useUser()
  const leads = maySupervise(person) && settings['myTeamsSupervisorViewEnabled'] === true
  const counts = useRead(worklist.counts, { mc: carrier.code }).data
  const worked = queuesOf(person)
  const supports = isSupport(person)
  // Pharmacists, reviewers and support own few claims, or none: their queue stands alone until something is theirs.
  const ofQueue = supports || worked.some(({ view }) => view !== 'second')
  const hasOwn = counts !== undefined && counts.pendingAuthCount > 0
  const own = hasOwn || (mayDecide(person) && !ofQueue)
  const waits = counts === undefined || hasOwn || counts.queues.some(({ waiting }) => waiting > 0)
  useHints(leads ? ofTeam : waits ? withUrgent : hints)
  const shown = worked.filter(
    ({ view, status }) => view !== 'second' || counts?.queues.some((one) => one.status === status && one.waiting > 0),
  )
  return (
    <Page canvas>
      <div className={css.home}>
        <PasswordBanner />
        {whyNotAdminister(person) === undefined && (
          <ErrorBoundary what="The access review" small>
            <Suspense fallback={null}>
              <ReviewOverdue className={css.password} />
            </Suspense>
          </ErrorBoundary>
        )}
        <div className={css.side}>
          {own && (
            <ErrorBoundary what="The authorizations card" small>
              <AuthorizationsCard />
            </ErrorBoundary>
          )}
          {shown.map((queue) => (
            <ErrorBoundary key={queue.view} what="The card of a queue" small>
              <Suspense fallback={null}>
                <QueueCard queue={queue} />
              </Suspense>
            </ErrorBoundary>
          ))}
          {supports && (
            <ErrorBoundary what="The support desk card" small>
              <Suspense fallback={null}>
                <SupportCard />
              </Suspense>
            </ErrorBoundary>
          )}
          {!own && counts !== undefined && (
            <ErrorBoundary what="The card of the carrier" small>
              <Suspense fallback={null}>
                <CarrierCard />
              </Suspense>
            </ErrorBoundary>
          )}
          {leads && (
            <ErrorBoundary what="The team card" small>
              <Suspense fallback={null}>
                <TeamCard />
              </Suspense>
            </ErrorBoundary>
          )}
        </div>
        <div className={css.side}>
          <Welcome />
          <ErrorBoundary what="Whom you are the delegate for" small>
            <Suspense fallback={null}>
              <DelegateFor />
            </Suspense>
          </ErrorBoundary>
          <ErrorBoundary what="The patients card" small>
            <PatientsCard />
          </ErrorBoundary>
          {leads && (
            <ErrorBoundary what="What waits outside the team" small>
              <Suspense fallback={null}>
                <TeamAside />
              </Suspense>
            </ErrorBoundary>
          )}
        </div>
      </div>
    </Page>
  )
}
