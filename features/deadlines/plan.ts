import { z } from 'zod'
import { setting, whole } from '#features/settings/setting-rows.ts'
import { businessHours, businessHoursTake, calendarOf, type BusinessHours } from './business-hours.ts'
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
  /** Business hours in which a pharmacist answers: with a patient at the counter, about a safety code; days for advice alone. */
  pharmacistCounterHours: hours.max(240),
  pharmacistCodeHours: hours.max(240),
  pharmacistAdviceDays: whole(1, 30),
  /** Business hours in which a utilization reviewer answers; and a supervisor, whether asked or as second approver. */
  reviewerHours: hours.max(240),
  supervisorHours: hours.max(240),
  /** Clock minutes from one reminder of who answers to the next. */
  nudgeMinutes: whole(1, 1440),
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
  pharmacistCounterHours: 4,
  pharmacistCodeHours: 8,
  pharmacistAdviceDays: 2,
  reviewerHours: 8,
  supervisorHours: 1,
  nudgeMinutes: 30,
  retentionDays: 30,
}

const defaultHours: BusinessHours = {
  days: [...defaultCalendar.workingDays],
  opens: defaultCalendar.open,
  closes: defaultCalendar.close,
  federalHolidays: true,
  daysOff: [],
}

export const clockSettingTable = {
  businessCalendar: setting<BusinessHours, BusinessHours>(
    businessHours,
    businessHoursTake,
    defaultHours,
    'Working hours in which reminders and escalation are counted. State deadlines do not depend on them.',
  ),
  ladder: setting(
    ladder.partial(),
    'any of the parts that its default has',
    defaultLadder,
    'When people are reminded, who hears of it next, and how long things wait: working hours, parts of the legal clock, clock hours before the due time, minutes at the counter, business days for a letter, working hours and days for a pharmacist’s answer, working hours for a reviewer’s and a supervisor’s, minutes between two reminders of who answers, days an open request is kept.',
  ),
}

/** How a carrier counts the time of one request: its hours, the zone of the owner, its steps. */
export type LadderPlan = { calendar: BusinessCalendar; zone: string; settings: LadderSettings }

/** What the column `planFound` of the statements selects. */
export type PlanFound = {
  zone: string
  /** The value of the setting `businessCalendar`; null where it is not set. */
  calendar: unknown
  settings: Record<string, unknown> | null
}

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

/** The plan from its column. Hours that make no sense count as the default: a bad setting never stops a clock. */
export function planOf(found: PlanFound): LadderPlan {
  const own = found.calendar === null ? undefined : businessHours.safeParse(found.calendar)
  return {
    zone: found.zone,
    settings: ladderSettings(found.settings),
    calendar: own?.success ? calendarOf('businessCalendar', own.data) : defaultCalendar,
  }
}
