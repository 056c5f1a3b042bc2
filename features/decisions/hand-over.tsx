import { whyNotExplained } from '#features/authorizations/explains.ts'
import { useState } from 'react'
import { ActDialog, ActWords } from '#platform/ui/overlay/act-dialog.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'
import { iconAssign } from '#platform/ui/display/icons.ts'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { longestNote } from './form/problem.ts'
import type { Move } from './form/parts.tsx'
import { noticeOf } from './notice.ts'
import { status } from '#features/authorizations/statuses.ts'

export type HandOverTo = 'clinical' | 'ur' | 'question' | 'merge' | 'pending' | 'withdraw'
type Words = { title: string; verb: string; busy: string; done: string; next: string; hint: string }
const send = { verb: 'Send', busy: 'Sending' }
const words: Readonly<Record<Exclude<HandOverTo, 'question' | 'merge'>, Words>> = {
  clinical: {
    ...send,
    title: 'Send to clinical review',
    done: 'Sent to clinical review',
    next: 'It leaves your pending requests until a pharmacist decides it or recommends what to do. You can take it back. The deadline does not change.',
    hint: 'What the pharmacist should look at.',
  },
  ur: {
    ...send,
    title: 'Send to utilization review',
    done: 'Sent to utilization review',
    next: 'A licensed reviewer decides it. You can take it back for 10 minutes; after that only the reviewer returns it. The deadline does not change.',
    hint: 'What the reviewer should look at.',
  },
  pending: {
    title: 'Return to the case owner',
    verb: 'Return',
    busy: 'Returning',
    done: 'Returned to the case owner',
    next: 'It is pending for its case owner again. The deadline does not change.',
    hint: 'Why it comes back, and what is missing.',
  },
  withdraw: {
    title: 'Withdraw this request',
    verb: 'Withdraw',
    busy: 'Withdrawing',
    done: 'Withdrawn',
    next: 'It is closed without a decision, and its case owners are notified. This cannot be undone: a new request starts over.',
    hint: 'Why: sent twice, paid otherwise, canceled by the prescriber.',
  },
}

const bySupervisor: readonly number[] = [status.PENDING_SECOND_APPROVAL, status.PENDING_SUPERVISOR]

/** Hands a request over, or withdraws it, with a note that stands on it and in its event log. */
export function HandOver({
  detail,
  to,
  busy,
  send,
  onClose,
}: {
  detail: AuthDetail
  to: Exclude<HandOverTo, 'question' | 'merge'>
  busy: boolean
  /** Undefined when it was refused: the dialog stays with what was typed. */
  send: (move: Move) => Promise<number | undefined>
  onClose: () => void
}) {
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const { title, verb, busy: busyLabel, done, next, hint } = words[to]
  // What a supervisor returns comes back with an answer.
  const returns = to === 'pending' && bySupervisor.includes(detail.authorizationStatusId)
  const needed = to === 'withdraw' || returns
  const missing = needed
    ? whyNotExplained(note, returns ? 'Write why it comes back.' : 'Enter why it is withdrawn.')
    : undefined
  const onSend = async () => {
    setTried(true)
    if (busy || missing || [...note].length > longestNote) return
    const version = await send({ status: to, notice: noticeOf(detail, done), note: note.trim() })
    if (version !== undefined) onClose()
  }
  return (
    <ActDialog
      title={title}
      tile={<Tile icon={iconAssign} />}
      onClose={onClose}
      onSend={() => void onSend()}
      verb={verb}
      busyLabel={busyLabel}
      busy={busy}
      failure={undefined}
      failedWords="NOT sent."
    >
      <TextArea
        label={to === 'withdraw' ? 'Reason' : 'Note'}
        aside={needed ? undefined : 'optional'}
        required={needed}
        error={tried ? missing : undefined}
        hint={hint}
        rows={3}
        limit={longestNote}
        value={note}
        onChange={setNote}
      />
      <ActWords>{next}</ActWords>
    </ActDialog>
  )
}
