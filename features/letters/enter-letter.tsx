import { useState } from 'react'
import { CallFailed } from '#platform/browser/call.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { parseDate } from '#platform/dates/typed-date.ts'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { Field } from '#platform/ui/form/field.tsx'
import { FieldSet } from '#platform/ui/form/field-set.tsx'
import { iconInbox } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { RadioGroup } from '#platform/ui/form/radio-group.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { missingWords } from './complete.ts'
import { letters } from './contract.ts'
import type { Lomn } from '#features/authorizations/letter-shape.ts'
import css from './letters.module.css'

export type EnterLetterProps = {
  letter: Pick<Lomn, 'referenceNumber' | 'template' | 'mayLack'>
  /** Today in the user's time zone, 'YYYY-MM-DD'. */
  today: string
  onClose: () => void
}

/** Support enters an answer that came by fax or mail: with the day it was signed, or with what it lacks. */
export function EnterLetter({ letter, today, onClose }: EnterLetterProps) {
  const { referenceNumber, template, mayLack } = letter
  const enter = useAct(letters.enter)
  const [source, setSource] = useState<'FAX' | 'POST'>('FAX')
  const [file, setFile] = useState<File>()
  const [whole, setWhole] = useState<'yes' | 'no'>()
  const [signed, setSigned] = useState('')
  const [missing, setMissing] = useState<readonly string[]>([])
  const [failure, setFailure] = useState<{ field?: string | undefined; message: string }>()
  const wrong = (field: string) => (failure?.field === field ? failure.message : undefined)
  const changed = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value)
      setFailure(undefined)
    }
  }
  const send = async () => {
    const signedOn = parseDate(signed, today)
    if (!file) return setFailure({ field: 'file', message: 'Choose the file of the letter.' })
    if (!whole) return setFailure({ field: 'complete', message: 'Select whether it is complete.' })
    if (whole === 'yes' && !signedOn)
      return setFailure({ field: 'signedOn', message: 'Enter the date the prescriber signed it.' })
    if (whole === 'no' && missing.length === 0)
      return setFailure({ field: 'missing', message: 'Enter what is missing.' })
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      await enter.mutateAsync({
        referenceNumber,
        source,
        file: { name: file.name, type: file.type, bytes },
        complete: whole === 'yes',
        ...(whole === 'yes' ? { signedOn: signedOn! } : { missing: [...missing] }),
      })
      toast(
        whole === 'yes'
          ? { words: `Letter ${referenceNumber} was entered.` }
          : {
              words: `The answer to ${referenceNumber} was returned.`,
              detail: 'The prescriber is notified of what is missing.',
            },
      )
      onClose()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setFailure({ field: error.fields[0]?.path, message: error.message })
    }
  }
  const marked = ['file', 'complete', 'signedOn', 'missing'].includes(failure?.field ?? '')
  return (
    <Dialog
      title={`Enter letter ${referenceNumber}`}
      tile={<Tile icon={iconInbox} />}
      size="small"
      onClose={onClose}
      onSubmit={() => void send()}
      footer={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" tone="primary" size="large" busy={enter.isPending} busyLabel="Sending">
            {whole === 'no' ? 'Send it back' : 'Enter the letter'}
          </Button>
        </>
      }
    >
      {failure && !marked && (
        <Note tone="red" role="alert" className={css.note ?? ''}>
          <b>The letter was not entered.</b> {failure.message}
        </Note>
      )}
      <div className={css.form}>
        <RadioGroup
          legend="Received by"
          value={source}
          onChange={(to) => setSource(to)}
          options={[
            { value: 'FAX', label: 'Fax' },
            { value: 'POST', label: 'Mail' },
          ]}
        />
        <Field label="File" required hint="PDF, JPEG, PNG or TIFF, up to 10 MB." error={wrong('file')}>
          {(control) => (
            <input
              {...control}
              type="file"
              accept="application/pdf,image/png,image/jpeg,image/tiff"
              className={css.file}
              onChange={(event) => changed(setFile)(event.target.files?.[0])}
            />
          )}
        </Field>
        <RadioGroup
          legend="Is it complete?"
          required
          value={whole}
          {...(wrong('complete') !== undefined && { error: wrong('complete')! })}
          onChange={changed(setWhole)}
          options={[
            { value: 'yes', label: 'Yes: every required question is answered, and it is signed' },
            { value: 'no', label: 'No: return it to the prescriber with what is missing' },
          ]}
        />
        {whole === 'yes' && (
          <DateField
            label="Signed on"
            required
            value={signed}
            onChange={changed(setSigned)}
            today={today}
            to={today}
            hint="The letter counts from this date."
            error={wrong('signedOn')}
          />
        )}
        {whole === 'no' && (
          <FieldSet
            legend="What is missing?"
            required
            {...(wrong('missing') !== undefined && { error: wrong('missing')! })}
          >
            {mayLack.map((key) => (
              <CheckBox
                key={key}
                label={missingWords(template, key)}
                checked={missing.includes(key)}
                onChange={(on) => changed(setMissing)(on ? [...missing, key] : missing.filter((one) => one !== key))}
              />
            ))}
          </FieldSet>
        )}
      </div>
    </Dialog>
  )
}
