import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearch } from 'wouter'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { claimNotes } from '#features/claim-notes/contract.ts'
import { MOST_TEXT as MOST_NOTE } from '#features/claim-notes/rules.ts'
import { useDraft, type DraftForm } from '#features/drafts/use-draft.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { atWords } from '#platform/dates/words.ts'
import { dateIn, instantOf, timeIn } from '#platform/dates/zone.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { iconChat, iconClipboard } from '#platform/ui/display/icons.ts'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { KeptNote } from '#platform/ui/form/kept-note.tsx'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { contactNotes } from './contract.ts'
import { callerRoleNames, callerRoles, contactReasonCodes, contactReasons, MOST_TEXT } from './rules.ts'
import css from './notes-tab.module.css'

type WhyNot = AnswerOf<typeof contactNotes.of>['whyNotAdd']
type Kind = 'note' | 'contact'

const kinds = [
  { value: 'note', label: 'Note', icon: iconClipboard },
  { value: 'contact', label: 'Call or e-mail', icon: iconChat },
] as const

type TypedNote = { text: string }
const noteForm: DraftForm<TypedNote> = {
  about: 'claim',
  name: 'claim-note',
  title: 'Note',
  read: ({ text }) => (typeof text === 'string' ? { text } : undefined),
}

type ComposerProps = PatientTabProps & { notes: WhyNot; internal: boolean; contacts: WhyNot }

/** Writes a note, or notes a call or an e-mail; a user who may do neither gets nothing. */
export function Composer({ patient, notes, internal, contacts }: ComposerProps) {
  const [chosen, setKind] = useState<Kind>('note')
  const box = useRef<HTMLDivElement>(null)
  const kind: Kind = notes && !contacts ? 'contact' : contacts && !notes ? 'note' : chosen
  const start = (to: Kind) => {
    // The next key is typed into the form.
    flushSync(() => setKind(to))
    box.current?.querySelector<HTMLElement>('textarea, select')?.focus()
  }
  const asked = new URLSearchParams(useSearch()).get('add') === 'note' && !notes
  useEffect(() => {
    if (asked) box.current?.querySelector<HTMLElement>('textarea')?.focus()
  }, [asked])
  useKeys({
    ...(!notes && { n: () => start('note') }),
    ...(!contacts && { l: () => start('contact') }),
  })
  if (notes && contacts) {
    // A carrier without notes says so; a user who only reads is not offered any.
    return notes.code === 'FEATURE_OFF' ? <p className={css.composer}>{notes.message}</p> : null
  }
  return (
    <div className={css.composer} ref={box}>
      {!notes && !contacts && <Segmented label="What to write" value={kind} options={kinds} onChange={setKind} />}
      {kind === 'note' ? (
        <NoteForm key={patient.claimId} patient={patient} internal={internal} />
      ) : (
        <ContactForm key={patient.claimId} patient={patient} />
      )}
    </div>
  )
}

/** Ctrl Enter sends the form the cursor is in. */
function useCtrlEnter() {
  const form = useRef<HTMLFormElement>(null)
  useKeys({ 'mod+Enter': () => form.current?.requestSubmit() }, { scope: form })
  return form
}

