// Which page to show after logging out: a word, kept for this tab only. The page itself is built from a table.

const store = 'rxdocket.logged-out'
const words = ['user', 'idle', 'expired', 'revoked', 'sso'] as const

/** Why the person is logged out: they asked, were away too long, reached the end of the session, were logged out elsewhere, or single sign-on failed. */
export type LoggedOut = (typeof words)[number]

/** The word as it may come from outside; anything else is nothing. */
export const loggedOutWord = (word: unknown): LoggedOut | undefined => words.find((known) => known === word)

/** Keeps why, for the page that comes next in this tab. */
export function rememberLoggedOut(why: LoggedOut): void {
  try {
    sessionStorage.setItem(store, why)
  } catch {
    // Storage denied: the page says that logging out succeeded.
  }
}

/** Why this tab was logged out last. */
export function readLoggedOut(): LoggedOut {
  try {
    return loggedOutWord(sessionStorage.getItem(store)) ?? 'user'
  } catch {
    return 'user'
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
