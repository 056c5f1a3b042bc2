import { useState } from 'react'
import { useLocation } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { emergencyAccess } from './contract.ts'
import css from './emergency-access.module.css'
import { openedAddress } from './opened-address.ts'
import { LEAST_REASON, MOST_REASON, OPEN_MINUTES } from './rules.ts'

/** The claim, the birth date and the reason; one press opens the summary. */
export function OpenForm() {
  const { person } = useUser()
  const [, navigate] = useLocation()
  const today = dateIn(useNow(), person.timeZone)
  const [number, setNumber] = useState('')
  const [born, setBorn] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const open = useAct(emergencyAccess.open)
  const dob = parseDate(born, today, { born: true })
  const wrong = {
    number: number.trim() === '' ? 'Enter a claim number.' : undefined,
    born: dob ? undefined : 'Enter the birth date.',
    reason: reason.trim().length < LEAST_REASON ? 'Enter why it cannot wait.' : undefined,
  }
  const send = () => {
    setTried(true)
    if (!dob || wrong.number || wrong.reason || [...reason].length > MOST_REASON) return
    open.mutate(
      { number, dob, reason: reason.trim() },
      {
        onSuccess: ({ claimId, subCarrier, until }) =>
          navigate(
            until === null
              ? patientAddress({ masterCarrier: person.mc, subCarrier, claimId })
              : openedAddress(person.mc, claimId),
          ),
      },
    )
  }
  return (
    <Card title="Open a claim of another program">
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <p>
          For when care cannot wait. You can read a summary of one claim for {OPEN_MINUTES} minutes. Your supervisor and
          the privacy office are notified with your name and your reason.
        </p>
        {open.error && (
          <FailedNote
            failure={open.error}
            what={
              open.error.code === 'NOT_FOUND'
                ? 'No claim has this number and birth date, or its program does not allow it.'
                : 'The claim was not opened.'
            }
          />
        )}
        <TextField
          label="Claim number"
          hint="Or the subscriber number on the card."
          required
          maxLength={60}
          spellCheck={false}
          value={number}
          onChange={setNumber}
          error={tried ? wrong.number : undefined}
        />
        <DateField
          label="Birth date of the patient"
          required
          today={today}
          to={today}
          born
          value={born}
          onChange={setBorn}
          error={tried ? wrong.born : undefined}
        />
        <TextArea
          label="Why it cannot wait"
          required
          limit={MOST_REASON}
          value={reason}
          onChange={setReason}
          error={tried ? wrong.reason : undefined}
        />
        <div>
          <SendButton tone="primary" busy={open.isPending} busyLabel="Opening">
            Open the claim
          </SendButton>
        </div>
      </form>
    </Card>
  )
}
