import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import { documents } from '#features/documents/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { documentsRead } from './of-claim.ts'
import css from './overview.module.css'

/** What came in last. */
export function LastDocuments({ patient }: PatientTabProps) {
  const { person } = useUser()
  const asked = useRead(documents.ofPatient, documentsRead(patient))
  const rows = asked.data?.content
  const all = patientAddress(patient, 'documents')
  return (
    <Card
      title="Documents"
      sub={asked.data && asked.data.totalElements > 0 ? asked.data.totalElements : undefined}
      flush
      acts={
        <LinkButton href={all} tone="quiet" size="small">
          All documents
        </LinkButton>
      }
    >
      {asked.error && !rows ? (
        <NotLoaded small title="Documents could not be loaded" of={asked} />
      ) : (
        <Loading busy={!rows} skeleton={<Skeleton width="100%" height={60} />}>
          {rows?.length === 0 && <p className={css.none}>No documents on file</p>}
          <ul className={css.rows}>
            {rows?.map((one) => (
              <li key={one.documentId} className={css.line}>
                <span className={css.what}>
                  {one.typeName}
                  <small>
                    {[one.drug, one.pages && `${one.pages} ${one.pages === 1 ? 'page' : 'pages'}`]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
                <span>{usDate(dateIn(Date.parse(one.receivedAt), person.timeZone))}</span>
              </li>
            ))}
          </ul>
        </Loading>
      )}
    </Card>
  )
}
