import { useId, useState } from 'react'
import { useAct } from '#platform/browser/use-call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import { usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { FieldSet } from '#platform/ui/form/field-set.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { claimContacts, ClaimContact } from './contract.ts'
import {
  changesBetween,
  MOST_NAME,
  MOST_WORDS,
  nothingSaid,
  relationNames,
  relations,
  ways,
  type Relation,
  type Said,
  type Way,
} from './rules.ts'
import css from './claim-contacts.module.css'

const RELATIONS = relations.map((value) => ({ value, label: relationNames[value] }))
const ANSWERS = [
  { value: 'UNSAID', label: 'Not on file' },
  { value: 'YES', label: 'Allowed' },
  { value: 'NO', label: 'Not allowed' },
] as const
const WAYS = Object.keys(ways) as Way[]

/** What is typed: a contact whose relation may not be chosen yet and whose day is as typed. */
type Typed = Omit<Said, 'relation' | 'since' | 'endedOn'> & { relation: Relation | ''; since: string }
const typedOf = (said: Said): Typed => ({ ...said, since: usDate(said.since) })

type ContactFormProps = {
  claimId: string
  /** The carrier's day. */
  today: string
  /** The contact that is corrected; a new one where there is none. */
  of?: ClaimContact
  onClose: () => void
}

/** Adds a person around a claim, or corrects one: what stood there before stays in the history. */
export function ContactForm({ claimId, today, of, onClose }: ContactFormProps) {
  const id = useId()
  const idOf = (field: string) => `${id}-${field}`
  // What was looked at: what somebody else saves meanwhile is never overwritten unseen.
  const [seen, setSeen] = useState(of)
  const [typed, setTyped] = useState<Typed>(
    of
      ? typedOf(of)
      : {
          name: '',
          relation: '',
          phone: '',
          email: '',
          reach: nothingSaid,
          reachNote: '',
          speaksForPatient: false,
          since: usDate(today),
        },
  )
  const set = (more: Partial<Typed>) => setTyped({ ...typed, ...more })
  const add = useAct(claimContacts.add)
  const correct = useAct(claimContacts.correct)
  const day = parseDate(typed.since, today, { to: today }) || undefined
  const form = useFormSend({
    whatIsWrong: () => [
      ...(typed.name.trim().length < 2 ? [{ id: idOf('name'), message: 'Enter the name of the person.' }] : []),
      ...(typed.relation === '' ? [{ id: idOf('relation'), message: 'Choose who this is.' }] : []),
      ...(day ? [] : [{ id: idOf('since'), message: 'Enter a day up to today as MM/DD/YYYY.' }]),
    ],
    send: async () => {
      const said = { ...typed, relation: typed.relation as Relation, since: day! }
      const fields = {
        name: said.name,
        relation: said.relation,
        phone: said.phone,
        email: said.email.trim(),
        reach: said.reach,
        reachNote: said.reachNote,
        speaksForPatient: said.speaksForPatient,
        since: said.since,
      }
      if (seen) await correct.mutateAsync({ contactId: seen.contactId, version: seen.version, ...fields })
      else await add.mutateAsync({ claimId, ...fields })
      toast({ tone: 'success', words: seen ? 'The contact was corrected.' : 'The contact was added.' })
      onClose()
    },
    idOf: (path) => idOf(path.split('.')[0]!),
  })
  const errorOf = (field: string) => form.problemOf(idOf(field))
  const latest = form.failure?.code === 'CONFLICT' ? ClaimContact.safeParse(form.failure.data).data : undefined
  const goOn = (now: ClaimContact) => {
    const [before, current] = [typedOf(seen!), typedOf(now)]
    // What this user did not change is taken as it is now.
    const untouched = (Object.keys(typed) as (keyof Typed)[]).filter(
      (key) => JSON.stringify(typed[key]) === JSON.stringify(before[key]),
    )
    setTyped({ ...typed, ...Object.fromEntries(untouched.map((key) => [key, current[key]])) })
    setSeen(now)
    form.forget()
  }
  return (
    <Dialog
      title={of ? 'Correct a person' : 'Add a person'}
      onClose={onClose}
      onSubmit={() => form.onSubmit({ preventDefault: () => {} })}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton tone="primary" busy={form.busy} busyLabel="Saving">
            {of ? 'Save correction' : 'Add person'}
          </SendButton>
        </>
      }
    >
      <div className={css.form}>
        <ErrorSummary key={form.tries} errors={form.problems} />
        {form.failure && !latest && <FailedNote what="The contact was not saved." failure={form.failure} />}
        {latest && (
          <Note
            tone="amber"
            role="alert"
            act={
              latest.endedOn === null && (
                <Button size="small" onClick={() => goOn(latest)}>
                  Keep my change
                </Button>
              )
            }
          >
            <b>{latest.changedBy} changed this contact meanwhile.</b>
            <ul className={css.changes}>
              {changesBetween(seen!, latest).map(({ field, after }) => (
                <li key={field}>
                  {field}: now {after || 'empty'}
                </li>
              ))}
              {latest.endedOn !== null && <li>It ended on {usDate(latest.endedOn)}</li>}
            </ul>
          </Note>
        )}
        {of && <p className="muted">Earlier values stay in the history, with who changed them.</p>}
        <div className={css.fields}>
          <TextField
            label="Name"
            required
            id={idOf('name')}
            error={errorOf('name')}
            value={typed.name}
            onChange={(name) => set({ name })}
            maxLength={MOST_NAME}
          />
          <SelectField
            label="Who this is"
            required
            id={idOf('relation')}
            error={errorOf('relation')}
            value={typed.relation}
            options={RELATIONS}
            placeholder="Choose who"
            onChange={(relation) => set({ relation })}
          />
          <TextField
            label="Phone"
            type="tel"
            id={idOf('phone')}
            error={errorOf('phone')}
            value={typed.phone}
            onChange={(phone) => set({ phone })}
            maxLength={30}
          />
          <TextField
            label="E-mail"
            type="email"
            id={idOf('email')}
            error={errorOf('email')}
            value={typed.email}
            onChange={(email) => set({ email })}
            maxLength={254}
          />
          <DateField
            label="On file since"
            required
            id={idOf('since')}
            error={errorOf('since')}
            value={typed.since}
            onChange={(since) => set({ since })}
            today={today}
            to={today}
          />
          <TextField
            label="When, or through whom"
            aside="optional"
            id={idOf('reachNote')}
            error={errorOf('reachNote')}
            value={typed.reachNote}
            onChange={(reachNote) => set({ reachNote })}
            maxLength={MOST_WORDS}
          />
        </div>
        <FieldSet legend="How this person may be reached">
          <div className={css.ways}>
            {WAYS.map((way) => (
              <SelectField
                key={way}
                label={ways[way]}
                id={idOf(`reach-${way}`)}
                value={typed.reach[way]}
                options={ANSWERS}
                onChange={(answer) => set({ reach: { ...typed.reach, [way]: answer } })}
              />
            ))}
          </div>
        </FieldSet>
        {typed.relation !== 'PATIENT' && (
          <CheckBox
            label="May speak for the patient"
            detail="The patient agreed that this person hears about their health and acts for them."
            checked={typed.speaksForPatient}
            onChange={(speaksForPatient) => set({ speaksForPatient })}
          />
        )}
      </div>
    </Dialog>
  )
}
