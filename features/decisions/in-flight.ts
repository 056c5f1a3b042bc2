import { useSyncExternalStore } from 'react'
import type { CallFailed } from '#platform/browser/call.ts'

// Decisions on their way, while the next request is on screen already. Nothing typed is kept here: features/drafts does.

/** Why a decision was not made, in the server's words. */
export type Failure = {
  form: 'approve' | 'reject'
  code: CallFailed['code']
  message: string
  fields: readonly { path: string; message: string }[]
  data: unknown
  supportId: string | undefined
}

export type Sent = {
  failure: Failure | undefined
  /** What was sent last, in words. */
  meant: string | undefined
  /** The toast that offers to take the decision back. */
  toast: number | undefined
  /** Sent, and not refused: the server has this user's own decision. */
  settled: boolean
  /** Version the decision gave the request, once the server has said so. */
  decidedVersion: number | undefined
  /** Version that taking it back gave the request: no change by somebody else. */
  backVersion: number | undefined
}

const nothing: Sent = {
  failure: undefined,
  meant: undefined,
  toast: undefined,
  settled: false,
  decidedVersion: undefined,
  backVersion: undefined,
}
const most = 50
const kept = new Map<string, Sent>()
const listeners = new Set<() => void>()

/** What a person sent about a request: never another person's. */
export const sentKey = (personId: string, authorizationId: string): string => `${personId} ${authorizationId}`

export const readSent = (key: string): Sent => kept.get(key) ?? nothing

/** Changes it; the oldest of more than fifty is dropped. */
export function changeSent(key: string, change: Partial<Sent>): void {
  const sent = { ...readSent(key), ...change }
  kept.delete(key)
  kept.set(key, sent)
  if (kept.size > most) kept.delete(kept.keys().next().value!)
  listeners.forEach((listener) => listener())
}

export function dropSent(key: string): void {
  if (kept.delete(key)) listeners.forEach((listener) => listener())
}

/** The failure of a call as it is kept. */
export const failureOf = (form: Failure['form'], failed: CallFailed): Failure => ({
  form,
  code: failed.code,
  message: failed.message,
  fields: failed.fields,
  data: failed.data,
  supportId: failed.supportId,
})

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What was sent, kept current. */
export function useSent(key: string): Sent {
  const read = () => readSent(key)
  return useSyncExternalStore(subscribe, read, read)
}
