import { addDays, dayNumber, usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import type { Problem } from './problem.ts'
import type { EditRules } from '../edit-rules-shape.ts'

const daysOf = (rules: EditRules): number =>
  dayNumber(rules.fields.endDate.default) - dayNumber(rules.fields.startDate.default)
/** One fill is good for fourteen days unless the situation says less. */
const onceDays = 14

/** Last day an approval that starts on a day may have. The rules name it for the default start. */
export function lastEnd(rules: EditRules, start: string): string {
  const { startDate, endDate } = rules.fields
  return addDays(endDate.max, dayNumber(start) - dayNumber(startDate.default))
}

/** The day an approval ends that starts on a day, unless another is typed. */
export function usualEnd(rules: EditRules, start: string, once: boolean): string {
  const days = once && !rules.fields.oneTimeFill.default ? Math.min(onceDays, daysOf(rules)) : daysOf(rules)
  const end = addDays(start, days)
  const last = lastEnd(rules, start)
  return end < last ? end : last
}

/** What must be put right before these dates can be sent. */
export function dateProblems(rules: EditRules, form: { start: string; end: string }, today: string): Problem[] {
  const { startDate } = rules.fields
  const found: Problem[] = []
  const start = parseDate(form.start, today)
  const end = parseDate(form.end, today)
  if (start === undefined) found.push({ field: 'startDate', message: 'Invalid date' })
  else if (start === '') found.push({ field: 'startDate', message: 'Enter the start date.' })
  else if (start < startDate.min || start > startDate.max) {
    const span =
      startDate.min === startDate.max
        ? usDate(startDate.min)
        : `from ${usDate(startDate.min)} to ${usDate(startDate.max)}`
    found.push({ field: 'startDate', message: `The start date must be ${span}.` })
  }
  if (end === undefined) found.push({ field: 'endDate', message: 'Invalid date' })
  else if (end === '') found.push({ field: 'endDate', message: 'Enter the end date.' })
  else if (start && end < start) found.push({ field: 'endDate', message: 'End date cannot be before start date' })
  else if (start && found.length === 0 && end > lastEnd(rules, start)) {
    found.push({ field: 'endDate', message: `The end date must be ${usDate(lastEnd(rules, start))} or earlier.` })
  }
  return found
}

/** Lengths offered beside the dates, in days: the five longest that are allowed. */
export function quickLengths(rules: EditRules): { days: number; label: string }[] {
  const most = dayNumber(rules.fields.endDate.max) - dayNumber(rules.fields.startDate.default)
  const all = [
    { days: 7, label: '7 days' },
    { days: 14, label: '14 days' },
    { days: 30, label: '30 days' },
    { days: 60, label: '60 days' },
    { days: 90, label: '90 days' },
    { days: 180, label: '6 months' },
    { days: 365, label: '1 year' },
  ]
  return rules.fields.endDate.editable ? all.filter(({ days }) => days <= most).slice(-5) : []
}
