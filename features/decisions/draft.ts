import type { ApproveChoices } from './approve-form.ts'
import type { RejectChoices } from './reject-form.ts'
import type { Sent } from './in-flight.ts'

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
