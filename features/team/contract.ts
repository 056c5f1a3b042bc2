import { reasonField } from '#features/authorizations/reason-field.ts'
import { z } from 'zod'
import { act, calls, read } from '#platform/calls/contract.ts'
import { File } from '#features/worklist/contract.ts'
import { Adjuster, AuthRow, uuid } from '#features/authorizations/row-shape.ts'

const count = z.int()
const mcCode = z.string().regex(/^[A-Z0-9]{2,6}$/, 'Enter a carrier code.')

/** The open requests of one case owner, or of the whole team with each request counted once. */
export const Load = z.object({
  pending: count,
  overdue: count,
  /** Due within so many hours from now, the overdue ones included. */
  due4: count,
  due24: count,
  due72: count,
  escalated: count,
  snoozed: count,
  /** A patient waits at the pharmacy counter. */
  atCounter: count,
  /** Decided since midnight in the caller's zone. */
  decidedToday: count,
})
export type Load = z.infer<typeof Load>

/** What is expected to be open at `until`, and the numbers of the formula. */
const Forecast = z.object({
  /** Requests an hour in the same hours of the same weekday, over the weeks before. */
  arrivalsPerHour: z.number(),
  decisionsPerHour: z.number(),
  expected: count,
})

const Leave = z.object({
  startAt: z.string(),
  endAt: z.string(),
  /** The delegates in order. */
  delegates: z.array(z.string()),
  /** When the requests went to the delegates and they were notified; null while it has not begun. */
  begunAt: z.string().nullable(),
  /** Requests of this person that are due before the return. */
  dueBefore: count,
})

const Member = Adjuster.extend({
  load: Load,
  forecast: Forecast,
  /** States of licenses on file; none means that no license limits the person. */
  licenseStates: z.array(z.string()),
  /** US dollars; null = none. */
  approvalLimit: z.number().nullable(),
  /** The present or the next time off. */
  leave: Leave.nullable(),
})
export type Member = z.infer<typeof Member>

/** The most requests one act moves. */
export const MOST_MOVED = 30

const ids = 'Choose a person of your team.'
const person = z.uuid(ids)
const Stay = z.enum([
  'OPENED',
  'SNOOZED',
  'CHANGED',
  'COMPLETED',
  'PROGRAM',
  'AWAY',
  'LICENSE',
  'LIMIT',
  'DECIDED_BEFORE',
])

export type Stay = z.infer<typeof Stay>

