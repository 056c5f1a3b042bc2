import type { OutputOf } from '#platform/calls/contract.ts'
import type { formOptions } from '../form-options-contract.ts'

/** A reason of the list a form offers. */
export type Reason = OutputOf<typeof formOptions.reasons>[number]
/** Something to put right before a form can be sent; `field` is the name the call has for it. */
export type Problem = { field: string; message: string }

/** Characters a note may have. */
export const longestNote = 2000
