import { useId, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './field.module.css'
import { Icon } from '../display/icon.tsx'
import { iconAlert } from '../display/icons.ts'

/** What a field hands to its control: spread it on the input. */
type ControlProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

export type FieldProps = {
  label: ReactNode
  /** Adds the word "required" to the label. */
  required?: boolean | undefined
  /** Right of the label, for example "optional". */
  aside?: ReactNode
  /** Below the control; stays when an error appears. */
  hint?: ReactNode
  /** What is wrong and how to put it right; the value is never touched. */
  error?: string | undefined
  /** Label left of the control. */
  inline?: boolean | undefined
  /** The label is for screen readers only, where the place makes it plain. */
  quiet?: boolean | undefined
  /** Id of the control, so that an error summary can point to it; made up by default. */
  id?: string | undefined
  className?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** Label above, control, hint and error below, tied together for screen readers. */
export function Field(props: FieldProps) {
  const { label, required, aside, hint, error, inline, quiet, className, children } = props
  const made = useId()
  const id = props.id ?? made
  const described = cx(error && `${id}-error`, hint != null && `${id}-hint`)
  const control: ControlProps = { id }
  if (described) control['aria-describedby'] = described
  if (error) control['aria-invalid'] = true
  return (
    <div className={cx(css.field, inline && css.inline, className)}>
      <div className={quiet ? 'sr-only' : css.head}>
        <label htmlFor={id}>
          {label}
          {required && <span className={css.required}> required</span>}
        </label>
        {aside != null && <span className={css.aside}>{aside}</span>}
      </div>
      {children(control)}
      {error && (
        <p id={`${id}-error`} className={css.error}>
          <Icon of={iconAlert} size={14} />
          {error}
        </p>
      )}
      {hint != null && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
