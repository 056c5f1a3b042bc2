import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '#platform/ui/button/button.tsx'
import { iconSearch } from '#platform/ui/display/icons.ts'
import { SearchBy } from '#platform/ui/form/search-by.tsx'
import type { SelectOption } from '#platform/ui/form/select-field.tsx'
import { tabPanelProps } from '#platform/ui/list/tabs.tsx'
import css from './directory.module.css'
import { PANEL } from './head.tsx'

type SearchFormProps<By extends string> = {
  /** "Find drugs". */
  label: string
  keys: readonly SelectOption<By>[]
  search: {
    by: By
    setBy: (by: By) => void
    text: string
    setText: (text: string) => void
    error: string | undefined
    find: () => void
  }
  /** Fields beside the text. */
  fields?: ReactNode
  /** What widens or narrows the search. */
  chips?: ReactNode
  /** What may be looked for, or how much was found. */
  says: string
  /** The cursor starts in the text. */
  focus: boolean
}

/** The form above a directory: what to look for, what widens or narrows it, and what was found or is wrong. */
export function SearchForm<By extends string>({
  label,
  keys,
  search,
  fields,
  chips,
  says,
  focus,
}: SearchFormProps<By>) {
  const { by, setBy, text, setText, error, find } = search
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focus) input.current?.focus()
  }, [focus])
  return (
    <div {...(focus ? {} : tabPanelProps(PANEL))} className={css.form}>
      <SearchBy
        label={label}
        className={css.search ?? ''}
        by={by}
        keys={keys}
        onBy={setBy}
        value={text}
        onChange={setText}
        onSearch={find}
        shortcut={['/']}
        inputRef={input}
      />
      {/* Enter in any of them searches. */}
      <span
        className={css.fields}
        role="presentation"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
          event.preventDefault()
          find()
        }}
      >
        {fields}
      </span>
      <Button tone="primary" icon={iconSearch} onClick={find}>
        Find
      </Button>
      {chips && <span className={css.chips}>{chips}</span>}
      <p className={css.hint} role={error ? 'alert' : undefined}>
        {error ? <span className={css.error}>{error}</span> : says}
      </p>
    </div>
  )
}
