import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { Field, type FieldProps } from './field.tsx'
import css from './field.module.css'
import { Icon } from '../display/icon.tsx'
import { iconChevronDown } from '../display/icons.ts'

export type SelectOption<V extends string = string> = {
  value: V
  label: string
  disabled?: boolean
  /** Heading the option stands under. */
  group?: string
}

type SelectFieldProps<V extends string> = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'select'>, 'size' | 'onChange' | 'value' | 'children' | 'required' | 'className'> & {
    value: V | ''
    options: readonly SelectOption<V>[]
    onChange: (value: V) => void
    /** Words while nothing is chosen, such as "Choose a reason". */
    placeholder?: string
    size?: 'default' | 'large'
  }

/** A native select: the platform's own list, typeahead and touch wheel. */
export function SelectField<V extends string>(props: SelectFieldProps<V>) {
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
    options,
    onChange,
    placeholder,
    size,
    ...select
  } = props
  const groups = [...new Set(options.map((option) => option.group))]
  const items = (group: string | undefined) =>
    options
      .filter((option) => option.group === group)
      .map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))
  return (
    <Field {...{ label, required, aside, hint, error, inline, quiet, id, className }}>
      {(control) => (
        <span
          className={cx(css.control, css.select, size === 'large' && css.large)}
          data-empty={value === '' || undefined}
        >
          <select {...select} {...control} value={value} onChange={(event) => onChange(event.target.value as V)}>
            {placeholder !== undefined && (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {groups.map((group) =>
              group === undefined ? (
                items(group)
              ) : (
                <optgroup key={group} label={group}>
                  {items(group)}
                </optgroup>
              ),
            )}
          </select>
          <Icon of={iconChevronDown} size={15} />
        </span>
      )}
    </Field>
  )
}
