import { useState } from 'react'
import { patients } from '#features/patients/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { iconSearch } from '#platform/ui/display/icons.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useRested } from '#platform/ui/form/use-rested.ts'

/** Claims of one number that are offered to choose from. */
const MOST = 20

/** Chooses a claim by its number; of several with that number, one by its worker. */
export function ClaimField({ onChange }: { onChange: (claimId: string | undefined) => void }) {
  const { carrier } = useUser()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const value = useRested(typed.trim(), 400)
  const asked = useRead(
    patients.byNumber,
    { mc: carrier.code, searchType: 'C', value, page: 0, size: MOST },
    { off: value === '' },
  )
  const found = value === '' ? [] : (asked.data?.content ?? []).filter(({ match }) => match === 'EXACT')
  const isMissing = value !== '' && value === typed.trim() && asked.data !== undefined && found.length === 0
  return (
    <>
      <TextField
        label="Claim number"
        type="search"
        icon={iconSearch}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setChosen('')
          onChange(undefined)
        }}
        error={asked.error ? asked.error.message : isMissing ? 'No claim that you see has this number.' : undefined}
      />
      {found.length > 0 && (
        <SelectField
          label="Patient"
          value={chosen}
          options={[
            { value: '', label: 'Choose' },
            ...found.map((one) => ({
              value: one.claimId,
              label: `${one.claimantFirstName} ${one.claimantLastName}, ${one.subCarrier}`,
            })),
          ]}
          onChange={(id) => {
            setChosen(id)
            onChange(id === '' ? undefined : id)
          }}
        />
      )}
    </>
  )
}
