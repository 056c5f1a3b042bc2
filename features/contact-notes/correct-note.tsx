import { useState } from 'react'
import { claimNotes, type Note } from '#features/claim-notes/contract.ts'
import { changesInPlace, MOST_TEXT } from '#features/claim-notes/rules.ts'
import { asFailed } from '#platform/browser/call.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { ActDialog } from '#platform/ui/overlay/act-dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'

/** Corrects one's own note: within 15 minutes in place, afterwards by a correction under it. */
export function CorrectNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const now = useNow()
  const inPlace = changesInPlace(note.createdAt, new Date(now))
  const [text, setText] = useState(inPlace ? note.text : '')
  const [missing, setMissing] = useState(false)
  const act = useAct(claimNotes.correct)
  const send = () => {
    setMissing(text.trim() === '')
    if (text.trim() === '' || act.isPending) return
    act.mutate(
      { eligibilityNoteId: note.noteId, text, version: note.version },
      {
        onSuccess: (answer) => {
          toast({ tone: 'success', words: answer.inPlace ? 'The note was changed.' : 'The correction was added.' })
          onClose()
        },
      },
    )
  }
  return (
    <ActDialog
      title="Correct note"
      onClose={onClose}
      onSend={send}
      verb={inPlace ? 'Save note' : 'Add correction'}
      busyLabel="Saving"
      busy={act.isPending}
      failure={act.error ? asFailed(act.error) : undefined}
      failedWords="The note was not corrected."
    >
      {!inPlace && <p>Notes older than 15 minutes stay as they are. Your correction is shown under the note.</p>}
      <TextArea
        label={inPlace ? 'Note' : 'Correction'}
        required
        error={missing ? 'Write a note.' : undefined}
        value={text}
        onChange={setText}
        limit={MOST_TEXT}
        rows={4}
      />
    </ActDialog>
  )
}
