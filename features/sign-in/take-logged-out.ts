import { rememberLoggedOut, store, type LoggedOutNote } from '#platform/browser/logged-out.ts'
import { readLoggedOut } from '#platform/browser/read-logged-out.ts'

/** Reasons that are taken from the address; the others come with more than a word, which is kept. */
const inAddress = ['user', 'idle', 'expired', 'revoked'] as const

/**
 * How this tab was logged out last, for the logout page; nothing where its address was opened by hand. Another tab that logs
 * out clears the storage of all, and a browser may keep none: the address has the reason too, and leaves it here again.
 */
export function takeLoggedOut(): LoggedOutNote | undefined {
  const state = new URLSearchParams(location.search).get('state')
  const why = inAddress.find((word) => word === state)
  const kept = isKept()
  // The address is that of the page again.
  if (state !== null) history.replaceState(history.state, '', location.pathname)
  if (why && (!kept || (why !== 'user' && readLoggedOut().why === 'user'))) {
    const note = { ...readLoggedOut(), why }
    rememberLoggedOut(note)
    return note
  }
  return why || kept ? readLoggedOut() : undefined
}
function isKept(): boolean {
  try {
    return sessionStorage.getItem(store) !== null
  } catch {
    return false
  }
}
