import { useState } from 'react'
import { leaveToConfirm, type StepUp } from '../../browser/confirm-person.ts'
import { Button } from '../button/button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmPersonProps = {
  question: StepUp
  /** Name of the call that asks; the page recognizes its own outcome by it on return. */
  what: string
  onClose: () => void
}

/** Offers to authenticate again before a call that requires it. Nothing was done yet. */
export function ConfirmPerson({ question, what, onClose }: ConfirmPersonProps) {
  const [busy, setBusy] = useState(false)
  const go = () => {
    setBusy(true)
    void leaveToConfirm(question, what)
  }
  return (
    <Dialog
      title="Confirm it is you"
      size="small"
      described="confirm-person-words"
      onClose={busy ? undefined : onClose}
      footer={
        <>
          <Button size="large" onClick={onClose} disabled={busy}>
            Not now
          </Button>
          <Button size="large" tone="primary" busy={busy} busyLabel="Opening log in" onClick={go} data-autofocus>
            Confirm it is you
          </Button>
        </>
      }
    >
      <p id="confirm-person-words">
        You logged in more than 5 minutes ago. To {question.to}, log in once more with the account you use here. You
        come back to this page, and nothing was changed yet.
      </p>
    </Dialog>
  )
}
