import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './button.module.css'
import { Icon } from '../display/icon.tsx'
import { iconSpinner } from '../display/icons.ts'
import { Keys } from '../keys/keys.tsx'

type ButtonTone = 'primary' | 'secondary' | 'danger' | 'dangerOutline' | 'quiet' | 'link'
export type ButtonLook = {
  /** One primary per view; danger fills red, dangerOutline writes red on white; secondary by default. */
  tone?: ButtonTone | undefined
  /** 26, 32 or 40 px high (36, 44, 48 on touch); default by default. */
  size?: 'small' | 'default' | 'large' | undefined
  /** As wide as its container. */
  block?: boolean | undefined
}
export type ButtonFaceProps = {
  icon?: string | undefined
  /** A drawing after the words, such as an arrow. */
  iconEnd?: string | undefined
  /** Keys printed on the button, such as ['Ctrl', 'Enter']; hidden on touch. */
  keys?: readonly string[] | undefined
  /** Words shown while busy, in the same width. */
  busyLabel?: string | undefined
  busy?: boolean | undefined
  children?: ReactNode
}

/** Class of a control that looks like a button, for buttons and links alike. */
export function buttonClass(
  { tone = 'secondary', size = 'default', block }: ButtonLook,
  extra?: string | false,
): string {
  return cx(css.button, css[tone], size !== 'default' && css[size], block && css.block, extra)
}

/** What stands inside a button. Both labels lie in one grid cell, so that turning busy moves nothing. */
export function ButtonFace({ icon, iconEnd, keys, busy, busyLabel, children }: ButtonFaceProps) {
  const small = 16
  return (
    <>
      <span className={css.face} data-off={busy || undefined}>
        {icon && <Icon of={icon} size={small} />}
        {children}
        {iconEnd && <Icon of={iconEnd} size={small} />}
        {keys && (
          <span className={css.keys} aria-hidden="true">
            <Keys of={keys} />
          </span>
        )}
      </span>
      {(busy || busyLabel) && (
        <span className={css.face} data-off={!busy || undefined}>
          <Icon of={iconSpinner} size={small} className={css.spinner} />
          {busyLabel ?? <span className="sr-only">{children}</span>}
        </span>
      )}
    </>
  )
}

/**
 * Value of aria-keyshortcuts for keys pressed together; undefined for a sequence such as G then H, which it cannot say.
 */
export function keyShortcut(keys: readonly string[] | undefined): string | undefined {
  if (!keys || (keys.length > 1 && !['Ctrl', 'Alt', 'Shift'].includes(keys[0]!))) return undefined
  return keys.map((key) => (key === 'Ctrl' ? 'Control' : key === 'Esc' ? 'Escape' : key)).join('+')
}
