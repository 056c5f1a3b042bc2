import { useEffect, useState, type ReactNode } from 'react'
import { brand, phoneHref } from '#platform/brand.ts'
import { Contours } from '#platform/ui/display/contours.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconArrowRight, iconStethoscope, iconLayers, iconStopwatch } from '#platform/ui/display/icons.ts'
import { LegalLinks, type LegalPanel } from '#platform/ui/frame/legal-links.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Mark } from '#platform/ui/frame/mark.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import css from './login.module.css'

type LoginProps = {
  /** Path first requested, with a leading slash; the sign-in returns there. */
  referrer?: string | undefined
  /** Opens the Terms of Use, the Privacy Notice or Contact Us. */
  onLegal: (panel: LegalPanel) => void
  /** The privacy banner, maintenance news. */
  banner?: ReactNode
}

const slowAfter = 8000

/** Where the Log In button leads: the server's sign-in, with the path to return to. */
export function signInHref(referrer = '/'): string {
  return `/loginOkta${referrer === '/' || !referrer.startsWith('/') ? '' : referrer}`
}

/** The login screen: one button, and the product's promise. */
export function Login({ referrer, onLegal, banner }: LoginProps) {
  const [state, setState] = useState<'rest' | 'opening' | 'slow'>('rest')
  useEffect(() => {
    if (state !== 'opening') return
    const timer = setTimeout(setState, slowAfter, 'slow' as const)
    return () => clearTimeout(timer)
  }, [state])
  useEffect(() => {
    // Back from the sign-in page, the browser may show this page in its last state.
    const onShow = (event: PageTransitionEvent) => event.persisted && setState('rest')
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  const href = signInHref(referrer)
  const busy = state !== 'rest'
  return (
    <div className={css.screen}>
      <a className="skip-link" href="#main">
        Skip to main content
      </a>
      {banner}
      <div className={css.split}>
        <div className={css.left}>
          <main id="main" tabIndex={-1} className={css.login}>
            <PageTitle title="Log in" className={css.title}>
              Log in to
              <span className={css.name}>
                <Mark size={40} />
                {brand.name}
              </span>
            </PageTitle>
            <p className="soft">Your organization’s sign-in page will open. Use your work account there.</p>
            <LinkButton
              outside
              href={href}
              tone="primary"
              size="large"
              block
              iconEnd={iconArrowRight}
              busy={busy}
              busyLabel="Opening sign-in…"
              className={css.go}
              onClick={(event) => {
                // One sign-in at a time: a second press would replace the state of the first.
                if (busy) event.preventDefault()
                else if (!event.metaKey && !event.ctrlKey && !event.shiftKey) setState('opening')
              }}
            >
              Log In
            </LinkButton>
            {state === 'slow' && (
              <Note
                tone="amber"
                role="status"
                act={
                  <LinkButton outside size="small" href={href} onClick={() => setState('opening')}>
                    Retry
                  </LinkButton>
                }
              >
                <b>This is taking long.</b> Wait, retry, or call{' '}
                <a href={phoneHref(brand.supportPhone)}>{brand.supportPhone}</a>.
              </Note>
            )}
            <p className={css.hint}>
              First time here? Log in with the link in your invitation e-mail, then choose a username.
            </p>
          </main>
          <footer className={css.foot}>
            <LegalLinks onOpen={onLegal} />
          </footer>
        </div>
        <aside className={css.right} data-theme="light" data-ink aria-label={`About ${brand.name}`}>
          <Contours className={css.lines} />
          <div className={css.promise}>
            <p className={css.words}>{brand.promise}</p>
            <ul>
              <li>
                <Icon of={iconLayers} size={18} />
                <span>
                  <b>One look.</b> Who, what and why on a single screen.
                </span>
              </li>
              <li>
                <Icon of={iconStethoscope} size={18} />
                <span>
                  <b>Clinical help built in.</b> Pharmacist advice next to every opioid request.
                </span>
              </li>
              <li>
                <Icon of={iconStopwatch} size={18} />
                <span>
                  <b>Nothing goes stale.</b> Every request shows the time it has left.
                </span>
              </li>
            </ul>
          </div>
        </aside>
      </div>
    </div>
  )
}
