import { useSyncExternalStore } from 'react'
import type { CallFailed } from '#platform/ask.ts'
import type { ApproveChoices } from './approve-form.ts'
import type { RejectChoices } from './reject-form.ts'

// What is typed into decision forms, kept in the memory of this page only: it outlives a change of request, of the tab
// shown and of the session, and is gone with the page. Nothing of it is ever stored on the device.

/** Why a decision was not made, in the server's words. */
export type Failure = {
  form: 'approve' | 'reject'
  code: CallFailed['code']
  message: string
  fields: readonly { path: string; message: string }[]
  data: unknown
  supportId: string | undefined
}

export type Draft = {
  approve: ApproveChoices
  reject: RejectChoices
  /** Version of the request when the first thing was typed; undefined while nothing is. */
  version: number | undefined
  failure: Failure | undefined
  /** What was sent last, in words. */
  meant: string | undefined
  /** The toast that offers to take the decision back. */
  toast: number | undefined
  /** Sent, and not refused: what stands on the server is this person's own decision. */
  settled: boolean
  /** Version the decision gave the request, once the server has said so. */
  decidedVersion: number | undefined
}

const nothing: Draft = {
  approve: {},
  reject: {},
  version: undefined,
  failure: undefined,
  meant: undefined,
  toast: undefined,
  settled: false,
  decidedVersion: undefined,
}
const most = 50
const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()

/** The key of a person's draft for a request: never another person's. */
export const draftKey = (personId: string, authorizationId: string): string => `${personId} ${authorizationId}`

export const readDraft = (key: string): Draft => drafts.get(key) ?? nothing

/** Changes a draft; the oldest of more than fifty is let go. */
export function changeDraft(key: string, change: Partial<Draft>): void {
  const draft = { ...readDraft(key), ...change }
  drafts.delete(key)
  drafts.set(key, draft)
  if (drafts.size > most) drafts.delete(drafts.keys().next().value!)
  listeners.forEach((listener) => listener())
}

/** Forgets what was typed: the form shows its defaults again. */
export function dropDraft(key: string): void {
  if (drafts.delete(key)) listeners.forEach((listener) => listener())
}

/** True when something was typed and not sent. */
export const isTyped = (draft: Draft): boolean =>
  !draft.settled && (Object.keys(draft.approve).length > 0 || Object.keys(draft.reject).length > 0)

/** True when a decision was sent that what is on screen does not show yet. */
export const isOnItsWay = (draft: Draft, request: { version: number }): boolean =>
  draft.settled && (draft.decidedVersion === undefined || request.version < draft.decidedVersion)

/** The failure of a call as a draft keeps it. */
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

/** A draft, kept current. */
export function useDraft(key: string): Draft {
  const read = () => readDraft(key)
  return useSyncExternalStore(subscribe, read, read)
}
