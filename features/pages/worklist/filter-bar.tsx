import { lazy, Suspense, useRef, useState } from 'react'
import { AddChip } from '#platform/ui/list/add-chip.tsx'
import { announce } from '#platform/ui/display/announce.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { FilterChip } from '#platform/ui/list/filter-chip.tsx'
import { Menu } from '#platform/ui/overlay/menu.tsx'
import { SearchBy } from '#platform/ui/form/search-by.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { useRead } from '#platform/browser/use-call.ts'
import {
  filterNames,
  filtersIn,
  looksLikeSsn,
  without,
  withoutAll,
  type FilterInput,
  type FilterName,
  type Wanted,
} from './address.ts'
import { worklist } from '#features/worklist/contract.ts'
import { filterLabels, filterValue } from './filter-words.ts'
import type { SearchKey } from '#features/worklist/rules.ts'
import css from './filters.module.css'

const FilterDialog = lazy(() => import('./filter-dialog.tsx').then((it) => ({ default: it.FilterDialog })))

const searchKeys: { value: SearchKey; label: string; hint: string }[] = [
  { value: 'A', label: 'Case owner', hint: 'Name or e-mail' },
  { value: 'C', label: 'Claim Number', hint: 'Claim number' },
  { value: 'N', label: 'Last name', hint: 'Last name, or last, first' },
  { value: 'Au', label: 'Authorization id', hint: '12 digits' },
  { value: 'D', label: 'Date range', hint: '' },
]

type FilterBarProps = {
  wanted: Wanted
  go: (change: Partial<Wanted>) => void
  filter: FilterInput
  today: string
  /** "38 requests". */
  count: string
  /** Name of the user, whose requests these are by default. */
  ownName: string
}

/** One search key with its text, the active filters as chips, and the menu that adds one. */
export function FilterBar({ wanted, go, filter, today, count, ownName }: FilterBarProps) {
  // The text being typed; the submitted search is in `wanted`.
  const [typed, setTyped] = useState({ by: wanted.by, text: wanted.text, of: wanted.text })
  if (typed.of !== wanted.text) setTyped({ by: wanted.by, text: wanted.text, of: wanted.text })
  const [problem, setProblem] = useState<string>()
  const [dialog, setDialog] = useState<FilterName>()
  const add = useRef<HTMLButtonElement>(null)
  const chosen = filtersIn(wanted)
  const named = wanted.owners.length > 0 || wanted.prescriber !== null
  // Choosing another owner shows everybody's requests.
  const { caseOwners: _owners, ...everybodys } = filter
  const options = useRead(worklist.filterOptions, dialog === 'owners' ? everybodys : filter, {
    off: !named && dialog === undefined,
    keepPrevious: true,
  })
  const names = {
    prescriber: options.data?.prescribers.find(({ code }) => code === wanted.prescriber)?.label,
    owners: Object.fromEntries((options.data?.caseOwners ?? []).map(({ code, label }) => [code, label])),
  }

  const say = (words: string | undefined) => {
    setProblem(words)
    if (words) announce(words, 'assertive')
  }
  const search = () => {
    const text = typed.text.trim()
    if (text === '') {
      say(undefined)
      if (wanted.text !== '') go({ by: typed.by, text: '' })
    } else if (looksLikeSsn(typed.by, text))
      say('That looks like a Social Security number. Search by claim number instead.')
    else if ([...text].length < 2) say('Enter at least 2 characters')
    else {
      say(undefined)
      go({ by: typed.by, text })
    }
  }
  const clearAll = () => {
    const before = wanted
    go(withoutAll(wanted))
    toast({ words: 'Filters cleared.', onUndo: () => go(before) })
  }
  useKeys({ f: () => add.current?.click() })

  const searchKey = searchKeys.find(({ value }) => value === typed.by)!
  const own = filter.caseOwners?.includes('me') ?? false
  return (
    <div className={css.filter}>
      <div className={css.search}>
        <SearchBy
          label="Find requests"
          by={typed.by}
          keys={searchKeys}
          onBy={(by) => {
            say(undefined)
            if (by === 'D') setDialog('received')
            else setTyped({ ...typed, by })
          }}
          value={typed.text}
          onChange={(text) => {
            setTyped({ ...typed, text })
            if (text === '' && wanted.text !== '') go({ text: '' })
          }}
          onSearch={search}
          placeholder={typed.by === 'A' && own ? ownName : searchKey.hint}
          shortcut={['/']}
        />
        {problem && <p className={css.problem}>{problem}</p>}
      </div>
      <div className={css.chips}>
        {chosen.map((name) => (
          <FilterChip
            key={name}
            name={filterLabels[name]}
            value={filterValue(name, wanted, names)}
            onOpen={() => setDialog(name)}
            onRemove={() => go(without(wanted, name))}
          />
        ))}
        <span className={css.adds}>
          <Menu
            label="Add filter"
            items={filterNames
              .filter((name) => name !== 'subCarrier' && !chosen.includes(name))
              .map((name) => ({ label: filterLabels[name], onSelect: () => setDialog(name) }))}
            trigger={(trigger) => (
              <AddChip
                {...trigger}
                ref={(element: HTMLButtonElement | null) => {
                  add.current = element
                  if (typeof trigger.ref === 'function') trigger.ref(element)
                  else if (trigger.ref) trigger.ref.current = element
                }}
                label="Add filter"
                keys={['F']}
              />
            )}
          />
          {(chosen.length > 0 || wanted.text !== '') && (
            <Button tone="link" size="small" onClick={clearAll}>
              Clear all
            </Button>
          )}
        </span>
      </div>
      <span className={css.count}>{count}</span>
      {dialog && (
        <Suspense fallback={null}>
          <FilterDialog
            key={dialog}
            name={dialog}
            wanted={wanted}
            options={options.data}
            error={options.error}
            today={today}
            onApply={(change) => {
              setDialog(undefined)
              go(change)
            }}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}
