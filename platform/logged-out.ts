// What the logout page has to say, kept for this tab only until somebody signs in again (spec 1 §4.5). The words of the
// page come from a table; what is kept says which of them.

const store = 'rxdocket.logged-out'
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

/** What is kept besides why. */
export type LoggedOutNote = {
  why: LoggedOut
  /** Single sign-on users get no Log In link. */
  ssoUser?: boolean | undefined
  /** Where a single sign-on user goes back to: a web address of their organization's provider. */
  relayStateUrl?: string | undefined
  /** The server's words when single sign-on found no user; shown as text, 300 characters at most. */
  message?: string | undefined
  /** Leads support to the log. */
  supportId?: string | undefined
}

/** The word as it may come from outside; anything else is nothing. */
export const loggedOutWord = (word: unknown): LoggedOut | undefined => words.find((known) => known === word)

/** A support id as the server makes them, or nothing. */
export const supportIdOf = (id: unknown): string | undefined =>
  typeof id === 'string' && /^[\da-f-]{36}$/.test(id) ? id : undefined

const webAddress = (text: unknown): string | undefined =>
  typeof text === 'string' && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined

/** Keeps it for the page that comes next in this tab. */
export function rememberLoggedOut(note: LoggedOutNote): void {
  try {
    sessionStorage.setItem(store, JSON.stringify(note))
  } catch {
    // Storage denied: the page says that logging out succeeded.
  }
}

/** How this tab was logged out last. Storage can be written by hand: whatever does not fit is left out. */
export function readLoggedOut(): LoggedOutNote {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(store) ?? '{}')
    const { why, ssoUser, relayStateUrl, message, supportId } = (
      typeof kept === 'object' && kept ? kept : {}
    ) as Record<string, unknown>
    return {
      why: loggedOutWord(why) ?? 'user',
      ssoUser: ssoUser === true,
      relayStateUrl: webAddress(relayStateUrl),
      message: typeof message === 'string' ? message.slice(0, 300) : undefined,
      supportId: supportIdOf(supportId),
    }
  } catch {
    return { why: 'user' }
  }
}

/** Somebody signs in: what was before is over. */
export function forgetLoggedOut(): void {
  try {
    sessionStorage.removeItem(store)
  } catch {
    // Storage denied: nothing was kept.
  }
}
