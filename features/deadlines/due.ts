import type { HolidayLookup } from '#reference/holidays.ts'
import { holidayLookup } from '#reference/holidays.ts'
import type { RulePack } from '#reference/jurisdictions/rule-pack.ts'
import { addBusinessHours, defaultCalendar, isBusinessDay } from './business-time.ts'
import { addDays } from '#platform/dates/day.ts'
import { HOUR_MS, isoOf } from '#platform/dates/instant.ts'
import { dayWords, exactWords, timeWords } from '#platform/dates/words.ts'
import { dateIn, instantOf, timeIn } from '#platform/dates/zone.ts'

/** The events of a request that its clock depends on. Instants are ISO 8601 UTC. */
export type ClockEvents = {
  /** Receipt; for a mailed request the mailing, in a state that adds days for mail. */
  receivedAt: string
  channel?: 'electronic' | 'fax' | 'email' | 'phone' | 'mail'
  /** Day ('YYYY-MM-DD') the prescriber recommended the treatment; one later than receipt is an error and ignored. */
  recommendedOn?: string | null
  /** When needed information was requested, in the form the state requires. */
  extendedAt?: string | null
}

export type Due = {
  /** The last instant at which an answer is in time. */
  dueAt: string
  packId: string
  packVersion: number
  /** How it was counted, in plain words: one line per day. */
  arithmetic: string[]
}

const endOfDay = (date: string, zone: string): number => instantOf(date, '23:59:59.999', zone)

const dayOff = (date: string, holidayOf: HolidayLookup): string => holidayOf(date) ?? 'weekend'

function nextBusinessDay(date: string, holidayOf: HolidayLookup): string {
  let day = addDays(date, 1)
  while (!isBusinessDay(day, holidayOf)) day = addDays(day, 1)
  return day
}

/** The calendar day a mailed request counts as received on. */
function arrivalDay(pack: RulePack, posted: number, zone: string, says: string[]): string {
  const day = addDays(dateIn(posted, zone), pack.mailDays)
  says.push(
    `Posted ${dayWords(dateIn(posted, zone))}: counts as received ${pack.mailDays} days later, ${dayWords(day)}.`,
  )
  return day
}

/** The calendar day a request counts as received on: posting time, cut-off hour and days off considered. */
function receiptDay(
  pack: RulePack,
  events: ClockEvents,
  holidayOf: HolidayLookup,
  zone: string,
  says: string[],
): string {
  const received = Date.parse(events.receivedAt)
  if (events.channel === 'mail' && pack.mailDays > 0) return arrivalDay(pack, received, zone, says)
  says.push(`Received ${exactWords(received, zone)}.`)
  const day = dateIn(received, zone)
  if (!pack.cutOff) return day
  const localDay = dateIn(received, pack.cutOff.zone)
  if (pack.cutOff.daysOff === 'moved' && !isBusinessDay(localDay, holidayOf)) {
    const next = nextBusinessDay(localDay, holidayOf)
    says.push(
      `${dayWords(localDay)} is a day off (${dayOff(localDay, holidayOf)}): counts as received ${dayWords(next)}.`,
    )
    return next
  }
  if (timeIn(received, pack.cutOff.zone) > `${pack.cutOff.hour}:00.000`) {
    const next = nextBusinessDay(localDay, holidayOf)
    says.push(`That is after ${timeWords(pack.cutOff.hour)}: counts as received ${dayWords(next)}.`)
    return next
  }
  return localDay
}

/** Counts the pack's days from a receipt day; the answer is the last one. */
function lastDay(pack: RulePack, receipt: string, holidayOf: HolidayLookup, says: string[]): string {
  const business = pack.unit === 'businessDays'
  const inAll = `${pack.amount} ${business ? 'business' : 'calendar'} ${pack.amount === 1 ? 'day' : 'days'}`
  let day = receipt
  if (pack.firstDay === 'nextDay') {
    says.push(`${inAll}; the day of receipt is not counted.`)
    day = addDays(day, 1)
  } else says.push(`${inAll}, from the day of receipt on.`)
  for (let counted = 0; ; day = addDays(day, 1)) {
    if (business && !isBusinessDay(day, holidayOf)) {
      says.push(`${dayWords(day)} does not count: ${dayOff(day, holidayOf)}.`)
      continue
    }
    counted += 1
    says.push(`Day ${counted}: ${dayWords(day)}.`)
    if (counted >= pack.amount) break
  }
  if (pack.rollForward && !isBusinessDay(day, holidayOf)) {
    const next = nextBusinessDay(day, holidayOf)
    says.push(`${dayWords(day)} is a day off (${dayOff(day, holidayOf)}): the last day moves to ${dayWords(next)}.`)
    return next
  }
  return day
}

/**
 * The last instant at which an answer is in time under a rule pack, and how it was counted. Pure: the same pack,
 * events, holidays and zone always give the same answer. Throws RangeError when `receivedAt` is no instant.
 */
export function dueAt(
  pack: RulePack,
  events: ClockEvents,
  holidayOf: HolidayLookup = holidayLookup(pack.holidays),
  zone: string = pack.timeZone,
): Due {
  const received = Date.parse(events.receivedAt)
  if (Number.isNaN(received)) throw new RangeError(`No instant: ${events.receivedAt}`)
  const says: string[] = []
  let due: number
  if (pack.unit === 'hours' || pack.unit === 'businessHours') {
    let from = received
    // For a mailed request the same wall time so many days later, across clock changes.
    if (events.channel === 'mail' && pack.mailDays > 0)
      from = instantOf(arrivalDay(pack, received, zone, says), timeIn(received, zone), zone)
    else says.push(`Received ${exactWords(received, zone)}.`)
    due =
      pack.unit === 'hours'
        ? from + pack.amount * HOUR_MS
        : Date.parse(addBusinessHours(isoOf(from), pack.amount, { ...defaultCalendar, holidayOf }, zone))
    says.push(`${pack.amount} ${pack.unit === 'hours' ? 'hours, every hour counts' : 'business hours'}.`)
  } else {
    const receipt = receiptDay(pack, events, holidayOf, zone, says)
    const last = lastDay(pack, receipt, holidayOf, says)
    due = pack.dueTime === 'endOfDay' ? endOfDay(last, zone) : instantOf(last, pack.dueTime, zone)
    if (pack.extension && events.extendedAt && Date.parse(events.extendedAt) <= due) {
      const extended = addDays(receipt, pack.extension.calendarDays)
      says.push(
        `Extended (${pack.extension.cause}): ${pack.extension.calendarDays} days from receipt, ${dayWords(extended)}.`,
      )
      due = Math.max(due, endOfDay(extended, zone))
    }
  }
  if (pack.ceiling && events.recommendedOn && events.recommendedOn <= dateIn(received, zone)) {
    const limit = endOfDay(addDays(events.recommendedOn, pack.ceiling.calendarDays), zone)
    const words = `${pack.ceiling.calendarDays} days from the recommendation of ${dayWords(events.recommendedOn)}`
    if (limit <= received) says.push(`${words} had passed when the request came; that limit is left out.`)
    else if (limit < due) {
      says.push(`Never later than ${words}.`)
      due = limit
    }
  }
  says.push(`Due ${exactWords(due, zone)}.`)
  return { dueAt: isoOf(due), packId: pack.id, packVersion: pack.version, arithmetic: says }
}
