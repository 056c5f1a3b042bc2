import { useId } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import css from './segmented.module.css'

type Segment<V extends string> = {
  value: V
  label: string
  icon?: string
  tone?: 'teal' | 'red'
  disabled?: boolean
}
type SegmentedProps<V extends string> = {
  /** What is chosen: read out, not shown. */
  label: string
  options: readonly Segment<V>[]
  value: V
  onChange: (value: V) => void
  size?: 'small' | 'default'
  /** As wide as its container. */
  block?: boolean
}

/** Two to five alternatives in one track. A radio group underneath. */
export function Segmented<V extends string>({ label, options, value, onChange, size, block }: SegmentedProps<V>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx(css.track, size === 'small' && css.small, block && css.block)}
    >
      {options.map((option) => (
        <label key={option.value} className={css.part} data-tone={option.tone}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <Icon of={option.icon} size={15} />}
          {option.label}
        </label>
      ))}
    </div>
  )
}
