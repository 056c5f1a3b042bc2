import { copyLink } from '../copy-link.ts'
import { useEffect, useRef } from 'react'
import { Button } from '#platform/ui/button/button.tsx'
import { iconLink, iconLock, iconClipboard } from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { whyNoApproval } from '../why-no-approval.ts'
import css from '../decision.module.css'

/** For users who only read: one sentence in place of a form. */
export function ReadOnly({ detail }: { detail: AuthDetail }) {
  const why = detail.blockedReasons.find(({ action }) => action === 'approve')
  return (
    <div className={css.state}>
      <Tile icon={iconLock} tone="neutral" size="large" />
      <h2>View only</h2>
      <p>{why?.message ?? 'Your role is read only'}. To decide this request, ask the case owner or your supervisor.</p>
      <Button icon={iconLink} onClick={() => void copyLink()}>
        Copy link to this request
      </Button>
    </div>
  )
}

/** A decision that was sent, until the request shows it. */
export function OnItsWay() {
  return (
    <div className={css.state} role="status">
      <h2>Saving your decision</h2>
      <p>It appears here as soon as it is saved.</p>
    </div>
  )
}

export type NotNowProps = {
  detail: AuthDetail
  /** The form was just replaced by these words, which take its focus. */
  justNow: boolean
  busy: boolean
  onPull: () => void
}

/** A request this person may decide in general, but not now: why, and what they may do with it. */
export function NotNow({ detail, justNow, busy, onPull }: NotNowProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (justNow) heading.current?.focus()
  }, [justNow])
  return (
    <div className={css.state}>
      <Tile icon={iconClipboard} tone="neutral" size="large" />
      <h2 ref={heading} tabIndex={-1}>
        {detail.authorizationStatus}
      </h2>
      <p>{whyNoApproval(detail)}</p>
      {detail.allowedActions.includes('pending') && (
        <Button busy={busy} busyLabel="Pulling back" onClick={onPull}>
          Pull back to pending
        </Button>
      )}
    </div>
  )
}
