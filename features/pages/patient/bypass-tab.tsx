import { Bypasses } from '#features/bypasses/bypass-tab.tsx'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { ChooseDrug } from '../directory/choose.tsx'

/** The bypasses of a claim, with the drug directory for the form. */
export function BypassTab({ patient }: PatientTabProps) {
  return (
    <Bypasses
      patient={patient}
      chooseDrug={(of) => (
        <ChooseDrug patient={`${patient.firstName} ${patient.lastName}`} subCarrier={patient.subCarrier} {...of} />
      )}
    />
  )
}
