import { useSearch } from 'wouter'
import { patientWord } from '#features/settings/patient-word.ts'
import { eligibility } from '#features/eligibility/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { AddWorkerForm } from './form.tsx'

/** Adding a worker with a claim (/add-injured-worker), or a further claim of the worker of a claim (?claim=). */
export function AddWorker() {
  const { carrier, settings } = useUser()
  const claim = new URLSearchParams(useSearch()).get('claim')
  const offer = useRead(eligibility.addForm, { masterCarrier: carrier.code })
  const worker = useRead(eligibility.of, { id: claim ?? '' }, { off: claim === null })
  const failed = offer.error ?? worker.error
  const why = offer.data?.whyNotAdd
  const loaded = offer.data && (claim === null || worker.data)
  const word = patientWord(settings['dateLabel']).toLowerCase()
  const title = claim === null ? `Add ${word}` : 'Add a claim'
  return (
    <Page canvas>
      <PageTitle title={title}>{title}</PageTitle>
      {why ? (
        <State
          kind="noPermission"
          title={`You cannot add ${word}s`}
          acts={
            <LinkButton tone="primary" href="/patients">
              Find a {word}
            </LinkButton>
          }
        >
          {why.message}
        </State>
      ) : failed && !loaded ? (
        <ErrorState
          title="The form could not be loaded"
          safe="Nothing was changed."
          text={failed.message}
          supportId={failed.supportId}
          onRetry={() => void Promise.all([offer.refetch(), claim !== null && worker.refetch()])}
          retrying={offer.isFetching || worker.isFetching}
        />
      ) : loaded ? (
        <AddWorkerForm offer={offer.data} worker={worker.data?.patient ?? undefined} />
      ) : (
        <Loading busy skeleton={<Skeleton width="100%" height={480} />}>
          {null}
        </Loading>
      )}
    </Page>
  )
}
