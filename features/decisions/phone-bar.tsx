import { Button } from '#platform/ui/button/button.tsx'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { iconCheck, iconClose, iconMore } from '#platform/ui/display/icons.ts'
import { Menu, type MenuItem } from '#platform/ui/overlay/menu.tsx'
import css from './decision.module.css'

export type DecisionBarProps = {
  /** The forms this person has here. */
  mayReject: boolean
  mayApprove: boolean
  onForm: (form: 'approve' | 'reject') => void
  /** Everything else that can be done with the request. */
  more: readonly MenuItem[]
}

/** On phones: the two decisions at the bottom, everything else in a menu. */
export function DecisionBar({ mayReject, mayApprove, onForm, more }: DecisionBarProps) {
  return (
    <div className={css.bar} role="toolbar" aria-label="Decision" data-bottom-bar>
      {mayReject && (
        <Button tone="dangerOutline" icon={iconClose} className={css.main} onClick={() => onForm('reject')}>
          Reject
        </Button>
      )}
      {mayApprove && (
        <Button tone="primary" icon={iconCheck} className={css.main} onClick={() => onForm('approve')}>
          Approve
        </Button>
      )}
      <Menu
        label="More actions"
        items={more}
        placement={{ side: 'above', align: 'end' }}
        trigger={(trigger) => <IconButton {...trigger} icon={iconMore} label="More actions" plain />}
      />
    </div>
  )
}
