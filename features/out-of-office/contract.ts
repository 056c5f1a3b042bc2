import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { instant } from '#platform/dates/fields.ts'
import { mostDelegates } from './rules.ts'

const personId = z.uuid('Enter the id of a person.')
const leaveId = z.uuid('Enter the id of a time away.')
const message = z.string().trim().max(500, 'Write 500 characters at most.')
const delegates = z.array(personId).max(mostDelegates, `Name at most ${mostDelegates} people.`)
/** Of the time away as the caller sees it. */
const version = z.int().min(1).max(2_147_483_647).optional()

const Named = z.object({ userId: z.string(), name: z.string() })
export const StandIn = Named.extend({
  email: z.string(),
  roleName: z.string(),
  openCount: z.int(),
  /** When they are back, where they are away themselves. */
  outOfOfficeUntil: z.string().nullable(),
})
export type StandIn = z.infer<typeof StandIn>

export const TimeAway = Named.extend({
  leaveId: z.string(),
  startAt: z.string(),
  endAt: z.string(),
  status: z.enum(['SCHEDULED', 'ACTIVE', 'ENDED']),
  delegates: z.array(Named.extend({ active: z.boolean() })),
  message: z.string(),
  setBy: z.string(),
  /** Requests that were rerouted because of it. */
  moved: z.int(),
  version: z.int(),
})
export type TimeAway = z.infer<typeof TimeAway>

const Set_ = z.object({ success: z.literal(true), leave: TimeAway, warnings: z.array(z.string()) })

export const outOfOffice = calls('outOfOffice', {
  list: read('GET /outOfOffice', {
    id: 'E01',
    summary: 'Times away: one’s own, and those of one’s people; over for at most thirty days',
    phi: 'none',
    input: z.strictObject({}),
    output: z.object({
      own: z.array(TimeAway),
      team: z.array(TimeAway),
      /** Those the caller is a delegate for, now or later, the next one first. */
      delegateFor: z.array(
        Named.extend({
          leaveId: z.string(),
          startAt: z.string(),
          endAt: z.string(),
          message: z.string(),
          /** Their open requests, and those of them due today. */
          openCount: z.int(),
          dueTodayCount: z.int(),
        }),
      ),
      /** The users whose leaves the caller may set besides their own. */
      people: z.array(Named),
      /** What the caller may do with their own leaves: `set` them, and so change them. */
      allowedActions: z.array(z.enum(['set'])),
    }),
  }),
  set: act('POST /outOfOffice', {
    id: 'E01',
    summary: 'Set a time away and who stands in',
    phi: 'none',
    input: z.strictObject({
      /** The caller by default. */
      userId: personId.optional(),
      startAt: instant,
      endAt: instant,
      delegates: delegates.default([]),
      message: message.default(''),
    }),
    output: Set_,
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'VALIDATION', 'DUPLICATE', 'RULE'],
  }),
  change: act('PUT /outOfOffice', {
    id: 'E01',
    summary: 'Change a time away; who sets its end to now is back',
    phi: 'none',
    ids: { leaveId: 'out_of_office' },
    input: z.strictObject({
      leaveId,
      startAt: instant.optional(),
      endAt: instant.optional(),
      delegates: delegates.optional(),
      message: message.optional(),
      version,
    }),
    output: Set_,
    refusals: [
      'NOT_FOUND',
      'UPDATE_BLOCKED',
      'NOT_ALLOWED',
      'VALIDATION',
      'CONFLICT',
      'PRECONDITION_REQUIRED',
      'DUPLICATE',
      'RULE',
    ],
  }),
  end: act('DELETE /outOfOffice?leaveId', {
    id: 'E01',
    summary: 'Call a time away off; one that has begun ends now',
    phi: 'none',
    ids: { leaveId: 'out_of_office' },
    input: z.strictObject({ leaveId }),
    output: z.object({ success: z.literal(true), leaveId: z.string(), ended: z.boolean() }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'RULE'],
  }),
  standIns: read('GET /outOfOffice/delegates?userId&chars', {
    id: 'X32',
    summary:
      'People who could stand in for somebody, by the first letters of their name; for those who may set the time away',
    phi: 'none',
    limit: 'search',
    input: z.strictObject({ userId: personId.optional(), chars: z.string().trim().max(60).default('') }),
    output: z.array(StandIn),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED'],
  }),
  preview: read('POST /outOfOffice/preview', {
    id: 'X33',
    summary: 'Which open requests would go to whom, were this time away to begin; for those who may set it',
    phi: 'none',
    input: z.strictObject({
      userId: personId.optional(),
      startAt: instant,
      endAt: instant,
      delegates: delegates.default([]),
    }),
    output: z.object({
      moves: z.array(Named.extend({ requests: z.int() })),
      /** Requests with a deadline before the return that no user could take. */
      staying: z.int(),
      warnings: z.array(z.string()),
    }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'NOT_ALLOWED', 'VALIDATION', 'RULE'],
  }),
})
