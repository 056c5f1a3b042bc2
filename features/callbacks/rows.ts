import { callbackStatus } from './statuses.ts'

/** One row of pharmacy_callback, named as its columns. */
export type CallbackRow = {
  mc: string
  id: string
  authorization_id: string
  pharmacy_nabp: string
  status_id: number
  outcome: string
  start_date: string | null
  end_date: string | null
  one_time: boolean
  attempts: number
  created_at: string
  sent_at: string | null
  acknowledged_at: string | null
  last_error: string | null
}

type New = Pick<CallbackRow, 'mc' | 'id' | 'authorization_id' | 'pharmacy_nabp' | 'outcome' | 'created_at'> &
  Partial<Pick<CallbackRow, 'start_date' | 'end_date' | 'one_time'>>

/** A callback that waits to be sent; the dates are those of an approval. */
export const queued = (of: New): CallbackRow => ({
  start_date: null,
  end_date: null,
  one_time: false,
  ...of,
  status_id: callbackStatus.QUEUED,
  attempts: 0,
  sent_at: null,
  acknowledged_at: null,
  last_error: null,
})
