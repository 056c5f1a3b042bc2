import { timeLeft } from '#features/deadlines/timer.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { Timer } from '#platform/ui/display/timer.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'

/** The time left of a request due then, as every list shows it; nothing where there is no request. */
export function TimeLeft({ dueAt, receivedAt }: { dueAt: string | null; receivedAt: string | null }) {
  const { person } = useUser()
  const now = useNow()
  if (dueAt === null) return <span className="muted">None</span>
  const left = timeLeft(dueAt, new Date(now).toISOString(), { receivedAt })
  const due = dayAndTime(dueAt, person.timeZone)
  return (
    <Timer
      tone={left.tone === 'overdue' ? 'over' : left.tone === 'soon' ? 'soon' : 'ok'}
      words={left.words}
      fraction={left.fraction}
      exact={`Due ${due.day} ${due.time} ${due.zone}`}
      dateTime={dueAt}
    />
  )
}
