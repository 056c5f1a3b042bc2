import { useEffect, useRef, type ReactNode } from 'react'
import { exactWords } from '#platform/dates/words.ts'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { iconClipboard, iconClock } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { lapseAlone } from '#features/authorizations/law-in-words.ts'
import { status } from '#features/authorizations/statuses.ts'
import { whyNoApproval } from '../why-no-approval.ts'
import { SavedApproval } from '../saved-approval.tsx'
import css from '../decision.module.css'

export type NotNowProps = {
  detail: AuthDetail
  zone: string
  /** The form was just replaced by these words, which take its focus. */
  justNow: boolean
  busy: boolean
  onTakeBack: () => void
  /** What this person had typed is kept: it is in the form again when the request comes back. */
  typed: boolean
  /** Where a hand-over stands: who has it, until when. */
  waiting: ReactNode
}

/** Where a request is that was handed over. */
const places: Readonly<Record<number, string>> = {
  [status.PENDING_CLINICAL]: 'With a pharmacist',
  [status.PENDING_UR]: 'In utilization review',
  [status.PENDING_SECOND_APPROVAL]: 'With a second approver',
  [status.PENDING_SUPERVISOR]: 'With a supervisor',
}

/** A request this person may decide in general, but not now: where it is, since when, and what they may do with it. */
export function NotNow({ detail, zone, justNow, busy, onTakeBack, typed, waiting }: NotNowProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (justNow) heading.current?.focus()
  }, [justNow])
  const { authorizationStatusId: statusId, handedOver, firstApproval } = detail
  const place = places[statusId]
  const codes = firstApproval?.waitsFor.join(', ')
  const lapse = lapseAlone(detail.guideline.lapse)
  const takeBack = detail.allowedActions.includes('pending')
  useKeys(takeBack && !busy ? { t: onTakeBack } : {})
  return (
    <div className={css.state}>
      <Tile icon={iconClipboard} tone="neutral" size="large" />
      <h2 ref={heading} tabIndex={-1}>
        {place ?? detail.authorizationStatus}
      </h2>
      {firstApproval && (
        <Badge tone="amber" icon={iconClock}>
          Not sent yet
        </Badge>
      )}
      {typed && (
        <Note tone="blue" role="status">
          {handedOver ? `${handedOver.byName} sent it on before you.` : 'It was sent on before you.'} Your entries are
          saved and are in the form again when it comes back.
        </Note>
      )}
      {statusId === status.PENDING_CLINICAL ? (
        <p>
          {firstApproval
            ? `Approved by ${firstApproval.byName}. Not sent to the pharmacy until a pharmacist clears ${codes}.`
            : 'A pharmacist decides it or recommends what to do.'}
        </p>
      ) : (
        <p>{whyNoApproval(detail)}</p>
      )}
      {place !== undefined && waiting}
      {handedOver && (
        <Facts
          of={[
            ['Since', exactWords(handedOver.at, zone)],
            ['Sent by', handedOver.byName],
            ['Deadline', exactWords(detail.statutoryDueAt, zone)],
            ...(lapse ? [['If it passes', lapse] as const] : []),
            ...(handedOver.about ? [['About', handedOver.about] as const] : []),
            ...(handedOver.note ? [['Note', handedOver.note] as const] : []),
          ]}
        />
      )}
      {firstApproval && <SavedApproval of={firstApproval} except={handedOver?.note} />}
      {takeBack && (
        <Button block keys={['T']} busy={busy} busyLabel="Taking back" onClick={onTakeBack}>
          Take back
        </Button>
      )}
      {takeBack && (
        <p>
          It is pending for you again{firstApproval ? ', with what was approved filled in' : ''}. The deadline does not
          change.
        </p>
      )}
    </div>
  )
}
