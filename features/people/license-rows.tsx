import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { iconPlus } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { FieldSet } from '#platform/ui/form/field-set.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { professionNames, professions, type License, type Profession } from '#features/permissions/professions.ts'
import css from './users.module.css'

/** A license as it is typed. */
export type TypedLicense = { profession: Profession; state: string; number: string; until: string }

export const typedLicenses = (licenses: readonly License[]): TypedLicense[] =>
  licenses.map(({ profession, state, number, expiresOn }) => ({
    profession,
    state,
    number,
    until: expiresOn === null ? '' : usDate(expiresOn),
  }))

/** The field has rewritten what was typed; two digits of a year that are left mean 1961 to 2060. */
const dayOf = (until: string): string | null | undefined =>
  until.trim() === '' ? null : parseDate(until, '2040-01-01') || undefined

/** What has to be mended before the licenses can be sent. */
export function wrongLicenses(typed: readonly TypedLicense[]): string | undefined {
  if (typed.some(({ state }) => !/^[A-Z]{2}$/.test(state.trim().toUpperCase())))
    return 'Enter the state of each license, such as FL.'
  return typed.some(({ until }) => dayOf(until) === undefined) ? 'Enter last days as MM/DD/YYYY.' : undefined
}

/** The licenses as the calls take them. */
export const licensesOf = (typed: readonly TypedLicense[]): License[] =>
  typed.map(({ profession, state, number, until }) => ({
    profession,
    state: state.trim().toUpperCase(),
    number: number.trim(),
    expiresOn: dayOf(until) ?? null,
  }))

type LicenseRowsProps = {
  of: readonly TypedLicense[]
  onChange: (licenses: TypedLicense[]) => void
  error: string | undefined
}
const options = professions.map((value) => ({ value, label: professionNames[value] }))

/** The licenses of a user: profession, state, number and the last day of each. */
export function LicenseRows({ of, onChange, error }: LicenseRowsProps) {
  const { person } = useUser()
  const today = dateIn(useNow(), person.timeZone)
  const set = (at: number, part: Partial<TypedLicense>) =>
    onChange(of.map((one, index) => (index === at ? { ...one, ...part } : one)))
  return (
    <FieldSet
      legend="License details"
      hint="A state counts until the last day of its license. Renewed: enter the new day."
      error={error}
    >
      {of.map((one, at) => (
        // The place of a row is what it is: rows are only added at the end.
        <div key={at} className={css.license} role="group" aria-label={`License ${at + 1}`}>
          <SelectField
            label="Profession"
            value={one.profession}
            options={options}
            onChange={(profession) => set(at, { profession })}
          />
          <TextField label="State" maxLength={2} value={one.state} onChange={(state) => set(at, { state })} />
          <TextField label="Number" maxLength={40} value={one.number} onChange={(number) => set(at, { number })} />
          <DateField label="Last day" value={one.until} today={today} onChange={(until) => set(at, { until })} />
          <Button
            size="small"
            aria-label={`Remove license ${at + 1}`}
            onClick={() => onChange(of.filter((_, index) => index !== at))}
          >
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={iconPlus}
          onClick={() => onChange([...of, { profession: 'PHARMACIST', state: '', number: '', until: '' }])}
        >
          Add a license
        </Button>
      </div>
    </FieldSet>
  )
}
