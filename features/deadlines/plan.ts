import { holidayLookup } from '#reference/holidays.ts'
import { defaultCalendar, type BusinessCalendar } from './business-time.ts'
import { defaultLadder, type LadderSettings } from './ladder.ts'

/** How a carrier counts the time of one request: its hours, the zone of the person who has it, its rungs. */
export type LadderPlan = { calendar: BusinessCalendar; zone: string; settings: LadderSettings }

/** What the column `planFound` of the statements selects. */
export type PlanFound = {
  zone: string
  calendar: {
    id: string
    working_days: number[]
    opens: string
    closes: string
    federal_holidays: boolean
    days_off: string[]
  } | null
  settings: Record<string, unknown> | null
}

const clock = (time: string): string => time.slice(0, 5)
const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0

/** The rungs a carrier set, where they make sense; the usual one for each that does not: a bad setting never stops a clock. */
export function ladderSettings(set: Record<string, unknown> | null): LadderSettings {
  const settings = { ...defaultLadder } as Record<keyof LadderSettings, unknown>
  for (const key of Object.keys(defaultLadder) as (keyof LadderSettings)[]) {
    const value = set?.[key]
    const usual = defaultLadder[key]
    if (typeof usual === 'number' ? isAmount(value) : isRising(value, usual.length)) settings[key] = value
  }
  return settings as LadderSettings
}

const isRising = (value: unknown, length: number): boolean =>
  Array.isArray(value) &&
  value.length === length &&
  value.every((one, at) => isAmount(one) && (at === 0 || one >= (value[at - 1] as number)))

/** The plan from its column. */
export function planOf(found: PlanFound): LadderPlan {
  const own = found.calendar
  return {
    zone: found.zone,
    settings: ladderSettings(found.settings),
    calendar: own
      ? {
          id: own.id,
          workingDays: own.working_days,
          open: clock(own.opens),
          close: clock(own.closes),
          holidayOf: holidayLookup(
            own.federal_holidays ? 'federal' : 'none',
            Object.fromEntries(own.days_off.map((day) => [day, 'Closed'])),
          ),
        }
      : defaultCalendar,
  }
}
