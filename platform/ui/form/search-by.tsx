import type { Ref } from 'react'
import { cx } from '../cx.ts'
import css from './field.module.css'
import { Icon } from '../display/icon.tsx'
import { iconChevronDown, iconSearch } from '../display/icons.ts'
import { Keys } from '../keys/keys.tsx'
import type { SelectOption } from './select-field.tsx'

type SearchByProps<K extends string> = {
  /** What the whole control searches, read before both parts: "Find a person". */
  label: string
  by: K
  keys: readonly SelectOption<K>[]
  onBy: (by: K) => void
  value: string
  onChange: (value: string) => void
  /** Enter was pressed. */
  onSearch: () => void
  placeholder?: string
  /** Shortcut that focuses it, such as ['/']. */
  shortcut?: readonly string[]
  inputRef?: Ref<HTMLInputElement>
  className?: string
}

/** A search key and its text in one control. */
export function SearchBy<K extends string>(props: SearchByProps<K>) {
  const { label, by, keys, onBy, value, onChange, onSearch, placeholder, shortcut, inputRef, className } = props
  return (
    <form
      role="search"
      aria-label={label}
      className={cx(css.pair, className)}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch()
      }}
    >
      <span className={cx(css.control, css.select)}>
        <select aria-label={`${label} by`} value={by} onChange={(event) => onBy(event.target.value as K)}>
          {keys.map((key) => (
            <option key={key.value} value={key.value} disabled={key.disabled}>
              {key.label}
            </option>
          ))}
        </select>
        <Icon of={iconChevronDown} size={15} />
      </span>
      <span className={css.control}>
        <Icon of={iconSearch} />
        <input
          ref={inputRef}
          type="search"
          aria-label={`${label}: text to look for`}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        {shortcut && !value && (
          <span aria-hidden="true">
            <Keys of={shortcut} />
          </span>
        )}
      </span>
    </form>
  )
}
