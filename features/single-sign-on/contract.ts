import { z } from 'zod'
import { act, calls } from '#platform/calls/contract.ts'

export const sso = calls('sso', {
  // An act although it is a GET: what it hands out is gone from us.
  fields: act('GET /ssoLoginOkta/id/{id}', {
    id: 'A10',
    summary: 'Take the fields of the single sign-on form, once, in the browser that began',
    gate: 'public',
    phi: 'none',
    limit: 'signIn',
    // Any text: what cannot be an id is not found either, in the same words.
    input: z.strictObject({ id: z.string().max(200) }),
    output: z.object({
      oktaSaml: z.string(),
      oktaRelayState: z.string(),
      oktaUrl: z.string(),
      /** Somebody is logged in here who may be another person: the form waits for a click. */
      confirm: z.boolean(),
    }),
    refusals: ['NOT_FOUND'],
  }),
})
