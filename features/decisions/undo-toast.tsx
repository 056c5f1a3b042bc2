import { useEffect, useState } from 'react'
import { Button } from '#platform/ui/button/button.tsx'
import { usDate } from '#platform/dates/day.ts'
import { iconUndo } from '#platform/ui/display/icons.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { shortName } from '#features/authorizations/in-words.ts'

export type Told = {
  /** What happened, complete, with the name: "Approved one fill for Wendell A." */
  words: string
  /** Date of birth and claim, so that a wrong person is noticed. */
  detail: string
}

/** Words of the toast: what happened, to whom, and what tells one person from another. */
export const toldOf = (detail: AuthDetail, words: string): Told => ({
  words: `${words} for ${shortName(detail.claimantFirstName, detail.claimantLastName)}`,
  detail: `Born ${usDate(detail.dateOfBirth)}, claim ${detail.claimNumber}, ${detail.masterCarrier}/${detail.subCarrier}.`,
})

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
