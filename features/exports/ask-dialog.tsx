import { useState } from 'react'
import { useAct } from '#platform/browser/use-call.ts'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { ActDialog, ActWords } from '#platform/ui/overlay/act-dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { exportList, type Export } from './contract.ts'

/** Asks the user who took a file about it. */
export function AskDialog({ of, onClose }: { of: Export; onClose: () => void }) {
  const [words, setWords] = useState('')
  const [tried, setTried] = useState(false)
  const ask = useAct(exportList.ask)
  const send = () => {
    setTried(true)
    if (words.trim() === '' || ask.isPending) return
    ask.mutate(
      { exportId: of.exportId, question: words },
      {
        onSuccess: () => {
          toast({ tone: 'success', words: `${of.name} was asked.`, detail: 'The answer is kept with the file.' })
          onClose()
        },
      },
    )
  }
  return (
    <ActDialog
      title={`Ask ${of.name}`}
      onClose={onClose}
      onSend={send}
      verb="Ask"
      busyLabel="Sending"
      busy={ask.isPending}
      failure={ask.error ?? undefined}
      failedWords="Nothing was asked."
    >
      <ActWords>{[of.what, of.about, of.subCarrier].filter(Boolean).join(', ')}</ActWords>
      <TextArea
        label="Your question"
        required
        hint="Name no patient. The question and the answer stay with the file."
        limit={1000}
        value={words}
        onChange={setWords}
        error={tried && words.trim() === '' ? 'Enter a question.' : undefined}
      />
    </ActDialog>
  )
}
