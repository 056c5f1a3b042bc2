// What the portal's tabs in one browser tell each other. A message is a hint to look again, never a fact: whoever hears
// one asks the server (bar S-050).
import { loggedOutWord, type LoggedOut } from './logged-out.ts'

export type TabMessage =
  /** A person did something in that tab. */
  | { kind: 'input' }
  /** They answered that they are still there. */
  | { kind: 'stay' }
  | { kind: 'signed-in' }
  | { kind: 'signed-out'; why: LoggedOut }
  | { kind: 'carrier' }

export type Tabs = { tell(message: TabMessage): void; close(): void }

const name = 'rxdocket'

/** The message as another tab may have sent it, or nothing when it is none of ours. */
export function readTabMessage(data: unknown): TabMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { kind, why } = data as { kind?: unknown; why?: unknown }
  if (kind === 'input' || kind === 'stay' || kind === 'signed-in' || kind === 'carrier') return { kind }
  const known = loggedOutWord(why)
  return kind === 'signed-out' && known ? { kind, why: known } : undefined
}

/** Joins the other tabs; close it when the page goes. */
export function joinTabs(onMessage: (message: TabMessage) => void): Tabs {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => {
    const message = readTabMessage(data)
    if (message) onMessage(message)
  }
  return { tell: (message) => channel.postMessage(message), close: () => channel.close() }
}

/** Tells all tabs one thing, this one included where it has joined. */
export function tellTabs(message: TabMessage): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(message)
  channel.close()
}
