import { usDate } from './day.ts'
import { DAY_MS } from './instant.ts'
import { dayAndTime, timeWords } from './words.ts'
import { dateIn, instantOf, offsetMs, timeIn } from './zone.ts'

/**
 * What is said before a day and time ('HH:MM') of a night on which the clocks change is saved: which time will be taken.
 * Nothing on any other night.
 */
export function takenWords(date: string, time: string, zone: string): string | undefined {
  const at = instantOf(date, time, zone)
  const taken = dayAndTime(at, zone)
  const [typed, day] = [timeWords(time), usDate(date)]
  if (dateIn(at, zone) !== date || timeIn(at, zone).slice(0, 5) !== time)
    return `${typed} is skipped on ${day}, when the clocks go forward: ${taken.time} ${taken.zone} is used.`
  // The same figures come again where the clocks go back by as much.
  const back = offsetMs(at, zone) - offsetMs(at + DAY_MS, zone)
  const comesTwice = back > 0 && dateIn(at + back, zone) === date && timeIn(at + back, zone).slice(0, 5) === time
  return comesTwice
    ? `${typed} comes twice on ${day}, when the clocks go back: the first, ${taken.zone}, is used.`
    : undefined
}
