import type { ReactNode } from 'react'
import css from './banner.module.css'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import { iconClose, iconInfo, iconWarning } from '../display/icons.ts'

type BannerProps = {
  /** Name of the region: "Privacy notice update". */
  label: string
  /** blue informs (privacy notice), amber warns (offline, out of office). */
  tone?: 'blue' | 'amber'
  children: ReactNode
  /** One thing to do: its words and what happens. */
  action?: { words: string; onPress: () => void }
  onDismiss?: () => void
}

/** A line across the top of every page: privacy notice, offline, out of office. */
export function Banner({ label, tone = 'blue', children, action, onDismiss }: BannerProps) {
  return (
    <section aria-label={label} className={cx(css.banner, tone === 'amber' && css.amber)}>
      <span className={css.words}>
        <Icon of={tone === 'amber' ? iconWarning : iconInfo} size={15} />
        <span>{children}</span>
      </span>
      {action && (
        <button type="button" className={css.action} onClick={action.onPress}>
          {action.words}
        </button>
      )}
      {onDismiss && (
        <button type="button" className={css.close} aria-label={`Close: ${label}`} onClick={onDismiss}>
          <Icon of={iconClose} size={15} />
        </button>
      )}
    </section>
  )
}
