import { lazy, Suspense } from 'react'
import { maySupervise } from '#features/permissions/rules.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { ErrorBoundary } from '#platform/ui/frame/error-boundary.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { AuthorizationsCard } from './authorizations-card.tsx'
import css from './home.module.css'
import { PasswordBanner } from './password-banner.tsx'
import { PatientsCard } from './patients-card.tsx'
import { Welcome } from './welcome.tsx'

const TeamCard = lazy(() => import('#features/team/team-card.tsx').then((it) => ({ default: it.TeamCard })))

const hints: readonly Hint[] = [
  { keys: ['G', 'A'], does: 'Authorization Requests' },
  { keys: ['G', 'U'], does: 'Most urgent' },
  { keys: ['G', 'P'], does: 'Patients' },
  { keys: ['?'], does: 'All shortcuts' },
]

/** /home: the user's pending requests, least time first, and the patients viewed last. A card that fails does not affect the others. */
export function Home() {
  useHints(hints)
  const { person, settings } = useUser()
  const leads = maySupervise(person) && settings['myTeamsSupervisorViewEnabled'] === true
  return (
    <Page canvas>
      <div className={css.home}>
        <PasswordBanner />
        <div className={css.side}>
          <ErrorBoundary what="The authorizations card" small>
            <AuthorizationsCard />
          </ErrorBoundary>
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
          <ErrorBoundary what="The patients card" small>
            <PatientsCard />
          </ErrorBoundary>
        </div>
      </div>
    </Page>
  )
}
