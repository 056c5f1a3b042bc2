import { useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from '../display/icon.tsx'
import { iconMinus, iconPlus } from '../display/icons.ts'
import css from './stepper.module.css'

type StepperProps = Omit<FieldProps, 'children' | 'label'> & {
  label: string
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  disabled?: boolean
}

/** A small whole number: typed, stepped with the buttons, or with the Up and Down keys. Always within its limits. */
export function Stepper({ label, value, onChange, min, max, disabled, ...field }: StepperProps) {
  // What is being typed may be empty or out of range for a moment; leaving the field settles it.
  const [typed, setTyped] = useState<string>()
  const step = (to: number) => onChange(Math.min(max, Math.max(min, to)))
  const settle = () => {
    if (typed !== undefined && /^\d{1,6}$/.test(typed)) step(Number(typed))
    setTyped(undefined)
  }
  return (
    <Field label={label} {...field}>
      {(control) => (
        <span className={css.stepper}>
          <button
            type="button"
            aria-label={`Fewer: ${label}`}
            disabled={disabled || value <= min}
            onClick={() => step(value - 1)}
          >
            <Icon of={iconMinus} size={14} />
          </button>
          <input
            {...control}
            role="spinbutton"
            inputMode="numeric"
            autoComplete="off"
            aria-valuemin={min}
            aria-valuemax={max}
            aria-valuenow={value}
            disabled={disabled}
            value={typed ?? value}
            onChange={(event) => setTyped(event.target.value.trim())}
            onBlur={settle}
            onKeyDown={(event) => {
              const to = { ArrowUp: value + 1, ArrowDown: value - 1, Home: min, End: max }[event.key]
              if (event.key === 'Enter') settle()
              if (to === undefined) return
              event.preventDefault()
              setTyped(undefined)
              step(to)
            }}
          />
          <button
            type="button"
            aria-label={`More: ${label}`}
            disabled={disabled || value >= max}
            onClick={() => step(value + 1)}
          >
            <Icon of={iconPlus} size={14} />
          </button>
        </span>
      )}
    </Field>
  )
}
