// The browser's part of "Confirm it is you": to the identity provider, and back to the same page.
import type { CallFailed } from './call.ts'
import { saveBeforeLeaving } from './unsaved-work.ts'

const store = 'rxdocket.confirm'

/** What the server asks of a user who has to authenticate again. */
export type StepUp = {
  /** Id of the step-up. */
  id: string
  /** What it is needed for, in words: change your password. */
  to: string
}

/** The question in a refusal, where it is one. */
export function stepUpIn(error: CallFailed): StepUp | undefined {
  if (error.code !== 'STEP_UP_REQUIRED') return undefined
  const { stepUp, to } = (error.data ?? {}) as { stepUp?: unknown; to?: unknown }
  return typeof stepUp === 'string' && typeof to === 'string' ? { id: stepUp, to } : undefined
}

/** Goes to the identity provider, which authenticates the user again; unsaved work is saved first. `what`: the call. */
export async function leaveToConfirm({ id }: StepUp, what: string): Promise<void> {
  await saveBeforeLeaving()
  try {
    sessionStorage.setItem(store, what)
  } catch {
    // Storage denied: after the return the page shows no outcome.
  }
  location.assign(`/confirm?id=${id}&to=${encodeURIComponent(location.pathname + location.search)}`)
}

const outcomes = ['PROVEN', 'OTHER_PERSON', 'NOT_CONFIRMED', 'GONE', 'UNAVAILABLE'] as const
export type ConfirmOutcome = (typeof outcomes)[number]

/** The outcome, when the user returned to this page for this call. Reading it changes nothing. */
export function confirmOutcome(what: string): ConfirmOutcome | undefined {
  const came = outcomes.find((one) => location.hash === `#confirm=${one}`)
  try {
    return sessionStorage.getItem(store) === what ? came : undefined
  } catch {
    return undefined
  }
}

/** Forgets the outcome, so that a reload of this page is an ordinary one. */
export function forgetConfirm(): void {
  if (location.hash.startsWith('#confirm='))
    history.replaceState(history.state, '', location.pathname + location.search)
  try {
    sessionStorage.removeItem(store)
  } catch {
    // Nothing was stored either.
  }
}

/** The message for each failed outcome; none for success. */
export const confirmWords: Record<ConfirmOutcome, string | undefined> = {
  PROVEN: undefined,
  OTHER_PERSON: 'That is not the account you are logged in with here.',
  NOT_CONFIRMED: 'Your identity was not confirmed.',
  GONE: 'That took too long, or was done before.',
  UNAVAILABLE: 'The service you log in with cannot be reached now.',
}
