import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { FieldSet } from './field-set.tsx'
import { Icon } from '../display/icon.tsx'
import { iconCheck } from '../display/icons.ts'
import { Keys } from '../keys/keys.tsx'
import css from './option-cards.module.css'

type CardOption<V extends string> = {
  value: V
  label: ReactNode
  detail?: ReactNode
  icon?: string
  /** A badge at the right, such as "Used last". */
  badge?: ReactNode
  disabled?: boolean
}

type OptionCardsProps<V extends string> = {
  legend: ReactNode
  /** The legend is for screen readers only. */
  quiet?: boolean
  options: readonly CardOption<V>[]
  value: V | undefined
  onChange: (value: V) => void
  /** Cards with a tile, or short lines with a tick. */
  look?: 'cards' | 'lines'
  /** Print 1 to 9 on the options and let these keys choose while the group has focus. */
  numbered?: boolean
  error?: string
  hint?: ReactNode
}

/** The option a number key stands for, while the key is pressed alone. */
function numberedOption<V extends string>(event: KeyboardEvent, options: readonly CardOption<V>[]): V | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return undefined
  const option = options[Number(event.key) - 1]
  return option && !option.disabled ? option.value : undefined
}

/** A radio group of whole cards, such as fax or e-mail. Arrow keys or numbers choose. */
export function OptionCards<V extends string>(props: OptionCardsProps<V>) {
  const { options, value, onChange, look = 'cards', numbered, legend, quiet, error, hint } = props
  const name = useId()
  const lines = look === 'lines'
  return (
    <FieldSet {...{ legend, quiet, error, hint }}>
      <div
        className={lines ? css.lines : css.list}
        onKeyDown={(event) => {
          const picked = numbered ? numberedOption(event, options) : undefined
          if (picked === undefined) return
          event.preventDefault()
          onChange(picked)
          event.currentTarget.querySelectorAll<HTMLInputElement>('input')[Number(event.key) - 1]?.focus()
        }}
      >
        {options.map((option, index) => {
          const on = option.value === value
          return (
            <label key={option.value} className={lines ? css.line : css.card}>
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={on}
                disabled={option.disabled}
                data-autofocus={on || undefined}
                onChange={() => onChange(option.value)}
              />
              {option.icon && !lines && (
                <span className={css.tile}>
                  <Icon of={option.icon} size={18} />
                </span>
              )}
              {lines && <Icon of={on ? iconCheck : (option.icon ?? '')} />}
              {lines ? (
                <b>{option.label}</b>
              ) : (
                <span className={css.words}>
                  <b>{option.label}</b>
                  {option.detail != null && <small>{option.detail}</small>}
                </span>
              )}
              {lines && option.detail != null && <small>{option.detail}</small>}
              {option.badge && <span className={css.badge}>{option.badge}</span>}
              {numbered && index < 9 && (
                <span aria-hidden="true">
                  <Keys of={[String(index + 1)]} />
                </span>
              )}
              {!lines && <span className={css.pick} />}
            </label>
          )
        })}
      </div>
    </FieldSet>
  )
}
