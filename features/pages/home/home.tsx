import { ErrorBoundary } from '#platform/ui/frame/error-boundary.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { AuthorizationsCard } from './authorizations-card.tsx'
import css from './home.module.css'
import { PasswordBanner } from './password-banner.tsx'
import { PatientsCard } from './patients-card.tsx'
import { Welcome } from './welcome.tsx'

const hints: readonly Hint[] = [
  { keys: ['G', 'A'], does: 'Authorization Requests' },
  { keys: ['G', 'U'], does: 'Most urgent' },
  { keys: ['G', 'P'], does: 'Patients' },
  { keys: ['?'], does: 'All shortcuts' },
]

/** /home: the user's pending requests, least time first, and the patients viewed last. A card that fails does not affect the others. */
export function Home() {
  useHints(hints)
  return (
    <Page canvas>
      <div className={css.home}>
        <PasswordBanner />
        <ErrorBoundary what="The authorizations card" small>
          <AuthorizationsCard />
        </ErrorBoundary>
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
