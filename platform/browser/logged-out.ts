// What the logout page has to say, kept for this tab only until somebody signs in again. The words of the
// page come from a table; what is kept says which of them.

import type { LoggedOut } from './logged-out-words.ts'

export const store = 'rxdocket.logged-out'
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
  /** Since when their unfinished work is kept, in the words of their zone: at 10:41 AM. */
  saved?: string | undefined
  /** What they typed last could not be saved. */
  unsaved?: boolean | undefined
}

/** Keeps it for the page that comes next in this tab. */
export function rememberLoggedOut(note: LoggedOutNote): void {
  try {
    sessionStorage.setItem(store, JSON.stringify(note))
  } catch {
    // Storage denied: the page says that logging out succeeded.
  }
}

/** Forgets the last logout, when somebody signs in. */
export function forgetLoggedOut(): void {
  try {
    sessionStorage.removeItem(store)
  } catch {
    // Storage denied: nothing was kept.
  }
}
