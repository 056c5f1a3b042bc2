import { Suspense, useEffect, useRef, type RefObject } from 'react'
import { lazyPart } from '#platform/browser/load-part.ts'
import { AddChip } from '#platform/ui/list/add-chip.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { FilterChip } from '#platform/ui/list/filter-chip.tsx'
import { Menu } from '#platform/ui/overlay/menu.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { filterNames, filtersIn, type FilterInput, type FilterName, type Wanted } from './address.ts'
import { without, withoutAll } from './fewer-filters.ts'
import { worklist, type Facet } from '#features/worklist/contract.ts'
import { AddressNote } from './address-note.tsx'
import { ClinicalParts } from './clinical-parts.tsx'
import { filterLabels, filterValue } from './filter-words.ts'
import css from './filters.module.css'

const FilterDialog = lazyPart(() => import('./filter-dialog.tsx').then((it) => it.FilterDialog))

const labelsOf = (facet: readonly Facet[] = []) => Object.fromEntries(facet.map(({ code, label }) => [code, label]))

type FilterChipsProps = {
  wanted: Wanted
  go: (change: Partial<Wanted>) => void
  filter: FilterInput
  today: string
  /** The filter that is being chosen. */
  dialog: FilterName | undefined
  onDialog: (name: FilterName | undefined) => void
  /** Whether F was pressed before these were there. */
  earlyRef: RefObject<boolean>
}

/** The active filters as chips, and the menu that adds one. */
export function FilterChips({ wanted, go, filter, today, dialog, onDialog, earlyRef }: FilterChipsProps) {
  const add = useRef<HTMLButtonElement>(null)
  const chosen = filtersIn(wanted)
  const named = wanted.owners.length + wanted.deciders.length + wanted.drugs.length > 0 || wanted.prescriber !== null
  // Choosing another owner shows everybody's requests.
  const { caseOwners: _owners, ...everybodys } = filter
  const options = useRead(worklist.filterOptions, dialog === 'owners' ? everybodys : filter, {
    off: !named && dialog === undefined,
    keepPrevious: true,
  })
  const names = {
    prescriber: options.data?.prescribers.find(({ code }) => code === wanted.prescriber)?.label,
    owners: labelsOf(options.data?.caseOwners),
    drugs: labelsOf(options.data?.drugs),
  }

  const clearAll = () => {
    const before = wanted
    go(withoutAll(wanted))
    toast({ words: 'Filters cleared.', onUndo: () => go(before) })
  }
  useKeys({ f: () => add.current?.click() })
  useEffect(() => {
    if (earlyRef.current) add.current?.click()
    earlyRef.current = false
  }, [earlyRef])

  return (
    <>
      <AddressNote />
      <div className={css.chips}>
        {wanted.view === 'clinical' && <ClinicalParts {...{ wanted, go, today }} />}
        {chosen.map((name) => (
          <FilterChip
            key={name}
            name={filterLabels[name]}
            value={filterValue(name, wanted, names)}
            {...(name !== 'deciders' && { onOpen: () => onDialog(name) })}
            onRemove={() => go(without(wanted, name))}
          />
        ))}
        <span className={css.adds}>
          <Menu
            label="Add filter"
            items={filterNames
              .filter((name) => name !== 'deciders' && !chosen.includes(name))
              .map((name) => ({ label: filterLabels[name], onSelect: () => onDialog(name) }))}
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
              onDialog(undefined)
              go(change)
            }}
            onClose={() => onDialog(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
