import { readLoggedOut, supportIdOf } from '#platform/browser/read-logged-out.ts'
import type { LogoutConfig } from './logout.tsx'
import { failurePage, logoutPage, validationFailedPage, withSupportId } from './outcomes.ts'

const pages: Record<string, () => LogoutConfig> = {
  SSO_NOT_REGISTERED: () =>
    validationFailedPage('We found your sign-in, but no active account in the portal matches it.'),
  NOT_REGISTERED: () => validationFailedPage('This is not a registered account.'),
  ACCOUNT_DISABLED: () => validationFailedPage('This account is disabled.'),
  UNAVAILABLE: () => failurePage('UNAVAILABLE'),
  /** The server's message, stored by the callback page for this one: it is never part of an address. */
  VALIDATION_FAILED: () => {
    const kept = readLoggedOut()
    return logoutPage({ ...kept, why: kept.why === 'ssoUser' ? 'ssoUser' : 'sso' })
  },
}

/** What /ssoError says, by the code in its address; the provider's text is never on it. */
export function ssoErrorPage(search: string): LogoutConfig {
  const query = new URLSearchParams(search)
  const code = query.get('failed') ?? ''
  const page = Object.hasOwn(pages, code) ? pages[code]!() : logoutPage({ why: 'sso' })
  return withSupportId(page, supportIdOf(query.get('id')))
}
