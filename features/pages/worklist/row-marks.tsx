import { Icon } from '#platform/ui/display/icon.tsx'
import { iconSiren, iconStore } from '#platform/ui/display/icons.ts'
import css from './worklist.module.css'

/** That the patient waits at the pharmacy. */
export const AtCounter = () => (
  <span className={css.waiting} title="The patient is at the counter">
    <Icon of={iconStore} size={12} /> <span>At counter</span>
  </span>
)

/** That a request is escalated, and how far. */
export const Escalated = ({ level, after = '' }: { level: number; after?: string }) => (
  <span className={css.escalated} title={`Escalated, level ${level}`}>
    <Icon of={iconSiren} size={12} weight={2} />
    <span className="sr-only">Escalated, level {level}. </span>
    <span aria-hidden="true">
      L{level}
      {after}
    </span>
  </span>
)
