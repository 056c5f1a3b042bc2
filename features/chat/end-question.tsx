import { useState } from 'react'
import { asFailed, type CallFailed } from '#platform/browser/call.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'

type EndQuestionProps = { words: string; onKeep: () => void; onEnd: () => Promise<void> }

/** Asked before a conversation ends. */
export function EndQuestion({ words, onKeep, onEnd }: EndQuestionProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailed>()
  const end = async () => {
    setBusy(true)
    try {
      await onEnd()
    } catch (reason) {
      setFailure(asFailed(reason))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="End this chat?"
      size="small"
      role="alertdialog"
      onClose={onKeep}
      footer={
        <>
          <Button onClick={onKeep} data-autofocus>
            Keep open
          </Button>
          <Button tone="danger" busy={busy} busyLabel="Ending" onClick={() => void end()}>
            End chat
          </Button>
        </>
      }
    >
      {failure && <FailedNote what="The chat was not ended." failure={failure} />}
      <p>{words}</p>
    </Dialog>
  )
}
