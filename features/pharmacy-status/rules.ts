import { PAID } from '#features/callbacks/said.ts'
import { typedText } from '#platform/text/typed-text.ts'
import { MINUTE_MS } from '#platform/dates/instant.ts'
import { status } from '#features/authorizations/statuses.ts'

export const states = [
  'IN_REVIEW',
  'WAITING_FOR_PRESCRIBER',
  'WITH_PHARMACIST',
  'BEING_ENTERED',
  'APPROVED',
  'PAID',
  'ENDED',
  'NOT_APPROVED',
  'MERGED',
  'CLOSED',
  'UNKNOWN',
] as const
export type State = (typeof states)[number]

const DIGITS = 12
/**
 * A reference number as it is typed or pasted, with its dashes or the whole line of the claim's answer around it ("REF 085046023391");
 * undefined where no twelve digits stand together, or more than one such number does.
 */
export function readReference(text: string): string | undefined {
  const numbers = typedText(text)
    .split(/[^\d -]+/)
    .flatMap((part) => {
      const digits = part.replaceAll(/[ -]/g, '')
      return digits.length === DIGITS ? [digits] : (part.match(/\d+/g) ?? []).filter((one) => one.length === DIGITS)
    })
  const [number, ...others] = new Set(numbers)
  return others.length === 0 ? number : undefined
}
/** A line that is pasted may have this many letters. */
export const MOST_TYPED = 200
export const WHAT_REFERENCE = 'Enter the 12 digits of the reference number.'

/** Days a request can be looked up after it was received. */
export const SHOWN_DAYS = 180

/** A decision is shown when it can no longer be undone. */
const SETTLED_MS = MINUTE_MS

/** What each state is called, and what the pharmacy does next. */
export const stateWords: Readonly<Record<State, { title: string; next: string }>> = {
  IN_REVIEW: {
    title: 'In review',
    next: 'Keep the claim open and do not submit it again yet. You do not need to call.',
  },
  WAITING_FOR_PRESCRIBER: {
    title: 'Waiting for the prescriber',
    next: 'The prescriber was asked for a letter. Do not submit the claim again yet.',
  },
  WITH_PHARMACIST: {
    title: 'With a pharmacist',
    next: 'Keep the claim open and do not submit it again yet. You do not need to call.',
  },
  BEING_ENTERED: {
    title: 'Approved, not in force yet',
    next: 'Do not submit the claim again yet. Check again in an hour.',
  },
  APPROVED: { title: 'Approved', next: 'Submit the claim again, once.' },
  PAID: { title: 'Paid', next: PAID },
  ENDED: {
    title: 'The approval has ended or was used up',
    next: 'Call us before you submit the claim again.',
  },
  NOT_APPROVED: {
    title: 'Not approved',
    next: 'Do not submit the claim again. The prescriber can ask for another review.',
  },
  MERGED: {
    title: 'Approved with another request',
    next: 'The pharmacy of that request bills it: do not submit this claim.',
  },
  CLOSED: {
    title: 'Closed without a decision',
    next: 'If the prescription is still needed, submit the claim again.',
  },
  UNKNOWN: {
    title: 'We can’t find that number',
    next: 'Check it against the reject message. Requests are shown for 180 days.',
  },
}

/** What is known of a request and of what it approved. */
export type Known = {
  status_id: number
  /** ISO 8601; null while it waits. */
  decided_at: string | null
  waits_for_keying: boolean
  was_in_force: boolean
  in_force: boolean
  /** The fill it was about is paid. */
  is_paid: boolean
}

const byStatus: Readonly<Record<number, State>> = {
  [status.PENDING]: 'IN_REVIEW',
  [status.PENDING_LOMN]: 'WAITING_FOR_PRESCRIBER',
  [status.PENDING_CLINICAL]: 'WITH_PHARMACIST',
  [status.PENDING_UR]: 'IN_REVIEW',
  [status.PENDING_RECON]: 'IN_REVIEW',
  [status.PENDING_SECOND_APPROVAL]: 'IN_REVIEW',
  [status.PENDING_SUPERVISOR]: 'IN_REVIEW',
  [status.APPROVED]: 'APPROVED',
  [status.AUTO_APPROVED]: 'APPROVED',
  [status.BYPASSED]: 'APPROVED',
  [status.DEEMED_APPROVED]: 'APPROVED',
  [status.REJECTED]: 'NOT_APPROVED',
  [status.REJECTED_NO_PA]: 'NOT_APPROVED',
  [status.EXPIRED]: 'CLOSED',
  [status.WITHDRAWN]: 'CLOSED',
  [status.SUPERSEDED]: 'CLOSED',
}

/** The state a pharmacy reads. A number that two carriers use shows nothing: the pharmacy cannot tell them apart. */
export function stateOf(found: readonly Known[], now: string): State {
  const [one, other] = found
  if (!one || other) return 'UNKNOWN'
  if (one.decided_at !== null && Date.parse(now) - Date.parse(one.decided_at) < SETTLED_MS) return 'IN_REVIEW'
  const state = byStatus[one.status_id] ?? 'UNKNOWN'
  // Paid otherwise, it was withdrawn: nothing is to be submitted either way.
  if (one.is_paid && (state === 'APPROVED' || state === 'CLOSED')) return 'PAID'
  if (state !== 'APPROVED') return state
  if (one.waits_for_keying) return 'BEING_ENTERED'
  return one.was_in_force && !one.in_force ? 'ENDED' : 'APPROVED'
}
