import type { OutputOf } from '#platform/calls/contract.ts'
import type { formOptions } from '../form-options-contract.ts'

/** A reason of the list a form offers. */
export type Reason = OutputOf<typeof formOptions.reasons>[number]
/** Something to put right before a form can be sent; `field` is the name the call has for it. */
export type Problem = { field: string; message: string }

/** What stands before anything else while the request changed under the form and nobody looked at what changed. */
export const notReviewed = (reviewed: number | undefined, detail: { version: number }): Problem[] =>
  reviewed !== undefined && detail.version > reviewed
    ? [{ field: 'reviewed', message: 'Review what changed before you decide.' }]
    : []

/** Characters a note may have. */
export const longestNote = 2000

/** The name of the field that says why a finding may be cleared. */
export const whyField = (finding: string): string => `safetyAck-${finding.replaceAll(' ', '-')}`
