import { Suspense, type ComponentType, type ReactNode } from 'react'
import { whyNotAdminister } from '#features/people/administering.ts'
import { isSupport, mayDecide, maySupervise } from '#features/permissions/rules.ts'
import { worklist } from '#features/worklist/contract.ts'
import { queuesOf } from '#features/worklist/queues.ts'
import { readsFigures } from '#features/turnaround/who-reads.ts'
import { lazyPart } from '#platform/browser/load-part.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { ErrorBoundary } from '#platform/ui/frame/error-boundary.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { AuthorizationsCard } from './authorizations-card.tsx'
import { FirstStepsCard } from './first-steps-card.tsx'
import css from './home.module.css'
import { PasswordBanner } from './password-banner.tsx'
import { PatientsCard } from './patients-card.tsx'
import { Welcome } from './welcome.tsx'

const QueueCard = lazyPart(() => import('./queue-card.tsx').then((it) => it.QueueCard))
const TeamCard = lazyPart(() => import('#features/team/team-card.tsx').then((it) => it.TeamCard))

const CarrierCard = lazyPart(() => import('./carrier-card.tsx').then((it) => it.CarrierCard))
const TeamAside = lazyPart(() => import('#features/team/side-cards.tsx').then((it) => it.TeamAside))
const Covering = lazyPart(() => import('#features/out-of-office/covering.tsx').then((it) => it.Covering))
const Lanes = lazyPart(() => import('./lanes.tsx').then((it) => it.Lanes))
const CarriersCard = lazyPart(() => import('./carriers-card.tsx').then((it) => it.CarriersCard))
const ElsewhereCard = lazyPart(() => import('./elsewhere-card.tsx').then((it) => it.ElsewhereCard))
const EndsSoonCard = lazyPart(() => import('./ends-soon-card.tsx').then((it) => it.EndsSoonCard))
const OwnAdviceCard = lazyPart(() => import('./own-advice-card.tsx').then((it) => it.OwnAdviceCard))
const ClinicalCards = lazyPart(() => import('./clinical-cards.tsx').then((it) => it.ClinicalCards))
const TotalsCard = lazyPart(() => import('./totals-card.tsx').then((it) => it.TotalsCard))
const WeeksCard = lazyPart(() => import('./weeks-card.tsx').then((it) => it.WeeksCard))
const SupportCard = lazyPart(() => import('#features/support/support-card.tsx').then((it) => it.SupportCard))
const CalledCard = lazyPart(() => import('#features/callbacks/called-card.tsx').then((it) => it.CalledCard))
const FindCaller = lazyPart(() => import('#features/support/find-caller.tsx').then((it) => it.FindCaller))
const AdministrationCard = lazyPart(() => import('./administration-card.tsx').then((it) => it.AdministrationCard))

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

const withCarriers = (usual: readonly Hint[]): readonly Hint[] => [{ keys: ['1', '2'], does: 'Carrier' }, ...usual]

/**
 * /home: the user's pending requests, least time first, or those of the carrier where the user owns none, and the patients
 * viewed last. A card that fails does not affect the others.
 */
export function Home() {
  const { carrier, carriers, person, settings, viewOnly } = useUser()
  const leads = maySupervise(person) && settings['myTeamsSupervisorViewEnabled'] === true
  const counts = useRead(worklist.counts, { mc: carrier.code }).data
  const worked = queuesOf(person)
  const supports = isSupport(person)
  // Pharmacists, reviewers and support own few claims, or none: their queue stands alone until something is theirs.
  const ofQueue = supports || worked.some(({ view }) => view !== 'second')
  const hasOwn = counts !== undefined && counts.pendingAuthCount > 0
  const administers = whyNotAdminister(person) === undefined
  const reads = viewOnly && readsFigures(person)
  const own = hasOwn || (mayDecide(person) && !ofQueue)
  const waits = counts === undefined || hasOwn || counts.queues.some(({ waiting }) => waiting > 0)
  const usual = leads ? ofTeam : waits ? withUrgent : hints
  useHints(carriers.length > 1 && !supports ? withCarriers(usual) : usual)
  const shown = worked.filter(
    ({ view, status }) => view !== 'second' || counts?.queues.some((one) => one.status === status && one.waiting > 0),
  )
  return (
    <Page canvas>
      <div className={css.home}>
        <PasswordBanner />
        {carriers.length > 1 && (
          <div className={css.whole}>
            <Part what="What waits at your carriers" of={CarriersCard} />
          </div>
        )}
        {own && (
          <div className={css.whole}>
            <Part what="Your first steps" of={FirstStepsCard} />
            <Part
              what="What comes first"
              of={Lanes}
              room={[counts?.atCounterCount, counts?.letterCameCount].map(
                (waiting, at) => (waiting ?? 0) > 0 && <div key={at} className={css.lane} />,
              )}
            />
          </div>
        )}
        <div className={css.side}>
          {administers && !own && <Part what="What waits for an administrator" of={AdministrationCard} />}
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
          {worked.some(({ view }) => view === 'clinical') && (
            <Part what="What became of your advice" of={OwnAdviceCard} />
          )}
          {supports && <Part what="The search for a caller" of={FindCaller} />}
          {supports && <Part what="The support desk card" of={SupportCard} />}
          {reads && <Part what="The totals of the carrier" of={TotalsCard} />}
          {reads && <Part what="Turnaround by week" of={WeeksCard} />}
          {!own && !reads && !administers && counts !== undefined && (
            <Part what="The card of the carrier" of={CarrierCard} />
          )}
          {leads && <Part what="The team card" of={TeamCard} />}
          {administers && own && <Part what="What waits for an administrator" of={AdministrationCard} />}
          {own && (
            <div className={css.pair}>
              <Part what="What waits elsewhere" of={ElsewhereCard} />
              <Part what="What ends soon" of={EndsSoonCard} />
            </div>
          )}
        </div>
        <div className={css.side}>
          <Welcome />
          {worked.some(({ view }) => view === 'clinical') && (
            <Part what="Prescriber calls and who is on duty" of={ClinicalCards} />
          )}
          {supports && <Part what="What became of the last calls" of={CalledCard} />}
          <Part what="Whom you cover for" of={Covering} />
          <ErrorBoundary what="The patients card" small>
            <PatientsCard />
          </ErrorBoundary>
          {leads && <Part what="What waits outside the team" of={TeamAside} />}
        </div>
      </div>
    </Page>
  )
}

/** A card whose code is loaded after the page, its room kept free until then; one that fails does not affect the others. */
function Part({ what, of: Card, room = null }: { what: string; of: ComponentType; room?: ReactNode }) {
  return (
    <ErrorBoundary what={what} small>
      <Suspense fallback={room}>
        <Card />
      </Suspense>
    </ErrorBoundary>
  )
}
