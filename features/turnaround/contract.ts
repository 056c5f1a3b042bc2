import { daysBetween } from '#platform/dates/day.ts'
import { day } from '#platform/dates/fields.ts'
import { z } from 'zod'
import { calls, read } from '#platform/calls/contract.ts'
import { groupings, lastPage, longestPeriod } from './rules.ts'

const count = z.int()
/** Clock hours, weekends included, to two decimals; null where nothing was decided. */
const hours = z.number().nullable()

/** The figures `rules.ts` defines. */
export const Figures = z.object({
  received: count,
  decided: count,
  approved: count,
  partial: count,
  denied: count,
  deemed: count,
  closed: count,
  withdrawn: count,
  merged: count,
  open: count,
  lapsed: count,
  extended: count,
  overturned: count,
  cleared: count,
  reopened: count,
  medianHours: hours,
  meanHours: hours,
  p90Hours: hours,
  reopenedMedianHours: hours,
})
export type Figures = z.infer<typeof Figures>

const figureNames = Object.keys(Figures.shape) as (keyof Figures)[]
/** What a request became, as the figures count it; the table of the figures numbers them in this order. */
export const outcomes = [
  'approved',
  'partial',
  'denied',
  'deemed',
  'closed',
  'withdrawn',
  'merged',
  'open',
  'cleared',
] as const
/** Rows of a page of the list behind a figure. */
export const LIST_SIZE = 50
const noPage = `Enter a page from 0 to ${lastPage}.`

const inPeriod = {
  /** First and last day of receipt, both included, in the carrier's zone. */
  from: day,
  to: day,
  /** What to group by; states by default. */
  by: z.enum(groupings, `Enter ${groupings.join(', ')}.`).default('state'),
}
const wholePeriod = <Shape extends z.ZodType<{ from: string; to: string }>>(shape: Shape): Shape =>
  shape
    .refine(({ from, to }) => from <= to, { path: ['to'], error: 'The last day comes before the first.' })
    .refine(({ from, to }) => daysBetween(from, to) < longestPeriod, {
      path: ['to'],
      error: `Enter a period of at most ${longestPeriod} days.`,
    })
/** `who-reads.ts` says what of it each may have. */
const readers = ['supervisor', 'account_admin', 'pbm_support', 'all_access', 'read_only'] as const

export const turnaround = calls('turnaround', {
  figures: read('GET /turnaround?from&to&by', {
    id: 'X90',
    summary:
      'How the requests of a period were answered and how fast, counted from their logs, with the definition of each figure',
    phi: 'none',
    limit: 'figures', // counts the requests of up to a year
    roles: [...readers, 'prog_special'],
    input: wholePeriod(z.strictObject(inPeriod)),
    output: z.object({
      from: day,
      to: day,
      timeZone: z.string(),
      /** The instant up to which the logs were read. */
      asOf: z.string(),
      by: z.enum(groupings),
      /** The source and the definitions of the figures. */
      source: z.string(),
      version: z.string(),
      definitions: z.array(z.object({ figure: z.string(), means: z.string() })),
      total: Figures,
      groups: z.array(Figures.extend({ key: z.string(), name: z.string() })),
    }),
    refusals: ['NOT_ALLOWED'],
  }),
  requests: read('GET /turnaround/requests?from&to&by&key&figure&page', {
    id: 'X92',
    summary: 'The requests that a figure of the turnaround counts, the latest received first',
    phi: 'limited',
    limit: 'figures', // counts the requests of up to a year
    roles: [...readers],
    input: wholePeriod(
      z.strictObject({
        ...inPeriod,
        figure: z.enum(figureNames, `Enter one of ${figureNames.join(', ')}.`).default('received'),
        /** The key of one group; all groups by default. */
        key: z.string().max(60).optional(),
        page: z.int().min(0, noPage).max(lastPage, noPage).default(0),
      }),
    ),
    output: z.object({
      /** The name of the group the key is of; null for all groups, and where there is no such group. */
      group: z.string().nullable(),
      content: z.array(
        z.object({
          authorizationId: z.string(),
          referenceNumber: z.string(),
          claimant: z.string(),
          drug: z.string(),
          jurisState: z.string(),
          /** Who decided it, or owns it. */
          person: z.string(),
          receivedAt: z.string(),
          dueAt: z.string(),
          outcome: z.enum(outcomes),
          hours,
        }),
      ),
      page: count,
      size: count,
      totalElements: count,
    }),
    refusals: ['NOT_ALLOWED'],
  }),
})
