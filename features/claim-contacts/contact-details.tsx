import { explains, whyNotExplained } from '#features/authorizations/explains.ts'
import { useState } from 'react'
import { useUser } from '#platform/browser/use-user.ts'
import { phoneHref } from '#platform/brand.ts'
import { usDate } from '#platform/dates/day.ts'
import { whenWords } from '#platform/dates/words.ts'
import { phoneWords } from '#platform/text/phone-words.ts'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { ActDialog, useDialogSend } from '#platform/ui/overlay/act-dialog.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { ContactForm } from './contact-form.tsx'
import { claimContacts, type ClaimContact } from './contract.ts'
import { MOST_WORDS, reachWords, relationNames } from './rules.ts'
import css from './claim-contacts.module.css'

type ContactDetailsProps = {
  claimId: string
  /** The carrier's day. */
  today: string
  of: ClaimContact
  whyNot: { code: string; message: string } | null
  onClose: () => void
}

const did = { ADDED: 'Added', CORRECTED: 'Corrected', ENDED: 'Ended' } as const

/** One contact of a claim with everything that was changed, to be corrected or ended. */
export function ContactDetails({ claimId, today, of, whyNot, onClose }: ContactDetailsProps) {
  const { person } = useUser()
  const now = useNow()
  const [doing, setDoing] = useState<'correct' | 'end'>()
  if (doing === 'correct') return <ContactForm claimId={claimId} today={today} of={of} onClose={onClose} />
  if (doing === 'end') return <EndContact of={of} onClose={onClose} />
  const act = { never: whyNot?.code === 'UPDATE_BLOCKED', whyNot: whyNot?.message }
  return (
    <Dialog
      title={of.name}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {of.endedOn === null && (
            <>
              <ActButton {...act} onClick={() => setDoing('end')}>
                End contact
              </ActButton>
              <ActButton {...act} onClick={() => setDoing('correct')}>
                Correct
              </ActButton>
            </>
          )}
        </>
      }
    >
      <div className={css.form}>
        <Facts
          of={[
            ['Who', relationNames[of.relation]],
            ['Phone', of.phone && <Phone of={of} />],
            ['E-mail', of.email && <Email of={of} />],
            ['How to reach', [reachWords(of.reach), of.reachNote].filter(Boolean).join(' ')],
            ...(of.relation === 'PATIENT'
              ? []
              : ([['May speak for the patient', of.speaksForPatient ? 'Yes' : 'No']] as const)),
            ['On file since', usDate(of.since)],
            ...(of.endedOn === null ? [] : ([['Ended', usDate(of.endedOn)]] as const)),
          ]}
        />
        <section aria-label="History">
          <h3 className={css.heading}>History</h3>
          <ul className={css.history}>
            {of.history.map((one) => (
              <li key={one.at + one.what}>
                <b>{did[one.what]}</b> by {one.by} <small>{whenWords(one.at, person.timeZone, now)}</small>
                {one.changes.map(({ field, before, after }) => (
                  <span key={field} className={css.change}>
                    {one.what === 'ENDED'
                      ? `${field}: ${after}`
                      : `${field}: ${before || 'empty'} → ${after || 'empty'}`}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  )
}

/** A number as a link, and as text where this person must not be called. */
export const Phone = ({ of: { phone, reach } }: { of: Pick<ClaimContact, 'phone' | 'reach'> }) =>
  reach.call === 'NO' ? phoneWords(phone) : <a href={phoneHref(phone)}>{phoneWords(phone)}</a>

/** An address as a link, and as text where this person must not be e-mailed. */
export const Email = ({ of: { email, reach } }: { of: Pick<ClaimContact, 'email' | 'reach'> }) =>
  reach.email === 'NO' ? email : <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>

function EndContact({ of, onClose }: { of: ClaimContact; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const { dialog, problemOf } = useDialogSend(claimContacts.end, {
    problems: explains(reason) ? [] : [{ field: 'reason', message: whyNotExplained(reason, 'Enter why it ends.')! }],
    idOf: () => 'end-contact-reason',
    input: () => ({ contactId: of.contactId, version: of.version, reason }),
    notice: () => ({ words: 'The contact has ended.' }),
    onClose,
  })
  return (
    <ActDialog
      title="End contact"
      {...dialog}
      verb="End contact"
      busyLabel="Ending"
      tone="danger"
      failedWords="The contact was not ended."
    >
      <p>{of.name} stays in the list of ended contacts, with the history.</p>
      <TextField
        label="Why it ends"
        required
        id="end-contact-reason"
        data-autofocus
        error={problemOf('reason')}
        value={reason}
        onChange={setReason}
        maxLength={MOST_WORDS}
      />
    </ActDialog>
  )
}
