import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { patientAccess, type View } from './contract.ts'
import { partOf, reasonOf, whyNotLook } from './rules.ts'
import * as sql from './sql.ts'

const toView = (row: sql.ViewRow): View => {
  const reason = reasonOf({
    ownsClaim: row.owns_claim,
    kind: row.kind,
    ownsRequest: row.owns_request,
    emergency: row.emergency,
  })
  return {
    viewId: String(row.id),
    at: new Date(row.at).toISOString(),
    userId: row.user_id,
    name: row.name,
    roles: row.roles,
    part: partOf(row.call),
    alone: row.claims === 1,
    statedReason: row.stated,
    reason,
    sameLastName: row.same_name && reason === null,
    ip: row.ip,
  }
}

export const handlers = implement(patientAccess)({
  views: oneTrip(
    ({ claimId, sc, days, page, size }) => ({
      claim: seen(sql.claimOf(claimId, sc), s`seen.id`),
      rows: sql.views({ claim: claimId, sub: sc, days, page, size }),
    }),
    ({ claim: [claim], rows }, { input: { page, size }, person, refuse }) => {
      if (!claim) return notFound()
      refuse(whyNotLook(person))
      const { total = 0, people = 0, without = 0 } = rows[0] ?? {}
      return {
        content: rows.map(toView),
        page,
        size,
        sort: 'at,desc',
        totalElements: total,
        totalPages: Math.ceil(total / size),
        totalIsExact: total < sql.MOST_VIEWS,
        next: null,
        people,
        withoutReason: without,
      }
    },
  ),
})
