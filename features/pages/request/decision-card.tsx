import { Suspense, type ReactNode } from 'react'
import { lazyPart } from '#platform/browser/load-part.ts'
import type { CallFailed } from '#platform/browser/call.ts'
import type { OutputOf } from '#platform/calls/contract.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { isOpen } from '#features/authorizations/statuses.ts'
import { Considerations } from './considerations.tsx'
import { Cost } from './cost.tsx'
import css from './evidence.module.css'
import { Guideline } from './guideline.tsx'
import { lastDecision } from './last-decision.ts'
import { Summary } from './summary.tsx'
import type { history } from '#features/history/contract.ts'

// Below what is decided by, or on few requests: loaded when shown.
const Advice = lazyPart(() => import('./advice.tsx').then((it) => it.Advice))
const PastDecisions = lazyPart(() => import('./past-decisions.tsx').then((it) => it.PastDecisions))
const DoseTrend = lazyPart(() => import('./dose-trend.tsx').then((it) => it.DoseTrend))
const FillsBeside = lazyPart(() => import('#features/medications/fills-beside.tsx').then((it) => it.FillsBeside))
const Resubmitted = lazyPart(() => import('#features/evidence/as-sent.tsx').then((it) => it.Resubmitted))
const EvidenceCards = lazyPart(() => import('#features/evidence/evidence-cards.tsx').then((it) => it.EvidenceCards))
const CompoundCard = lazyPart(() => import('#features/evidence/evidence-cards.tsx').then((it) => it.CompoundCard))
const InformedCard = lazyPart(() => import('#features/delivery/informed-card.tsx').then((it) => it.InformedCard))
const LettersCard = lazyPart(() => import('#features/letters/letters-card.tsx').then((it) => it.LettersCard))

type DecisionCardProps = {
  detail: AuthDetail
  zone: string
  now: number
  /** "Use these settings", where the advice has any. */
  useAdvice?: ReactNode
  /** Written before the decision, below what is asked: a reviewer's review. */
  review?: ReactNode
  /** What leaves when it is decided as the form stands. */
  goesOut?: ReactNode
  story: { data: OutputOf<typeof history.story> | undefined; error: CallFailed | null; onRetry: () => void }
}

/** The evidence of a request in reading order: who, what and why first, then the considerations. */
export function DecisionCard({ detail, zone, now, useAdvice, review, goesOut, story }: DecisionCardProps) {
  const { data, error } = story
  const before = data ? lastDecision(data, detail.authorizationId, zone) : error ? 'could not be loaded' : undefined
  const patient = {
    masterCarrier: detail.masterCarrier,
    subCarrier: detail.subCarrier,
    claimId: detail.stratusClaimId,
  }
  const guideline = <Guideline detail={detail} zone={zone} />
  const past = (
    <Suspense fallback={<Skeleton width="100%" height={120} />}>
      <PastDecisions
        authorizationId={detail.authorizationId}
        story={data}
        error={error}
        onRetry={story.onRetry}
        zone={zone}
      />
    </Suspense>
  )
  return (
    <>
      <Suspense fallback={null}>
        <Resubmitted authorizationId={detail.authorizationId} zone={zone} />
      </Suspense>
      <div id="summary">
        <Summary detail={detail} zone={zone} now={now} before={before} />
      </div>
      {review}
      <Suspense fallback={null}>
        <CompoundCard authorizationId={detail.authorizationId} />
      </Suspense>
      {detail.recommendation && (
        <Suspense fallback={<Skeleton width="100%" height={96} />}>
          <Advice advice={detail.recommendation} rejects={detail.rejects} zone={zone} now={now} act={useAdvice} />
        </Suspense>
      )}
      {detail.lomn.length > 0 && (
        <div id="letters">
          <Suspense fallback={<Skeleton width="100%" height={96} />}>
            <LettersCard detail={detail} zone={zone} now={now} />
          </Suspense>
        </div>
      )}
      {goesOut}
      {!isOpen(detail.authorizationStatusId) && (
        <div id="informed">
          <Suspense fallback={<Skeleton width="100%" height={120} />}>
            <InformedCard authorizationId={detail.authorizationId} zone={zone} now={now} />
          </Suspense>
        </div>
      )}
      <div id="clinical" className={css.two}>
        <Considerations detail={detail} />
        {detail.mme ? (
          <Suspense fallback={<Skeleton width="100%" height={180} />}>
            <DoseTrend mme={detail.mme} trend={detail.mmeTrend} />
          </Suspense>
        ) : (
          past
        )}
      </div>
      <Suspense fallback={<Skeleton width="100%" height={180} />}>
        <EvidenceCards
          authorizationId={detail.authorizationId}
          patient={patient}
          state={detail.guideline.name.split(': ')[0]!}
          zone={zone}
        />
      </Suspense>
      <div id="fills">
        <Suspense fallback={<Skeleton width="100%" height={180} />}>
          <FillsBeside authorizationId={detail.authorizationId} patient={patient} />
        </Suspense>
      </div>
      <div id="guideline" className={detail.mme ? css.three : css.two}>
        {guideline}
        <Cost detail={detail} />
        {detail.mme && past}
      </div>
    </>
  )
}
