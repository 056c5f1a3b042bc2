import { type ContactReason, contactReasons } from '#features/contact-notes/rules.ts'
import type { Rating } from './limits.ts'
import { patientWord } from '#features/settings/patient-word.ts'

export type ChatLabels = {
  patient: 'Patient' | 'Claimant'
  reasons: readonly { value: ContactReason; label: string }[]
}

/** The words of the start form. */
export function chatLabels(dateLabel: string): ChatLabels {
  const patient = patientWord(dateLabel)
  const words = (label: string) =>
    patient === 'Claimant' ? label.replace('Patient', patient).replace('Claim Inquiry', 'Case Inquiry') : label
  return {
    patient,
    reasons: Object.entries(contactReasons).map(([value, label]) => ({
      value: value as ContactReason,
      label: words(label),
    })),
  }
}

/** Whether a chat gave its user what was needed, as they are asked, and as agents read it. */
export const ratingWords: Readonly<Record<Rating, string>> = { YES: 'Yes', PARTLY: 'Partly', NO: 'No' }
export const solvedWords: Readonly<Record<Rating, string>> = {
  YES: 'solved',
  PARTLY: 'partly solved',
  NO: 'not solved',
}

/** How long somebody who starts a chat is likely to wait, in words. */
export const waitWords = (seconds: number): string =>
  seconds < 60
    ? 'usual wait under a minute'
    : `usual wait about ${Math.ceil(seconds / 60)} minute${seconds <= 60 ? '' : 's'}`

const pages: Readonly<Record<string, string>> = {
  home: 'Home',
  authorizations: 'Authorization Requests',
  patients: 'Patients',
  support: 'Support Desk',
}
/** A page of the portal that a user is on; undefined for an address that is none, which an agent gets no link to. */
export function pageOf(endpoint: string): { href: string; words: string } | undefined {
  if (!/^\/[\w/-]+$/.test(endpoint) || endpoint.includes('//') || endpoint.endsWith('/')) return undefined
  const [, first = '', second] = endpoint.split('/')
  if (first === 'authorizations' && second === 'request') return { href: endpoint, words: 'Request' }
  if (first === 'patients' && second !== undefined) return { href: endpoint, words: 'Patient' }
  return { href: endpoint, words: pages[first] ?? endpoint }
}
