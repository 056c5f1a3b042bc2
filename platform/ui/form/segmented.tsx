import { useId } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../display/icon.tsx'
import css from './segmented.module.css'

type Segment<V extends string> = {
  value: V
  label: string
  icon?: string
  tone?: 'teal' | 'red' | 'green' | 'amber'
  disabled?: boolean
}
type SegmentedProps<V extends string> = {
  /** What is chosen: read out, not shown. */
  label: string
  options: readonly Segment<V>[]
  /** Empty: none is chosen yet. */
  value: V | ''
  onChange: (value: V) => void
  size?: 'small' | 'default'
  /** As wide as its container. */
  block?: boolean
  /** Of the first alternative: an error leads to it. */
  id?: string
  /** Id of what is wrong. */
  describedBy?: string | undefined
}

/** Two to five alternatives in one track. A radio group underneath. */
export function Segmented<V extends string>({
  label,
  options,
  value,
  onChange,
  size,
  block,
  id,
  describedBy,
}: SegmentedProps<V>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-describedby={describedBy}
      className={cx(css.track, size === 'small' && css.small, block && css.block)}
    >
      {options.map((option, at) => (
        <label key={option.value} className={css.part} data-tone={option.tone}>
          <input
            type="radio"
            name={name}
            id={at === 0 ? id : undefined}
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
