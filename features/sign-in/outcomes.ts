import type { LoggedOutNote } from '#platform/browser/logged-out.ts'
import type { LoggedOut } from '#platform/browser/logged-out-words.ts'
import { loggedOut, type LogoutConfig } from './logout.tsx'

const askAdministrator = 'Please contact your system administrator or security team for assistance.'

const ssoFailed: LogoutConfig = {
  imageType: 'error',
  title: 'SSO Authentication Failed.',
  description: askAdministrator,
  hideButton: true,
}

/** The content of the logout page by reason. */
const logoutPages: Record<Exclude<LoggedOut, 'ssoUser'>, LogoutConfig> = {
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
  sso: ssoFailed,
  registration: {
    imageType: 'error',
    title: 'Unable to complete user registration',
    description: 'Your acceptance of the Terms of Use could not be recorded, so you have been logged out.',
    closeText: 'Continue to Login Page',
  },
  registered: {
    imageType: 'success',
    title: 'Registration complete.',
    description: 'Log in once more to start working.',
    closeText: 'Log In',
  },
  password: {
    imageType: 'success',
    title: 'Logout Successful.',
    description: 'You have successfully logged out of the product.',
    additionalDescriptions: ['You will be asked for a new password when you log in again.'],
  },
}

/** The content of the logout page, from how this tab was logged out; single sign-on users return to their own page. */
export function logoutPage({ why, message, supportId, relayStateUrl, saved, unsaved }: LoggedOutNote): LogoutConfig {
  const page = why === 'ssoUser' ? validationFailedPage(message ?? '') : logoutPages[why]
  const work = [
    saved && `Your unfinished work was saved ${saved}.`,
    unsaved && (saved ? 'What you typed after that could not be saved.' : 'What you typed could not be saved.'),
  ].filter((words) => typeof words === 'string' && words !== '')
  return {
    ...page,
    ...(work.length > 0 && { additionalDescriptions: [...(page.additionalDescriptions ?? []), work.join(' ')] }),
    ...(relayStateUrl && { relayStateUrl }),
    ...(supportId && { supportId }),
  }
}

/** The logout page, opened by hand while the session lives. */
export const stillLoggedIn: LogoutConfig = {
  imageType: 'error',
  title: 'You are still logged in.',
  description: 'This page was opened by its address, which logs nobody out.',
  closeText: 'Back to Home',
  relayStateUrl: '/home',
}

/** Asks the provider to let the user choose another account, where signing in again would fail the same way. */
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
  INVITATION_WITHDRAWN: () => ({
    imageType: 'error',
    title: 'Your invitation was withdrawn.',
    description: 'Ask who invited you for a new one.',
    ...retry(true),
  }),
  ACCOUNT_DISABLED: () => ({
    imageType: 'error',
    title: 'This account is disabled.',
    description: askAdministrator,
    ...retry(true),
  }),
  PROVIDER_REFUSED: () => ssoFailed,
  TOKEN_INVALID: () => ssoFailed,
  SIGN_IN_EXPIRED: () => ({
    imageType: 'error',
    title: 'This login took too long.',
    description: 'A login must be finished within 10 minutes, and each works once.',
    additionalDescriptions: ['Your account is fine. Please log in again.'],
    ...retry(false),
  }),
  STATE_MISMATCH: () => ({
    imageType: 'error',
    title: 'This login cannot be used here.',
    description: 'It was started in another tab or another browser, or its page was opened again.',
    additionalDescriptions: ['Your account is fine. Please log in again.'],
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

/** The content of the callback page without a session, by our own code. */
export const failurePage = (code: string): LogoutConfig =>
  (Object.hasOwn(failures, code) ? failures[code]! : failures['UNAVAILABLE']!)()

/** Technical failures; the others are answers to a user and have their own pages. */
export const isLoginError = (code: string): boolean =>
  ['SIGN_IN_EXPIRED', 'STATE_MISMATCH', 'PROVIDER_UNREACHABLE', 'TOKEN_INVALID', 'UNAVAILABLE'].includes(code)

/** /login-error: shown when logging in keeps failing, with what failed in a second line. */
export function loginErrorPage(code: string | null): LogoutConfig {
  const failed = code === null ? undefined : failurePage(code)
  return {
    imageType: 'error',
    title: 'Login did not work.',
    description: 'Please clear your browsing history and cache, or open a private window, and try again.',
    ...(failed && { additionalDescriptions: [`${failed.title} ${failed.description}`] }),
    ...retry(false),
  }
}

/**
 * The session of a direct account cannot be validated: the portal's page where the code is known, else the server's
 * text.
 */
export function validationErrorPage({ code, message }: { code: string; message: string }): LogoutConfig {
  if (Object.hasOwn(failures, code)) return failurePage(code)
  return { imageType: 'error', title: 'Login did not work.', description: message, ...retry(false) }
}

/**
 * When the session of a single sign-on user cannot be validated: the server's message, and whom to ask unless it says
 * so.
 */
export function validationFailedPage(message: string): LogoutConfig {
  return {
    imageType: 'error',
    title: 'SSO User Validation Failed.',
    description: message.slice(0, 300),
    additionalDescriptions: message.includes('Support Id') ? [] : [askAdministrator],
    hideButton: true,
  }
}

/** The failure with the Support Id, where the address has one. */
export const withSupportId = (page: LogoutConfig, supportId: string | undefined): LogoutConfig =>
  supportId ? { ...page, supportId } : page
