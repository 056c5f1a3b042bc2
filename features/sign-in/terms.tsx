import { useState } from 'react'
import { ask, CallFailed } from '#platform/browser/call.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconReceipt, iconChevronRight, iconFile, iconLock } from '#platform/ui/display/icons.ts'
import type { LegalPanel } from '#platform/ui/frame/legal-links.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { focusNextTitle } from '#platform/browser/page-focus.ts'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { plainDay, privacyVersions, termsChanges, termsVersions } from '#reference/legal/versions.ts'
import { session } from './contract.ts'
import type { TermsStatus } from './rules.ts'
import css from './terms.module.css'

type TermsProps = {
  userId: string
  status: TermsStatus
  onLegal: (panel: LegalPanel) => void
  /** Called after accepting: the session has to be validated again. */
  onAccepted: () => void | Promise<void>
  onLogout: () => void
  /** The acceptance that completes the registration failed: there is no way to continue. */
  onRefused: () => void
}

const [terms] = termsVersions
const [privacy] = privacyVersions
// The server is down or busy for a moment: the user can try again.
const passing = ['OFFLINE', 'UNAVAILABLE', 'RATE_LIMIT']

/** The acceptance screen at /home: nothing else opens before the current texts are accepted. */
export function Terms({ userId, status, onLegal, onAccepted, onLogout, onRefused }: TermsProps) {
  const [agreed, setAgreed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<CallFailed>()
  const submit = async () => {
    if (!agreed || busy) return
    setBusy(true)
    setFailed(undefined)
    try {
      // A user who agreed to earlier texts agrees again by another call.
      if (status === 'updatedTermsNotAccepted') await ask(session.acceptTermsAgain, {})
      else await ask(session.acceptTerms, { userId })
      toast({
        words: 'You have successfully accepted the Terms of use & Privacy policy. Redirecting to home page.',
        sticky: true,
      })
      focusNextTitle()
      await onAccepted()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      // First registration: there is no account to continue with. Later the user can try again.
      if (status === 'termsNeedToAccept' && !passing.includes(error.code)) return onRefused()
      setFailed(error)
      setBusy(false)
    }
  }
  return (
    <Page as="center">
      <Card className={css.card} flush>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <PageTitle title="Complete Registration" failed={failed !== undefined} />
          {status === 'updatedTermsNotAccepted' && (
            <Note tone="blue" icon={iconFile}>
              The Terms of Use were updated to <b>version {terms.version}</b>. Please read them and agree to keep using
              the portal.
              <ul className={css.changes}>
                {termsChanges.map((change) => (
                  <li key={change}>{change}</li>
                ))}
              </ul>
            </Note>
          )}
          {failed && (
            <Note tone="red" role="alert">
              <b>Could not accept Terms Of Use. Please try again.</b> {failed.said}{' '}
              {failed.supportId && `Support Id: ${failed.supportId}`}
            </Note>
          )}
          <div className={css.texts}>
            <button type="button" onClick={() => onLegal('terms')}>
              <Icon of={iconReceipt} />
              <span>
                <b>Terms of Use</b>
                <small>
                  Version {terms.version}, last revised {plainDay(terms.revised)}
                </small>
              </span>
              <Icon of={iconChevronRight} />
            </button>
            <button type="button" onClick={() => onLegal('privacy')}>
              <Icon of={iconLock} />
              <span>
                <b>Privacy Notice</b>
                <small>
                  Version {privacy.version}, last updated {plainDay(privacy.revised)}
                </small>
              </span>
              <Icon of={iconChevronRight} />
            </button>
          </div>
          <CheckBox
            label="I have read and agree to the Terms of Use and the Privacy Notice."
            checked={agreed}
            onChange={setAgreed}
          />
          <Button
            type="submit"
            tone="primary"
            size="large"
            block
            busy={busy}
            busyLabel="Sending"
            disabled={!agreed}
            aria-describedby="terms-missing"
          >
            Submit
          </Button>
          <p id="terms-missing" className={css.missing}>
            {agreed ? '' : 'To continue: tick the box.'}
          </p>
          <Button tone="quiet" block onClick={onLogout}>
            Log Out
          </Button>
        </form>
      </Card>
    </Page>
  )
}
