import { useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { readSsn4 } from '#features/claims/numbers.ts'
import { useDraft } from '#features/drafts/use-draft.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import { useUser } from '#platform/browser/use-user.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { startDraft, type TypedStart } from './chat-drafts.ts'
import css from './chat.module.css'
import type { chat } from './contract.ts'
import { chatLabels } from './labels.ts'
import { MOST_MESSAGE } from './limits.ts'
import { endpointOf, useOpenPatient } from './open-screen.ts'

type StartFormProps = {
  dateLabel: string
  email: string
  /** Chat is closed: the question is left as a message. */
  leaves: boolean
  onStart: (input: InputOf<typeof chat.start>) => Promise<void>
}

/** What a chat starts with: a reason and a question, and the patient of the page that is open. */
export function StartForm({ dateLabel, email, leaves, onStart }: StartFormProps) {
  const { person, firstName, carrier } = useUser()
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const [path] = useLocation()
  const { patient, reasons } = chatLabels(dateLabel)
  const [typed, setTyped] = useState<TypedStart>()
  const [digits, setDigits] = useState('')
  const { discard } = useDraft(startDraft, person.id, typed, setTyped)
  const open = useOpenPatient(path)
  const value: TypedStart = typed ?? {
    reason: '',
    question: '',
    claimNumber: open?.claimNumber ?? '',
    patientName: open?.patientName ?? '',
    patientDOI: open?.patientDOI ?? '',
  }
  const set = (field: keyof TypedStart) => (next: string) => setTyped({ ...value, [field]: next })
  const reason = reasons.find((one) => one.value === value.reason)?.value
  const today = dateIn(useNow(), person.timeZone)
  /** Empty where nothing was typed; undefined where it is no day. */
  const injured = parseDate(value.patientDOI, today, { to: today })
  const ssn4 = readSsn4(digits)
  const at = (field: string) => `${id}-${field}`
  const form = useFormSend({
    whatIsWrong: () => [
      ...(reason === undefined ? [{ id: at('reason'), message: 'Choose a reason.' }] : []),
      ...(value.question.trim() === '' ? [{ id: at('question'), message: 'Enter your question.' }] : []),
      ...([...value.question].length > MOST_MESSAGE
        ? [{ id: at('question'), message: `Enter ${MOST_MESSAGE.toLocaleString('en-US')} characters at most.` }]
        : []),
      ...(injured === undefined
        ? [{ id: at('injured'), message: 'Enter a day up to today as MM/DD/YYYY, or leave it empty.' }]
        : []),
      ...(digits === '' || ssn4.value !== undefined ? [] : [{ id: at('ssn'), message: ssn4.why }]),
    ],
    send: async () => {
      const lastName = person.name.startsWith(firstName) ? person.name.slice(firstName.length).trim() : person.name
      await onStart({
        firstName,
        lastName: lastName || person.name,
        email,
        subject: value.question,
        ...(leaves && { leaveMessage: true }),
        chatData: {
          reason: reason!,
          clientName: carrier.name,
          endpoint: endpointOf(path),
          claimNumber: value.claimNumber,
          patientName: value.patientName,
          patientDOI: injured && usDate(injured),
          ...(ssn4.value !== undefined && { patientSSN: ssn4.value }),
        },
      })
      // The form is gone by now.
      discard()
    },
    idOf: (name) =>
      ({
        subject: at('question'),
        'chatData.reason': at('reason'),
        'chatData.claimNumber': at('claim'),
        'chatData.patientName': at('patient'),
        'chatData.patientDOI': at('injured'),
        'chatData.patientSSN': at('ssn'),
      })[name],
  })
  useKeys({ 'mod+Enter': () => element.current?.requestSubmit() }, { scope: element })
  return (
    <form ref={element} className={css.start} noValidate aria-label="Start a chat" onSubmit={form.onSubmit}>
      <div className={css.fields}>
        {form.failure && (
          <FailedNote
            what={leaves ? 'The message was not sent.' : 'The chat was not started.'}
            failure={form.failure}
          />
        )}
        <SelectField
          id={at('reason')}
          label="Reason"
          required
          placeholder="Choose a reason"
          value={reason ?? ''}
          options={reasons}
          onChange={set('reason')}
          error={form.problemOf(at('reason'))}
        />
        <TextArea
          id={at('question')}
          label="Your question"
          required
          rows={4}
          limit={MOST_MESSAGE}
          value={value.question}
          onChange={set('question')}
          error={form.problemOf(at('question'))}
        />
        <div className={css.pair}>
          <TextField
            id={at('claim')}
            label="Claim number"
            aside="optional"
            maxLength={40}
            value={value.claimNumber}
            onChange={set('claimNumber')}
            error={form.problemOf(at('claim'))}
          />
          <TextField
            id={at('patient')}
            label={patient}
            aside="optional"
            maxLength={120}
            value={value.patientName}
            onChange={set('patientName')}
            error={form.problemOf(at('patient'))}
          />
          <DateField
            id={at('injured')}
            label="Date of injury"
            aside="optional"
            value={value.patientDOI}
            onChange={set('patientDOI')}
            today={today}
            to={today}
            error={form.problemOf(at('injured'))}
          />
          <TextField
            id={at('ssn')}
            label="SSN, last 4"
            aside="optional"
            inputMode="numeric"
            maxLength={4}
            value={digits}
            onChange={setDigits}
            error={form.problemOf(at('ssn'))}
          />
        </div>
        <p className={css.hint}>
          Your name and e-mail are sent with the question: {person.name}, {email}
        </p>
      </div>
      <div className={css.foot}>
        <SendButton
          tone="primary"
          size="large"
          block
          busy={form.busy}
          busyLabel={leaves ? 'Sending' : 'Starting'}
          keys={['Ctrl', 'Enter']}
        >
          {leaves ? 'Leave message' : 'Start chat'}
        </SendButton>
      </div>
    </form>
  )
}
