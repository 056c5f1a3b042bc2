import { useId } from 'react'
import { Button } from '#platform/ui/button/button.tsx'
import { iconCalendar } from '#platform/ui/display/icons.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { FilterChip } from '#platform/ui/list/filter-chip.tsx'
import type { Filter, Part, Problems } from '../filters.ts'
import css from './data-extract.module.css'
import { untyped, type Typed } from './form.ts'
import { lastDays } from './stamp.ts'

type FilterFieldsProps = {
  filters: readonly Filter[]
  typed: Readonly<Record<string, Typed>>
  /** What is wrong where the user has been. */
  problems: (field: string) => Problems
  /** Milliseconds, by the server's clock. */
  now: number
  zone: string
  onType: (field: string, typed: Typed) => void
  onLeave: (field: string, part: Part) => void
}

/** The filters in their order, each of its kind. */
export function FilterFields({ filters, typed, onType, onLeave, ...rest }: FilterFieldsProps) {
  return (
    <div className={css.filters}>
      {filters.map((filter) => (
        <FilterField
          key={filter.fieldName}
          {...{ filter }}
          typed={typed[filter.fieldName] ?? untyped}
          problems={rest.problems(filter.fieldName)}
          now={rest.now}
          zone={rest.zone}
          onType={(next) => onType(filter.fieldName, next)}
          onLeave={(part) => onLeave(filter.fieldName, part)}
        />
      ))}
    </div>
  )
}

type FilterFieldProps = Pick<FilterFieldsProps, 'now' | 'zone'> & {
  filter: Filter
  typed: Typed
  problems: Problems
  onType: (typed: Typed) => void
  onLeave: (part: Part) => void
}
function FilterField({ filter, typed, problems, now, zone, onType, onLeave }: FilterFieldProps) {
  const { parameters, required, fieldDisplayValue: label } = filter
  if (parameters.type === 'Select') {
    const options = parameters.options ?? []
    if (!parameters.multiSelect)
      return (
        <SelectField
          {...{ label, required }}
          value={typed.selected[0] ?? ''}
          options={[{ value: '', label: 'Any' }, ...options.map((one) => ({ value: one.key, label: one.label }))]}
          error={problems.selectedOptions}
          onBlur={() => onLeave('selectedOptions')}
          onChange={(key) => onType({ ...typed, selected: key === '' ? [] : [key] })}
        />
      )
    const left = options.filter(({ key }) => !typed.selected.includes(key))
    const choose = (key: string) => onType({ ...typed, selected: [...typed.selected, key] })
    return (
      <div className={css.choices}>
        <SelectField
          {...{ label, required }}
          value=""
          placeholder={typed.selected.length > 0 ? 'Add another' : 'Any'}
          options={left.map(({ key, label: words }) => ({ value: key, label: words }))}
          error={problems.selectedOptions}
          onBlur={() => onLeave('selectedOptions')}
          onChange={choose}
        />
        {typed.selected.length > 0 && (
          <div className={css.chips}>
            {typed.selected.map((key) => (
              <FilterChip
                key={key}
                name=""
                value={options.find((option) => option.key === key)?.label ?? key}
                onRemove={() => onType({ ...typed, selected: typed.selected.filter((one) => one !== key) })}
              />
            ))}
          </div>
        )}
      </div>
    )
  }
  if (parameters.type === 'DateRange')
    return (
      <fieldset className={css.range}>
        <legend className="sr-only">{label}</legend>
        <DateTime
          label={parameters.fromDisplayValue ?? label}
          required={required}
          value={typed.from}
          error={problems.fromValue}
          onChange={(from) => onType({ ...typed, from })}
          onBlur={() => onLeave('fromValue')}
        />
        <DateTime
          label={parameters.toDisplayValue ?? label}
          required={required}
          value={typed.to}
          error={problems.toValue}
          onChange={(to) => onType({ ...typed, to })}
          onBlur={() => onLeave('toValue')}
        />
        <div className={css.periods}>
          {[30, 90, 365].map((days) => (
            <Button
              key={days}
              tone="link"
              size="small"
              aria-label={`${label}: last ${days} days`}
              onClick={() => onType({ ...typed, ...lastDays(days, now, zone) })}
            >
              Last {days} days
            </Button>
          ))}
        </div>
      </fieldset>
    )
  const { minLength = 0, maxLength = 0 } = parameters
  return (
    <TextField
      {...{ label, required }}
      value={typed.value}
      error={problems.value}
      hint={
        minLength > 1
          ? minLength === maxLength
            ? `${minLength} characters`
            : `${minLength} to ${maxLength} characters`
          : undefined
      }
      placeholder="Any"
      spellCheck={false}
      onChange={(value) => onType({ ...typed, value })}
      onBlur={() => onLeave('value')}
    />
  )
}

type DateTimeProps = {
  label: string
  required: boolean
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onBlur: () => void
}
function DateTime(props: DateTimeProps) {
  const id = useId()
  return <TextField {...props} id={id} icon={iconCalendar} placeholder="MM/DD/YYYY hh:mm:ss AM" spellCheck={false} />
}
