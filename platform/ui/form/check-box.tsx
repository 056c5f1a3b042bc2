import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './choice.module.css'
import { Icon } from '../display/icon.tsx'
import { iconCheck, iconMinus } from '../display/icons.ts'

type CheckBoxProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'children' | 'checked' | 'className'> & {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean, event: { shiftKey: boolean }) => void
  /** Some of what it stands for is on; shown as a dash. */
  mixed?: boolean
  /** Second line in grey. */
  detail?: ReactNode
  /** The label is for screen readers only (rows of a table). Single-key shortcuts keep working while it has focus. */
  bare?: boolean
  className?: string
}

/** A check box with its words. */
export function CheckBox({ label, checked, onChange, mixed, detail, bare, className, ...input }: CheckBoxProps) {
  return (
    <label className={cx(css.choice, bare && css.bare, className)}>
      <input
        {...input}
        type="checkbox"
        ref={(element) => {
          if (element) element.indeterminate = Boolean(mixed)
        }}
        data-keys={bare ? 'pass' : undefined}
        checked={checked}
        onChange={(event) => {
          const native = event.nativeEvent as unknown as { shiftKey?: boolean }
          onChange(event.target.checked, { shiftKey: Boolean(native.shiftKey) })
        }}
      />
      <span className={css.box}>
        <Icon of={mixed ? iconMinus : iconCheck} size={13} weight={2.6} />
      </span>
      <span className={bare ? 'sr-only' : undefined}>
        {label}
        {detail != null && <span className={css.detail}>{detail}</span>}
      </span>
    </label>
  )
}
