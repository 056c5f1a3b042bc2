import { rememberLoggedOut, store, type LoggedOutNote } from '#platform/browser/logged-out.ts'
import { loggedOutNote, readLoggedOut } from '#platform/browser/read-logged-out.ts'

/** Reasons that are taken from the address; the others come with more than a word, which is kept. */
const inAddress = ['user', 'idle', 'expired', 'revoked'] as const

type Taken = {
  /** How this tab was logged out last; nothing where the page's address was opened by hand. */
  note: LoggedOutNote | undefined
  /** Whether somebody may have signed in since: only the server knows. */
  asks: boolean
}

/**
 * What the logout page has to say. Another tab that logs out clears the storage of all, at times after this page has come, and
 * a browser may keep none: the address has the reason too, and the page keeps it for when it is loaded again.
 */
export function takeLoggedOut(): Taken {
  const state = new URLSearchParams(location.search).get('state')
  const why = inAddress.find((word) => word === state)
  const kept = isKept() ? readLoggedOut() : undefined
  const given = why && (!kept || (why !== 'user' && kept.why === 'user')) ? { ...kept, why } : kept
  const note = given ?? saidBefore()
  if (given && given !== kept) rememberLoggedOut(given)
  // The address is that of the page again.
  if (given || state !== null) history.replaceState({ ...pageState(), [store]: note }, '', location.pathname)
  return { note, asks: !given }
}

function isKept(): boolean {
  try {
    return sessionStorage.getItem(store) !== null
  } catch {
    return false
  }
}

const pageState = (): Record<string, unknown> | null => history.state as Record<string, unknown> | null

function saidBefore(): LoggedOutNote | undefined {
  const said = pageState()?.[store]
  return said === undefined ? undefined : loggedOutNote(said)
}
