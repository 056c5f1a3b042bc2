import { z } from 'zod'
import { calls, read } from '#platform/calls/contract.ts'
import { Adjuster, AuthRow, uuid } from '#features/authorizations/row-shape.ts'

const count = z.int()
const mcCode = z.string().regex(/^[A-Z0-9]{2,6}$/, 'Give a carrier code.')

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
      waiting: z.object({ pharmacist: count, prescriber: count, utilizationReview: count, secondApprover: count }),
    }),
    refusals: ['NOT_FOUND'],
  }),
})
