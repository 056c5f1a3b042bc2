import { dateIn, timeIn } from '#platform/dates/zone.ts'
import type { Why } from '#platform/calls/refusal.ts'

/** Rows a file has at most. */
export const MOST_ROWS = 1_000_000
/** From so many rows on the page asks before it downloads. */
export const ASKED_ROWS = 50_000

/** The name of a file made now, by the user's clock: `data-extract-20260513094806.csv`. */
export function fileName(now: number, zone: string): string {
  const day = dateIn(now, zone).replaceAll('-', '')
  const time = timeIn(now, zone).slice(0, 8).replaceAll(':', '')
  return `data-extract-${day}${time}.csv`
}

/** Why so many rows do not go into one file. */
export const whyNotRows = (rows: number): Why<'VALIDATION'> | undefined =>
  rows <= MOST_ROWS
    ? undefined
    : {
        code: 'VALIDATION',
        field: 'reportFilters',
        message: `${rows.toLocaleString('en-US')} rows match. A file has at most ${MOST_ROWS.toLocaleString('en-US')}: narrow the filters.`,
      }

/** Rows shown of an extract before it is downloaded. */
export const PREVIEW_ROWS = 20
/** Files of a schedule that its list shows, newest first. */
export const MOST_RUNS = 30
