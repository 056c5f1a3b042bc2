import type { Refusal } from '#platform/calls/refusal.ts'

/** Why somebody's numbers are not shown to this user. */
export const notAllowed: Refusal<'NOT_ALLOWED'> = {
  code: 'NOT_ALLOWED',
  message: 'You may ask for your own requests and those of people you supervise.',
}
