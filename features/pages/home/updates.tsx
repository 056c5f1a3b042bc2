import { useState } from 'react'
import { addMs } from '#platform/dates/instant.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { iconRefresh } from '#platform/ui/display/icons.ts'
import css from './home.module.css'

const everyMs = 60_000

/** A card that refreshes every minute while in view, until it is paused. */
export function useUpdates() {
  const [paused, setPaused] = useState(false)
  return { paused, onPause: () => setPaused(!paused), repeat: paused ? {} : { everyMs } }
}

/** When a card was updated last, and the buttons for it. */
export function Updates({
  at,
  paused,
  onPause,
  onRefresh,
}: {
  at: number
  paused: boolean
  onPause: () => void
  onRefresh: () => void
}) {
  const { person, clockOffset } = useUser()
  const updated = at ? dayAndTime(at + clockOffset, person.timeZone) : undefined
  return (
    <p className={css.updated}>
      {updated && (
        <span>
          Updated <time dateTime={addMs(at, clockOffset)}>{updated.time}</time> {updated.zone}
        </span>
      )}
      <Button tone="quiet" size="small" icon={iconRefresh} onClick={onRefresh}>
        Refresh
      </Button>
      <Button tone="quiet" size="small" aria-pressed={paused} onClick={onPause}>
        {paused ? 'Resume updates' : 'Pause updates'}
      </Button>
    </p>
  )
}
