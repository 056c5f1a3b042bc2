import { useEffect, useRef } from 'react'
import { exactWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { iconClipboard } from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { status } from '#features/authorizations/statuses.ts'
import { whyNoApproval } from '../why-no-approval.ts'
import css from '../decision.module.css'

export type NotNowProps = {
  detail: AuthDetail
  zone: string
  /** The form was just replaced by these words, which take its focus. */
  justNow: boolean
  busy: boolean
  onTakeBack: () => void
}

/** Where a request is that was handed over. */
const places: Readonly<Record<number, string>> = {
  [status.PENDING_CLINICAL]: 'With a pharmacist',
  [status.PENDING_UR]: 'In utilization review',
  [status.PENDING_SECOND_APPROVAL]: 'With a second approver',
}

/** A request this person may decide in general, but not now: where it is, since when, and what they may do with it. */
export function NotNow({ detail, zone, justNow, busy, onTakeBack }: NotNowProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (justNow) heading.current?.focus()
  }, [justNow])
  const { authorizationStatusId: statusId, handedOver, firstApproval } = detail
  const place = places[statusId]
  const codes = firstApproval?.waitsFor.join(', ')
  const takeBack = detail.allowedActions.includes('pending')
  return (
    <div className={css.state}>
      <Tile icon={iconClipboard} tone="neutral" size="large" />
      <h2 ref={heading} tabIndex={-1}>
        {place ?? detail.authorizationStatus}
      </h2>
      {statusId === status.PENDING_CLINICAL ? (
        <p>
          {firstApproval
            ? `Approved by ${firstApproval.byName}. Not sent to the pharmacy until a pharmacist clears ${codes}.`
            : 'A pharmacist decides it or recommends what to do.'}
        </p>
      ) : (
        <p>{whyNoApproval(detail)}</p>
      )}
      {handedOver && (
        <Facts
          of={[
            ['Since', exactWords(handedOver.at, zone)],
            ['Sent by', handedOver.byName],
          ]}
        />
      )}
      {takeBack && (
        <Button busy={busy} busyLabel="Taking back" onClick={onTakeBack}>
          Take back
        </Button>
      )}
      {takeBack && (
        <p>
          It is pending for you again{firstApproval ? ', and the saved approval is discarded' : ''}. The due time stays.
        </p>
      )}
    </div>
  )
}
