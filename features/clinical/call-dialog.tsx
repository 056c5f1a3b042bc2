import { useState } from 'react'
import { CallFailed } from '#platform/browser/call.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { addDays } from '#platform/dates/day.ts'
import { addMs, MINUTE_MS } from '#platform/dates/instant.ts'
import { dateIn, instantOf } from '#platform/dates/zone.ts'
import { iconChat } from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { ActDialog, ActWords } from '#platform/ui/overlay/act-dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { callOutcomes, MOST_NOTE, type CallOutcome } from './call-outcomes.ts'
import { clinical } from './contract.ts'

const outcomeLabels: Readonly<Record<CallOutcome, string>> = {
  REACHED: 'Spoke with the prescriber',
  NO_ANSWER: 'Nobody answered',
  CALL_BACK: 'A call back was agreed',
}
const backIn = [
  { value: '30', label: 'in 30 minutes' },
  { value: '60', label: 'in 1 hour' },
  { value: '120', label: 'in 2 hours' },
  { value: 'tomorrow', label: 'tomorrow at 9:00 AM' },
]

type CallDialogProps = { authorizationId: string; prescriber: string; onClose: () => void }

/** Records a call to the prescriber: how it ended, and when it goes on. Who waits for the answer sees both. */
export function CallDialog({ authorizationId, prescriber, onClose }: CallDialogProps) {
  const { person } = useUser()
  const now = useNow()
  const [outcome, setOutcome] = useState<CallOutcome>('REACHED')
  const [back, setBack] = useState('60')
  const [text, setText] = useState('')
  const { mutate, isPending, error } = useAct(clinical.called)
  const backAt = () =>
    back === 'tomorrow'
      ? new Date(instantOf(addDays(dateIn(now, person.timeZone), 1), '09:00', person.timeZone)).toISOString()
      : addMs(new Date(now), Number(back) * MINUTE_MS)
  const send = () => {
    if (isPending || [...text].length > MOST_NOTE) return
    mutate(
      { authorizationId, outcome, text, ...(outcome === 'CALL_BACK' && { backAt: backAt() }) },
      {
        onSuccess: () => {
          toast({ tone: 'success', words: 'The call was recorded.' })
          onClose()
        },
      },
    )
  }
  return (
    <ActDialog
      title={`Call to ${prescriber}`}
      tile={<Tile icon={iconChat} />}
      onClose={onClose}
      onSend={send}
      verb="Record call"
      busyLabel="Recording"
      busy={isPending}
      failure={error instanceof CallFailed ? error : undefined}
      failedWords="NOT recorded."
    >
      <SelectField
        label="Outcome"
        options={callOutcomes.map((value) => ({ value, label: outcomeLabels[value] }))}
        value={outcome}
        onChange={(value) => setOutcome(value as CallOutcome)}
      />
      {outcome === 'CALL_BACK' && <SelectField label="Call back" options={backIn} value={back} onChange={setBack} />}
      <TextArea label="Note" aside="optional" rows={3} limit={MOST_NOTE} value={text} onChange={setText} />
      <ActWords>It is kept in the event log. The request stays in clinical review.</ActWords>
    </ActDialog>
  )
}
