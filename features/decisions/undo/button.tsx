import { useEffect, useState } from 'react'
import { Button } from '#platform/ui/button/button.tsx'
import { iconUndo } from '#platform/ui/display/icons.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'

/** Takes the shown decision back. Disappears when the time is over; the server checks whether it was in time. */
export function UndoButton({
  until,
  now,
  busy,
  onUndo,
}: {
  until: string
  now: number
  busy: boolean
  onUndo: () => void
}) {
  const [open, setOpen] = useState(true)
  const [left] = useState(() => Math.max(0, Date.parse(until) - now))
  useEffect(() => {
    const timer = setTimeout(setOpen, left, false)
    return () => clearTimeout(timer)
  }, [left])
  useKeys(open && !busy ? { z: onUndo } : {})
  if (!open) return null
  return (
    <Button icon={iconUndo} keys={['Z']} busy={busy} busyLabel="Undoing" onClick={onUndo}>
      Undo
    </Button>
  )
}