function NoteForm({ patient, internal }: PatientTabProps & { internal: boolean }) {
  const { masterCarrier: mc, subCarrier: sc, claimId } = patient
  const { person } = useUser()
  const now = useNow()
  const id = useId()
  const element = useCtrlEnter()
  const [typed, setTyped] = useState<TypedNote>()
  const [pinned, setPinned] = useState(false)
  const [visibility, setVisibility] = useState<'ALL' | 'INTERNAL'>('ALL')
  const { shown, discard, takeOther, keepMine } = useDraft(noteForm, claimId, typed, setTyped)
  const text = typed?.text ?? ''
  const add = useAct(claimNotes.add)
  const form = useFormSend({
    whatIsWrong: () => [
      ...(text.trim() === '' ? [{ id, message: 'Write a note.' }] : []),
      ...(text.length > MOST_NOTE
        ? [{ id, message: `Write ${MOST_NOTE.toLocaleString('en-US')} characters at most.` }]
        : []),
    ],
    send: async () => {
      await add.mutateAsync({ mc, sc, claimId, text, pinned, visibility })
      discard()
      setTyped(undefined)
      setPinned(false)
      toast({ tone: 'success', words: 'The note was added.' })
    },
    idOf: (path) => (path === 'text' ? id : undefined),
  })
  return (
    <form noValidate className={css.form} aria-label="Add a note" ref={element} onSubmit={form.onSubmit}>
      <KeptNote
        {...shown}
        zone={person.timeZone}
        now={now}
        onDiscard={discard}
        onTakeOther={takeOther}
        onKeepMine={keepMine}
      />
      {form.failure && <FailedNote what="The note was not added." failure={form.failure} />}
      <TextArea
        label="Note"
        quiet
        id={id}
        error={form.problemOf(id)}
        placeholder="Write a note about this claim"
        value={text}
        onChange={(next) => setTyped(next === '' ? undefined : { text: next })}
        limit={MOST_NOTE}
      />
      <div className={css.foot}>
        <CheckBox label="Pin to the top" checked={pinned} onChange={setPinned} />
        {internal && (
          <CheckBox
            label="Internal, for the benefit manager’s staff only"
            checked={visibility === 'INTERNAL'}
            onChange={(on) => setVisibility(on ? 'INTERNAL' : 'ALL')}
          />
        )}
        <span className={css.send}>
          {shown.saved && <small className="muted">Draft saved {atWords(shown.saved, person.timeZone, now)} </small>}
          <SendButton tone="primary" busy={form.busy} busyLabel="Adding" keys={['Ctrl', 'Enter']}>
            Add note
          </SendButton>
        </span>
      </div>
    </form>
  )
}

const roles = callerRoles.map((value) => ({ value, label: callerRoleNames[value] }))
const reasons = contactReasonCodes.map((value) => ({ value, label: contactReasons[value] }))
const types = [
  { value: 'PHONE', label: 'Call' },
  { value: 'EMAIL', label: 'E-mail' },
] as const

