import { useId, useState, type ComponentType } from 'react'
import { useAct } from '#platform/browser/use-call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { eligibility, Patient } from './contract.ts'
import css from './coverage.module.css'

type Worker = NonNullable<AnswerOf<typeof eligibility.of>['patient']>
const fields = [
  ['address1', 'Street address'],
  ['city', 'City'],
  ['state', 'State'],
  ['zip', 'ZIP code'],
  ['phone', 'Phone'],
  ['mobile', 'Mobile'],
  ['email', 'E-mail'],
  ['preferredPharmacyNabp', 'Pharmacy (NABP number)'],
] as const
type FieldName = (typeof fields)[number][0]
const valuesOf = (worker: Worker): Record<FieldName, string> => ({
  ...worker,
  preferredPharmacyNabp: worker.preferredPharmacyNabp ?? '',
})
const languageOf = (worker: Worker): 'en' | 'es' => (worker.language === 'es' ? 'es' : 'en')

/** Chooses a pharmacy from the directory, which lies in a layer above; handed in by the page. */
export type PharmacyChooser = ComponentType<{
  patient: string
  onChoose: (one: { nabp: string }) => void
  onClose: () => void
}>

type ContactFormProps = {
  claimId: string
  worker: Worker
  ChoosePharmacy?: PharmacyChooser | undefined
  onClose: () => void
}

/** Changes where a worker is reached. Name, birth date and claim are not changed here. */
export function ContactForm({ claimId, worker, ChoosePharmacy, onClose }: ContactFormProps) {
  const id = useId()
  const [choosing, setChoosing] = useState(false)
  // The data that was looked at: what somebody else saves meanwhile is never overwritten unseen.
  const [seen, setSeen] = useState(worker)
  const [values, setValues] = useState(valuesOf(worker))
  const [language, setLanguage] = useState(languageOf(worker))
  const update = useAct(eligibility.update)
  const form = useFormSend({
    whatIsWrong: () => [],
    send: async () => {
      const before = valuesOf(seen)
      const changed = fields.filter(([name]) => values[name] !== before[name]).map(([name]) => [name, values[name]])
      await update.mutateAsync({
        claimId,
        ...Object.fromEntries(changed),
        ...(language !== languageOf(seen) && { language }),
        version: seen.version,
      })
      toast({ tone: 'success', words: 'Contact data was saved.' })
      onClose()
    },
    idOf: (path) => `${id}-${path}`,
  })
  const latest = form.failure?.code === 'CONFLICT' ? Patient.safeParse(form.failure.data).data : undefined
  const keepMine = (now: Worker) => {
    const [before, current] = [valuesOf(seen), valuesOf(now)]
    // What this user did not change is taken as it is now.
    const untouched = fields.filter(([name]) => values[name] === before[name])
    setValues({ ...values, ...Object.fromEntries(untouched.map(([name]) => [name, current[name]])) })
    if (language === languageOf(seen)) setLanguage(languageOf(now))
    setSeen(now)
    form.forget()
  }
  return (
    <Dialog
      title="Change contact data"
      onClose={onClose}
      onSubmit={() => form.onSubmit({ preventDefault: () => {} })}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton tone="primary" busy={form.busy} busyLabel="Saving">
            Save contact data
          </SendButton>
        </>
      }
    >
      <div className={css.dialog}>
        <ErrorSummary key={form.tries} errors={form.problems} />
        {form.failure && !latest && <FailedNote what="Contact data was not saved." failure={form.failure} />}
        {latest && (
          <Note
            tone="amber"
            role="alert"
            act={
              <Button size="small" onClick={() => keepMine(latest)}>
                Keep my change
              </Button>
            }
          >
            <b>Somebody else changed this patient meanwhile.</b>
            <ul className={css.list}>
              {fields
                .filter(([name]) => valuesOf(latest)[name] !== valuesOf(seen)[name])
                .map(([name, label]) => (
                  <li key={name}>
                    {label} is now {valuesOf(latest)[name] || 'empty'}
                  </li>
                ))}
              {latest.language !== seen.language && (
                <li>Language is now {latest.language === 'es' ? 'Spanish' : 'English'}</li>
              )}
            </ul>
          </Note>
        )}
        <div className={css.fields}>
          {fields.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              id={`${id}-${name}`}
              error={form.problemOf(`${id}-${name}`)}
              value={values[name]}
              onChange={(value) => setValues({ ...values, [name]: value })}
              end={
                name === 'preferredPharmacyNabp' &&
                ChoosePharmacy && (
                  <Button size="small" onClick={() => setChoosing(true)}>
                    Find a pharmacy
                  </Button>
                )
              }
            />
          ))}
          <SelectField
            label="Language"
            value={language}
            options={[
              { value: 'en', label: 'English' },
              { value: 'es', label: 'Spanish' },
            ]}
            onChange={setLanguage}
          />
        </div>
      </div>
      {choosing && ChoosePharmacy && (
        <ChoosePharmacy
          patient={`${worker.firstName} ${worker.lastName}`}
          onClose={() => setChoosing(false)}
          onChoose={({ nabp }) => {
            setChoosing(false)
            setValues({ ...values, preferredPharmacyNabp: nabp })
          }}
        />
      )}
    </Dialog>
  )
}
