import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './choice.module.css'

type SwitchProps = Omit<
  ComponentProps<'input'>,
  'type' | 'role' | 'onChange' | 'children' | 'checked' | 'className'
> & {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  className?: string
}

/** On or off with an effect at once (a preference), or one-time fill. Everything else is a check box. */
export function Switch({ label, checked, onChange, className, ...input }: SwitchProps) {
  return (
    <label className={cx(css.switch, className)}>
      <input
        {...input}
        type="checkbox"
        role="switch"
        // Takes no text: the letters of a page stay with the page.
        data-keys="pass"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={css.track} />
      <span>{label}</span>
    </label>
  )
}
