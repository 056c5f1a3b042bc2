import type { ReactNode } from 'react'
import { patientAddress } from '#features/claims/patient-address.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { usDate } from '#platform/dates/day.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import type { FoundPatient } from '../contract.ts'
import { claimWords, coverageDays, coverageWords } from '../words.ts'
import css from './find-patient.module.css'

type PreviewProps = {
  of: FoundPatient
  /** The birth date as the list shows it: marked where two people share the name. */
  born: ReactNode
  /** "next due in 4 hours"; nothing where no request is open. */
  due: string | null
  onMedications: () => void
}

/**
 * The patient of the current row, beside the list on wide screens. It has what the search answered, so that moving through
 * the list opens nobody's profile.
 */
export function Preview({ of, born, due, onMedications }: PreviewProps) {
  const { coverage, caseOwner } = of
  const open = of.openAuthorizationCount
  return (
    <div className={css.previewed}>
      <h2>
        {of.claimantFirstName} {of.claimantLastName}
      </h2>
      <Facts
        of={[
          ['Born', born],
          ['Patient ID', of.patientId],
          ['Claims', of.claimCount > 1 ? `${of.claimCount} claims` : '1 claim'],
        ]}
      />
      <h3>Claim {of.customerClaimNumber}</h3>
      <Facts
        of={[
          ['Injured', `${usDate(of.doi)}, ${of.jurisState}`],
          ['Injury', of.injury],
          ['Employer', of.employerName],
          ['Status', claimWords(of)],
          ['Program', of.subCarrier],
          ['Case owner', caseOwner ? `${caseOwner.firstName} ${caseOwner.lastName}` : 'Nobody'],
        ]}
      />
      <h3>Eligibility</h3>
      <Facts
        of={[
          ['Coverage', [coverageWords(coverage), coverageDays(coverage)].filter(Boolean).join(', ')],
          ['Subscriber', of.subscriberNumber],
        ]}
      />
      <h3>Requests</h3>
      <p>{open === 0 ? 'No open requests.' : `${open} open${due === null ? '' : `, next: ${due}`}`}</p>
      <div className={css.ways}>
        <LinkButton href={patientAddress(of)} tone="primary" block>
          Open patient
        </LinkButton>
        {open > 0 && (
          <LinkButton href={patientAddress(of, 'pending')} block>
            Open requests
          </LinkButton>
        )}
        <Button block keys={['M']} onClick={onMedications}>
          Medications
        </Button>
      </div>
    </div>
  )
}
