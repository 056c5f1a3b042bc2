import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Field, type FieldProps } from './field.tsx'
import css from './field.module.css'
import { Icon } from '../display/icon.tsx'

type TextFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'input'>, 'size' | 'onChange' | 'value' | 'children' | 'required' | 'className'> & {
    value: string
    onChange: (value: string) => void
    /** A drawing at the start of the field. */
    icon?: string
    /** At the end of the field: a state ("Available"), a small button or key caps. */
    end?: ReactNode
    size?: 'default' | 'large'
  }

/**
 * One line of text. For data about other people keep autoComplete="off" (the default); for the user's own, pass the
 * proper token.
 */
export function TextField(props: TextFieldProps) {
  const {
    label,
    required,
    aside,
    hint,
    error,
    inline,
    quiet,
    id,
    className,
    value,
    onChange,
    icon,
    end,
    size,
    ...input
  } = props
  return (
    <Field {...{ label, required, aside, hint, error, inline, quiet, id, className }}>
      {(control) => (
        <span className={cx(css.control, size === 'large' && css.large)}>
          {icon && <Icon of={icon} />}
          <input
            autoComplete="off"
            {...input}
            {...control}
            aria-describedby={cx(control['aria-describedby'], input['aria-describedby']) || undefined}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {end}
        </span>
      )}
    </Field>
  )
}
