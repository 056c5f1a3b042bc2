import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from './icon.tsx'
import { iconAlert, iconCheckCircle, iconInfo, iconWarning } from './icons.ts'
import css from './note.module.css'

type NoteTone = 'amber' | 'red' | 'green' | 'blue' | 'teal' | 'neutral'
type NoteProps = {
  /** amber caution, red error, green success, blue information. Each has its own drawing. */
  tone?: NoteTone
  /** Another drawing than the tone's own. */
  icon?: string
  children: ReactNode
  /** Buttons at the right. */
  act?: ReactNode
  /**
   * alert: read out at once; status: read out when there is a pause. Only for notes that appear after the page was
   * shown.
   */
  role?: 'alert' | 'status'
  className?: string
}

const ownIcon = {
  amber: iconWarning,
  red: iconAlert,
  green: iconCheckCircle,
  blue: iconInfo,
  teal: iconInfo,
  neutral: iconInfo,
}

/** A message inside the page. Put the point in bold first, what follows after it. */
export function Note({ tone = 'neutral', icon, children, act, role, className }: NoteProps) {
  return (
    <div role={role} className={cx(css.note, css[tone], act != null && css.hasAct, className)}>
      <Icon of={icon ?? ownIcon[tone]} />
      <div className={css.words}>{children}</div>
      {act != null && <div className={css.act}>{act}</div>}
    </div>
  )
}
