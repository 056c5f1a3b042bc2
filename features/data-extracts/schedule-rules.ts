import { addDays, addMonths, weekdayOf } from '#platform/dates/day.ts'
import { addMs, MINUTE_MS } from '#platform/dates/instant.ts'
import { dateIn, instantOf } from '#platform/dates/zone.ts'

// When a scheduled extract is made, and which days it is about.

export const cadences = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
export type Cadence = (typeof cadences)[number]
export const periods = ['YESTERDAY', 'LAST_7_DAYS', 'LAST_MONTH', 'LAST_30_DAYS', 'LAST_365_DAYS'] as const
export type Period = (typeof periods)[number]
export const periodWords: Readonly<Record<Period, string>> = {
  YESTERDAY: 'Yesterday',
  LAST_7_DAYS: 'Last 7 days',
  LAST_MONTH: 'Last month',
  LAST_30_DAYS: 'Last 30 days',
  LAST_365_DAYS: 'Last 365 days',
}
export const deliveryStates = ['WAITING', 'WRITTEN', 'FINISHED', 'FAILED'] as const

/** Minutes from a try that failed to the next one. After the last of them a file has failed. */
const RETRY_MINUTES = [20, 60] as const
/** How often a file is tried before it has failed. */
export const MOST_TRIES = RETRY_MINUTES.length + 1
/** Failed files in a row after which a schedule is paused. */
const MOST_FAILURES = 3
/** Schedules of one user, and presets. */
export const MOST_SCHEDULES = 20
export const MOST_PRESETS = 50

/** Why no file is made now. */
export const whyNotRun = (of: { making: boolean }): string | undefined =>
  of.making ? 'A file of this schedule is being made. Wait until it is delivered.' : undefined

export type When = { cadence: Cadence; day: number; hour: number }

/** Why there is no such day. */
export const whyNotWhen = ({ cadence, day }: When): string | undefined =>
  cadence === 'WEEKLY' && day > 6
    ? 'Enter a day of the week, 0 to 6.'
    : cadence === 'MONTHLY' && day < 1
      ? 'Enter a day of the month, 1 to 28.'
      : undefined

/** The next time a schedule runs after an instant, at its hour in the carrier's zone. */
export function nextRun({ cadence, day, hour }: When, after: number, zone: string): number {
  const time = `${String(hour).padStart(2, '0')}:00:00.000`
  for (let date = dateIn(after, zone); ; date = addDays(date, 1)) {
    const fits = cadence === 'DAILY' || (cadence === 'WEEKLY' ? weekdayOf(date) : Number(date.slice(8))) === day
    const at = instantOf(date, time, zone)
    if (fits && at > after) return at
  }
}

/** The whole days an extract is about that is due then. */
export function daysOf(period: Period, dueAt: number, zone: string): { fromValue: string; toValue: string } {
  const today = dateIn(dueAt, zone)
  const thisMonth = `${today.slice(0, 8)}01`
  const back = { YESTERDAY: 1, LAST_7_DAYS: 7, LAST_30_DAYS: 30, LAST_365_DAYS: 365 }
  const [from, to] =
    period === 'LAST_MONTH'
      ? [addMonths(thisMonth, -1), addDays(thisMonth, -1)]
      : [addDays(today, -back[period]), addDays(today, -1)]
  const iso = (date: string, time: string) => new Date(instantOf(date, time, zone)).toISOString()
  return { fromValue: iso(from, '00:00:00.000'), toValue: iso(to, '23:59:59.000') }
}

/** The days of a file that has those of failed ones before it too, the first of them due at `since`: a year of days at most. */
export function daysSince(period: Period, since: number, dueAt: number, zone: string): ReturnType<typeof daysOf> {
  const [first, longest, last] = [
    daysOf(period, since, zone).fromValue,
    daysOf('LAST_365_DAYS', dueAt, zone).fromValue,
    daysOf(period, dueAt, zone),
  ]
  return { ...last, fromValue: first < longest ? longest : first < last.fromValue ? first : last.fromValue }
}

/** The name of a file of a schedule: the same for every try, and no other file has it. One made between two hours has its instant. */
export const deliveredName = (of: { area: string; program: string; scheduleId: string; dueAt: string }): string => {
  const at = of.dueAt.replace(/:00:00\.000Z$/, '').replaceAll(/[-T:.Z]/g, '')
  return `${of.area}-${of.program}-${of.scheduleId.replaceAll('-', '').slice(-8)}-${at}.csv`
}
/** What it is called while this try writes it. */
export const partName = (file: string, tries: number): string => `${file}.${tries}.part`

/** What becomes of a file that could not be made or left: tried again at a time, or failed; its schedule may be paused. */
export function afterFailure(of: { attempt: number; failures: number; forGood: boolean; now: number }): {
  failed: boolean
  paused: boolean
  nextTryAt: string | null
} {
  const wait = of.forGood ? undefined : RETRY_MINUTES[of.attempt - 1]
  return wait === undefined
    ? { failed: true, paused: of.failures + 1 >= MOST_FAILURES, nextTryAt: null }
    : { failed: false, paused: false, nextTryAt: addMs(of.now, wait * MINUTE_MS) }
}
