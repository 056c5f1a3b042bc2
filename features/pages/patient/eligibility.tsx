import { Eligibility } from '#features/eligibility/eligibility-tab.tsx'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { ChoosePharmacy } from '../directory/choose.tsx'

/** Coverage and contact data, whose pharmacy is chosen from the directory. */
export function EligibilityTab(props: PatientTabProps) {
  return <Eligibility {...props} ChoosePharmacy={ChoosePharmacy} />
}
