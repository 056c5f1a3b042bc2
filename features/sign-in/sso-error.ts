import type { LogoutConfig } from './logout.tsx'
import { failurePage, logoutPages, validationFailedPage } from './outcomes.ts'

const pages: Record<string, () => LogoutConfig> = {
  SSO_NOT_REGISTERED: () =>
    validationFailedPage('We found your sign-in, but no active account in the portal matches it.'),
  UNAVAILABLE: () => failurePage('UNAVAILABLE', null),
}

/** What /ssoError says, by our own word in its address; the provider's words are never on it (spec 1 §8, bar S-016). */
export function ssoErrorPage(search: string): LogoutConfig {
  const asked = new URLSearchParams(search)
  const code = asked.get('failed') ?? ''
  const page = Object.hasOwn(pages, code) ? pages[code]!() : logoutPages.sso
  const supportId = asked.get('id')
  return supportId !== null && /^[\da-f-]{36}$/.test(supportId) ? { ...page, supportId } : page
}
