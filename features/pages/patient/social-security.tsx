import { useEffect, useState } from 'react'
import { useAct } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { mayUpdate } from '#features/permissions/rules.ts'
import { patients } from '#features/patients/contract.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ActDialog, ActWords } from '#platform/ui/overlay/act-dialog.tsx'

/** Seconds the digits stay on the screen. */
const SHOWN_SECONDS = 30

/** The Social Security number, masked; its last digits show for a while, for a reason that goes on record. */
export function SocialSecurity({ claimId }: { claimId: string }) {
  const { person } = useUser()
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [tooShort, setTooShort] = useState(false)
  const [digits, setDigits] = useState<string>()
  const reveal = useAct(patients.revealSsn)
  useEffect(() => {
    if (digits === undefined) return
    const timer = setTimeout(() => setDigits(undefined), SHOWN_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [digits])
  const send = () => {
    if (reason.trim().length < 5) return setTooShort(true)
    reveal.mutate(
      { claimId, reason: reason.trim() },
      {
        onSuccess: ({ ssnLast4 }) => {
          setDigits(ssnLast4)
          setAsking(false)
          setReason('')
        },
      },
    )
  }
  return (
    <span>
      SSN{' '}
      {digits === undefined ? (
        <span aria-label="hidden">•••-••-••••</span>
      ) : (
        <span>
          <span aria-hidden="true">•••-••-</span>
          <span className="sr-only">ending in </span>
          <b>{digits}</b>
        </span>
      )}{' '}
      {mayUpdate(person) && digits === undefined && (
        <Button tone="quiet" size="small" onClick={() => setAsking(true)}>
          Show
          <span className="sr-only"> the last digits of the Social Security number</span>
        </Button>
      )}
      {asking && (
        <ActDialog
          title="Show the last digits of the Social Security number"
          verb="Show"
          busyLabel="Showing"
          busy={reveal.isPending}
          failure={reveal.error ?? undefined}
          failedWords="The digits were not shown."
          onClose={() => setAsking(false)}
          onSend={send}
        >
          <TextField
            label="Why you need it"
            value={reason}
            onChange={(text) => {
              setReason(text)
              setTooShort(false)
            }}
            error={tooShort ? 'Enter why you need it.' : undefined}
          />
          <ActWords>
            Your name, the time and the reason are recorded. The digits show for {SHOWN_SECONDS} seconds.
          </ActWords>
        </ActDialog>
      )}
    </span>
  )
}
