// What the portal's tabs in one browser send each other. A message is a hint to look again, never a fact: a tab that
// receives one asks the server.
import { loggedOutWord, type LoggedOut } from './logged-out-words.ts'

type TabMessage =
  /** A person did something in that tab. */
  | { kind: 'input' }
  /** They answered that they are still there. */
  | { kind: 'stay' }
  /** They read the warning that the session ends. */
  | { kind: 'warned' }
  | { kind: 'signed-in' }
  /** That tab is about to end the session: what another one hears from the server next is no surprise. */
  | { kind: 'signing-out'; why: LoggedOut }
  | { kind: 'signed-out'; why: LoggedOut }
  | { kind: 'carrier' }

type Tabs = { tell(message: TabMessage): void; close(): void }

const name = 'rxdocket'
/** The channels this tab listens on. */
const joined = new Set<BroadcastChannel>()
const plain = ['input', 'stay', 'warned', 'signed-in', 'carrier'] as const

/** The message as another tab may have sent it, or nothing when it is none of ours. */
export function readTabMessage(data: unknown): TabMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { kind, why } = data as { kind?: unknown; why?: unknown }
  const known = plain.find((word) => word === kind)
  if (known) return { kind: known }
  const reason = loggedOutWord(why)
  return (kind === 'signed-out' || kind === 'signing-out') && reason ? { kind, why: reason } : undefined
}

/** Joins the other tabs; close it when the page goes. */
export function joinTabs(onMessage: (message: TabMessage) => void): Tabs {
  const channel = new BroadcastChannel(name)
  joined.add(channel)
  channel.onmessage = ({ data }) => {
    const message = readTabMessage(data)
    if (message) onMessage(message)
  }
  return {
    tell: (message) => channel.postMessage(message),
    close: () => {
      joined.delete(channel)
      channel.close()
    },
  }
}

/** Sends a message to the other tabs, never to this one: it knows already, and would react to its own message. */
export function tellTabs(message: TabMessage): void {
  const [listening] = joined
  // A channel does not receive what it sends itself.
  if (listening) return listening.postMessage(message)
  const channel = new BroadcastChannel(name)
  channel.postMessage(message)
  channel.close()
}

/**
 * Elects the one tab that calls the server for all of them: calls back when this tab is elected, at once where there is no
 * other, else when the elected one closes. Returns how to resign. Where the browser has no locks, every tab is elected.
 */
export function leadTabs(onLead: () => void): () => void {
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) {
    onLead()
    return () => {}
  }
  const leaving = new AbortController()
  const left = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
  locks
    .request(name, { signal: leaving.signal }, () => {
      onLead()
      return left
    })
    // Given up while waiting for its turn.
    .catch(() => undefined)
  return () => leaving.abort()
}
