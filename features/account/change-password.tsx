import { useState } from 'react'
import { ask, CallFailed } from '#platform/ask.ts'
import { Button } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { Note } from '#platform/ui/note.tsx'
import { SupportId } from '#platform/ui/support-id.tsx'
import { account } from './contract.ts'

export type ChangePasswordProps = {
  onClose: () => void
  /** The provider was asked, and every session of the person is over. */
  onDone: () => void
}

/** Asks before the provider is asked: what follows signs the person out everywhere (spec 1 §5). */
export function ChangePassword({ onClose, onDone }: ChangePasswordProps) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<CallFailed>()
  const change = async () => {
    if (busy) return
    setBusy(true)
    setFailed(undefined)
    try {
      await ask(account.changePassword, {})
      onDone()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setFailed(error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="Change your password?"
      size="small"
      role="alertdialog"
      described="change-password-words"
      onClose={busy ? undefined : onClose}
      footer={
        <>
          <Button size="large" onClick={onClose} disabled={busy} data-autofocus>
            No
          </Button>
          <Button size="large" tone="primary" busy={busy} busyLabel="Asking" onClick={() => void change()}>
            Yes, change it
          </Button>
        </>
      }
    >
      <p id="change-password-words">
        You will be signed out on every device. The next time you log in you set a new password.
      </p>
      {failed && (
        <Note tone="red" role="alert">
          <b>{failed.message}</b> You are still signed in, and your password is as it was.
          {failed.supportId && (
            <div>
              <SupportId inline id={failed.supportId} />
            </div>
          )}
        </Note>
      )}
    </Dialog>
  )
}
