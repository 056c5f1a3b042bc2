import { useId, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './choice.module.css'
import { FieldSet } from './field-set.tsx'

type RadioOption<V extends string> = { value: V; label: ReactNode; detail?: ReactNode; disabled?: boolean }
type RadioGroupProps<V extends string> = {
  legend: ReactNode
  options: readonly RadioOption<V>[]
  value: V | undefined
  onChange: (value: V) => void
  required?: boolean
  error?: string
  hint?: ReactNode
  id?: string
  /** Side by side instead of one below the other. */
  row?: boolean
}

/** One of a few, all visible. Arrow keys move the choice. */
export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const { options, value, onChange, row, ...set } = props
  const name = useId()
  return (
    <FieldSet {...set}>
      <div className={cx(row ? css.row : css.group)}>
        {options.map((option) => (
          <label key={option.value} className={css.choice}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span className={css.box} />
            <span>
              {option.label}
              {option.detail != null && <span className={css.detail}>{option.detail}</span>}
            </span>
          </label>
        ))}
      </div>
    </FieldSet>
  )
}
