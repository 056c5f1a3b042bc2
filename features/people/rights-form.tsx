import { useState } from 'react'
import { claims } from '#features/claims/contract.ts'
import type { Role } from '#features/permissions/roles.ts'
import type { CallFailed } from '#platform/browser/call.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import type { Person } from '#platform/calls/person.ts'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { FieldSet } from '#platform/ui/form/field-set.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { typedNumber, whyNoNumber } from '#platform/text/typed-number.ts'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import { LicenseRows, licensesOf, wrongLicenses, type TypedLicense } from './license-rows.tsx'
import { whyNotGrant } from './rules.ts'
import css from './users.module.css'
import { roleOptions } from './user-words.ts'

/** The rights of a user as they are typed. */
export type Rights = {
  roles: readonly Role[]
  /** null = all of them. */
  subCarriers: readonly string[] | null
  extract: readonly string[]
  /** Two letters each, with commas. */
  states: string
  licenses: readonly TypedLicense[]
  /** US dollars; empty = none. */
  limit: string
}
/** The rights of somebody new: all programs where the account manager may give them. */
export const noRights = (giver: Pick<Person, 'subCarriers'>): Rights => ({
  roles: [],
  subCarriers: whyNotGrant(giver, null) ? [] : null,
  extract: [],
  states: '',
  licenses: [],
  limit: '',
})

const statesOf = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
const amountOf = (text: string): number | null | undefined => typedNumber(text, 2, '$')
/** The limit to send; what cannot be read never becomes none. */
const limitOf = (text: string): number | null => {
  const amount = amountOf(text)
  return amount === undefined ? 0 : amount
}

type Wrong = Partial<Record<'roles' | 'subCarriers' | 'states' | 'licenses' | 'limit', string>>
/** What the server found wrong with the licenses. */
export const licensesRefused = (error: CallFailed | null): Wrong => {
  const found = error?.fields.find(({ path }) => path.startsWith('licenses'))
  return found ? { licenses: found.message } : {}
}
/** What has to be mended before the rights can be sent. */
export function wrongIn({ roles, subCarriers, states, licenses, limit }: Rights): Wrong {
  const amount = amountOf(limit)
  const license = wrongLicenses(licenses)
  return {
    ...(roles.length === 0 && { roles: 'Choose at least one role.' }),
    ...(subCarriers?.length === 0 && { subCarriers: 'Choose at least one program, or all of them.' }),
    ...(statesOf(states).some((state) => !/^[A-Z]{2}$/.test(state)) && { states: 'Enter states such as FL, NY.' }),
    ...(license !== undefined && { licenses: license }),
    ...((amount === undefined || (amount ?? 0) > 1_000_000) && {
      limit: whyNoNumber(limit, 'Enter an amount from 0 to 1,000,000.'),
    }),
  }
}
/** The rights as the calls take them. */
export const toInput = ({ roles, subCarriers, extract, states, licenses, limit }: Rights) => ({
  roles: [...roles],
  subCarriers: subCarriers && [...subCarriers],
  dataExtractSubCarriers: [...extract],
  licenseStates: statesOf(states),
  licenses: licensesOf(licenses),
  approvalLimit: limitOf(limit),
})

const toggled = <T extends string>(list: readonly T[], one: T, on: boolean): T[] =>
  on ? [...list, one] : list.filter((other) => other !== one)

type RightsFormProps = { of: Rights; onChange: (rights: Rights) => void; wrong: Wrong }

/** Roles, programs, licenses and the limit of a user. */
export function RightsForm({ of, onChange, wrong }: RightsFormProps) {
  const set = (part: Partial<Rights>) => onChange({ ...of, ...part })
  const programs = useRead(claims.subCarriers, {}).data ?? []
  const { person } = useUser()
  const [all, setAll] = useState(of.subCarriers === null)
  return (
    <>
      <FieldSet legend="Roles" required error={wrong.roles}>
        <div className={css.boxes}>
          {roleOptions.map(({ value, label }) => (
            <CheckBox
              key={value}
              label={label}
              checked={of.roles.includes(value)}
              onChange={(on) => set({ roles: toggled(of.roles, value, on) })}
            />
          ))}
        </div>
      </FieldSet>
      <FieldSet legend="Programs" required error={wrong.subCarriers}>
        {!whyNotGrant(person, null) && (
          <CheckBox
            label="All programs, including new ones"
            checked={all}
            onChange={(on) => {
              setAll(on)
              set({ subCarriers: on ? null : [] })
            }}
          />
        )}
        {!all && (
          <div className={css.chips}>
            {programs.map(({ subCarrierCode: code, subCarrierName }) => (
              <ToggleChip
                key={code}
                label={`${code} ${subCarrierName}`}
                on={of.subCarriers?.includes(code) === true}
                onChange={(on) => set({ subCarriers: toggled(of.subCarriers ?? [], code, on) })}
              />
            ))}
          </div>
        )}
      </FieldSet>
      <FieldSet legend="Programs for data extracts" hint="Without one, the user has no Data page.">
        <div className={css.chips}>
          {programs.map(({ subCarrierCode: code, subCarrierName }) => (
            <ToggleChip
              key={code}
              label={`${code} ${subCarrierName}`}
              on={of.extract.includes(code)}
              onChange={(on) => set({ extract: toggled(of.extract, code, on) })}
            />
          ))}
        </div>
      </FieldSet>
      <div className={css.pair}>
        <TextField
          label="Approval limit"
          hint="US dollars. Leave empty for no limit."
          inputMode="decimal"
          value={of.limit}
          error={wrong.limit}
          onChange={(limit) => set({ limit })}
        />
        <TextField
          label="License states"
          hint="For pharmacists and reviewers, such as FL, NY."
          value={of.states}
          error={wrong.states}
          onChange={(states) => set({ states })}
        />
      </div>
      <LicenseRows of={of.licenses} onChange={(licenses) => set({ licenses })} error={wrong.licenses} />
    </>
  )
}
