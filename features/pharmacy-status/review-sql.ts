import { sql, type Sql } from '#platform/database/sql.ts'

/** What says until when another review of a denial may be asked for. `decidedOn` is the carrier's day. */
export type Reviewable = {
  reference: string
  jurisState: string
  channel: number
  level: number
  receivedAt: string
  decidedOn: string
}
/** The same of the requests of this number that were received since an instant. */
export const reviewsOf = (reference: string, since: string): Sql<Reviewable> => sql<Reviewable>`
  select ${reference}::text as reference, juris_state as "jurisState", channel, level, received_at as "receivedAt", decided_on::text as "decidedOn"
    from request_review(${reference}, ${since})`
