import { day } from '#platform/dates/fields.ts'
import { z } from 'zod'
import { act, calls } from '#platform/calls/contract.ts'
import { uuid } from '#features/authorizations/contract.ts'

export const clock = calls('clock', {
  snooze: act('POST /authorizations/{id}/snoozeAuthEscalation/{value}', {
    id: 'C001',
    summary: 'Silence the reminders of a request for some hours; its legal clock goes on',
    phi: 'limited',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({ id: uuid, value: z.int().min(1).max(48) }),
    output: z.object({
      success: z.literal(true),
      authorizationId: z.string(),
      snoozedUntil: z.string(),
      snoozeHoursTotal: z.int(),
      version: z.int(),
    }),
    refusals: [
      'NOT_FOUND',
      'UPDATE_BLOCKED',
      'NOT_ALLOWED',
      'FEATURE_OFF',
      'ALREADY_DECIDED',
      'SNOOZE_PAST_DUE',
      'RULE',
      'VALIDATION',
    ],
  }),
  unsnooze: act('POST /authorizations/{id}/unsnoozeAuthEscalation', {
    id: 'C002',
    summary: 'End a snooze',
    phi: 'limited',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({ id: uuid }),
    output: z.object({
      success: z.literal(true),
      authorizationId: z.string(),
      snoozedUntil: z.null(),
      version: z.int(),
    }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'ALREADY_DECIDED'],
  }),
  extend: act('POST /authorizations/{id}/extension', {
    id: 'X37',
    summary: 'Say that needed information was asked for, which moves the due time where the state’s rule has it',
    phi: 'limited',
    ids: { id: 'rx_authorization' },
    input: z.strictObject({
      id: uuid,
      version: z.int().min(1).max(2_147_483_647).optional(),
      /** The day of the request for information, in the caller's calendar. */
      askedOn: day,
      askedOf: z.string().trim().min(1, 'Enter who was asked.').max(120),
      information: z.string().trim().min(1, 'Enter what was asked for.').max(500),
    }),
    output: z.object({
      success: z.literal(true),
      authorizationId: z.string(),
      /** The new due time. */
      statutoryDueAt: z.string(),
      version: z.int(),
    }),
    refusals: [
      'NOT_FOUND',
      'UPDATE_BLOCKED',
      'NOT_ALLOWED',
      'ALREADY_DECIDED',
      'CONFLICT',
      'PRECONDITION_REQUIRED',
      'RULE',
      'VALIDATION',
    ],
  }),
})
