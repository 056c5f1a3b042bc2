import { randomUUID } from 'node:crypto'
import type { TestApi } from '../api.ts'

/** Makes a notification that a user has not read. */
export const notices = (api: TestApi, { mc, userId }: { mc: string; userId: string }) => ({
  notice: async (): Promise<string> => {
    const id = randomUUID()
    await api.db.query(
      `insert into user_notification (mc, id, user_id, kind, title, at) values ($1, $2, $3, 'assigned', 'Request 000000000000 was assigned to you.', now())`,
      [mc, id, userId],
    )
    return id
  },
})
