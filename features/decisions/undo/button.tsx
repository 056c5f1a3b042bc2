import { useEffect, useState } from 'react'
import { Button } from '#platform/ui/button/button.tsx'
import { iconUndo } from '#platform/ui/display/icons.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'

const offeredFor = 10_000

/** Takes the shown decision back. Goes after ten seconds; the server has the last word on whether it was in time. */
export function UndoButton({ busy, onUndo }: { busy: boolean; onUndo: () => void }) {
  const [open, setOpen] = useState(true)
  useEffect(() => {
    const timer = setTimeout(setOpen, offeredFor, false)
    return () => clearTimeout(timer)
  }, [])
  useKeys(open && !busy ? { z: onUndo } : {})
  if (!open) return null
  return (
    <Button icon={iconUndo} keys={['Z']} busy={busy} busyLabel="Taking back" onClick={onUndo}>
      Undo
    </Button>
  )
}
