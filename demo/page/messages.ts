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

/** What is done before the first answer, in this order. */
export type Step = 'program' | 'tables' | 'data' | 'start'

/** Why a page is broken whose browser cannot share workers: another tab has the data. */
export const IN_USE = 'Another tab has the data.'

export type FromWorker =
  | { kind: 'head'; id: number; status: number; headers: Record<string, string> }
  | { kind: 'bytes'; id: number; part: Uint8Array }
  | { kind: 'end'; id: number }
  | { kind: 'rows'; id: number; rows: readonly Record<string, unknown>[]; rowCount: number | null; failed?: string }
  /** What is being done, and how much of all is done, in percent. */
  | { kind: 'step'; step: Step; percent: number }
  /** The database is open: how far its time stands from the machine's, and whether somebody is signed in. */
  | { kind: 'open'; offsetMs: number; isSignedIn: boolean }
  | { kind: 'broken'; message: string }
  | { kind: 'reset' }
