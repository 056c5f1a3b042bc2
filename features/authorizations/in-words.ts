import { figure } from './figures.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** How long ago, from a number of days: "12 days", "21 months", "4 years". */
export function spanOfDays(days: number): string {
  const of = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
  if (days < 60) return of(days, 'day')
  const inMonths = Math.floor(days / 30.4375)
  return inMonths < 36 ? of(inMonths, 'month') : of(Math.floor(days / 365.25), 'year')
}

const plural = (word: string): string => (/(?:ch|sh|s|x|z)$/.test(word) ? `${word}es` : `${word}s`)

/** What is asked for: "180 tablets", "120 mL". `unit` is EA, ML or GM; `form` is the dosage form. */
export function quantityWords(quantity: number, unit: string, form: string): string {
  if (unit === 'ML') return `${figure(quantity)} mL`
  if (unit === 'GM') return `${figure(quantity)} g`
  const word = form.trim().split(/\s+/).at(-1) || 'unit'
  return `${figure(quantity)} ${quantity === 1 ? word : plural(word)}`
}

const genders: Readonly<Record<string, string>> = { F: 'female', M: 'male', X: 'gender X', U: 'gender not known' }
export const genderWords = (gender: string): string => genders[gender] ?? 'gender not known'

/** What sets a brand apart from its generic, which has the same name: ", brand" after it. */
export const brandMark = (genericOrbrand: string): string => (genericOrbrand === 'B' ? ', brand' : '')

/** A DEA schedule with its hyphen: "C-II". */
export const scheduleWords = (schedule: string): string => schedule.replace(/^C(?=[IV])/, 'C-')

/** The two-digit steps of a GPI: group, class, subclass, drug, salt, form, strength. */
export const gpiSteps = (gpi: string): string[] => gpi.match(/\d{1,2}/g) ?? []

/** A month ('2025-04') as the chart names it: "Apr". */
export const monthWords = (month: string): string => months[Number(month.slice(5, 7)) - 1] ?? month

/** A month ('2025-04') with its year, for tables: "Apr 2025". */
export const monthAndYear = (month: string): string => `${monthWords(month)} ${month.slice(0, 4)}`

const levels: Readonly<Record<string, string>> = { INFO: 'For information', WARN: 'Caution', ALERT: 'High' }
export const severityWords = (severity: string): string => levels[severity] ?? severity

const grades: Readonly<Record<number, string>> = { 1: 'Contraindicated', 2: 'Major', 3: 'Moderate' }
/** The grade of a safety reject (1 to 3) in words; an ungraded one is just a safety code. */
export const gradeWords = (severity: number | null): string =>
  severity !== null && grades[severity] ? `Safety: ${grades[severity].toLowerCase()}` : 'Safety finding'
/** The same where all around it is about safety; nothing of an ungraded one. */
export const gradeAlone = (severity: number | null): string | undefined =>
  severity === null ? undefined : grades[severity]

const claimWords: Readonly<Record<string, string>> = {
  PENDING: 'under investigation',
  ACCEPTED: 'accepted',
  PARTIAL: 'accepted in part',
  CONTROVERTED: 'controverted',
  DENIED: 'denied',
  CLOSED: 'closed',
  SETTLED_MSA: 'settled',
}
/** Compensability and status of a claim: "Accepted, open". */
export function claimStateWords(compensability: string, status: string): string {
  const words = claimWords[compensability] ?? compensability.toLowerCase()
  const both = status && status.toLowerCase() !== words ? `${words}, ${status.toLowerCase()}` : words
  return both.charAt(0).toUpperCase() + both.slice(1)
}

const decisions: Readonly<Record<string, { words: string; tone: 'green' | 'red' }>> = {
  APPROVE: { words: 'Approved', tone: 'green' },
  AUTO: { words: 'Auto approved', tone: 'green' },
  BYPASS: { words: 'Bypassed', tone: 'green' },
  DEEMED: { words: 'Deemed approved', tone: 'green' },
  REJECT: { words: 'Rejected', tone: 'red' },
  REJECT_NO_PA: { words: 'Rejected, this fill', tone: 'red' },
}
/** A decision's kind in words, with the tone of its badge. */
export const decisionWords = (decision: string): { words: string; tone: 'green' | 'red' | 'neutral' } =>
  decisions[decision] ?? { words: decision, tone: 'neutral' }
