import { useId, useRef, useState } from 'react'
import { ask, CallFailed } from '#platform/browser/call.ts'
import type { Clock } from '#platform/dates/clock.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconCheckCircle, iconClock, iconSpinner } from '#platform/ui/display/icons.ts'
import type { LegalPanel } from '#platform/ui/frame/legal-links.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { SupportId } from '#platform/ui/button/support-id.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { registration } from './contract.ts'
import css from './registration.module.css'
import { failureInWords, REGISTRATION_MINUTES, stillMissing, TIME_IS_OVER, timeLeft } from './rules.ts'
import { UsernameRules } from './username-rules.tsx'
import { useTimeLeft } from './use-time-left.ts'
import { useUsername, type Username } from './use-username.ts'

type RegistrationFormProps = {
  email: string
  carriers: readonly string[]
  /** When the ticket ends, epoch milliseconds of this device. */
  end: number
  clock: Clock
  onLegal: (panel: LegalPanel) => void
  onDone: (logoutUrl: string | null) => void
}

/** The form: a username that meets every rule, the terms, and thirty minutes. */
export function RegistrationForm({ email, carriers, end, clock, onLegal, onDone }: RegistrationFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const username = useUsername(email, field)
  const [agreed, setAgreed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<CallFailed>()
  const left = useTimeLeft(end, clock)
  const id = useId()
  const isOver = left === 0 || failed?.code === 'REGISTRATION_EXPIRED'
  const missing = isOver ? TIME_IS_OVER : stillMissing({ username: username.usable, agreed })

  const submit = async () => {
    if (missing !== '' || busy) return
    setBusy(true)
    setFailed(undefined)
    try {
      const { logoutUrl } = await ask(registration.complete, {
        newUserId: username.value,
        acceptedTermsOfUse: true,
        email,
      })
      onDone(logoutUrl)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setFailed(error)
      setBusy(false)
      if (error.code === 'DUPLICATE') {
        username.taken()
        field.current?.focus()
      }
    }
  }

  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className={css.head}>
        <PageTitle title="Complete Registration" failed={failed !== undefined} />
        <p className="soft">
          Signed in as {email}
          {carriers.length > 0 && <> for {carriers.join(', ')}</>}
        </p>
      </div>
      {isOver ? (
        <Note
          tone="red"
          role="alert"
          act={
            <LinkButton outside href="/loginOkta">
              Log in again
            </LinkButton>
          }
        >
          <b>{TIME_IS_OVER}</b>
        </Note>
      ) : (
        <Note
          tone="amber"
          icon={iconClock}
          act={
            <span className={css.left}>
              {timeLeft(left)} <span>left</span>
            </span>
          }
        >
          You only have {REGISTRATION_MINUTES} minutes to complete this section
        </Note>
      )}
      {failed && failed.code !== 'REGISTRATION_EXPIRED' && <Failure error={failed} />}
      <TextField
        ref={field}
        id={`${id}name`}
        label="Username"
        required
        size="large"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={username.value}
        onChange={username.change}
        onBlur={username.leave}
        error={username.error}
        aria-invalid={username.touched && !username.usable ? true : undefined}
        aria-describedby={`${id}rules`}
        aria-required
        end={<Duplicates of={username} />}
        data-autofocus
      />
      <UsernameRules id={`${id}rules`} broken={username.problems} />
      <div className={css.agree}>
        <CheckBox
          checked={agreed}
          onChange={setAgreed}
          required
          label={
            <>
              I have read and agree to the{' '}
              <LegalLink panel="terms" onLegal={onLegal}>
                Terms of Use
              </LegalLink>{' '}
              and the{' '}
              <LegalLink panel="privacy" onLegal={onLegal}>
                Privacy Notice
              </LegalLink>
              .
            </>
          }
        />
      </div>
      <Button
        type="submit"
        tone="primary"
        size="large"
        block
        busy={busy}
        busyLabel="Sending"
        disabled={missing !== ''}
        aria-describedby={`${id}missing`}
      >
        Complete Registration
      </Button>
      <p id={`${id}missing`} className={css.missing}>
        {missing}
      </p>
    </form>
  )
}

/** Whether the name is free, at the end of its field. */
function Duplicates({ of: { state, tryAgain } }: { of: Username }) {
  if (state === 'checking')
    return (
      <span className={css.state} role="status">
        <Icon of={iconSpinner} size={14} className={css.spinner} />
        Checking…
      </span>
    )
  if (state === 'free')
    return (
      <span className={css.state} data-tone="green">
        <Icon of={iconCheckCircle} size={14} />
        Available
      </span>
    )
  return (
    state === 'failed' && (
      <Button size="small" onClick={tryAgain}>
        Try again
      </Button>
    )
  )
}

/** Stays until the next try: what failed, the server's message, and the Support Id. */
function Failure({ error: { code, data, said, supportId } }: { error: CallFailed }) {
  const isWaiting = code === 'OFFLINE' || code === 'UNAVAILABLE' || code === 'RATE_LIMIT'
  return (
    <Note tone="red" role="alert">
      <b>{failureInWords(isWaiting ? said : data)}</b>
      {supportId && (
        <div>
          <SupportId inline id={supportId} />
        </div>
      )}
    </Note>
  )
}

/** Opens a text without ticking its checkbox. */
function LegalLink({
  panel,
  onLegal,
  children,
}: {
  panel: LegalPanel
  onLegal: (panel: LegalPanel) => void
  children: string
}) {
  return (
    <button type="button" className={css.legal} onClick={() => onLegal(panel)}>
      {children}
    </button>
  )
}
