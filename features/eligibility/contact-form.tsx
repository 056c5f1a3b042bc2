import { useId, useState, type ComponentType } from 'react'
import { useAct } from '#platform/browser/use-call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { eligibility } from './contract.ts'
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
  const [values, setValues] = useState<Record<FieldName, string>>({
    ...worker,
    preferredPharmacyNabp: worker.preferredPharmacyNabp ?? '',
  })
  const [language, setLanguage] = useState<'en' | 'es'>(worker.language === 'es' ? 'es' : 'en')
  const update = useAct(eligibility.update)
  const form = useFormSend({
    whatIsWrong: () => [],
    send: async () => {
      const given = Object.fromEntries(fields.map(([name]) => [name, values[name]]))
      await update.mutateAsync({ claimId, ...given, language, version: worker.version })
      toast({ tone: 'success', words: 'Contact data was saved.' })
      onClose()
    },
    idOf: (path) => `${id}-${path}`,
  })
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
      <ErrorSummary key={form.tries} errors={form.problems} />
      {form.failure && <FailedNote what="Contact data was not saved." failure={form.failure} />}
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
