import { randomUUID } from 'node:crypto'
import type { TestApi } from '../api.ts'
import type { Place } from './place.ts'

/** What a user keeps of the worklist. */
export const worklistObjects = (
  api: TestApi,
  { mc, sub, userId }: Pick<Place, 'mc' | 'sub'> & { userId: string },
): Pick<Place, 'savedView' | 'bulkAct'> => ({
  savedView: async () => {
    const id = randomUUID()
    await api.db.query('delete from saved_view where mc = $1 and user_id = $2', [mc, userId])
    await api.db.query(
      `insert into saved_view (mc, user_id, id, name, address, saved_at) values ($1, $2, $3, $4, 'view=all', now())`,
      [mc, userId, id, `View ${id}`],
    )
    return id
  },
  bulkAct: async () => {
    const id = randomUUID()
    await api.db.query(
      `insert into bulk_act (mc, id, user_id, what, input, total, started_at) values ($1, $2, $3, 'SNOOZE', '{"hours": 1}', 1, now())`,
      [mc, id, userId],
    )
    await api.db.query(
      `insert into bulk_item (mc, bulk_id, place, authorization_id, version, state, done_at)
       select mc, $2, 1, id, version, 'DONE', now() from rx_authorization where mc = $1 and sub_carrier = $3 order by id limit 1`,
      [mc, id, sub],
    )
    return id
  },
})
