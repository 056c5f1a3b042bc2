import { ask } from '#platform/ask.ts'
import { rememberLoggedOut, type LoggedOut } from '#platform/logged-out.ts'
import { tellTabs } from '#platform/tabs.ts'
import { readPreferences, setPreferences } from '#platform/ui/preferences.ts'
import { session } from '#features/sign-in/contract.ts'

/**
 * Ends the session here and at the identity provider, and leaves for the logout page by loading it anew: nothing of the
 * session stays in the memory of this tab (spec 1 §4.5). Rejects when the server cannot be asked.
 */
export async function signOut(why: LoggedOut): Promise<void> {
  const reason = why === 'idle' || why === 'expired' ? why : 'user'
  const { logoutUrl } = await ask(session.logout, { reason }, { background: true })
  // The answer has the browser forget what it stored for us; how the portal looks is the device's, not the session's.
  setPreferences(readPreferences())
  tellTabs({ kind: 'signed-out', why })
  leave(why, logoutUrl ?? undefined)
}

/** Leaves for the logout page; the session is over already. */
export function leave(why: LoggedOut, by = '/logout'): void {
  rememberLoggedOut(why)
  location.replace(by)
}
