import type { Amounts } from './statement.ts'

// Reads days and amounts in what leaves the portal, in English and Spanish.

export const DAY = String.raw`(\d{2}/\d{2}/\d{4})`
export const NUMBER = String.raw`([\d.,]*\d)`

export const iso = (day: string): string => `${day.slice(6)}-${day.slice(0, 2)}-${day.slice(3, 5)}`
export const number = (text: string): number => Number(text.replaceAll(',', ''))

const months = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')
/** "20 de noviembre de 2026" or "11/20/2026" */
export const anyDay = (text: string): string => {
  const [, day, month, year] = /(\d{1,2}) de (\p{L}+) de (\d{4})/u.exec(text) ?? []
  if (day === undefined) return iso(text)
  return `${year}-${String(months.indexOf(month!) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}
export const ANY_DAY = String.raw`(\d{2}/\d{2}/\d{4}|\d{1,2} de \p{L}+ de \d{4})`

/** "15 of 30 tablets for 7 of 14 days"; "30 for 14 days" in a letter. */
export function amountsIn(text: string): Amounts | undefined {
  const found = new RegExp(
    `(?:${NUMBER} (?:of|de) )?${NUMBER}(?: [^\\d:]+?)? (?:for|para) (?:(\\d+) (?:of|de) )?(\\d+) (?:days?|días?)`,
  ).exec(text)
  if (!found) return undefined
  const [, part, whole, days, ofDays] = found
  return {
    quantity: number(part ?? whole!),
    ofQuantity: number(whole!),
    days: Number(days ?? ofDays),
    ofDays: Number(ofDays),
  }
}
