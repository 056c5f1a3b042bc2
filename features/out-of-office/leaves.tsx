import { useState } from 'react'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { outOfOffice, type TimeAway } from './contract.ts'
import css from './out-of-office.module.css'
import { momentWords, spanWords } from './words.ts'

export type LeavesProps = {
  of: readonly TimeAway[]
  /** Name of the list. */
  label: string
  /** Shows whose each is. */
  named?: boolean
  /** Opens the form; without it the list is read-only. */
  onChange?: ((leave: TimeAway) => void) | undefined
}

const looks = {
  ACTIVE: { words: 'Away now', tone: 'amber' },
  SCHEDULED: { words: 'Planned', tone: 'blue' },
  ENDED: { words: 'Over', tone: 'neutral' },
} as const

/** Leaves, each with its delegates and actions. */
export function Leaves({ of, label, named, onChange }: LeavesProps) {
  return (
    <ul className={css.leaves} aria-label={label}>
      {of.map((leave) => (
        <OneLeave key={leave.leaveId} {...{ leave, named, onChange }} />
      ))}
    </ul>
  )
}

function OneLeave({
  leave,
  named,
  onChange,
}: {
  leave: TimeAway
  named: boolean | undefined
  onChange: LeavesProps['onChange']
}) {
  const { person } = useUser()
  const end = useAct(outOfOffice.end)
  const [failed, setFailed] = useState<string>()
  const zone = person.timeZone
  const { words, tone } = looks[leave.status]
  const own = leave.userId === person.id
  const whose = own ? 'your' : `${leave.name}'s`
  const stop = () =>
    end.mutate(
      { leaveId: leave.leaveId },
      {
        onSuccess: ({ ended }) =>
          toast({
            words: ended ? `${own ? 'You are' : `${leave.name} is`} back in the office.` : 'The time off was canceled.',
            ...(ended && { detail: 'Unopened requests return in a moment.' }),
          }),
        onError: (error) => setFailed(error.message),
      },
    )
  return (
    <li className={css.leave}>
      <div className={css.head}>
        <Badge tone={tone}>{words}</Badge>
        <b>
          {named && `${leave.name}: `}
          {spanWords(leave, zone)}
        </b>
      </div>
      <p>
        {leave.delegates.length === 0
          ? 'No delegate: requests go to the next case owner, then the group queue.'
          : `Delegate: ${leave.delegates.map(({ name, active }) => (active ? name : `${name} (account closed)`)).join(', then ')}.`}{' '}
        {leave.moved > 0 && `${leave.moved} ${leave.moved === 1 ? 'request' : 'requests'} went to another owner.`}
      </p>
      {leave.message && <p className={css.message}>{leave.message}</p>}
      {leave.setBy && leave.setBy !== leave.name && <p className="muted">Set by {leave.setBy}.</p>}
      {failed && (
        <Note tone="red" role="alert">
          <b>It could not be changed.</b> {failed}
        </Note>
      )}
      {onChange && leave.status !== 'ENDED' && (
        <div className={css.acts}>
          <Button
            size="small"
            aria-label={`Change ${whose} time off from ${momentWords(leave.startAt, zone)}`}
            onClick={() => onChange(leave)}
          >
            Change
          </Button>
          <Button
            size="small"
            busy={end.isPending}
            busyLabel="Ending"
            aria-label={`${leave.status === 'ACTIVE' ? 'Turn off' : 'Cancel'} ${whose} time off from ${momentWords(leave.startAt, zone)}`}
            onClick={stop}
          >
            {leave.status === 'ACTIVE' ? 'Turn off' : 'Cancel'}
          </Button>
        </div>
      )}
    </li>
  )
}
