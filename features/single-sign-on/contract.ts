import { z } from 'zod'
import { act, calls } from '#platform/calls/contract.ts'

export const sso = calls('sso', {
  // An act although it is a GET: the answer can be fetched once.
  fields: act('GET /ssoLoginOkta/id/{id}', {
    id: 'A10',
    summary: 'Take the fields of the single sign-on form, once, in the browser that began',
    gate: 'public',
    phi: 'none',
    limit: 'signIn',
    // Any text: a malformed id is answered like an unknown one.
    input: z.strictObject({ id: z.string().max(200) }),
    output: z.object({
      oktaSaml: z.string(),
      oktaRelayState: z.string(),
      oktaUrl: z.string(),
      /** A signed-in user here may be another person: the form waits for a click. */
      confirm: z.boolean(),
    }),
    refusals: ['NOT_FOUND'],
  }),
})
