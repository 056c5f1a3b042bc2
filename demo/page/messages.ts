/** What a page and the worker that is its server say to each other. */
import type { PageRequest } from './app.ts'

export type ToWorker =
  | { kind: 'request'; id: number; request: PageRequest }
  | { kind: 'gone'; id: number }
  | { kind: 'signIn'; id: number; subject: string }
  /** A statement of a test; builds for visitors answer none. */
  | { kind: 'query'; id: number; text: string; values: readonly unknown[] }
  /** Drops the data; the next page that opens begins with those of the build. */
  | { kind: 'reset' }

export type FromWorker =
  | { kind: 'head'; id: number; status: number; headers: Record<string, string> }
  | { kind: 'bytes'; id: number; part: Uint8Array }
  | { kind: 'end'; id: number }
  | { kind: 'rows'; id: number; rows: readonly Record<string, unknown>[]; rowCount: number | null; failed?: string }
  /** The database is open: how far its time stands from the machine's, and whether somebody is signed in. */
  | { kind: 'open'; offsetMs: number; isSignedIn: boolean }
  | { kind: 'broken'; message: string }
  | { kind: 'reset' }
