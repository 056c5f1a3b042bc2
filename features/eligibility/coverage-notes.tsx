import { useState } from 'react'
import { Link } from 'wouter'
import { claimNotes } from '#features/claim-notes/contract.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import css from './coverage.module.css'

const FEW = 3
const MANY = 100

/** What users wrote about coverage, newest first. Notes are corrected under Notes and contacts. */
export function CoverageNotes({ patient }: PatientTabProps) {
  const { person } = useUser()
  const [size, setSize] = useState(FEW)
  const { data, error } = useRead(claimNotes.ofEligibility, { claimId: patient.claimId, size }, { keepPrevious: true })
  return (
    <Card
      title="Notes about coverage"
      sub={data && data.totalElements > 0 ? data.totalElements : undefined}
      acts={<Link href={patientAddress(patient, 'notes')}>All notes</Link>}
    >
      {data ? (
        <>
          {data.content.length === 0 && <p className="muted">No notes yet</p>}
          <ul className={css.list}>
            {data.content.map((one) => (
              <li key={one.noteId}>
                <span className={css.note}>{one.text}</span>
                <small>
                  {one.author} · {exactWords(one.createdAt, person.timeZone)}
                  {one.editedAt && ' · changed'}
                </small>
              </li>
            ))}
          </ul>
          {data.totalElements > data.content.length && (
            <Button size="small" onClick={() => setSize(MANY)}>
              Show all {data.totalElements}
            </Button>
          )}
        </>
      ) : error ? (
        <p className="muted">{error.message}</p>
      ) : (
        <Skeleton width="100%" height={60} />
      )}
    </Card>
  )
}
