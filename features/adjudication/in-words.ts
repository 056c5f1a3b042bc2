import type { RefillFacts } from './answer.ts'

// Figures as the sentences of the engine say them.

/** '1 day', '7 days'. */
export const daysWord = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`

/** Whole percent of a supply that is used; with one decimal where rounding would say that enough is used. */
export function usedPercent({ usedPercent: used, thresholdPercent }: RefillFacts): string {
  const whole = Math.round(used)
  return String(whole >= thresholdPercent && used < thresholdPercent ? used : whole)
}

/** A formulary's note inside a sentence: a small first letter, but for an abbreviation. */
export const noteWords = (note: string): string =>
  /^[A-Z][a-z]/.test(note) ? note.charAt(0).toLowerCase() + note.slice(1) : note
