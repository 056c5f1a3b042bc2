import { Button } from '#platform/ui/button/button.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { dayAndTime } from '#platform/dates/words.ts'

type LastLoginProps = {
  firstName: string
  /** ISO 8601 UTC. */
  lastLogin: string
  unsuccessfulAttempts: number
  /** IANA. */
  timeZone: string
  /** Opens Contact Us with Account Management. */
  onContact: () => void
  onClose: () => void
}

/** Shown once after each login: the last login, and failed attempts since. */
export function LastLogin({
  firstName,
  lastLogin,
  unsuccessfulAttempts,
  timeZone,
  onContact,
  onClose,
}: LastLoginProps) {
  const { day, time, zone } = dayAndTime(lastLogin, timeZone)
  const one = unsuccessfulAttempts === 1
  return (
    <Dialog
      title={`Welcome back, ${firstName}`}
      size="small"
      onClose={onClose}
      footer={
        <Button tone="primary" size="large" data-autofocus onClick={onClose}>
          OK
        </Button>
      }
    >
      <p>
        Your last successful login was {day} at <span title={zone}>{time}</span>.
      </p>
      {unsuccessfulAttempts > 0 && (
        <Note tone="amber">
          There {one ? 'has' : 'have'} been{' '}
          <b>
            {unsuccessfulAttempts} unsuccessful login {one ? 'attempt' : 'attempts'}
          </b>{' '}
          since your last successful login. If you suspect unauthorized access, contact{' '}
          <Button tone="link" onClick={onContact}>
            Account Management
          </Button>{' '}
          immediately.
        </Note>
      )}
    </Dialog>
  )
}
