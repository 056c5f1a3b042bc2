import { useState } from 'react'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import type { ListedPriorAuth } from '#features/prior-auth-maintenance/contract.ts'
import { GrantDialog, type DrugNamed } from '#features/prior-auth-maintenance/grant-dialog.tsx'
import { PriorAuths } from '#features/prior-auth-maintenance/prior-auths.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { iconSearch } from '#platform/ui/display/icons.ts'
import { ChooseDrug } from '../directory/choose.tsx'

type Creating = { like?: ListedPriorAuth; kind: ListedPriorAuth['kind'] }

/** Prior authorizations of a claim, with the form of a new one; its drug is chosen from the directory. */
export function PriorAuthsTab({ patient }: PatientTabProps) {
  const [creating, setCreating] = useState<Creating>()
  const [drug, setDrug] = useState<DrugNamed>()
  const [choosing, setChoosing] = useState(false)
  const create = (of: Creating) => {
    const { like } = of
    setDrug(like && { name: like.drugDescription, gpi: like.gpiPrefix, ...(like.ndc && { ndc: like.ndc }) })
    setCreating(of)
  }
  return (
    <>
      <PriorAuths patient={patient} onCreate={create} />
      {creating && (
        <GrantDialog
          kind={creating.kind}
          like={creating.like}
          drug={drug}
          patient={patient}
          onClose={() => setCreating(undefined)}
          choose={
            !creating.like && (
              <Button size="small" icon={iconSearch} onClick={() => setChoosing(true)}>
                Choose a drug
              </Button>
            )
          }
        />
      )}
      {choosing && (
        <ChooseDrug
          patient={`${patient.firstName} ${patient.lastName}`}
          subCarrier={patient.subCarrier}
          onChoose={({ name, ndc, gpi }) => {
            setDrug({ name, ndc, gpi })
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}
