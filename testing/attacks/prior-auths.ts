import type { TestApi } from '../api.ts'
import type { Place } from './place.ts'

/** Prior authorizations of requests that `decide` approves. */
export const priorAuthsOf = (
  api: TestApi,
  decide: () => Promise<{ id: string }>,
): Pick<Place, 'priorAuth' | 'endingPriorAuth'> => ({
  priorAuth: async () => {
    const { rows } = await api.db.query(
      'select override_ref as ref, version from prior_auth where authorization_id = $1',
      [(await decide()).id],
    )
    return rows[0] as { ref: string; version: number }
  },
  endingPriorAuth: async () => {
    const end = `one_time = false, max_fills = 3, fills_used = 1, end_date = current_date + 10`
    await api.db.query(`update prior_auth set ${end} where authorization_id = $1`, [(await decide()).id])
  },
})
