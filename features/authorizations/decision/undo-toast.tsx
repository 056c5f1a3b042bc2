import { useEffect, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { iconUndo } from '#platform/ui/icons.ts'
import { toast } from '#platform/ui/toasts.ts'
import { useKeys } from '#platform/ui/use-keys.ts'

export type Told = {
  /** What happened, complete, with the name: "Approved one fill for Wendell A." */
  words: string
  /** Date of birth and claim, so that a wrong person is noticed. */
  detail: string
}

/** Tells that a decision was made, and offers for ten seconds to take it back (also on Z). The result closes it. */
export const undoToast = ({ words, detail }: Told, onUndo: () => void): number => toast({ words, detail, onUndo })

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
