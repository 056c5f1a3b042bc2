import { z } from 'zod'
import { mcCode } from '#features/claims/fields.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import type { FileAnswer } from '#platform/calls/handler.ts'

export const scim = calls('scim', {
  tokens: read('GET /admin/directory?masterCarrier', {
    id: 'X179',
    summary: "The tokens of the carrier's directory, and what its groups give",
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({ masterCarrier: mcCode.optional() }),
    output: z.object({
      /** What the directory is given as its address. */
      address: z.string(),
      /** Newest first. */
      tokens: z.array(
        z.object({
          tokenId: z.string(),
          name: z.string(),
          madeBy: z.string(),
          madeAt: z.string(),
          lastUsedAt: z.string().nullable(),
          /** Who made it is no account manager of all programs any more: it opens nothing. */
          endedAt: z.string().nullable(),
          revokedBy: z.string().nullable(),
          revokedAt: z.string().nullable(),
        }),
      ),
      groups: z.array(
        z.object({
          groupId: z.string(),
          name: z.string(),
          /** The role its members get; null for a name that is no role. */
          role: z.string().nullable(),
          members: z.int(),
        }),
      ),
    }),
    refusals: ['NOT_ALLOWED'],
  }),
  // Answered as a file: what an act answers is kept for repeats, and a token is not.
  makeToken: act('POST /admin/directory/tokens', {
    id: 'X180',
    summary: "Make a token for the carrier's directory; it is answered once and kept only as a hash",
    phi: 'none',
    stepUp: { to: 'make a token for your directory', of: ['name'] },
    carrier: ['masterCarrier'],
    file: 'text/plain; charset=utf-8',
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      name: z.string().trim().min(1, 'Enter a name.').max(60),
    }),
    output: z.custom<FileAnswer>().transform((answer) => answer as unknown as Blob),
    refusals: ['NOT_ALLOWED', 'RULE'],
  }),
  revokeToken: act('POST /admin/directory/tokens/{tokenId}/revoke', {
    id: 'X181',
    summary: "End a token of the carrier's directory at once",
    phi: 'none',
    carrier: ['masterCarrier'],
    ids: { tokenId: 'scim_token' },
    input: z.strictObject({ tokenId: z.uuid('Enter the id of a token.'), masterCarrier: mcCode.optional() }),
    output: z.object({ success: z.literal(true) }),
    refusals: ['NOT_FOUND'],
  }),
})
