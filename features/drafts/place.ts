import type { Kept } from './contract.ts'
import type { About } from './rules.ts'

/** Which form of whom: a draft is one person's, in one carrier, about one thing. */
export type Place = {
  mc: string
  userId: string
  about: About
  subjectId: string
  form: string
  /** The form as people call it. */
  title: string
}

/** The server, as a keeper needs it. Failures are `CallFailed`. */
export type Wire = {
  /** What is kept of this form; undefined when nothing is. */
  load(place: Place): Promise<Kept | undefined>
  keep(place: Place, body: Kept['body'], after: number): Promise<{ version: number; savedAt: string }>
  discard(place: Place): Promise<unknown>
}

/** What a form shows of its draft. Instants are ISO 8601. */
export type Shown = {
  /** What stands in the form was brought back; typed then. */
  restored?: string | undefined
  /** What stands in the form is on the server since then. */
  saved?: string | undefined
  /** Something else was typed into this form in another window, then; what stands here was kept in its place. */
  other?: string | undefined
  /** What stands in the form is on this page alone, and that is no matter of a second: it is tried again, or was refused. */
  unsaved?: 'waiting' | 'refused' | undefined
}
