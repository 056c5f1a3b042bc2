import { useEffect, useRef } from 'react'
import type { Profile } from '#features/patients/contract.ts'
import { usDate } from '#platform/dates/day.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import type { Typed } from './typed.ts'
import { useRenewal } from './use-renewal.ts'

type RenewalNoteProps = {
  profile: Profile
  /** The prior authorization to renew or to correct. */
  id: string
  corrects: boolean
  today: string
  typed: Typed | undefined
  onFill: (typed: Typed) => void
}

/** Fills an empty form in from the prior authorization that ends or is corrected; a form that was begun is only replaced when asked to. */
export function RenewalNote({ profile, id, corrects, today, typed, onFill }: RenewalNoteProps) {
  const { renewal, failed } = useRenewal(profile, id, today, corrects)
  const filled = useRef(false)
  useEffect(() => {
    if (filled.current || !renewal || typed) return
    filled.current = true
    onFill(renewal.typed)
  })
  if (failed)
    return (
      <Note tone="amber" role="status">
        <b>The prior authorization could not be filled in.</b> {failed} Choose the drug and the limits yourself.
      </Note>
    )
  if (!renewal || !typed) return null
  const { of } = renewal
  if (typed.drug?.id === renewal.typed.drug?.id)
    return (
      <Note tone="blue" role="status">
        {corrects ? (
          <>
            <b>Corrects {of.priorAuthOverrideRef}</b> by a new decision; both stay on record. Drug, dates and limits are
            filled in as they were: change what was wrong. Where the state lets no approval be withdrawn, the first one
            stays in force beside it.
          </>
        ) : (
          <>
            <b>Renews {of.priorAuthOverrideRef},</b> which ends {usDate(of.endDate)}. Drug, dates and limits are filled
            in as they were. Say how this request came, and choose its owners.
          </>
        )}
      </Note>
    )
  return (
    <Note
      tone="amber"
      role="status"
      act={
        <Button size="small" onClick={() => onFill(renewal.typed)}>
          Fill in from {of.priorAuthOverrideRef}
        </Button>
      }
    >
      <b>You began another authorization for this claim.</b> Filling this one in replaces it.
    </Note>
  )
}
