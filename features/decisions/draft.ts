import type { Sent } from './in-flight.ts'

/**
 * What a person changed in the approve form. All else keeps its default, so that a request that changes under the form
 * loses nothing that was typed.
 */
export type ApproveChoices = {
  /** Dates as typed. */
  start?: string
  end?: string
  once?: boolean
  level?: number
  fills?: number | null
  /** Most days of supply a fill may have, from advice. */
  maxDays?: number | null
  /** Units and days of supply of one fill, as typed. */
  qty?: string
  days?: string
  ticks?: Readonly<Record<string, boolean>>
  all?: boolean
  agreed?: boolean
  /** Why each ticked safety finding may be cleared. */
  acks?: Readonly<Record<string, string>>
  reasonId?: number
  note?: string
  supersede?: boolean
  /** Lift the block that stands in the way. */
  lift?: boolean
  /** Fields the advice filled in. */
  advised?: readonly (keyof ApproveChoices)[]
}

/** A product that is named to be used instead of what is denied. */
export type Instead = { ndc: string; name: string }

/** What a person changed in the reject form; all else keeps its default. */
export type RejectChoices = {
  codes?: Readonly<Record<string, boolean>>
  reasonId?: number
  note?: string
  /** Dates as typed. */
  start?: string
  end?: string
  level?: number
  /** Block the brand and leave its generics alone. */
  brandOnly?: boolean
  /** Deny this fill only, without a prior authorization record. */
  fillOnly?: boolean
  /** The product to use instead. */
  instead?: Instead
}

/** What the pane knows of a person's work on a request: what is typed into both forms, and what became of what was sent. */
export type Draft = Sent & {
  approve: ApproveChoices
  reject: RejectChoices
  /** Version of the request when the first thing was typed; undefined while nothing is. */
  version: number | undefined
}

/** What the forms change of it. */
export type DraftChange = Partial<Pick<Draft, 'approve' | 'reject' | 'version' | 'failure'>>

/** True while nothing was typed into a form. */
export const isEmpty = (choices: object): boolean => Object.keys(choices).length === 0

/** True when something was typed and not sent. */
export const isTyped = (draft: Draft): boolean => !draft.settled && !(isEmpty(draft.approve) && isEmpty(draft.reject))

/** True when a decision was sent that what is on screen does not show yet. */
export const isOnItsWay = (draft: Pick<Draft, 'settled' | 'decidedVersion'>, request: { version: number }): boolean =>
  draft.settled && (draft.decidedVersion === undefined || request.version < draft.decidedVersion)
