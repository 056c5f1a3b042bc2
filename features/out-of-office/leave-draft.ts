import type { DraftForm } from '#features/drafts/use-draft.ts'
import type { Delegate } from './delegates-field.tsx'
import { draftNames } from './rules.ts'

/** The content of the leave form: days and times as typed. */
export type TypedLeave = {
  /** The leave that is changed; null for a new one. */
  leaveId: string | null
  userId: string
  startDay: string
  startTime: string
  endDay: string
  endTime: string
  delegates: readonly Delegate[]
  message: string
}

const isDelegate = (one: unknown): one is Delegate =>
  typeof one === 'object' &&
  one !== null &&
  typeof (one as Delegate).userId === 'string' &&
  typeof (one as Delegate).name === 'string'

/** The draft of the form; text about another leave is not restored. */
export const leaveDraft = (leaveId: string | null): DraftForm<TypedLeave> => ({
  about: 'self',
  name: leaveId === null ? draftNames.set : draftNames.change,
  title: 'Time away',
  read: (body) => {
    const { userId, startDay, startTime, endDay, endTime, delegates, message } = body
    const words = [userId, startDay, startTime, endDay, endTime, message]
    const fits =
      body['leaveId'] === leaveId &&
      words.every((one) => typeof one === 'string') &&
      Array.isArray(delegates) &&
      delegates.every(isDelegate)
    return fits ? (body as TypedLeave) : undefined
  },
})
