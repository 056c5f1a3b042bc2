import { useState } from 'react'
import { patientAddress } from '#features/claims/patient-address.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconArrowLeft } from '#platform/ui/display/icons.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { eligibility, type Change, type Span } from './contract.ts'
import css from './coverage.module.css'

const kinds: Readonly<Record<Change['kind'], string>> = {
  SPAN: 'Coverage changed',
  CONTACT: 'Details changed',
  ADDED: 'Claim added',
  PERSON: 'Patient changed',
}

/** Who changed coverage and contact data of a claim, when, before and after; of one period alone where it is given. */
export function ChangeHistory({ patient, period }: PatientTabProps & { period: Span | undefined }) {
  const { person } = useUser()
  const [page, setPage] = useState(0)
  const asked = useRead(
    eligibility.history,
    { claimId: patient.claimId, ...(period && { eligibilityId: period.eligibilityId }), page },
    { keepPrevious: true },
  )
  const { data, error } = asked
  const whole = patientAddress(patient, 'eligibility')
  return (
    <Card
      title="Change history"
      sub={
        period
          ? `Coverage ${usDate(period.effectiveDate)} – ${period.termDate ? usDate(period.termDate) : 'present'}`
          : 'Coverage and contact data of this claim'
      }
      acts={
        <>
          {period && (
            <LinkButton size="small" href={`${whole}?view=history`}>
              All changes
            </LinkButton>
          )}
          <LinkButton size="small" href={whole} icon={iconArrowLeft}>
            Back to coverage
          </LinkButton>
        </>
      }
    >
      {error && !data ? (
        <ErrorState
          small
          title="The history could not be loaded"
          safe="Nothing was changed."
          text={error.message}
          supportId={error.supportId}
          onRetry={() => void asked.refetch()}
          retrying={asked.isFetching}
        />
      ) : (
        <Loading
          busy={!data}
          skeleton={<Skeleton width="100%" height={240} />}
          loaded={data && `${data.totalElements} ${data.totalElements === 1 ? 'change' : 'changes'}.`}
        >
          {data?.content.length === 0 && (
            <State kind="empty" small title="No changes yet">
              Nobody changed this coverage since it came from the carrier.
            </State>
          )}
          <ol className={css.history}>
            {data?.content.map((one) => (
              <li key={one.changeId}>
                <h3>{kinds[one.kind]}</h3>
                <p>
                  <b>{one.changedBy}</b> · <time dateTime={one.at}>{exactWords(one.at, person.timeZone)}</time>
                </p>
                {one.fields.length > 0 && (
                  <table>
                    <caption className="sr-only">
                      {kinds[one.kind]} by {one.changedBy}
                    </caption>
                    <thead>
                      <tr>
                        <th scope="col">Field</th>
                        <th scope="col">Before</th>
                        <th scope="col">After</th>
                      </tr>
                    </thead>
                    <tbody>
                      {one.fields.map((field) => (
                        <tr key={field.label}>
                          <th scope="row">{field.label}</th>
                          <td>{field.before ?? <span className="muted">none</span>}</td>
                          <td>{field.after}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                )}
                {one.note && <p className={css.said}>{one.note}</p>}
              </li>
            ))}
          </ol>
          {data && data.totalPages > 1 && (
            <nav className={css.acts} aria-label="Pages">
              <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
                Newer
              </Button>
              <Button size="small" disabled={page + 1 >= data.totalPages} onClick={() => setPage(page + 1)}>
                Older
              </Button>
            </nav>
          )}
        </Loading>
      )}
    </Card>
  )
}
