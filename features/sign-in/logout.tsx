import { brand, phoneHref } from '#platform/brand.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Frame } from '#platform/ui/frame/frame.tsx'
import { HeaderOut } from '#platform/ui/frame/header-out.tsx'
import { iconAlert, iconCheck } from '#platform/ui/display/icons.ts'
import type { LegalPanel } from '#platform/ui/frame/legal-links.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { StatusBar } from '#platform/ui/frame/status-bar.tsx'
import { SupportId } from '#platform/ui/button/support-id.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'
import css from './logout.module.css'

/** The content of the logout page; the single sign-on error page uses the same. */
export type LogoutConfig = {
  imageType: 'success' | 'error'
  title: string
  description: string
  additionalDescriptions?: readonly string[]
  /** Words of the button; 'Return to Login' by default. */
  closeText?: string
  hideButton?: boolean
  /** Where single sign-on users return to, instead of the portal's sign-in. */
  relayStateUrl?: string
  supportId?: string
  /** When it happened, with the zone. */
  time?: string
}

type LogoutProps = {
  /** The successful logout by default. */
  config?: LogoutConfig
  onLegal: (panel: LegalPanel) => void
  /** The Log In link of the header; hidden for single sign-on users. */
  logIn?: boolean
  /** A button above the link. */
  act?: { words: string; busy: boolean; onClick: () => void }
}

export const loggedOut: LogoutConfig = {
  imageType: 'success',
  title: 'Logout Successful.',
  description: 'You have successfully logged out of the product.',
}

/** Where the button leads: the relay address when it is a web address, else the portal's sign-in. */
export function returnHref(relayStateUrl: string | undefined): string {
  return relayStateUrl === '/home' || (relayStateUrl && /^https?:\/\//i.test(relayStateUrl))
    ? relayStateUrl
    : '/loginOkta'
}

/** After logging out, timing out or a failed single sign-on. Nothing of the session is on it. */
export function Logout({ config = loggedOut, onLegal, logIn = true, act }: LogoutProps) {
  const {
    imageType,
    title,
    description,
    additionalDescriptions = [],
    closeText = 'Return to Login',
    hideButton,
  } = config
  const error = imageType === 'error'
  return (
    <Frame header={<HeaderOut logIn={logIn} />} footer={<StatusBar onOpen={onLegal} />}>
      <Page as="center">
        <Card className={css.card} flush>
          <span className={css.icon} role="img" aria-label={error ? 'Error' : 'Success'}>
            <Tile icon={error ? iconAlert : iconCheck} tone={error ? 'red' : 'green'} size="large" />
          </span>
          <PageTitle title={title} focus />
          {[description, ...additionalDescriptions].map((line) => (
            <p key={line}>{line}</p>
          ))}
          {config.supportId && <SupportId id={config.supportId} {...(config.time && { time: config.time })} />}
          {act && (
            <Button
              tone="primary"
              size="large"
              className={css.go}
              busy={act.busy}
              busyLabel={act.words}
              onClick={act.onClick}
            >
              {act.words}
            </Button>
          )}
          {hideButton ? (
            // A user who cannot continue must at least know whom to call.
            <p>
              Support: <a href={phoneHref(brand.supportPhone)}>{brand.supportPhone}</a>, {brand.supportHours}.
            </p>
          ) : (
            <LinkButton
              outside
              href={returnHref(config.relayStateUrl)}
              tone={act ? 'secondary' : 'primary'}
              size="large"
              className={css.go}
            >
              {closeText}
            </LinkButton>
          )}
        </Card>
      </Page>
    </Frame>
  )
}
