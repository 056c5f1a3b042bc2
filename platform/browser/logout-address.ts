// Apart from logged-out.ts, which signed-in pages load.
import { readLoggedOut, rememberLoggedOut, store, type LoggedOutNote } from './logged-out.ts'
import type { LoggedOut } from './logged-out-words.ts'

const inAddress = ['idle', 'expired', 'revoked'] as const
/** The address of the logout page that says why. */
export const logoutAddress = (why: LoggedOut): string =>
  inAddress.some((word) => word === why) ? `/logout?state=${why}` : '/logout'

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
  if (why) history.replaceState(history.state, '', location.pathname)
  return why || kept ? readLoggedOut() : undefined
}
function isKept(): boolean {
  try {
    return sessionStorage.getItem(store) !== null
  } catch {
    return false
  }
}
