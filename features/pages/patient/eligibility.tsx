import { Eligibility } from '#features/eligibility/eligibility-tab.tsx'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { SamePerson } from '#features/doubles/same-person.tsx'
import { ChoosePharmacy } from '../directory/choose.tsx'

/** Coverage and contact data, whose pharmacy is chosen from the directory; and other records of the same person. */
export function EligibilityTab(props: PatientTabProps) {
  const { claimId, claimNumber } = props.patient
  return (
    <>
      <Eligibility {...props} ChoosePharmacy={ChoosePharmacy} />
      <SamePerson claimId={claimId} claimNumber={claimNumber} />
    </>
  )
}
