import { z } from 'zod'
import { setting, whole } from '#features/settings/setting-rows.ts'
import { holidayLookup } from '#reference/holidays.ts'
import { defaultCalendar, type BusinessCalendar } from './business-time.ts'

const hours = z.number().min(0.25)
const share = z.number().min(0).max(1)
const ladder = z.strictObject({
  reminderHours: hours.max(240),
  /** Business hours from receipt to escalation 1, 2 and 3. */
  escalationHours: z.tuple([hours, hours, hours]),
  /** Parts of the legal clock after which owner, backup and supervisor are reminded of it. */
  shares: z.tuple([share, share, share]),
  /** Clock hours before the due time at which escalation 3 comes at the latest. */
  lastEscalationBeforeDue: z.number().min(0).max(240),
  /** Clock hours before the due time of the pop-up that blocks the owner's and supervisor's screen. */
  popUpBeforeDue: z.number().min(0).max(48),
  /** Clock minutes after the pharmacy's last submission; and how long its customer is assumed to wait. */
  pharmacyMinutes: whole(1, 240),
  pharmacyFreshMinutes: whole(1, 1440),
  letterBusinessDays: whole(1, 60),
  retentionDays: whole(1, 365),
})
/**
 * How long each step of the ladder waits; a carrier may set its own. Hours and days are business time unless named
 * clock time.
 */
export type LadderSettings = Readonly<z.output<typeof ladder>>

export const defaultLadder: LadderSettings = {
  reminderHours: 2,
  escalationHours: [4, 8, 24],
  shares: [0.5, 0.8, 0.95],
  lastEscalationBeforeDue: 8,
  popUpBeforeDue: 2,
  pharmacyMinutes: 15,
  pharmacyFreshMinutes: 60,
  letterBusinessDays: 10,
  retentionDays: 30,
}

export const clockSettingTable = {
  ladder: setting(
    ladder.partial(),
    'any of the parts that its default has',
    defaultLadder,
    'When people are reminded, who hears of it next, and how long things wait: working hours, parts of the legal clock, clock hours before the due time, minutes at the counter, business days for a letter, days an open request is kept.',
  ),
}

/** How a carrier counts the time of one request: its hours, the zone of the owner, its steps. */
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

/** The steps a carrier set, where valid; the default for each that is not: a bad setting never stops a clock. */
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
