import { rememberLoggedOut, store, type LoggedOutNote } from '#platform/browser/logged-out.ts'
import { readLoggedOut } from '#platform/browser/read-logged-out.ts'

/** Reasons that are taken from the address. */
const inAddress = ['idle', 'expired', 'revoked'] as const

/**
 * How this tab was logged out last, for the logout page; nothing where its address was opened by hand. Another tab that logs
 * out clears the storage of all: the address has the reason too, and leaves it here again.
 */
export function takeLoggedOut(): LoggedOutNote | undefined {
  const state = new URLSearchParams(location.search).get('state')
  const why = inAddress.find((word) => word === state)
  const kept = isKept()
  if (why && (!kept || readLoggedOut().why === 'user')) rememberLoggedOut({ ...readLoggedOut(), why })
  // The address is that of the page again.
  if (state !== null) history.replaceState(history.state, '', location.pathname)
  return why || kept ? readLoggedOut() : undefined
}
function isKept(): boolean {
  try {
    return sessionStorage.getItem(store) !== null
  } catch {
    return false
  }
}
