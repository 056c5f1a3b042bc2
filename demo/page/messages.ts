/** What a page and the worker that is its server say to each other. */
import type { PageRequest } from './app.ts'

export type ToWorker =
  | { kind: 'request'; id: number; request: PageRequest }
  | { kind: 'gone'; id: number }
  /** The page was closed, or another one is loaded in its place. */
  | { kind: 'left' }
  | { kind: 'signIn'; id: number; subject: string }
  /** A statement of a test; builds for visitors answer none. */
  | { kind: 'query'; id: number; text: string; values: readonly unknown[] }
  /** Answered once what was done is written down. */
  | { kind: 'write'; id: number }
  /** Drops the data; the next page that opens begins with those of the build. */
  | { kind: 'reset' }

/** What is done before the first answer, in this order. */
export type Step = 'program' | 'tables' | 'data' | 'start'

/** Why a page is broken: a tab of another version has the data, or any other tab where browsers cannot share workers. */
export const IN_USE = 'Another tab has the data.'

/** Whether the browser keeps what is done: it does, it has no place for this site at all, or its room is used up. */
export type Keeping = 'kept' | 'nowhere' | 'full'

export type FromWorker =
  | { kind: 'head'; id: number; status: number; headers: Record<string, string> }
  | { kind: 'bytes'; id: number; part: Uint8Array }
  | { kind: 'end'; id: number }
  | { kind: 'rows'; id: number; rows: readonly Record<string, unknown>[]; rowCount: number | null; failed?: string }
  /** What is being done, and how much of all is done, in percent. */
  | { kind: 'step'; step: Step; percent: number }
  /** The database is open: how far its time stands from the machine's, and whether somebody is signed in. */
  | { kind: 'open'; offsetMs: number; isSignedIn: boolean }
  | { kind: 'keeping'; keeping: Keeping }
  | { kind: 'broken'; message: string }
  | { kind: 'reset' }
