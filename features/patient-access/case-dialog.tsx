import { useState } from 'react'
import { useAct } from '#platform/browser/use-call.ts'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { ActDialog, ActWords } from '#platform/ui/overlay/act-dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { patientAccess, type CarrierView } from './contract.ts'

/** Has a view of a patient explained, or says what came of it. The user who looked is not notified. */
export function CaseDialog({ view, onClose }: { view: CarrierView; onClose: () => void }) {
  const [words, setWords] = useState('')
  const [tried, setTried] = useState(false)
  const open = useAct(patientAccess.openCase)
  const close = useAct(patientAccess.closeCase)
  const kept = view.case
  const act = kept ? close : open
  const done = (said: string) => ({
    onSuccess: () => {
      toast({ tone: 'success', words: said })
      onClose()
    },
  })
  const send = () => {
    setTried(true)
    if (words.trim() === '' || act.isPending) return
    if (kept) close.mutate({ caseId: kept.id, answer: words }, done('The case was closed.'))
    else open.mutate({ viewId: view.viewId, note: words }, done('The case was opened.'))
  }
  return (
    <ActDialog
      title={kept ? 'Close the case' : 'Open a case'}
      onClose={onClose}
      onSend={send}
      verb={kept ? 'Close case' : 'Open case'}
      busyLabel="Saving"
      busy={act.isPending}
      failure={act.error ?? undefined}
      failedWords="Nothing was saved."
    >
      <ActWords>
        {view.name} looked at {view.patient}. {kept && `${kept.openedBy}: ${kept.note}`}
      </ActWords>
      <TextArea
        label={kept ? 'Outcome' : 'Your note'}
        required
        hint={kept ? undefined : 'What has to be explained, and by whom. The user is not notified.'}
        limit={1000}
        value={words}
        onChange={setWords}
        error={tried && words.trim() === '' ? 'Enter a few words.' : undefined}
      />
    </ActDialog>
  )
}
