import { useId, useState } from 'react'
import { useAct } from '#platform/browser/use-call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { MAX_DOCUMENT_BYTES } from '#platform/calls/documents.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { Field } from '#platform/ui/form/field.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { documentTypeName } from '#reference/document-types.ts'
import { documents } from './contract.ts'
import { documentType, uploadable } from './rules.ts'
import { sizeWords } from './words.ts'

// A review report belongs to a request, and is uploaded there.
const types = uploadable
  .filter((type) => type !== documentType.REVIEW_REPORT)
  .map((type) => ({ value: String(type), label: documentTypeName(type) }))

/** Attaches a file to a claim. */
export function Upload({
  claimId,
  onClose,
  onUploaded,
}: {
  claimId: string
  onClose: () => void
  onUploaded: (documentId: string) => void
}) {
  const { person } = useUser()
  const today = dateIn(useNow(), person.timeZone)
  const id = useId()
  const ids = { file: `${id}-file`, typeId: `${id}-type`, receivedOn: `${id}-day` }
  const [file, setFile] = useState<File>()
  const [type, setType] = useState('')
  const [day, setDay] = useState('')
  const add = useAct(documents.add)
  const date = day.trim() === '' ? null : parseDate(day, today, { to: today })
  const form = useFormSend({
    whatIsWrong: () => [
      ...(file === undefined ? [{ id: ids.file, message: 'Choose a file.' }] : []),
      ...(file && file.size > MAX_DOCUMENT_BYTES
        ? [{ id: ids.file, message: `This file has ${sizeWords(file.size)}; the maximum is 10 MB.` }]
        : []),
      ...(type === '' ? [{ id: ids.typeId, message: 'Choose a type.' }] : []),
      ...(date === undefined
        ? [{ id: ids.receivedOn, message: 'Enter a day up to today as MM/DD/YYYY, or none.' }]
        : []),
    ],
    send: async () => {
      const bytes = new Uint8Array(await file!.arrayBuffer())
      const { document } = await add.mutateAsync({
        claimId,
        typeId: Number(type),
        ...(date && { receivedOn: date }),
        file: { name: file!.name, type: file!.type, bytes },
      })
      toast({ tone: 'success', words: `${document.fileName} was uploaded.` })
      onUploaded(document.documentId)
      onClose()
    },
    idOf: (path) => ids[path as keyof typeof ids],
  })
  return (
    <Dialog
      title="Upload a document"
      onClose={onClose}
      onSubmit={() => form.onSubmit({ preventDefault: () => {} })}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton tone="primary" busy={form.busy} busyLabel="Uploading">
            Upload
          </SendButton>
        </>
      }
    >
      <ErrorSummary key={form.tries} errors={form.problems} />
      {form.failure && <FailedNote what="The document was not uploaded." failure={form.failure} />}
      <Field
        label="File"
        required
        id={ids.file}
        error={form.problemOf(ids.file)}
        hint="PDF, PNG, JPEG or TIFF, up to 10 MB. It is checked for malware."
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".pdf,.png,.jpg,.jpeg,.tif,.tiff"
            onChange={(event) => setFile(event.target.files?.[0])}
          />
        )}
      </Field>
      <SelectField
        label="Type"
        required
        id={ids.typeId}
        error={form.problemOf(ids.typeId)}
        value={type}
        options={types}
        onChange={setType}
        placeholder="Choose a type"
      />
      <DateField
        label="Day it came in"
        id={ids.receivedOn}
        error={form.problemOf(ids.receivedOn)}
        hint="Today when left empty"
        value={day}
        onChange={setDay}
        today={today}
      />
    </Dialog>
  )
}
