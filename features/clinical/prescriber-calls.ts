import type { CallOutcome } from './call-outcomes.ts'

/** The last call to a prescriber about a question a pharmacist has. `backAt`: when the prescriber wants to be called, or calls back. */
export type CallMade = { outcome: CallOutcome; at: string; backAt: string | null }

export const callStates = ['LATE', 'AGAIN', 'BOOKED', 'REACHED'] as const
export type CallState = (typeof callStates)[number]

/** What is next about a call. */
export function callState({ outcome, backAt }: CallMade, now: string): CallState {
  if (outcome === 'REACHED') return 'REACHED'
  if (outcome === 'NO_ANSWER' || backAt === null) return 'AGAIN'
  return backAt <= now ? 'LATE' : 'BOOKED'
}

/** When it is next; of a call nobody answered, and of one that reached the prescriber, when it was. */
export const callTime = ({ backAt, at }: CallMade): string => backAt ?? at

/** Calls by what is next: those that are late or nobody answered, then the agreed ones by their hour, then those that reached somebody. */
export function callsInOrder<Call extends CallMade>(all: readonly Call[], now: string): Call[] {
  const place = (call: Call) => callStates.indexOf(callState(call, now))
  return all.toSorted((a, b) => place(a) - place(b) || (callTime(a) < callTime(b) ? -1 : 1))
}

/** "2 to make, 1 made today" */
export function callsWords(all: readonly { state: CallState }[]): string {
  const made = all.filter(({ state }) => state === 'REACHED').length
  return [
    ...(made < all.length ? [`${all.length - made} to make`] : []),
    ...(made > 0 ? [`${made} made today`] : []),
  ].join(', ')
}
