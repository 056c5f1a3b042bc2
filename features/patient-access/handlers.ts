import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { patientAccess, type View } from './contract.ts'
import * as carrier from './carrier-sql.ts'
import { partOf, reasonOf, whyNotCase, whyNotLook } from './rules.ts'
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

  carrier: oneTrip(
    ({ days, username, sign, page, size }) => ({
      rows: seen(carrier.carrierViews({ days, username: username || null, sign, page, size }), s`seen.claim`),
    }),
    ({ rows }, { input: { page, size }, person, refuse }) => {
      refuse(whyNotLook(person))
      const total = rows[0]?.total ?? 0
      return {
        content: rows.map((row) => {
          const { alone: _, ...view } = toView({ ...row, claims: 1, people: 0, without: 0 })
          return {
            ...view,
            claimId: row.claim,
            claimNumber: row.claim_number,
            subCarrier: row.sub_carrier,
            patient: row.patient,
            afterHours: row.after_hours,
            case: row.case,
          }
        }),
        page,
        size,
        sort: 'at,desc',
        totalElements: total,
        totalPages: Math.ceil(total / size),
        totalIsExact: (rows[0]?.every ?? 0) < sql.MOST_VIEWS,
        next: null,
        every: rows[0]?.every ?? 0,
        ofSign: rows[0]?.of_sign ?? { NO_REASON: 0, SAME_NAME: 0, AFTER_HOURS: 0, EXPORT: 0, SSN: 0, CASE: 0 },
      }
    },
  ),

  openCase: async ({ input: { viewId, note: words }, db, who, now, newId, write, note, refuse }) => {
    const [person, view] = await Promise.all([who(), db.one(carrier.lookedAt(viewId))])
    refuse(whyNotLook(person))
    if (!view) return notFound()
    refuse(whyNotCase(person, view.user_id))
    if (view.open) refuse({ code: 'DUPLICATE', field: 'viewId', message: 'This view has a case already.' })
    const id = newId()
    write(carrier.insertCase({ id, view, note: words, by: person.id, at: now.toISOString() }))
    note({ type: 'access_case', id, claims: [view.claim], detail: { viewId, viewer: view.user_id } })
    return { success: true, caseId: id }
  },

  closeCase: async ({ input: { caseId, answer }, db, who, now, write, note, refuse }) => {
    const [person, found] = await Promise.all([who(), db.one(carrier.caseOf(caseId))])
    if (!found) return notFound()
    refuse(whyNotCase(person, found.viewer_id))
    if (found.closed) refuse({ code: 'ALREADY_DECIDED', message: 'This case is closed.' })
    write(carrier.closeCase(caseId, answer, person.id, now.toISOString()))
    note({ type: 'access_case', id: caseId, claims: [found.claim_id], detail: { viewer: found.viewer_id } })
    return { success: true }
  },
})
