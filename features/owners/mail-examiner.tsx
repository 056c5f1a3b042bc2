import { useState } from 'react'
import { iconMail } from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ActDialog, ActWords, useDialogSend } from '#platform/ui/overlay/act-dialog.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { owners } from './contract.ts'

type MailExaminerProps = { detail: AuthDetail; onClose: () => void }

/** An e-mail to the claims examiner of a federal program about a request. */
export function MailExaminer({ detail, onClose }: MailExaminerProps) {
  const [subject, setSubject] = useState(`Request ${detail.referenceNumber}`)
  const [message, setMessage] = useState('')
  const { dialog, problemOf, forget } = useDialogSend(owners.mailExaminer, {
    problems: message.trim() === '' ? [{ field: 'message', message: 'Enter a message.' }] : [],
    idOf: () => 'examiner-message',
    input: () => ({ authorizationId: detail.authorizationId, subject: subject.trim(), message: message.trim() }),
    notice: () => ({ words: 'The message to the claims examiner is on its way.' }),
    onClose,
  })
  return (
    <ActDialog
      title="Write to the claims examiner"
      tile={<Tile icon={iconMail} />}
      sheet="full"
      {...dialog}
      verb="Send e-mail"
      busyLabel="Sending"
      failedWords="It was not sent."
    >
      <ActWords>
        Goes to the mailbox of the program, or to the examiner of the claim. The reference and claim number and a link
        to the request are added: leave out names and health information.
      </ActWords>
      <TextField label="Subject" maxLength={150} value={subject} onChange={setSubject} />
      <TextArea
        label="Message"
        required
        id="examiner-message"
        data-autofocus
        limit={2000}
        value={message}
        onChange={(text) => {
          setMessage(text)
          forget()
        }}
        error={problemOf('message')}
      />
    </ActDialog>
  )
}
