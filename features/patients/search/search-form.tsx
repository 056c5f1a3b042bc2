import { useEffect, useRef, useState } from 'react'
import { useUser } from '#platform/browser/use-user.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { iconSearch } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { SelectField, type SelectOption } from '#platform/ui/form/select-field.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { searchTypes, type SearchType } from '../contract.ts'
import { matchWords, searchTypeLabels } from '../search-type.ts'
import css from './find-patient.module.css'

/** What is in the form; `dob` is a calendar day, empty without one. */
export type Typed = { type: SearchType; text: string; dob: string; state: string; coverage: Coverage }
type Coverage = 'any' | 'covered' | 'not'

const coverages: readonly SelectOption<Coverage>[] = [
  { value: 'any', label: 'Any coverage' },
  { value: 'covered', label: 'Covered today' },
  { value: 'not', label: 'Not covered today' },
]
const bornId = 'find-born'

type SearchFormProps = { typed: Typed; onChange: (typed: Typed) => void; onSearch: () => void; busy: boolean }

/** What to look for, and as what. */
export function SearchForm({ typed, onChange, onSearch, busy }: SearchFormProps) {
  const { person } = useUser()
  const today = dateIn(useNow(), person.timeZone)
  const [born, setBorn] = useState(typed.dob && usDate(typed.dob))
  const types = useRef<HTMLDivElement>(null)
  // On a phone the types scroll sideways: the chosen one is in sight.
  useEffect(() => {
    const strip = types.current
    const chosen = strip?.querySelector(':checked')?.parentElement
    if (strip && chosen) strip.scrollLeft = chosen.offsetLeft - strip.offsetLeft - 24
  }, [typed.type])
  // What is typed next is looked for; a search that is shown again keeps its list. Touch screens would open their keyboard.
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const input = field.current?.querySelector('input')
    if (input?.value === '' && matchMedia('(pointer: fine)').matches) input.focus()
  }, [])
  useKeys({ ...(typed.type === 'N' && { f: () => document.getElementById(bornId)?.focus() }) })
  return (
    <form
      role="search"
      aria-label="Find a patient"
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch()
      }}
    >
      <div className={css.type} ref={types}>
        <Segmented
          label="Search by"
          options={searchTypes.map((type) => ({ value: type, label: searchTypeLabels[type] }))}
          value={typed.type}
          onChange={(type) => onChange({ ...typed, type })}
        />
      </div>
      <div className={css.line} ref={field}>
        <TextField
          label={searchTypeLabels[typed.type]}
          quiet
          type="search"
          icon={iconSearch}
          size="large"
          className={css.text ?? ''}
          maxLength={120}
          spellCheck={false}
          aria-describedby="how-it-matches"
          value={typed.text}
          onChange={(text) => onChange({ ...typed, text })}
          // The key that leads here is no text to look for.
          onKeyDown={(event) => event.key === '/' && typed.text === '' && event.preventDefault()}
        />
        <Button tone="primary" type="submit" busy={busy} busyLabel="Searching" keys={['Enter']}>
          Find
        </Button>
      </div>
      <p id="how-it-matches" className={css.hint}>
        {matchWords[typed.type]}
      </p>
      {typed.type === 'N' && (
        <div className={css.narrow}>
          <DateField
            label="Born"
            id={bornId}
            inline
            className={css.born ?? ''}
            today={today}
            to={today}
            born
            value={born}
            onChange={(text) => {
              setBorn(text)
              onChange({ ...typed, dob: parseDate(text, today, { born: true }) ?? '' })
            }}
          />
          <TextField
            label="State"
            inline
            className={css.state ?? ''}
            maxLength={8}
            value={typed.state}
            onChange={(state) => onChange({ ...typed, state: state.toUpperCase() })}
          />
          <SelectField
            label="Coverage"
            inline
            value={typed.coverage}
            options={coverages}
            onChange={(coverage) => onChange({ ...typed, coverage })}
          />
        </div>
      )}
    </form>
  )
}
