import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { patients } from '#features/patients/contract.ts'
import { patientWord } from '#features/settings/patient-word.ts'
import { texts } from '#features/text-messages/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { phoneWords } from '#platform/text/phone-words.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'

/** Where the worker is reached, and who works on the claim. */
export function Reach({ patient }: PatientTabProps) {
  const { settings } = useUser()
  const { masterCarrier: mc, subCarrier: sc, claimId } = patient
  // The profile page has asked this already: the answer comes from its memory.
  const { data } = useRead(patients.profile, { mc, sc, claimId })
  const consent = useRead(texts.campaign, { a: mc, b: sc, c: claimId })
  if (!data) return null
  const { patient: worker, claim } = data
  const owner = worker.caseOwner && `${worker.caseOwner.firstName} ${worker.caseOwner.lastName}`
  const backup = claim.caseOwners.map(({ name, kind }) => `${name} (${kind === 'NURSE' ? 'nurse' : 'backup'})`)
  return (
    <Card title="Contact data">
      <Facts
        of={[
          [patientWord(settings['dateLabel']), `${patient.firstName} ${patient.lastName}`],
          ['Mobile', worker.mobile && phoneWords(worker.mobile)],
          ['Phone', worker.phone && phoneWords(worker.phone)],
          ['E-mail', worker.email],
          ...(consent.data ? ([['Text messages', consent.data.label]] as const) : []),
          ['Language', languages[worker.language] ?? worker.language],
          ['Employer', worker.employerName],
          ['Case owner', owner],
          ...(backup.length > 0 ? ([['Also', backup.join(', ')]] as const) : []),
        ]}
      />
    </Card>
  )
}

const languages: Readonly<Record<string, string>> = { en: 'English', es: 'Spanish' }
