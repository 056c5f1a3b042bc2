import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { isGranted, isRejected } from '#features/authorizations/statuses.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import { decision as decisions } from '#features/decisions/contract.ts'
import { exportLog, exportPaper } from './export-request.ts'
import { Reconsider } from './reconsider.tsx'
import { createAddress } from '../create/address.ts'
import { lazyPart } from '#platform/browser/load-part.ts'
import { CallFailed } from '#platform/browser/call.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import {
  iconAssign,
  iconClock,
  iconCopy,
  iconExport,
  iconFile,
  iconHistory,
  iconRefresh,
  iconUndo,
} from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import { Keys } from '#platform/ui/keys/keys.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import css from './after-decision.module.css'

const InsteadNamed = lazyPart(() => import('#features/outgoing/instead-named.tsx').then((it) => it.InsteadNamed))

type Act = { label: string; detail: string; icon: string; keys: string; why?: string | undefined; onPress: () => void }

type AfterDecisionProps = { detail: AuthDetail; zone: string; now: number; onReopen: () => void }

const failedToast = (words: string, error: unknown) => {
  if (!(error instanceof CallFailed)) throw error
  toast({
    tone: 'error',
    words,
    detail: [error.message, error.supportId && `Support Id ${error.supportId}`].filter(Boolean).join(' '),
  })
}

/** What can still be done with a decided request. What a rule forbids stays, with the reason. */
export function AfterDecision({ detail, zone, now, onReopen }: AfterDecisionProps) {
  const [reconsidering, setReconsidering] = useState(false)
  const [, navigate] = useLocation()
  const { viewOnly, settings } = useUser()
  const resend = useAct(decisions.callback)
  const { authorizationId, decision, callback, priorAuth } = detail
  const claim = { ...detail, claimId: detail.stratusClaimId }

  const why = (action: string) => detail.blockedReasons.find((one) => one.action === action)?.message
  const offered = (action: string) => detail.allowedActions.includes(action) || why(action) !== undefined
  const midnight = (day: string | null) => (day === null ? null : `${usDate(day)} 12:00 AM`)
  const onResend = () =>
    resend.mutate(
      {
        authorizationId,
        pharmacyNabp: detail.pharmacyNabp,
        deliveryType: detail.deliveryType.deliveryTypeId,
        oneTimeFillFlag: decision!.oneTimeFill,
        authorizationStartDate: midnight(decision!.startDate),
        authorizationEndDate: midnight(decision!.endDate),
      },
      {
        onSuccess: () => toast({ words: `The decision is sent to ${detail.pharmacyName} again.` }),
        onError: (error) => failedToast('The decision was not sent again.', error),
      },
    )

  const acts: Act[] = [
    ...(offered('reconsider')
      ? [
          {
            label: 'Reconsider',
            detail: 'A new review by somebody else, at the next level',
            icon: iconUndo,
            keys: 'R',
            why: why('reconsider'),
            onPress: () => setReconsidering(true),
          },
        ]
      : []),
    ...(offered('reopen')
      ? [
          {
            label: 'Reopen',
            detail: 'Back to pending, to be decided again',
            icon: iconAssign,
            keys: 'B',
            why: why('reopen'),
            onPress: onReopen,
          },
        ]
      : []),
    ...(priorAuth?.kind === 'PERMIT' && isGranted(detail.authorizationStatusId) && !viewOnly
      ? [
          {
            label: 'Correct',
            detail: 'A new decision, filled in as this one was; both stay on record',
            icon: iconCopy,
            keys: 'C',
            // What can be undone still is not corrected.
            why: detail.undoUntil === null ? undefined : 'Undo it: nobody was notified yet.',
            onPress: () => navigate(createAddress(claim, { correct: priorAuth.priorAuthId })),
          },
        ]
      : []),
    ...(priorAuth
      ? [
          {
            label: viewOnly
              ? 'Prior authorization'
              : priorAuth.kind === 'PERMIT'
                ? 'Change or end early'
                : 'Change or lift the block',
            detail: `${priorAuth.priorAuthOverrideRef}, to ${usDate(priorAuth.endDate)}`,
            icon: iconClock,
            keys: 'E',
            onPress: () => navigate(patientAddress(claim, 'prior-auths')),
          },
        ]
      : []),
    ...(decision && !decision.undone && detail.undoUntil === null && !viewOnly
      ? [
          {
            label: 'Resend to pharmacy',
            detail: callback ? `${callback.status} since ${exactWords(callback.createdAt, zone)}` : 'Not sent yet',
            icon: iconRefresh,
            keys: 'M',
            onPress: onResend,
          },
        ]
      : []),
    {
      label: 'Timeline',
      detail: isGranted(detail.authorizationStatusId)
        ? 'Everything until the fill'
        : 'Everything about this prescription',
      icon: iconHistory,
      keys: 'H',
      onPress: () => navigate(`${patientAddress(claim, 'timeline')}?request=${authorizationId}`),
    },
    {
      label: 'Export log',
      detail: 'All events, CSV',
      icon: iconExport,
      keys: 'X',
      onPress: () => void exportLog(detail, zone),
    },
    ...(settings['pdfExportEnabled'] === false
      ? []
      : [
          {
            label: 'PDF',
            detail: 'Request, decision and event log',
            icon: iconFile,
            keys: 'D',
            onPress: () => void exportPaper(detail, zone),
          },
        ]),
  ]
  useKeys(Object.fromEntries(acts.filter((act) => !act.why).map((act) => [act.keys.toLowerCase(), act.onPress])))
  return (
    <>
      {isRejected(detail.authorizationStatusId) && (
        <Suspense fallback={null}>
          <InsteadNamed authorizationId={authorizationId} />
        </Suspense>
      )}
      <section aria-label="What you can do">
        <h3>What you can do</h3>
        <ul className={css.acts}>
          {acts.map((act) => (
            <li key={act.label}>
              <button
                type="button"
                className={css.act}
                aria-disabled={act.why ? true : undefined}
                onClick={() => !act.why && act.onPress()}
              >
                <Tile size="small" icon={act.icon} tone="neutral" />
                <span className={css.what}>
                  {act.label}
                  <small>{act.why ?? act.detail}</small>
                </span>
                {!act.why && <Keys of={[act.keys]} />}
              </button>
            </li>
          ))}
        </ul>
        {reconsidering && <Reconsider {...{ detail, zone, now }} onClose={() => setReconsidering(false)} />}
      </section>
    </>
  )
}
