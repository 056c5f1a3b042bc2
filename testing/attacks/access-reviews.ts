import { randomUUID } from 'node:crypto'
import type { TestApi } from '../api.ts'
import type { Place } from './place.ts'

type Where = Pick<Place, 'mc'> & { userId: string; colleague: () => Promise<string> }

/** Access reviews of a carrier, which has one open at a time. */
export function accessReviews(
  api: TestApi,
  { mc, userId, colleague }: Where,
): Pick<Place, 'openReview' | 'answeredReview' | 'noReview'> {
  const noReview = async () => {
    await api.db.query(
      `update access_review set closed_by = $2, closed_by_name = 'x', closed_at = now() where mc = $1 and closed_at is null`,
      [mc, userId],
    )
  }
  const opened = async () => {
    await noReview()
    const id = randomUUID()
    await api.db.query(
      `insert into access_review (mc, id, opened_by, opened_by_name, opened_at) values ($1, $2, $3, 'x', now())`,
      [mc, id, userId],
    )
    return id
  }
  return {
    noReview,
    answeredReview: opened,
    openReview: async () => {
      const { rows } = await api.db.query(`select id from access_review where mc = $1 and closed_at is null`, [mc])
      const [reviewId, member] = [(rows[0]?.id as string | undefined) ?? (await opened()), await colleague()]
      await api.db.query(`insert into access_review_line (mc, review_id, user_id) values ($1, $2, $3)`, [
        mc,
        reviewId,
        member,
      ])
      return { reviewId, userId: member }
    },
  }
}
