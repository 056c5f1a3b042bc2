import type { ReactNode } from 'react'
import css from './badge.module.css'
import { cx } from '../cx.ts'
import { Icon } from './icon.tsx'
import tones from '../tones.module.css'

export type Tone = 'neutral' | 'teal' | 'blue' | 'green' | 'red' | 'amber' | 'violet'
type BadgeProps = {
  tone?: Tone
  /** Green and red need one: their meaning never rests on the colour (WCAG 1.4.1). */
  icon?: string
  children: ReactNode
  className?: string
}

/** A state in one or two words. */
export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps) {
  return (
    <span className={cx(css.badge, tones[tone], className)}>
      {icon && <Icon of={icon} size={12} weight={2.2} />}
      {children}
    </span>
  )
}
