import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { Documents } from '#features/documents/documents-tab.tsx'
import { patients } from '#features/patients/contract.ts'
import { mayUpdate } from '#features/permissions/rules.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { createAddress } from '../create/address.ts'

/** The documents of a claim; a fax or letter that is open is keyed as an authorization with it in sight. */
export function DocumentsTab({ patient }: PatientTabProps) {
  const { person } = useUser()
  const { masterCarrier: mc, subCarrier: sc, claimId } = patient
  const { data: profile } = useRead(patients.profile, { mc, sc, claimId })
  const mayCreate = mayUpdate(person) && profile?.settings['create_prior_auth'] === true
  return (
    <Documents
      patient={patient}
      actOf={({ documentId }) =>
        mayCreate && (
          <LinkButton size="small" href={createAddress(patient, { document: documentId })}>
            Create authorization
          </LinkButton>
        )
      }
    />
  )
}
