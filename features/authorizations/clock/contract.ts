import { z } from 'zod'
import { act, calls } from '#platform/contract.ts'
import { uuid } from '../contract.ts'

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
})
