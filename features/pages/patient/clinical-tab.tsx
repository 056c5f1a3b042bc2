import { useState } from 'react'
import { Link } from 'wouter'
import type { AuthRow } from '#features/authorizations/contract.ts'
import { requestPath, queueState } from '#features/authorizations/queue.ts'
import { ScoreCard, ScoreHistory } from '#features/care-score/score-card.tsx'
import { patientAddress } from '#features/claims/patient-address.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { clinical } from '#features/clinical/contract.ts'
import { Diagnoses } from '#features/clinical/diagnoses.tsx'
import { StateGuideline } from '#features/clinical/state-guideline.tsx'
import { useUser } from '#platform/browser/use-user.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Advice } from '../request/advice.tsx'
import { Considerations } from '../request/considerations.tsx'
import { amountWords } from '../worklist/row-words.ts'
import css from './clinical-tab.module.css'
import { useRequests } from './use-requests.ts'

/** Considerations and advice on the open requests, care score, diagnoses and what the state says. */
export function ClinicalTab({ patient }: PatientTabProps) {
  const { claimId, jurisState, doi } = patient
  return (
    <div className={css.tab}>
      <div className={css.column}>
        <Facts patient={patient} />
        <ScoreHistory claimId={claimId} />
      </div>
      <div className={css.column}>
        <ScoreCard claimId={claimId} />
        <Diagnoses claimId={claimId} />
        <StateGuideline state={jurisState} doi={doi} />
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
      <RequestAdvice key={row.authorizationId} row={row} state={queueState(ids, back)} />
      <RequestFacts authorizationId={row.authorizationId} />
    </>
  )
}

/** The recommendation on a request, with what it rests on, and the way to the request. */
function RequestAdvice({ row, state }: { row: AuthRow; state: ReturnType<typeof queueState> }) {
  const { person } = useUser()
  const now = useNow()
  const asked = useRead(clinical.recommendation, { authorizationId: row.authorizationId })
  const link = (
    <Link href={requestPath(row.authorizationId)} state={state}>
      Open {row.drugName}
    </Link>
  )
  if (asked.error?.code === 'FEATURE_OFF') return <p>{link}</p>
  if (asked.error && !asked.data)
    return (
      <Card title="Recommendation">
        <ErrorState
          small
          title="The recommendation could not be loaded"
          safe="Nothing was changed."
          text={asked.error.message}
          supportId={asked.error.supportId}
          onRetry={() => void asked.refetch()}
          retrying={asked.isFetching}
        />
      </Card>
    )
  if (!asked.data) return <Skeleton width="100%" height={60} />
  const { recommendation: of, source } = asked.data
  if (!of || source === 'NONE')
    return (
      <Card title="Recommendation" acts={link}>
        <p className="muted">No recommendation yet.</p>
      </Card>
    )
  const { oneTime, days, quantity } = of.modified
  const basis = [
    source === 'PHARMACIST' && of.license && `Licensed in ${of.license}`,
    quantity !== null && `Quantity ${quantity}`,
    source === 'PHARMACIST' && of.refs.length > 0 && `References: ${of.refs.join('; ')}`,
  ].filter(Boolean)
  return (
    <div>
      <Advice
        advice={{
          source,
          action: of.action,
          rationale: of.rationale,
          by: of.by,
          at: of.at,
          oneTime,
          modifiedDays: days,
        }}
        zone={person.timeZone}
        now={now}
        act={link}
      />
      {basis.length > 0 && <p className={`muted ${css.basis}`}>{basis.join(' · ')}</p>}
    </div>
  )
}

function RequestFacts({ authorizationId }: { authorizationId: string }) {
  const asked = useRead(clinical.considerations, { authorizationId })
  if (asked.error && !asked.data)
    return (
      <Card title="Clinical considerations">
        <ErrorState
          small
          title="Considerations could not be loaded"
          safe="Nothing was changed."
          text={asked.error.message}
          supportId={asked.error.supportId}
          onRetry={() => void asked.refetch()}
          retrying={asked.isFetching}
        />
      </Card>
    )
  return asked.data ? <Considerations of={asked.data.considerations} /> : <Skeleton width="100%" height={160} />
}
