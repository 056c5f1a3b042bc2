import { useEffect, useRef, useState } from 'react'
import { alreadyIn, continuing } from '#platform/identity/saml/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Frame } from '#platform/ui/frame/frame.tsx'
import { HeaderOut } from '#platform/ui/frame/header-out.tsx'
import type { LegalPanel } from '#platform/ui/frame/legal-links.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { StatusBar } from '#platform/ui/frame/status-bar.tsx'
import css from './logout.module.css'
import { Logout, type LogoutConfig } from './logout.tsx'

type Fields = { oktaSaml: string; oktaRelayState: string; oktaUrl: string; confirm: boolean }
type Refused = { message: string; supportId: string | null }

/** Milliseconds the page is shown, so that it can be read and stopped. */
const shownFor = 500
const unreachable = 'The portal cannot be reached.'

/**
 * Fetches the signed answer without a contract: these pages carry no contract. The answer can be fetched once, so a
 * page that renders twice asks once.
 */
const requests = new Map<string, Promise<Fields | Refused>>()
function take(id: string): Promise<Fields | Refused> {
  const known = requests.get(id)
  if (known) return known
  const answer = ask(id)
  requests.set(id, answer)
  return answer
}

async function ask(id: string): Promise<Fields | Refused> {
  const address = `/api/ssoLoginOkta/id/${encodeURIComponent(id)}`
  const response = await fetch(address, { headers: { 'x-portal-request': '1' } }).catch(() => undefined)
  const body: unknown = await response?.json().catch(() => undefined)
  if (response?.ok) return body as Fields
  const { status, supportId } = (body ?? {}) as { status?: { message?: unknown }; supportId?: unknown }
  return {
    message: typeof status?.message === 'string' ? status.message.slice(0, 300) : unreachable,
    supportId: typeof supportId === 'string' ? supportId.slice(0, 40) : null,
  }
}

const failedPage = ({ message, supportId }: Refused): LogoutConfig => ({
  imageType: 'error',
  title: 'SSO Authentication Failed.',
  description: message,
  additionalDescriptions: ['Please open the portal from your organization’s page again.'],
  ...(supportId !== null && { supportId }),
})

/**
 * /loginOktaSaml: posts the signed answer of a carrier's identity provider to the hub with a form that submits itself.
 */
export function SamlPost({ onLegal }: { onLegal: (panel: LegalPanel) => void }) {
  const [found, setFound] = useState<Fields | Refused>()
  const [sent, setSent] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const fields = found && 'oktaUrl' in found ? found : undefined
  useEffect(() => {
    let gone = false
    void take(new URLSearchParams(location.search).get('id') ?? '').then((answer) => gone || setFound(answer))
    return () => {
      gone = true
    }
  }, [])
  useEffect(() => {
    if (!fields) return
    if (sent) {
      form.current?.submit()
      return
    }
    if (fields.confirm) return
    const timer = setTimeout(setSent, shownFor, true)
    return () => clearTimeout(timer)
  }, [fields, sent])

  if (found && !fields) return <Logout config={failedPage(found as Refused)} onLegal={onLegal} logIn={false} />
  return (
    <Frame header={<HeaderOut />} footer={<StatusBar onOpen={onLegal} />}>
      <Page as="center">
        <Card className={css.card} flush>
          <PageTitle title="Sign-in">
            <span role="status">{continuing}</span>
          </PageTitle>
          {fields?.confirm && <p>{alreadyIn}</p>}
          <form
            ref={form}
            method="post"
            action={fields?.oktaUrl}
            onSubmit={(event) => {
              // Pressed early, the form is sent as soon as its fields have loaded.
              event.preventDefault()
              setSent(true)
            }}
          >
            <input type="hidden" name="SAMLResponse" value={fields?.oktaSaml ?? ''} />
            <input type="hidden" name="RelayState" value={fields?.oktaRelayState ?? ''} />
            <Button type="submit" tone="primary" size="large" className={css.go} busy={sent} busyLabel="Continuing">
              Continue
            </Button>
          </form>
        </Card>
      </Page>
    </Frame>
  )
}