export const team = calls('team', {
  authorizations: read('GET /authorizations/myTeamAuthorization/_{a}/_{b}', {
    id: 'C041',
    summary: "The open requests of a supervisor's team, by case owner, and the escalated ones by claimant",
    phi: 'limited',
    carrier: ['b'],
    input: z.strictObject({ a: uuid, b: mcCode }),
    output: z.object({
      pendingAuthCount: count,
      /** Exactly one key: the number of escalated requests; its value the groups, the claimant waiting longest first. */
      escalatedAuthCount: z.record(z.string(), z.array(z.array(AuthRow))),
      /** The supervisor and everybody below, by name; empty where nobody is below. */
      users: z.array(
        Adjuster.extend({
          pending: count,
          escalated: count,
          /** Due within 4 hours, the overdue ones included. */
          due4: count,
          /** Of the request that waits longest. */
          oldestHours: z.number().nullable(),
          /** Of the request with the least time left. */
          nextDueAt: z.string().nullable(),
          nextReceivedAt: z.string().nullable(),
        }),
      ),
    }),
    refusals: ['NOT_FOUND'],
  }),
  workload: read('GET /teams/{userId}/workload', {
    id: 'X140',
    summary: "The load of each case owner of a supervisor's team, with limits, time off and a forecast",
    phi: 'none',
    input: z.strictObject({ userId: uuid }),
    output: z.object({
      asOf: z.string(),
      /** The instant of the forecast: 5:00 PM in the caller's zone, of the next day after 5:00 PM. */
      until: z.string(),
      hoursUntil: z.number(),
      /** How many weeks before the rates are counted over. */
      weeks: count,
      total: Load,
      forecast: Forecast,
      members: z.array(Member),
      /** Open requests of the team that wait for somebody outside it. */
      waiting: z.object({
        pharmacist: count,
        prescriber: count,
        utilizationReview: count,
        secondApprover: count,
        supervisor: count,
      }),
    }),
    refusals: ['NOT_FOUND'],
  }),
  preview: read('POST /teams/moves/preview', {
    id: 'X141',
    summary: 'Which requests of one person of the team would go to whom, and which stay and why',
    phi: 'limited',
    limit: 'search',
    input: z.strictObject({
      fromUserId: person,
      /** Least time left first. */
      count: z
        .int()
        .min(1, `Enter 1 to ${MOST_MOVED}.`)
        .max(MOST_MOVED, `Enter 1 to ${MOST_MOVED}.`)
        .default(MOST_MOVED),
      /** Everybody else of the team by default. */
      toUserIds: z.array(person).min(1, ids).max(50).optional(),
    }),
    output: z.object({
      items: z.array(
        z.object({
          authorizationId: z.string(),
          version: z.int(),
          claimant: z.string(),
          drug: z.string(),
          jurisState: z.string(),
          statutoryDueAt: z.string(),
          receivedAt: z.string(),
          toUserId: z.string().nullable(),
          stays: Stay.nullable(),
        }),
      ),
      people: z.array(z.object({ userId: z.string(), name: z.string(), before: count, after: count })),
    }),
    refusals: ['NOT_FOUND'],
  }),
  members: read('GET /teams/{userId}/members', {
    id: 'E15',
    summary: 'Who is in the team of a supervisor, directly and below',
    phi: 'none',
    input: z.strictObject({ userId: uuid }),
    output: z.object({
      supervisor: z.object({ userId: z.string(), name: z.string() }),
      members: z.array(
        z.object({
          userId: z.string(),
          name: z.string(),
          email: z.string(),
          roles: z.array(z.string()),
          active: z.boolean(),
          /** Led by the supervisor themselves; the others by somebody below. */
          direct: z.boolean(),
        }),
      ),
    }),
    refusals: ['NOT_FOUND'],
  }),
  setMembers: act('PUT /teams', {
    id: 'E15',
    summary: 'Say whom a supervisor leads',
    phi: 'none',
    stepUp: { to: 'change a team', of: ['supervisorId'] },
    input: z.strictObject({
      supervisorId: person,
      /** All whom they lead themselves. */
      memberIds: z.array(person).max(500, 'Name at most 500 users.'),
      /** Why, for the record. */
      reason: reasonField('Enter a reason.', 500),
    }),
    output: z.object({ success: z.literal(true), added: count, removed: count }),
    refusals: ['NOT_FOUND', 'NOT_ALLOWED', 'RULE', 'VALIDATION'],
  }),
  move: act('POST /teams/moves', {
    id: 'X142',
    summary: 'Move requests of one person of the team to others, with a result for each',
    phi: 'limited',
    input: z.strictObject({
      fromUserId: person,
      moves: z
        .array(
          z.strictObject({
            authorizationId: uuid,
            /** Of the request as the preview showed it. */
            version: z.int().min(1).max(2_147_483_647),
            toUserId: person,
          }),
        )
        .min(1, 'Choose a request.')
        .max(MOST_MOVED, `Move at most ${MOST_MOVED} requests in one act.`)
        .refine((moves) => new Set(moves.map(({ authorizationId }) => authorizationId)).size === moves.length, {
          error: 'Name each request once.',
        }),
    }),
    output: z.object({
      success: z.literal(true),
      moveId: z.string(),
      moved: count,
      results: z.array(
        z.object({
          authorizationId: z.string(),
          /** WITH: the person has it, from this act or an earlier one. */
          result: z.enum(['WITH', 'STAYED']),
          toUserId: z.string(),
          stays: Stay.nullable(),
        }),
      ),
    }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED'],
  }),
  undo: act('POST /teams/moves/{moveId}/undo', {
    id: 'X143',
    summary: 'Return the requests of a move, where nobody opened or changed them since',
    phi: 'limited',
    input: z.strictObject({ moveId: z.uuid('Enter the id of a move.') }),
    output: z.object({
      success: z.literal(true),
      undone: count,
      results: z.array(z.object({ authorizationId: z.string(), result: z.enum(['BACK', 'STAYED']) })),
    }),
    refusals: ['NOT_FOUND', 'UPDATE_BLOCKED', 'UNDO_TOO_LATE'],
  }),
  exportMove: read('POST /teams/moves/{moveId}/export', {
    id: 'X290',
    summary:
      'The result of a move the caller made as a file: who had each request, who has it, and which stayed and why',
    phi: 'limited',
    limit: 'export',
    trips: { count: 2, why: 'the list of exports has it once it is made' },
    file: 'text/csv; charset=utf-8',
    input: z.strictObject({
      moveId: z.uuid('Enter the id of a move.'),
      /** What stayed, with the reason the preview or the act gave. */
      stayed: z
        .array(z.strictObject({ authorizationId: uuid, stays: Stay }))
        .max(MOST_MOVED)
        .default([]),
      timeZone: z.string().max(60).optional(),
    }),
    output: File,
    refusals: ['NOT_FOUND'],
  }),
})
