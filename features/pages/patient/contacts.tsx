import { useState, type ReactNode } from 'react'
import { ContactDetails, Email, Phone } from '#features/claim-contacts/contact-details.tsx'
import { ContactForm } from '#features/claim-contacts/contact-form.tsx'
import { claimContacts, type ClaimContact } from '#features/claim-contacts/contract.ts'
import { reachWords, relationNames } from '#features/claim-contacts/rules.ts'
import type { Contact, Profile } from '#features/patients/contract.ts'
import { phoneHref } from '#platform/brand.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { phoneWords } from '#platform/text/phone-words.ts'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import disclosure from '#platform/ui/display/disclosure.module.css'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconCrossCircle, iconPlus } from '#platform/ui/display/icons.ts'
import css from './contacts.module.css'

const digitsOf = (phone: string | null): ReactNode =>
  phone ? <a href={phoneHref(phone)}>{phoneWords(phone)}</a> : <span className="muted">Not on file</span>

/** Whom to call about this claim: the patient, who speaks for them, who prescribes, who fills, the nurse, the employer. */
export function Contacts({ of: { patient, contacts, claim }, acts }: { of: Profile; acts?: ReactNode }) {
  const { masterCarrier: mc, subCarrier: sc, claimId } = patient
  const asked = useRead(claimContacts.list, { mc, sc, claimId })
  const [shown, setShown] = useState<string>()
  const [adding, setAdding] = useState(false)
  const people = asked.data?.contacts ?? []
  const current = people.filter(({ endedOn }) => endedOn === null)
  const ended = people.filter(({ endedOn }) => endedOn !== null)
  const oneself = current.filter(({ relation }) => relation === 'PATIENT')
  const others = current.filter(({ relation }) => relation !== 'PATIENT')
  const nurses = claim.caseOwners.filter(({ kind }) => kind === 'NURSE')
  const hasEmployer = others.some(({ relation }) => relation === 'EMPLOYER')
  const count =
    1 +
    others.length +
    contacts.prescribers.length +
    contacts.pharmacies.length +
    nurses.length +
    (patient.employerName && !hasEmployer ? 1 : 0)
  const whyNot = asked.data?.whyNotAdd ?? null
  const details = people.find(({ contactId }) => contactId === shown)
  const person = (of: ClaimContact) => <Person key={of.contactId} of={of} onShow={() => setShown(of.contactId)} />
  return (
    <Card
      title="Contacts"
      sub={count}
      flush
      acts={
        <>
          {acts}
          {asked.data && (
            <ActButton
              never={whyNot?.code === 'UPDATE_BLOCKED'}
              whyNot={whyNot?.message}
              tone="quiet"
              size="small"
              icon={iconPlus}
              aria-label="Add person"
              onClick={() => setAdding(true)}
            >
              Add
            </ActButton>
          )}
        </>
      }
    >
      {asked.error && !asked.data && (
        <p className={css.failed}>
          Relatives, attorneys and others could not be loaded.{' '}
          <Button tone="quiet" size="small" onClick={() => void asked.refetch()}>
            Try again
          </Button>
        </p>
      )}
      <ul className={css.rows}>
        {oneself.length > 0
          ? oneself.map((of) => person({ ...of, phone: of.phone || (patient.mobile ?? patient.phone ?? '') }))
          : line(
              'patient',
              `${patient.claimantFirstName} ${patient.claimantLastName}`,
              'Patient',
              digitsOf(patient.mobile ?? patient.phone),
            )}
        {others.map(person)}
        {contacts.prescribers.map((of) =>
          line(`prescriber ${of.number}`, of.name, prescriberWords(of), digitsOf(of.phone)),
        )}
        {contacts.pharmacies.map((of, at) =>
          line(`pharmacy ${of.number}`, of.name, pharmacyWords(of, at === 0), digitsOf(of.phone)),
        )}
        {nurses.map(({ userId, name }) => line(userId, name, 'Nurse case manager', digitsOf(null)))}
        {patient.employerName && !hasEmployer && line('employer', patient.employerName, 'Employer', digitsOf(null))}
      </ul>
      {ended.length > 0 && (
        <details className={`${disclosure.disclosure} ${css.ended}`}>
          <summary>Ended contacts: {ended.length}</summary>
          <ul className={css.rows}>{ended.map(person)}</ul>
        </details>
      )}
      {adding && asked.data && (
        <ContactForm claimId={claimId} today={asked.data.today} onClose={() => setAdding(false)} />
      )}
      {details && asked.data && (
        <ContactDetails
          claimId={claimId}
          today={asked.data.today}
          of={details}
          whyNot={whyNot}
          onClose={() => setShown(undefined)}
        />
      )}
    </Card>
  )
}

const prescriberWords = ({ specialty, fax }: Contact): string =>
  [specialty ? `Prescriber, ${specialty.toLowerCase()}` : 'Prescriber', fax && `fax ${phoneWords(fax)}`]
    .filter(Boolean)
    .join(' · ')
const pharmacyWords = ({ city, state, fax }: Contact, usual: boolean): string =>
  [
    [usual ? 'Usual pharmacy' : 'Pharmacy', [city, state].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    fax && `fax ${phoneWords(fax)}`,
  ]
    .filter(Boolean)
    .join(' · ')

const line = (key: string, name: string, who: string, phone: ReactNode) => (
  <li key={key} className={css.line}>
    <Avatar name={name} />
    <span className={css.what}>
      {name}
      <small>{who}</small>
    </span>
    <span className={css.reach}>{phone}</span>
  </li>
)

/** A person somebody added, with what forbids to reach them. The name opens everything that is known, and the history. */
function Person({ of, onShow }: { of: ClaimContact; onShow: () => void }) {
  const barred = Object.values(of.reach).includes('NO')
  const words = [reachWords(of.reach), of.reachNote].filter(Boolean).join(' ')
  return (
    <li className={css.line}>
      <Avatar name={of.name} />
      <span className={css.what}>
        <button type="button" className={css.name} onClick={onShow}>
          {of.name}
        </button>
        <small>
          {relationNames[of.relation]}
          {of.speaksForPatient && ', may speak for the patient'} ·{' '}
          {of.endedOn === null ? `on file ${usDate(of.since)}` : `ended ${usDate(of.endedOn)}`}
        </small>
        {words && (
          <small className={barred ? css.barred : undefined}>
            {barred && <Icon of={iconCrossCircle} size={14} />} {words}
          </small>
        )}
      </span>
      <span className={css.reach}>
        {of.phone && <Phone of={of} />}
        {of.email && <Email of={of} />}
        {!of.phone && !of.email && <span className="muted">Not on file</span>}
      </span>
    </li>
  )
}
