// The typed username survives the end of the thirty minutes and the sign-in after it, in this tab and for the same
// address only (WCAG 3.3.7).

const store = 'rxdocket.registration'

/** Keeps the username being typed. */
export function keepUsername(email: string, username: string): void {
  try {
    sessionStorage.setItem(store, JSON.stringify({ email, username }))
  } catch {
    // Storage denied: it has to be typed again.
  }
}

/** The username this user typed before; empty when there is none. */
export function keptUsername(email: string): string {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(store) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return ''
    const { email: whose, username } = kept as { email?: unknown; username?: unknown }
    return whose === email && typeof username === 'string' ? username.slice(0, 100) : ''
  } catch {
    return ''
  }
}

/** Whether one was being typed in this tab. */
export function hasKeptUsername(): boolean {
  try {
    return sessionStorage.getItem(store) !== null
  } catch {
    return false
  }
}

/** Registered: nothing of it is needed any more. */
export function forgetUsername(): void {
  try {
    sessionStorage.removeItem(store)
  } catch {
    // Storage denied: nothing was kept.
  }
}
