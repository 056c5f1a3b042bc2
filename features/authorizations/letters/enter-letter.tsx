import { useState } from 'react'
import type { CallFailed } from '#platform/ask.ts'
import { Button } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { Field } from '#platform/ui/field.tsx'
import { iconInbox } from '#platform/ui/icons.ts'
import { Note } from '#platform/ui/note.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import { Tile } from '#platform/ui/tile.tsx'
import { toast } from '#platform/ui/toasts.ts'
import { useAct } from '#platform/use-call.ts'
import { letters } from '#features/letters/contract.ts'
import css from './letters.module.css'

/** Support enters a letter that came by fax or post (T12). */
export function EnterLetter({ referenceNumber, onClose }: { referenceNumber: string; onClose: () => void }) {
  const enter = useAct(letters.enter)
  const [source, setSource] = useState<'FAX' | 'POST'>('FAX')
  const [file, setFile] = useState<File>()
  const [failure, setFailure] = useState<string>()
  const send = async () => {
    if (!file) return setFailure('Choose the file of the letter.')
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      await enter.mutateAsync({ referenceNumber, source, file: { name: file.name, type: file.type, bytes } })
      toast({ words: `Letter ${referenceNumber} was entered.` })
      onClose()
    } catch (error) {
      setFailure((error as CallFailed).message)
    }
  }
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
            Enter the letter
          </Button>
        </>
      }
    >
      {failure && (
        <Note tone="red" role="alert" className={css.note ?? ''}>
          <b>The letter was not entered.</b> {failure}
        </Note>
      )}
      <RadioGroup
        legend="It came by"
        value={source}
        onChange={(to) => setSource(to)}
        options={[
          { value: 'FAX', label: 'Fax' },
          { value: 'POST', label: 'Post' },
        ]}
      />
      <Field label="File" hint="PDF, JPEG, PNG or TIFF, up to 10 MB.">
        {(control) => (
          <input
            {...control}
            type="file"
            accept="application/pdf,image/png,image/jpeg,image/tiff"
            className={css.file}
            onChange={(event) => {
              setFile(event.target.files?.[0])
              setFailure(undefined)
            }}
          />
        )}
      </Field>
    </Dialog>
  )
}