function ContactForm({ patient }: PatientTabProps) {
  const { person } = useUser()
  const zone = person.timeZone
  const now = useNow()
  const today = dateIn(now, zone)
  const id = useId()
  const element = useCtrlEnter()
  const idOf = (field: string) => `${id}-${field}`
  const [contactType, setType] = useState<'PHONE' | 'EMAIL'>('PHONE')
  const [callerRole, setRole] = useState<(typeof callerRoles)[number] | ''>('')
  const [callerName, setName] = useState('')
  const [callerEmail, setEmail] = useState('')
  const [reason, setReason] = useState<(typeof contactReasonCodes)[number] | ''>('')
  const [text, setText] = useState('')
  const [day, setDay] = useState(usDate(today))
  const [time, setTime] = useState('')
  const [survey, setSurvey] = useState(true)
  const add = useAct(contactNotes.add)
  const date = parseDate(day, today, { to: today }) || undefined
  const earlier = time !== '' || (date !== undefined && date !== today)
  const form = useFormSend({
    whatIsWrong: () => [
      ...(callerRole === '' ? [{ id: idOf('callerRole'), message: 'Choose who it was.' }] : []),
      ...(callerName.trim().length < 2 ? [{ id: idOf('callerName'), message: 'Enter the name of the person.' }] : []),
      ...(reason === '' ? [{ id: idOf('reason'), message: 'Choose a reason.' }] : []),
      ...(text.trim() === '' ? [{ id: idOf('text'), message: 'Write what it was about.' }] : []),
      ...(date ? [] : [{ id: idOf('endedAt'), message: 'Enter a day up to today as MM/DD/YYYY.' }]),
      ...(date && date !== today && time === ''
        ? [{ id: idOf('startedAt'), message: 'Enter the time on that day.' }]
        : []),
    ],
    send: async () => {
      const { surveyGoesOut, note } = await add.mutateAsync({
        claimId: patient.claimId,
        contactType,
        callerRole: callerRole || 'OTHER',
        callerName: callerName.trim(),
        ...(callerEmail.trim() && { callerEmail: callerEmail.trim() }),
        reason: reason || 'gen',
        text: text.trim(),
        survey,
        ...(earlier && {
          endedAt: new Date(instantOf(date!, time || timeIn(now, zone).slice(0, 5), zone)).toISOString(),
        }),
      })
      toast({
        tone: 'success',
        words: surveyGoesOut
          ? `The contact was added. A survey is ${note.survey?.by === 'SMS' ? 'texted' : 'e-mailed'}.`
          : 'The contact was added.',
      })
      setName('')
      setEmail('')
      setText('')
      setRole('')
      setReason('')
      setTime('')
      setDay(usDate(today))
      setSurvey(true)
    },
    idOf,
  })
  const errorOf = (field: string) => form.problemOf(idOf(field))
  return (
    <form noValidate className={css.form} aria-label="Add a call or an e-mail" ref={element} onSubmit={form.onSubmit}>
      <ErrorSummary key={form.tries} errors={form.problems} />
      {form.failure && <FailedNote what="The contact was not added." failure={form.failure} />}
      <div className={css.fields}>
        <SelectField
          label="How"
          required
          id={idOf('contactType')}
          value={contactType}
          options={types}
          onChange={setType}
        />
        <SelectField
          label="Who it was"
          required
          id={idOf('callerRole')}
          error={errorOf('callerRole')}
          value={callerRole}
          options={roles}
          placeholder="Choose who"
          onChange={(role) => {
            setRole(role)
            if (role === 'WORKER' && callerName === '') setName(`${patient.firstName} ${patient.lastName}`)
          }}
        />
        <TextField
          label="Name"
          required
          id={idOf('callerName')}
          error={errorOf('callerName')}
          value={callerName}
          onChange={setName}
          maxLength={120}
        />
        <SelectField
          label="Reason"
          required
          id={idOf('reason')}
          error={errorOf('reason')}
          value={reason}
          options={reasons}
          placeholder="Choose a reason"
          onChange={setReason}
        />
        <DateField
          label="Day"
          required
          id={idOf('endedAt')}
          error={errorOf('endedAt')}
          value={day}
          onChange={setDay}
          today={today}
          to={today}
        />
        <TextField
          label="Time it ended"
          hint="Empty means now"
          type="time"
          id={idOf('startedAt')}
          error={errorOf('startedAt')}
          value={time}
          onChange={setTime}
        />
        <TextField
          label="E-mail"
          aside="optional"
          hint={callerRole === 'WORKER' ? 'Empty means the address on file' : 'For the survey'}
          type="email"
          id={idOf('callerEmail')}
          error={errorOf('callerEmail')}
          value={callerEmail}
          onChange={setEmail}
          maxLength={254}
        />
      </div>
      <TextArea
        label="What it was about"
        required
        id={idOf('text')}
        error={errorOf('text')}
        value={text}
        onChange={setText}
        limit={MOST_TEXT}
        rows={3}
      />
      <div className={css.foot}>
        <CheckBox
          label="Send the survey"
          detail="Three questions by e-mail, or by text to a patient who has no address on file and takes texts, when the contact is at most three days old."
          checked={survey}
          onChange={setSurvey}
        />
        <span className={css.send}>
          <SendButton tone="primary" busy={form.busy} busyLabel="Adding" keys={['Ctrl', 'Enter']}>
            Add contact
          </SendButton>
        </span>
      </div>
    </form>
  )
}
