import { useLocation } from 'wouter'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { iconCheck, iconClipboard, iconInfo, iconPlus, iconWarning } from '#platform/ui/display/icons.ts'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { useUser } from '#platform/browser/use-user.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { ageOn, usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import type { Profile } from '#features/patients/contract.ts'
import { coverageWords, genderWords } from '#features/patients/words.ts'
import { mayUpdate } from '#features/permissions/rules.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { createAddress } from '../create/address.ts'
import css from './profile.module.css'
import type { ShownProfile } from './shown-profile.ts'
import { SocialSecurity } from './social-security.tsx'

const looks: Readonly<Record<Profile['currentEligibility']['state'], { tone: Tone; icon: string }>> = {
  COVERED: { tone: 'green', icon: iconCheck },
  FUTURE: { tone: 'amber', icon: iconInfo },
  ENDED: { tone: 'amber', icon: iconWarning },
  NONE: { tone: 'amber', icon: iconWarning },
}

/** Who this is: name, birth date, claim, patient ID and date of injury. Wraps at any width and is never cut. */
export function Identity({ profile: { patient, currentEligibility, settings, word } }: { profile: ShownProfile }) {
  const { person } = useUser()
  const today = dateIn(useNow(), person.timeZone)
  const name = [patient.claimantFirstName, patient.middleName, patient.claimantLastName, patient.suffix]
    .filter(Boolean)
    .join(' ')
  const look = looks[currentEligibility.state]
  const [path, navigate] = useLocation()
  const create = createAddress(patient)
  const mayCreate = mayUpdate(person) && settings['create_prior_auth'] === true
  const notes = patientAddress(patient, 'notes')
  const mayNote = mayUpdate(person) && settings['patient_add_note_enabled'] === true
  // On their own tab the key belongs to the form.
  const away = path !== notes
  useKeys({
    ...(mayCreate && { a: () => navigate(create) }),
    ...(mayNote && away && { n: () => navigate(`${notes}?add=note`) }),
  })
  return (
    <div className={css.identity}>
      <Avatar name={`${patient.claimantFirstName} ${patient.claimantLastName}`} size="large" />
      <div className={css.who}>
        <div className={css.name}>
          <PageTitle title={`Claim ${patient.customerClaimNumber}`} className={css.title ?? ''}>
            {name}
          </PageTitle>
          <Badge tone={look.tone} icon={look.icon}>
            {coverageWords(currentEligibility)}
          </Badge>
        </div>
        <p className={css.facts}>
          <span>
            Born <b>{usDate(patient.dob)}</b> ({ageOn(patient.dob, today)}){genderWords(patient.gender)}
          </span>
          <span>
            Claim <b>{patient.customerClaimNumber}</b>
          </span>
          <span>
            {word} ID {patient.patientId}
          </span>
          <span>Injured {usDate(patient.doi)}</span>
          <span>{patient.jurisState}</span>
          <span>{patient.subCarrier}</span>
          {patient.ssnOnFile && <SocialSecurity claimId={patient.claimId} />}
        </p>
      </div>
      {(mayCreate || (mayNote && away)) && (
        <div className={css.acts}>
          {mayNote && away && (
            <LinkButton href={`${notes}?add=note`} icon={iconClipboard} keys={['N']}>
              Add note
            </LinkButton>
          )}
          {mayCreate && (
            <LinkButton href={create} icon={iconPlus} keys={['A']}>
              Create authorization
            </LinkButton>
          )}
        </div>
      )}
    </div>
  )
}
