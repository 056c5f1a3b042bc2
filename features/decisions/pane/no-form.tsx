import { copyLink } from '../copy-link.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { iconLink, iconLock } from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
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
