// A file of its own, apart from the rest of the logout page: every signed-in page loads this.

const words = [
  'user',
  'idle',
  'expired',
  'revoked',
  'sso',
  'ssoUser',
  'registration',
  'registered',
  'password',
] as const

/**
 * Why the person is logged out: they asked, were away too long, reached the end of the session, were logged out elsewhere,
 * single sign-on failed, their single sign-on found no user, their registration could not be completed or was, or they
 * are to choose a new password.
 */
export type LoggedOut = (typeof words)[number]

/** The word as it may come from outside; anything else is nothing. */
export const loggedOutWord = (word: unknown): LoggedOut | undefined => words.find((known) => known === word)
