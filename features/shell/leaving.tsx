import type { ReactNode } from 'react'
import { ask, CallFailed } from '#platform/browser/call.ts'
import { atWords } from '#platform/dates/words.ts'
import { keepings, saveBeforeLeaving, type LeftOver } from '#platform/browser/unsaved-work.ts'
import type { Clock } from '#platform/dates/clock.ts'
import type { LoggedOut } from '#platform/browser/logged-out-words.ts'
import { rememberLoggedOut, type LoggedOutNote } from '#platform/browser/logged-out.ts'
import { logoutAddress } from '#platform/browser/logout-address.ts'
import { tellTabs } from '#platform/browser/tabs.ts'
import { readPreferences, setPreferences } from '#platform/browser/preferences.ts'
import { session, type User } from '#features/sign-in/contract.ts'
import { Lock } from './lock.tsx'

/** Whose session ends and why, and how the page continues when the same user signs in again. */
type WayOut = { why: LoggedOut; user: User; clock: Clock; again: () => Promise<void> }

/** Unsent text of this page, in any form and carrier. */
export const leftOver = (): LeftOver[] => [...keepings].flatMap((keeping) => keeping.left())

/** Since when the user's unfinished input is saved, in their zone; undefined when there is none. */
function savedWords(left: readonly LeftOver[], { user, clock }: WayOut): string | undefined {
  const saved = left.flatMap(({ savedAt }) => savedAt ?? []).toSorted()
  return saved.length > 0 ? atWords(saved.at(-1)!, user.timeZone, clock.now().getTime()) : undefined
}

/** True once the user was warned of a loss; logging out again then proceeds. */
let warned = false

/**
 * Ends the session here and at the identity provider, and loads the logout page as a new document, so that nothing of
 * the session stays in the memory of this tab. Returns the lock screen instead where text exists on this page only.
 * Rejects when the server cannot be reached, and once when a user who logs out would lose something.
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
  tellTabs({ kind: 'signing-out', why: way.why })
  const { logoutUrl, relayStateUrl } = await ask(session.logout, { reason }, { background: true }).catch((error) => {
    tellTabs({ kind: 'signing-out', why: 'revoked' })
    throw error
  })
  // The answer clears the browser's storage; display settings belong to the device, not to the session.
  setPreferences(look)
  tellTabs({ kind: 'signed-out', why: way.why })
  return goAway(way, logoutUrl ?? undefined, relayStateUrl)
}

/**
 * Leaves for the logout page after the session has ended; returns the lock screen instead where something would be
 * lost.
 */
export const leave = (way: WayOut): ReactNode => (leftOver().some(({ waiting }) => waiting) ? lock(way) : goAway(way))

/** Leaves for the logout page, which shows the reason and what happened to unsent text. */
function goAway(way: WayOut, by = logoutAddress(way.why), relayStateUrl: string | null = null): null {
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
    // A session that ended elsewhere had no answer that cleared the storage.
    sessionStorage.clear()
  } catch {
    // Storage denied: nothing was stored.
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
    // The session's cookie and the provider's session still exist: both end.
    onLeave={() => void goodbye(way, way.why === 'expired' ? 'expired' : 'idle').catch(() => goAway(way))}
  />
)
