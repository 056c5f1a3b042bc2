import { useId, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './field.module.css'
import { Icon } from '../display/icon.tsx'
import { iconAlert } from '../display/icons.ts'

type FieldSetProps = {
  legend: ReactNode
  required?: boolean | undefined
  aside?: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** The legend is for screen readers only. */
  quiet?: boolean | undefined
  id?: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** A group of controls under one question, with hint and error tied to it. */
export function FieldSet({ legend, required, aside, hint, error, quiet, id, className, children }: FieldSetProps) {
  const made = useId()
  const base = id ?? made
  return (
    <fieldset
      id={base}
      className={cx(css.field, className)}
      aria-describedby={cx(error && `${base}-error`, hint != null && `${base}-hint`) || undefined}
      tabIndex={id ? -1 : undefined}
    >
      <legend className={quiet ? 'sr-only' : undefined}>
        <span className={css.head}>
          <span>
            {legend}
            {required && <span className={css.required}> required</span>}
          </span>
          {aside != null && <span className={css.aside}>{aside}</span>}
        </span>
      </legend>
      {children}
      {error && (
        <p id={`${base}-error`} className={css.error}>
          <Icon of={iconAlert} size={14} />
          {error}
        </p>
      )}
      {hint != null && (
        <p id={`${base}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
