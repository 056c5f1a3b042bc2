import { useState } from 'react'
import { CallFailed } from '#platform/browser/call.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { iconChat } from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { ActDialog, ActWords } from '#platform/ui/overlay/act-dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { MOST_NOTE } from './call-outcomes.ts'
import { clinical } from './contract.ts'

type AskDialogProps = {
  authorizationId: string
  /** Whose question it is: that of who answers to the case owners, or theirs to who answers. */
  by: 'answerer' | 'owner'
  /** Those who answer, where nobody took it: pharmacists, reviewers, supervisors. */
  others?: string
  /** Who reads it, where known. */
  to: string | undefined
  onClose: () => void
}

/** Writes to the other side about a request that was handed over; it stays where it is, and the note in its event log. */
export function AskDialog({ authorizationId, by, to, others = 'pharmacists', onClose }: AskDialogProps) {
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const { mutate, isPending, error } = useAct(clinical.write)
  const asks = by === 'answerer'
  const missing = text.trim() === ''
  const send = () => {
    setTried(true)
    if (isPending || missing || [...text].length > MOST_NOTE) return
    mutate(
      { authorizationId, text },
      {
        onSuccess: () => {
          toast({ tone: 'success', words: asks ? `${to ?? 'The case owner'} was asked.` : 'The note was added.' })
          onClose()
        },
      },
    )
  }
  return (
    <ActDialog
      title={asks ? `Ask ${to ?? 'the case owner'}` : `Write to ${to ?? `the ${others}`}`}
      tile={<Tile icon={iconChat} />}
      onClose={onClose}
      onSend={send}
      verb={asks ? 'Ask' : 'Send'}
      busyLabel={asks ? 'Asking' : 'Sending'}
      busy={isPending}
      failure={error instanceof CallFailed ? error : undefined}
      failedWords="NOT sent."
    >
      <TextArea
        label={asks ? 'Question' : 'Note'}
        required
        error={tried && missing ? 'Write what it is about.' : undefined}
        rows={3}
        limit={MOST_NOTE}
        value={text}
        onChange={setText}
        data-autofocus
      />
      <ActWords>
        {asks || to
          ? `${to ?? 'The case owner'} is notified in the portal. It is kept in the event log; the request stays where it is.`
          : 'It is kept in the event log for who takes the request.'}
      </ActWords>
    </ActDialog>
  )
}
