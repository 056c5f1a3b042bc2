/**
 * A second way to a due time, for the proof in oracle.test.ts: it walks through time by the hour, looks at the wall
 * calendar of the place like a person does, and crosses days off. No offsets, no date arithmetic, nothing of the engine.
 */
import type { Rule } from './due-oracle-law.ts'
import { daysOff } from './days-off.ts'
import { ruleFor } from './due-oracle-law.ts'

const HOUR = 3_600_000

const calendars = new Map<string, Intl.DateTimeFormat>()

/** What the wall shows in a zone: "2026-11-16 17:30:00.000" and the day's name. */
function wall(ms: number, zone: string): { day: string; time: string; name: string } {
  let calendar = calendars.get(zone)
  if (!calendar) {
    calendar = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
    })
    calendars.set(zone, calendar)
  }
  const [name = '', day = '', time = ''] = calendar.format(ms).split(', ') // "Mon, 2026-11-16, 17:30:00.000"
  return { day, time, name }
}

/** The first ms after `from` at which `reached`; `to` has reached it. */
function firstMs(from: number, to: number, reached: (ms: number) => boolean): number {
  let before = from
  let after = to
  while (after - before > 1) {
    const middle = before + Math.floor((after - before) / 2)
    if (reached(middle)) after = middle
    else before = middle
  }
  return after
}

const midnights = new Map<string, number>()

/** The first ms of the local day after the one a wall shows. */
function nextDay(ms: number, zone: string): number {
  const { day } = wall(ms, zone)
  const known = midnights.get(`${zone} ${day}`)
  if (known !== undefined) return known
  let hour = ms
  while (wall(hour, zone).day === day) hour += HOUR
  const next = firstMs(hour - HOUR, hour, (at) => wall(at, zone).day !== day)
  midnights.set(`${zone} ${day}`, next)
  return next
}

type Day = { day: string; name: string; begins: number; ends: number }

/** The local days from an instant on, one after the other; each with its last ms. */
function* localDays(ms: number, zone: string): Generator<Day> {
  let begins = ms
  for (;;) {
    const { day, name } = wall(begins, zone)
    const next = nextDay(begins, zone)
    yield { day, name, begins, ends: next - 1 }
    begins = next
  }
}

const shownAt = new Map<string, number[]>()

/** The instant (ms) at which a zone's wall shows a day and time ('HH:MM' or finer); the second one where it comes twice and `again`. */
export function instantShowing(day: string, time: string, zone: string, again = false): number {
  const wanted = `${day} ${time}${'00:00:00.000'.slice(time.length)}`
  let found = shownAt.get(`${zone} ${wanted}`)
  if (!found) {
    const utc = Date.parse(`${wanted.replace(' ', 'T')}Z`)
    found = []
    for (let quarter = -56; quarter <= 56; quarter += 1) {
      const at = utc + (quarter * HOUR) / 4
      const shown = wall(at, zone)
      if (`${shown.day} ${shown.time}` === wanted) found.push(at)
    }
    shownAt.set(`${zone} ${wanted}`, found)
  }
  const at = again ? found[1] : found[0]
  if (at === undefined) throw new Error(`The wall in ${zone} never shows ${wanted}.`)
  return at
}

export type Request = {
  where: string
  kind: string
  receivedAt: number
  channel?: 'electronic' | 'fax' | 'email' | 'phone' | 'mail'
  recommendedOn?: string
  extendedAt?: number
}

export type Expected = {
  due: number
  rule: Rule
  /** Days crossed off, days passed over. */
  counted: string[]
  skipped: string[]
}

const weekend = new Set(['Sat', 'Sun'])

/** The last ms of the calendar day so many days after a day that is written down. */
function endAfter(day: string, days: number, zone: string): number {
  let last = 0
  let left = days + 1
  for (const one of localDays(instantShowing(day, '12:00', zone), zone)) {
    last = one.ends
    left -= 1
    if (left === 0) break
  }
  return last
}

/** When a request is due, by hand. */
export function expected(request: Request): Expected {
  const rule = ruleFor(request.where, request.kind, (zone) => wall(request.receivedAt, zone).day)
  const { zone, counting } = rule
  const works = (day: Day): boolean => !weekend.has(day.name) && !daysOff[rule.daysOff].has(day.day)
  const counted: string[] = []
  const skipped: string[] = []
  const post = request.channel === 'mail' ? (rule.postDays ?? 0) : 0
  let due: number
  if ('hours' in counting) {
    due = request.receivedAt
    if (post > 0) {
      // The same wall time some days later.
      const { day, time } = wall(request.receivedAt, zone)
      const days = localDays(instantShowing(day, '12:00', zone), zone)
      for (let left = post; left >= 0; left -= 1) {
        const one = days.next().value as Day
        if (left === 0) due = instantShowing(one.day, time, zone)
      }
    }
    for (let hour = 0; hour < counting.hours; hour += 1) due += HOUR
  } else {
    const days = localDays(request.receivedAt, zone)
    const next = (): Day => days.next().value as Day
    let receipt = next()
    for (let left = post; left > 0; left -= 1) receipt = next()
    const late = rule.late !== undefined && wall(request.receivedAt, zone).time > `${rule.late}:00.000` && post === 0
    if (late || (rule.weekendMoves && post === 0 && !works(receipt))) {
      do receipt = next()
      while (!works(receipt))
    }
    let day = receipt
    while (counted.length < counting.days) {
      day = next()
      if (counting.of === 'calendar' || works(day)) counted.push(day.day)
      else skipped.push(day.day)
    }
    while (rule.runsOn && !works(day)) day = next()
    const { close } = rule
    due = close === undefined ? day.ends : firstMs(day.begins - 1, day.ends, (at) => wall(at, zone).time >= close)
    if (rule.extended !== undefined && request.extendedAt !== undefined && request.extendedAt <= due)
      due = Math.max(due, endAfter(receipt.day, rule.extended, zone))
  }
  // Recommended after it was asked for: somebody wrote the wrong day.
  const slip = request.recommendedOn !== undefined && request.recommendedOn > wall(request.receivedAt, zone).day
  if (rule.ceiling !== undefined && request.recommendedOn !== undefined && !slip) {
    const never = endAfter(request.recommendedOn, rule.ceiling, zone)
    // A limit that had passed before the request came limits nothing.
    if (never > request.receivedAt && never < due) due = never
  }
  return { due, rule, counted, skipped }
}
