import { addDays, weekdayOf } from '#platform/dates/day.ts'
import { dateIn, instantOf, offsetMs } from '#platform/dates/zone.ts'

const NEW_YORK = 'America/New_York'

export type Moment = { name: string; at: Date }

/** The next moments at which a day, a month or a year differs between here and there, or has not the hours it should. */
export function momentsAfter(now: Date): Moment[] {
  const today = dateIn(now.getTime(), NEW_YORK)
  const next = (fits: (day: string) => boolean): string => {
    let day = addDays(today, 1)
    while (!fits(day)) day = addDays(day, 1)
    return day
  }
  const endsYear = (day: string) => day.endsWith('-12-31')
  const endsMonth = (day: string) => addDays(day, 1).endsWith('-01') && !endsYear(day)
  const ahead = (day: string) => offsetMs(instantOf(day, '00:00', NEW_YORK), NEW_YORK)
  const change = (day: string) => ahead(addDays(day, 1)) - ahead(day)
  const at = (name: string, day: string, time: string, zone = NEW_YORK): Moment => ({
    name,
    at: new Date(instantOf(day, time, zone)),
  })
  return [
    at('month', next(endsMonth), '23:30'),
    at('midnight', addDays(dateIn(now.getTime(), 'UTC'), 1), '00:30', 'UTC'),
    at(
      'sunday',
      next((day) => weekdayOf(day) === 0),
      '12:00',
    ),
    at(
      'forward',
      next((day) => change(day) > 0),
      '01:30',
    ),
    at(
      'back',
      next((day) => change(day) < 0),
      '00:30',
    ),
    at('year', next(endsYear), '23:30'),
  ]
}
