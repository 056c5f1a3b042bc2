import { ask } from '#platform/ask.ts'
import { saveBeforeLeaving } from '#platform/before-leaving.ts'
import { rememberLoggedOut, type LoggedOutNote } from '#platform/logged-out.ts'
import { tellTabs } from '#platform/tabs.ts'
import { readPreferences, setPreferences } from '#platform/ui/preferences.ts'
import { session } from '#features/sign-in/contract.ts'

/**
 * Ends the session here and at the identity provider, and leaves for the logout page by loading it anew: nothing of the
 * session stays in the memory of this tab (spec 1 §4.5). Rejects when the server cannot be asked.
 */
export async function signOut(note: LoggedOutNote): Promise<void> {
  const { why } = note
  const reason = why === 'idle' || why === 'expired' ? why : 'user'
  await saveBeforeLeaving()
  const look = readPreferences()
  const { logoutUrl, relayStateUrl } = await ask(session.logout, { reason }, { background: true })
  // The answer has the browser forget what it stored for us; how the portal looks is the device's, not the session's.
  setPreferences(look)
  tellTabs({ kind: 'signed-out', why })
  leave({ ...note, ...(relayStateUrl !== null && { relayStateUrl }) }, logoutUrl ?? undefined)
}

/** Leaves for the logout page, which says what the note says; the session is over already. */
export function leave(note: LoggedOutNote, by = '/logout'): void {
  try {
    // A session that ended elsewhere had no answer that would have cleared it (bar S-166).
    sessionStorage.clear()
  } catch {
    // Storage denied: nothing was kept.
  }
  rememberLoggedOut(note)
  location.replace(by)
}
