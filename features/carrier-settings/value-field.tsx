import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { FieldSet } from '#platform/ui/form/field-set.tsx'
import { RadioGroup } from '#platform/ui/form/radio-group.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ownFieldKeys, ownFieldPlaces, textOf, type Typed } from './setting-values.ts'
import type { Form } from './setting-words.ts'
import css from './settings-page.module.css'

type ValueFieldProps = {
  form: Form
  label: string
  typed: Typed
  onChange: (typed: Typed) => void
  hint?: string | undefined
  error?: string | undefined
  id?: string
}
type Parts = Readonly<Record<string, Typed>>
type OwnField = Readonly<{ label: string; showOn: readonly string[] }>

const unitHint = (form: Form): string | undefined => {
  if (form.kind === 'steps') return `In ${form.unit}, rising, with commas.`
  if (form.kind === 'number' && form.unit) return form.unit === 'dollars' ? 'In US dollars' : `In ${form.unit}`
  if (form.kind === 'time') return 'Such as 9:00 AM'
  return undefined
}

/** The field or fields of a setting's value. */
export function ValueField({ form, label, typed, onChange, hint, error, id }: ValueFieldProps) {
  const field = { label, error, ...(id !== undefined && { id }) }
  switch (form.kind) {
    case 'onOff':
      return (
        <RadioGroup
          legend={label}
          value={textOf(typed)}
          options={[
            { value: 'on', label: 'On' },
            { value: 'off', label: 'Off' },
          ]}
          onChange={onChange}
        />
      )
    case 'choice':
      return (
        <SelectField
          {...field}
          hint={hint}
          value={textOf(typed)}
          placeholder="Choose a value"
          options={form.options.map(([value, words]) => ({ value: String(value), label: words }))}
          onChange={onChange}
        />
      )
    case 'ticks': {
      const chosen = typed as readonly string[]
      return (
        <FieldSet legend={label} hint={hint} error={error} {...(id !== undefined && { id })}>
          <div className={css.boxes}>
            {form.options.map(([value, words]) => (
              <CheckBox
                key={value}
                label={words}
                checked={chosen.includes(String(value))}
                onChange={(on) =>
                  onChange(on ? [...chosen, String(value)] : chosen.filter((one) => one !== String(value)))
                }
              />
            ))}
          </div>
        </FieldSet>
      )
    }
    case 'lines':
    case 'pairs':
      return (
        <TextArea
          {...field}
          rows={4}
          hint={
            form.kind === 'pairs'
              ? `A code and a letter on each line, such as 79 S. ${form.options.map(([value, words]) => `${value} ${words.toLowerCase()}`).join(', ')}.`
              : `One on each line${form.of === 'dates' ? ', as MM/DD/YYYY' : ''}. ${hint ?? ''}`
          }
          value={textOf(typed)}
          onChange={onChange}
        />
      )
    case 'parts': {
      const own = typed as Parts
      return (
        <FieldSet
          legend={label}
          hint={form.partial ? 'An empty field has its default.' : hint}
          error={error}
          {...(id !== undefined && { id })}
        >
          <div className={css.parts}>
            {Object.entries(form.parts).map(([key, part]) => (
              <ValueField
                key={key}
                form={part.form}
                label={part.label}
                hint={unitHint(part.form)}
                typed={own[key] ?? ''}
                onChange={(next) => onChange({ ...own, [key]: next })}
              />
            ))}
          </div>
        </FieldSet>
      )
    }
    case 'ownFields': {
      const own = typed as Readonly<Record<string, OwnField>>
      return (
        <FieldSet
          legend={label}
          hint="A field without a name is not shown anywhere."
          error={error}
          {...(id !== undefined && { id })}
        >
          {ownFieldKeys.map((key, at) => {
            const { label: name, showOn } = own[key]!
            const set = (part: Partial<OwnField>) => onChange({ ...own, [key]: { ...own[key]!, ...part } } as Parts)
            return (
              <div key={key} className={css.ownField}>
                <TextField
                  label={`Name ${at + 1}`}
                  maxLength={40}
                  value={name}
                  onChange={(next) => set({ label: next })}
                />
                <div className={css.places} role="group" aria-label={`Name ${at + 1} is shown on`}>
                  {ownFieldPlaces.map(([place, words]) => (
                    <CheckBox
                      key={place}
                      label={`On ${words}`}
                      disabled={name.trim() === ''}
                      checked={showOn.includes(place)}
                      onChange={(on) =>
                        set({ showOn: on ? [...showOn, place] : showOn.filter((one) => one !== place) })
                      }
                    />
                  ))}
                </div>
              </div>
            )
          })}
        </FieldSet>
      )
    }
    default:
      return (
        <TextField
          {...field}
          hint={hint ?? unitHint(form)}
          inputMode={form.kind === 'number' ? 'decimal' : 'text'}
          value={textOf(typed)}
          onChange={onChange}
        />
      )
  }
}
