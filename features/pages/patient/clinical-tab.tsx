import { useState } from 'react'
import { Link } from 'wouter'
import { requestPath, queueState } from '#features/authorizations/queue.ts'
import { ScoreCard, ScoreHistory } from '#features/care-score/score-card.tsx'
import { patientAddress } from '#features/claims/patient-address.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { Diagnoses } from '#features/clinical/diagnoses.tsx'
import { RequestAdvice, RequestFacts } from '#features/clinical/request-facts.tsx'
import { StateGuideline } from '#features/clinical/state-guideline.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { amountWords } from '../worklist/row-words.ts'
import { CheckDrug } from './check-drug.tsx'
import css from './clinical-tab.module.css'
import { useRequests } from './use-requests.ts'

/** Considerations and advice on the open requests, care score, diagnoses and what the state says. */
export function ClinicalTab({ patient }: PatientTabProps) {
  const { claimId, jurisState, doi } = patient
  return (
    <div className={css.tab}>
      <div className={css.column}>
        <Facts patient={patient} />
        <CheckDrug patient={patient} />
        <ScoreHistory claimId={claimId} />
      </div>
      <div className={css.column}>
        <ScoreCard claimId={claimId} />
        <Diagnoses claimId={claimId} />
        <StateGuideline place={patient} state={jurisState} doi={doi} />
      </div>
    </div>
  )
}

/** The clinical facts and the advice on one of the open requests. */
function Facts({ patient }: PatientTabProps) {
  const asked = useRequests(patient, 'open')
  const [chosen, setChosen] = useState('')
  const rows = asked.rows ?? []
  const row = rows.find(({ authorizationId }) => authorizationId === chosen) ?? rows[0]
  if (asked.error && !asked.rows)
    return (
      <Card title="Clinical considerations">
        <ErrorState
          small
          title="Open requests could not be loaded"
          safe="No decision was lost."
          text={asked.error.message}
          supportId={asked.error.supportId}
          onRetry={asked.retry}
          retrying={asked.busy}
        />
      </Card>
    )
  if (!asked.rows) return <Skeleton width="100%" height={160} />
  if (!row)
    return (
      <Card title="Clinical considerations">
        <p className="muted">No open requests. Considerations and recommendations are about a request.</p>
      </Card>
    )
  const ids = rows.map(({ authorizationId }) => authorizationId)
  const back = patientAddress(patient, 'clinical')
  return (
    <>
      {rows.length > 1 && (
        <SelectField
          label="Request"
          value={row.authorizationId}
          options={rows.map((one) => ({
            value: one.authorizationId,
            label: `${one.drugName}, ${amountWords(one)}`,
          }))}
          onChange={setChosen}
        />
      )}
      <RequestAdvice
        key={row.authorizationId}
        authorizationId={row.authorizationId}
        link={
          <Link href={requestPath(row.authorizationId)} state={queueState(ids, back)}>
            Open {row.drugName}
          </Link>
        }
      />
      <RequestFacts authorizationId={row.authorizationId} />
    </>
  )
}
