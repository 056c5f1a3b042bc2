import { Colleague } from '#features/colleagues/colleague.tsx'
import { NotesAndContacts } from '#features/contact-notes/notes-tab.tsx'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { patients } from '#features/patients/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { Contacts } from './contacts.tsx'

/** The notes of a claim and the contacts about it, beside whom to call. */
export function Notes({ patient }: PatientTabProps) {
  const { masterCarrier: mc, subCarrier: sc, claimId } = patient
  // The page around has asked this already: the answer comes from its memory.
  const { data: profile } = useRead(patients.profile, { mc, sc, claimId })
  return <NotesAndContacts patient={patient} Author={Colleague} beside={profile && <Contacts of={profile} />} />
}
