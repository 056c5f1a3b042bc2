// Calendar days as 'YYYY-MM-DD'. A day that does not exist (02/30) never becomes another one.

import { DAY_MS } from './instant.ts'

/** The months' names, January first. */
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** Days in a month; month counts from 1. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** 'YYYY-MM-DD' of the three numbers, or undefined when there is no such day. */
export function calendarDate(year: number, month: number, day: number): string | undefined {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return undefined
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Year, month (from 1) and day of 'YYYY-MM-DD'. */
export function dateFields(date: string): [year: number, month: number, day: number] {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))]
}

/** Days since 1970-01-01 of the three numbers; NaN when there is no such day. */
export const dayNumberOf = (year: number, month: number, day: number): number =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
    ? Date.UTC(year, month - 1, day) / DAY_MS
    : Number.NaN

/** MM/DD/YYYY of 'YYYY-MM-DD'. */
export const usDate = (date: string): string => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`

/** Days since 1970-01-01 of a calendar day. */
export function dayNumber(date: string): number {
  const [year, month, day] = dateFields(date)
  return Date.UTC(year, month - 1, day) / DAY_MS
}

const twoDigits = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))

/** The calendar day of a day number. The engine asks for thousands, so nothing is formatted that is then cut off. */
export function dateOfDay(number: number): string {
  const date = new Date(number * DAY_MS)
  const year = date.getUTCFullYear()
  if (!(year >= 0 && year <= 9999)) return date.toISOString().slice(0, 10)
  const [first, last] = [twoDigits[Math.trunc(year / 100)], twoDigits[year % 100]]
  return `${first}${last}-${twoDigits[date.getUTCMonth() + 1]}-${twoDigits[date.getUTCDate()]}`
}

/** The calendar day so many days later (earlier when negative). */
export const addDays = (date: string, days: number): string => dateOfDay(dayNumber(date) + days)

/** Whole days from one calendar day to another. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

/** The same day so many months later; the month's last day when it has fewer. */
export function addMonths(date: string, count: number): string {
  const [year, month, day] = dateFields(date)
  const total = year * 12 + month - 1 + count
  const toYear = Math.floor(total / 12)
  const toMonth = (total % 12) + 1
  return calendarDate(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)))!
}

/** Day of the week of a calendar day, 0 Sunday to 6 Saturday. */
export const weekdayOf = (date: string): number => (((dayNumber(date) + 4) % 7) + 7) % 7

/** Whole years from a birth to a day. */
export const ageOn = (birth: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(birth.slice(0, 4)) - (day.slice(5) < birth.slice(5) ? 1 : 0)
