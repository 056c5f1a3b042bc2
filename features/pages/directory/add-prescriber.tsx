import { useState } from 'react'
import { mayUpdate } from '#features/permissions/rules.ts'
import { practitioners } from '#features/practitioners/contract.ts'
import { ADD_FLAG, whyNotThisNpi } from '#features/practitioners/rules.ts'
import { settings } from '#features/settings/contract.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import css from './directory.module.css'

const fields = [
  ['npi', 'NPI', 'Ten digits.'],
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['credential', 'Credential', 'Such as MD, DO, NP.'],
  ['specialty', 'Specialty'],
  ['licenseState', 'State of the license', 'Two letters.'],
  ['licenseNumber', 'License number'],
  ['phone', 'Phone', 'Ten digits.'],
  ['fax', 'Fax', 'Letters go there.'],
  ['line1', 'Street'],
  ['city', 'City'],
  ['state', 'State', 'Two letters.'],
  ['zip', 'ZIP code', 'Five digits.'],
] as const
type FieldName = (typeof fields)[number][0]
const optional: readonly FieldName[] = ['licenseNumber', 'fax']

/** The button that adds a prescriber who is not on file, for carriers that have it. */
export function AddPrescriber() {
  const { person } = useUser()
  const [open, setOpen] = useState(false)
  const flag = useRead(settings.features, { f: [ADD_FLAG] })
  if (!flag.data?.enabled || !mayUpdate(person)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add a prescriber</Button>
      {open && <AddDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState<Partial<Record<FieldName, string>>>({})
  const [tried, setTried] = useState(false)
  const add = useAct(practitioners.add)
  const textOf = (name: FieldName): string => form[name]?.trim() ?? ''
  const missing = (name: FieldName, label: string): string | undefined => {
    if (textOf(name) === '') return optional.includes(name) ? undefined : `Enter: ${label}.`
    return name === 'npi' ? whyNotThisNpi(textOf(name))?.message : undefined
  }
  const wrong = (name: FieldName, label: string): string | undefined =>
    (tried ? missing(name, label) : undefined) ?? add.error?.fields.find(({ path }) => path === name)?.message
  const marked = add.error?.fields.some(({ path }) => fields.some(([name]) => name === path))
  const send = () => {
    setTried(true)
    if (fields.some(([name, label]) => missing(name, label)) || add.isPending) return
    const given = Object.fromEntries(fields.flatMap(([name]) => (textOf(name) === '' ? [] : [[name, textOf(name)]])))
    add.mutate(given as Record<Exclude<FieldName, 'licenseNumber' | 'fax'>, string>, {
      onSuccess: () => {
        toast({ tone: 'success', words: `${textOf('firstName')} ${textOf('lastName')} was added to the directory.` })
        onClose()
      },
    })
  }
  return (
    <Dialog
      title="Add a prescriber"
      size="small"
      onClose={onClose}
      onSubmit={send}
      footer={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <SendButton tone="primary" size="large" busy={add.isPending} busyLabel="Saving">
            Add
          </SendButton>
        </>
      }
    >
      <div className={css.adding}>
        <p>For a prescriber who is not on file. The directory is the same for every carrier.</p>
        {add.error && !marked && <FailedNote what="The prescriber was not added." failure={add.error} />}
        {fields.map(([name, label, hint]) => (
          <TextField
            key={name}
            label={label}
            required={!optional.includes(name)}
            hint={hint}
            value={form[name] ?? ''}
            error={wrong(name, label)}
            inputMode={['npi', 'phone', 'fax', 'zip'].includes(name) ? 'numeric' : undefined}
            onChange={(value) => {
              setForm({ ...form, [name]: value })
              add.reset()
            }}
          />
        ))}
      </div>
    </Dialog>
  )
}
