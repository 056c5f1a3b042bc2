import { z } from 'zod'
import { mcCode } from '#features/claims/fields.ts'
import { act, calls, read } from '#platform/calls/contract.ts'
import { countedPages, faultCodes, userActions, usePeriods } from './rules.ts'

/** At most so many actions come at once; pages send 5 unless the carrier set another number. */
const MOST_ACTIONS = 50

export const monitoring = calls('monitoring', {
  actions: act('POST /useractionmetrics', {
    id: 'C055',
    summary: 'Count what a user did in the pages, in words of an allow list only',
    gate: 'session',
    phi: 'none',
    limit: 'telemetry',
    // No free text: no id, name or address can be sent. Who did it is not kept.
    input: z.strictObject({
      actions: z
        .array(
          z.strictObject({
            action: z.enum(userActions),
            target: z.enum(countedPages),
            /** When, ISO 8601 UTC. */
            at: z.iso.datetime('Enter an instant in UTC, such as 2026-01-31T15:00:00Z.'),
            durationMs: z.int().min(0).max(600_000, 'Enter at most 600,000 milliseconds.').optional(),
            /** Width of the window and how it was done. */
            context: z
              .strictObject({
                width: z.enum(['phone', 'tablet', 'desktop']).optional(),
                by: z.enum(['keyboard', 'pointer']).optional(),
              })
              .optional(),
          }),
        )
        .min(1, 'Enter at least one action.')
        .max(MOST_ACTIONS, 'Enter at most 50 actions.'),
    }),
    output: z.object({ success: z.literal(true), accepted: z.int() }),
  }),
  pageUse: read('GET /admin/pageUse?masterCarrier&days', {
    id: 'X493',
    summary:
      'How often the pages of the carrier were opened and something was done in them, by day, and how long three of four users waited at most',
    phi: 'none',
    carrier: ['masterCarrier'],
    input: z.strictObject({
      masterCarrier: mcCode.optional(),
      days: z
        .int()
        .refine((days) => (usePeriods as readonly number[]).includes(days), `Enter ${usePeriods.join(', ')} days.`)
        .default(30),
    }),
    output: z.object({
      /** Days of the carrier on which a page was opened, oldest first. */
      days: z.array(z.object({ day: z.string(), opened: z.int(), acted: z.int() })),
      /** The slowest first; those nobody waited in come last. */
      pages: z.array(
        z.object({
          page: z.enum(countedPages),
          opened: z.int(),
          /** How often something was pressed in it, and how often of these by a key. */
          acted: z.int(),
          keyed: z.int(),
          /** Milliseconds until the largest part was painted, and for the slowest answer to a click or key. */
          lcp: z.int().nullable(),
          inp: z.int().nullable(),
        }),
      ),
    }),
    refusals: ['NOT_ALLOWED', 'VALIDATION'],
  }),
  fault: act('POST /monitoring/faults', {
    trips: { count: 1, why: 'nothing is written but the log' },
    id: 'X20',
    summary: 'Put on record that a page failed, in words of an allow list only',
    gate: 'public',
    phi: 'none',
    limit: 'telemetry',
    // No free text: no message, address, name or stack trace can be sent.
    input: z.strictObject({
      kind: z.enum(['login-error', 'page-fault', 'part-missing']),
      code: z.enum(faultCodes),
      /** The Support Id of the answer the fault came from. */
      supportId: z.uuid().optional(),
    }),
    output: z.object({
      success: z.literal(true),
      /** The id under which the fault is logged. */
      supportId: z.string(),
    }),
  }),
})
