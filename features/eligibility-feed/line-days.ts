import { day } from '#platform/dates/fields.ts'

/** A day as YYYY-MM-DD, MM/DD/YYYY or YYYYMMDD; anything else as it is, and refused. */
export function dayOf(text: string): string {
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  if (us) return `${us[3]}-${us[1]!.padStart(2, '0')}-${us[2]!.padStart(2, '0')}`
  const plain = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  return plain ? `${plain[1]}-${plain[2]}-${plain[3]}` : text
}
export const isDay = (text: string): boolean => day.safeParse(text).success
