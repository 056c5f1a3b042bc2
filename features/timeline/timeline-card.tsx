import { patientAddress } from '#features/claims/patient-address.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dayWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { cardRead } from './card-read.ts'
import { timeline } from './contract.ts'
import { TimelineEntry } from './timeline-entry.tsx'
import { byDay } from './timeline-words.ts'
import css from './timeline.module.css'

/** What happened last on the claim. */
export function TimelineCard({ patient }: PatientTabProps) {
  const { person } = useUser()
  const { data, error, refetch, isFetching } = useRead(timeline.ofClaim, cardRead(patient.claimId))
  return (
    <Card
      title="Recent activity"
      flush
      acts={
        <LinkButton href={patientAddress(patient, 'timeline')} tone="quiet" size="small">
          Timeline
        </LinkButton>
      }
    >
      {error && !data ? (
        <ErrorState
          small
          title="The timeline could not be loaded"
          safe="Nothing was changed."
          text={error.message}
          supportId={error.supportId}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Loading busy={!data} skeleton={<Skeleton width="100%" height={180} />}>
          {data?.entries.length === 0 && <p className={css.none}>Nothing has happened on this claim</p>}
          {byDay(data?.entries ?? [], (at) => dateIn(Date.parse(at), person.timeZone)).map(({ day, items }) => (
            <section key={day} className={css.day} aria-label={dayWords(day)}>
              <h3>{dayWords(day)}</h3>
              <ol className={css.entries}>
                {items.map(({ id, entries }) => (
                  <TimelineEntry key={id} entry={entries[0]!} patient={patient} zone={person.timeZone} />
                ))}
              </ol>
            </section>
          ))}
        </Loading>
      )}
    </Card>
  )
}
