import type { DraftForm } from '#features/drafts/use-draft.ts'

/** The start form as typed. The digits of a social security number are not part of it: they are in no draft. */
export type TypedStart = {
  reason: string
  question: string
  claimNumber: string
  patientName: string
  patientDOI: string
}
const fields = ['reason', 'question', 'claimNumber', 'patientName', 'patientDOI'] as const

export const startDraft: DraftForm<TypedStart> = {
  about: 'self',
  name: 'chat-start',
  title: 'Chat Support',
  read: (body) => (fields.every((name) => typeof body[name] === 'string') ? (body as TypedStart) : undefined),
}

type TypedMessage = { text: string }

export const messageDraft: DraftForm<TypedMessage> = {
  about: 'self',
  name: 'chat-message',
  title: 'Chat message',
  read: (body) => (typeof body['text'] === 'string' ? (body as TypedMessage) : undefined),
}
