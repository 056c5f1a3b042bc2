import { useState } from 'react'
import { useUser } from '#platform/browser/use-user.ts'
import { iconAssign } from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import { RadioGroup } from '#platform/ui/form/radio-group.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { ActDialog, ActWords } from '#platform/ui/overlay/act-dialog.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import type { SupervisorQuestion } from '#features/decision-rights/supervisor-questions.ts'
import { longestNote } from './form/problem.ts'
import type { Move } from './form/parts.tsx'
import { noticeOf } from './notice.ts'
import { supervisorChoices } from './supervisor-choices.ts'

type AskSupervisorProps = {
  detail: AuthDetail
  /** Asked for at its place on the page; otherwise the first that fits. */
  wanted?: SupervisorQuestion | undefined
  busy: boolean
  /** Undefined when it was refused: the dialog stays with what was typed. */
  send: (move: Move) => Promise<number | undefined>
  onClose: () => void
}

/** Asks a supervisor about a request: what about, and the question. It leaves the user's pending requests until it is answered. */
export function AskSupervisor({ detail, wanted, busy, send, onClose }: AskSupervisorProps) {
  const { person } = useUser()
  const choices = supervisorChoices(detail, person)
  const [about, setAbout] = useState<SupervisorQuestion>(wanted ?? choices.find(({ fits }) => fits)!.value)
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const missing = note.trim() === ''
  const onSend = async () => {
    setTried(true)
    if (busy || missing || [...note].length > longestNote) return
    const version = await send({
      status: 'supervisor',
      notice: noticeOf(detail, 'Sent to a supervisor'),
      note: note.trim(),
      about,
    })
    if (version !== undefined) onClose()
  }
  return (
    <ActDialog
      title="Ask a supervisor"
      tile={<Tile icon={iconAssign} />}
      onClose={onClose}
      onSend={() => void onSend()}
      verb="Ask"
      busyLabel="Asking"
      busy={busy}
      failure={undefined}
      failedWords="NOT sent."
    >
      <RadioGroup
        legend="What about?"
        options={choices.map(({ fits, ...choice }) => ({ ...choice, disabled: !fits }))}
        value={about}
        onChange={setAbout}
      />
      <TextArea
        label="Question"
        required
        error={tried && missing ? 'Write what you ask.' : undefined}
        hint="What you would decide, and what you need."
        rows={3}
        limit={longestNote}
        value={note}
        onChange={setNote}
        data-autofocus
      />
      <ActWords>
        It leaves your pending requests until a supervisor decides it or returns it with an answer. What you entered in
        the form is kept, and you can take it back. The deadline does not change.
      </ActWords>
    </ActDialog>
  )
}
