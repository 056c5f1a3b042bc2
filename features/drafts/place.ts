import type { StoredDraft } from './contract.ts'
import type { About } from './rules.ts'

/** The key of a draft: one user, one carrier, one subject, one form. */
export type Place = {
  mc: string
  userId: string
  about: About
  subjectId: string
  form: string
  /** The title of the form on screen. */
  title: string
}

/** The server, as a keeper needs it. Failures are `CallFailed`. */
export type Wire = {
  /** The draft of this form; undefined when there is none. */
  load(place: Place): Promise<StoredDraft | undefined>
  keep(place: Place, body: StoredDraft['body'], after: number): Promise<{ version: number; savedAt: string }>
  discard(place: Place): Promise<unknown>
}

/** The state of a form's draft. Instants are ISO 8601. */
export type Shown = {
  /** The text was restored; typed at that time. */
  restored?: string | undefined
  /** The text is on the server since then. */
  saved?: string | undefined
  /** Another window typed another text at that time; the text shown was saved over it. */
  other?: string | undefined
  /** The text is on this page only, and not just for a second: the save is retried, or was refused. */
  unsaved?: 'waiting' | 'refused' | undefined
}
