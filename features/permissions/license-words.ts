import { usDate } from '#platform/dates/day.ts'
import { professionNames, type License } from './professions.ts'

/** A reviewer's licenses as the log names them. */
export const licenceWords = (states: readonly string[] | undefined): string => states?.join(', ') || 'not given'

/** "Physician, CA A-20417, good to 06/30/2027", of a license on file on a day. */
export function licenseLine({ profession, state, number, expiresOn }: License, today: string): string {
  const named = [professionNames[profession], [state, number].filter(Boolean).join(' ')].join(', ')
  if (expiresOn === null) return named
  return `${named}, ${expiresOn < today ? 'ended' : 'good to'} ${usDate(expiresOn)}`
}
