// Apart from logged-out.ts, which signed-in pages load too.

import { loggedOutWord } from './logged-out-words.ts'
import { store, type LoggedOutNote } from './logged-out.ts'

/** A support id as the server makes them, or nothing. */
export const supportIdOf = (id: unknown): string | undefined =>
  typeof id === 'string' && /^[\da-f-]{36}$/.test(id) ? id : undefined

const webAddress = (text: unknown): string | undefined =>
  typeof text === 'string' && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined

const savedWords = /^(on \d\d\/\d\d\/\d{4} )?at \d{1,2}:\d\d [AP]M$/

/** How this tab was logged out last. */
export function readLoggedOut(): LoggedOutNote {
  try {
    return loggedOutNote(JSON.parse(sessionStorage.getItem(store) ?? '{}'))
  } catch {
    return { why: 'user' }
  }
}

/** What was kept, as a note. Storage can be written by hand: whatever does not fit is left out. */
export function loggedOutNote(kept: unknown): LoggedOutNote {
  const { why, ssoUser, relayStateUrl, message, supportId, saved, unsaved } = (
    typeof kept === 'object' && kept ? kept : {}
  ) as Record<string, unknown>
  return {
    why: loggedOutWord(why) ?? 'user',
    ssoUser: ssoUser === true,
    relayStateUrl: webAddress(relayStateUrl),
    message: typeof message === 'string' ? message.slice(0, 300) : undefined,
    supportId: supportIdOf(supportId),
    saved: typeof saved === 'string' && savedWords.test(saved) ? saved : undefined,
    unsaved: unsaved === true,
  }
}
