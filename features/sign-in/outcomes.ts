import type { LoggedOut } from '#platform/logged-out.ts'
import { loggedOut, type LogoutConfig } from './logout.tsx'

const askAdministrator = 'Please contact your system administrator or security team for assistance.'

/** What the logout page says, by why (spec 1 §8). */
export const logoutPages: Record<LoggedOut, LogoutConfig> = {
  user: loggedOut,
  idle: {
    imageType: 'error',
    title: 'Account Timed Out',
    description: 'For your security, your session has timed out.',
    additionalDescriptions: ['Please go back to log in again.'],
  },
  expired: {
    imageType: 'error',
    title: 'Session Expired',
    description: 'Your session has expired.',
    additionalDescriptions: ['Please click on below link to continue.'],
  },
  revoked: {
    imageType: 'error',
    title: 'You have been logged out.',
    description:
      'Your session was ended: you logged out in another place, logged in on too many devices, or an administrator ended it.',
  },
  sso: { imageType: 'error', title: 'SSO Authentication Failed.', description: askAdministrator, hideButton: true },
}

/** Asks the provider to let the person choose another account, where going straight back would end at the same wall. */
const retry = (again: boolean): Pick<LogoutConfig, 'closeText' | 'relayStateUrl'> => ({
  closeText: 'Retry Login',
  relayStateUrl: new URL(again ? '/loginOkta?again' : '/loginOkta', location.origin).href,
})

const failures: Record<string, () => LogoutConfig> = {
  NOT_REGISTERED: () => ({
    imageType: 'error',
    title: 'This is not a registered account.',
    description: 'Please try again or contact a provider representative for assistance.',
    ...retry(true),
  }),
  ACCOUNT_DISABLED: () => ({
    imageType: 'error',
    title: 'This account is disabled.',
    description: askAdministrator,
    ...retry(true),
  }),
  PROVIDER_REFUSED: () => logoutPages.sso,
  TOKEN_INVALID: () => logoutPages.sso,
  SIGN_IN_EXPIRED: () => ({
    imageType: 'error',
    title: 'This login took too long.',
    description: 'A login must be finished within 10 minutes, and each works once.',
    additionalDescriptions: ['Your account is all right. Please log in again.'],
    ...retry(false),
  }),
  STATE_MISMATCH: () => ({
    imageType: 'error',
    title: 'This login does not belong here.',
    description: 'It was begun in another tab or another browser, or its page was opened again.',
    additionalDescriptions: ['Your account is all right. Please log in again.'],
    ...retry(false),
  }),
  PROVIDER_UNREACHABLE: () => ({
    imageType: 'error',
    title: 'The login service cannot be reached.',
    description:
      'Sorry, there is a problem between us and the service that knows your account. Please try again in a few minutes.',
    ...retry(false),
  }),
  UNAVAILABLE: () => ({
    imageType: 'error',
    title: 'The portal is busy.',
    description: 'Sorry, your session could not be opened. Please try again in a moment.',
    ...retry(false),
  }),
}

/** What the callback page says when nobody is signed in: by our own word, with the number that leads support to the log. */
export function failurePage(code: string, supportId: string | null): LogoutConfig {
  const page = (Object.hasOwn(failures, code) ? failures[code]! : failures['UNAVAILABLE']!)()
  return supportId !== null && /^[\da-f-]{36}$/.test(supportId) ? { ...page, supportId } : page
}

/** When the session cannot be validated: the server's words, and whom to ask unless they say it themselves (spec 1 §8). */
export function validationFailedPage(message: string): LogoutConfig {
  const additionalDescriptions = message.includes('Support Id') ? [] : [askAdministrator]
  return {
    imageType: 'error',
    title: 'SSO User Validation Failed.',
    description: message.slice(0, 300),
    additionalDescriptions,
    hideButton: true,
  }
}
