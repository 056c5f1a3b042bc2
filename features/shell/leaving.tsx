import type { ReactNode } from 'react'
import { ask, CallFailed } from '#platform/browser/call.ts'
import { atWords } from '#platform/dates/words.ts'
import { keepings, saveBeforeLeaving, type LeftOver } from '#platform/browser/unsaved-work.ts'
import type { Clock } from '#platform/dates/clock.ts'
import type { LoggedOut } from '#platform/browser/logged-out-words.ts'
import { rememberLoggedOut, type LoggedOutNote } from '#platform/browser/logged-out.ts'
import { tellTabs } from '#platform/browser/tabs.ts'
import { readPreferences, setPreferences } from '#platform/browser/preferences.ts'
import { session, type User } from '#features/sign-in/contract.ts'
import { Lock } from './lock.tsx'

/** Whose session ends and why, and how the page goes on when the same person is signed in again. */
type WayOut = { why: LoggedOut; user: User; clock: Clock; again: () => Promise<void> }

/** What was typed on this page and not sent, in any form and carrier. */
export const leftOver = (): LeftOver[] => [...keepings].flatMap((keeping) => keeping.left())

/** Since when a person's unfinished work is kept, as their zone says it; undefined when none is. */
function savedWords(left: readonly LeftOver[], { user, clock }: WayOut): string | undefined {
  const saved = left.flatMap(({ savedAt }) => savedAt ?? []).toSorted()
  return saved.length > 0 ? atWords(saved.at(-1)!, user.timeZone, clock.now().getTime()) : undefined
}

/** True once the user was warned that something would be lost; logging out again then goes ahead. */
let warned = false

/**
 * Ends the session here and at the identity provider, and loads the logout page as a new document, so that nothing of
 * the session stays in the memory of this tab. Returns the lock screen instead where something typed exists on this
 * page alone. Rejects when the server cannot be asked, and once when a person who logs out would lose something.
 */
export async function signOut(way: WayOut): Promise<ReactNode> {
  const { why } = way
  const reason = why === 'idle' || why === 'expired' ? why : 'user'
  await saveBeforeLeaving()
  const left = leftOver()
  if (why === 'user' && left.some(({ ahead }) => ahead) !== warned) {
    warned = !warned
    if (warned)
      throw new CallFailed(0, 'OFFLINE', 'What you typed last could not be saved. Log out again to leave without it.')
  }
  if (why !== 'user' && left.some(({ waiting }) => waiting)) {
    tellTabs({ kind: 'signed-out', why })
    return lock(way)
  }
  return goodbye(way, reason)
}

async function goodbye(way: WayOut, reason: 'idle' | 'expired' | 'user'): Promise<null> {
  const look = readPreferences()
  const { logoutUrl, relayStateUrl } = await ask(session.logout, { reason }, { background: true })
  // The answer has the browser forget what it stored for us; how the portal looks is the device's, not the session's.
  setPreferences(look)
  tellTabs({ kind: 'signed-out', why: way.why })
  return goAway(way, logoutUrl ?? undefined, relayStateUrl)
}

/**
 * Leaves for the logout page after the session has ended; returns the lock screen instead where something would be
 * lost.
 */
export const leave = (way: WayOut): ReactNode => (leftOver().some(({ waiting }) => waiting) ? lock(way) : goAway(way))

/** Leaves for the logout page, which says why and what became of what was typed. */
function goAway(way: WayOut, by = '/logout', relayStateUrl: string | null = null): null {
  const { why, user } = way
  const left = leftOver()
  const saved = savedWords(left, way)
  const back = relayStateUrl ?? (user.ssoUser ? user.idpUrl : null)
  const note: LoggedOutNote = {
    why,
    ...(user.ssoUser && { ssoUser: true }),
    ...(back !== null && { relayStateUrl: back }),
    ...(saved !== undefined && { saved }),
    ...(left.some(({ ahead }) => ahead) && { unsaved: true }),
  }
  // The logout page says what was lost, so the browser need not ask.
  keepings.forEach((keeping) => keeping.forget())
  try {
    // A session that ended elsewhere gave no answer that would have cleared it.
    sessionStorage.clear()
  } catch {
    // Storage denied: nothing was kept.
  }
  rememberLoggedOut(note)
  location.replace(by)
  return null
}

const lock = (way: WayOut): ReactNode => (
  <Lock
    why={way.why}
    saved={savedWords(leftOver(), way)}
    signIn={(way.user.ssoUser && way.user.idpUrl) || '/loginOkta?again'}
    onSignedIn={async () => {
      await way.again()
      await saveBeforeLeaving()
    }}
    // The cookie of the session is still there, and so is the provider's own session: both end.
    onLeave={() => void goodbye(way, way.why === 'expired' ? 'expired' : 'idle').catch(() => goAway(way))}
  />
)
