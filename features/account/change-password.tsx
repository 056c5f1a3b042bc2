import { useState } from 'react'
import { ask, CallFailed, tab } from '#platform/browser/call.ts'
import { confirmWords, stepUpIn, type ConfirmOutcome, type StepUp } from '#platform/browser/confirm-person.ts'
import { tellTabs } from '#platform/browser/tabs.ts'
import { ConfirmPerson } from '#platform/ui/overlay/confirm-person.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { SupportId } from '#platform/ui/button/support-id.tsx'
import { account } from './contract.ts'
import css from './profile.module.css'
import { YesNo } from './yes-no.tsx'

export type ChangePasswordProps = {
  /** The user returns after signing in again. */
  came?: ConfirmOutcome | undefined
  onClose: () => void
  /** The provider was asked, and every session of the user is over. */
  onDone: () => void
}

/** Asks for confirmation first: a password change signs the user out everywhere. */
export function ChangePassword({ came, onClose, onDone }: ChangePasswordProps) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<CallFailed>()
  const [question, setQuestion] = useState<StepUp>()
  const [back, setBack] = useState(came)
  const change = async () => {
    if (busy) return
    setBusy(true)
    setFailed(undefined)
    setBack(undefined)
    // The end of the session is sent to every tab, and may come before the answer.
    tab.endsHere = true
    tellTabs({ kind: 'signing-out', why: 'password' })
    try {
      await ask(account.changePassword, {})
      onDone()
    } catch (error) {
      tab.endsHere = false
      tellTabs({ kind: 'signing-out', why: 'revoked' })
      if (!(error instanceof CallFailed)) throw error
      const step = stepUpIn(error)
      // It had ended before.
      if (error.status === 401 && !step) tab.onGate()
      if (step) setQuestion(step)
      else setFailed(error)
      setBusy(false)
    }
  }
  if (question) return <ConfirmPerson question={question} what={account.changePassword.name} onClose={onClose} />
  return (
    <YesNo
      title="Change your password?"
      described="change-password-words"
      yes="Change Password"
      busyLabel="Asking"
      busy={busy}
      onYes={() => void change()}
      onNo={onClose}
    >
      <div className={css.password}>
        <p id="change-password-words">
          You will be signed out on every device. The next time you log in you'll set a new password.
        </p>
        {back &&
          (back === 'PROVEN' ? (
            <Note tone="green" role="status">
              <b>Confirmed.</b> You can change your password now.
            </Note>
          ) : (
            <Note tone="red" role="alert">
              <b>{confirmWords[back]}</b> Your password was not changed.
            </Note>
          ))}
        {failed && (
          <Note tone="red" role="alert">
            <b>{failed.message}</b> You are still signed in, and your password was not changed.
            {failed.supportId && (
              <div>
                <SupportId inline id={failed.supportId} />
              </div>
            )}
          </Note>
        )}
      </div>
    </YesNo>
  )
}
