import { eventCode } from '#features/authorizations/events.ts'
import { lineOf } from '#features/authorizations/rows.ts'
import { insertOpened } from '#features/authorizations/opened-sql.ts'
import { status } from '#features/authorizations/statuses.ts'
import { implement, oneTrip } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { presence } from './contract.ts'
import * as sql from './sql.ts'

const toViewer = (row: sql.ViewerRow) => ({ userId: row.user_id, name: row.name, since: isoOf(row.since) })

export const handlers = implement(presence)({
  of: oneTrip(
    ({ id }) => ({ request: sql.seenRequest(id), viewers: sql.viewersOf(id) }),
    ({ request, viewers }) => (request[0] ? { viewers: viewers.map(toViewer) } : notFound()),
  ),

  // A sign of a page that is open already changes nothing that others see.
  open: async ({ input: { id }, db, who, now, write, publishChange }) => {
    const [person, request, viewers] = await Promise.all([
      who(),
      db.one(sql.seenRequest(id)),
      db.all(sql.viewersOf(id)),
    ])
    if (!request) return notFound()
    const at = now.toISOString()
    write(sql.sign(id, at, request.here))
    if (!request.opened && request.status_id !== status.DRAFT)
      write(insertOpened(lineOf({ person, request, now: at }, eventCode.OPENED, { user: person.name })))
    if (!request.here) {
      write(sql.forgetSilent(at))
      publishChange('presence')
    }
    return { success: true, viewers: viewers.map(toViewer) }
  },

  leave: async ({ input: { id }, db, who, write, publishChange }) => {
    const [, request] = await Promise.all([who(), db.one(sql.seenRequest(id))])
    if (!request) return notFound()
    if (request.here) {
      write(sql.leave(id))
      publishChange('presence')
    }
    return { success: true }
  },

  all: oneTrip(
    () => ({ rows: sql.everyViewer() }),
    ({ rows }) => ({
      content: [...Map.groupBy(rows, (row) => row.authorization_id)].map(([authorizationId, viewers]) => ({
        authorizationId,
        viewers: viewers.map(toViewer),
      })),
    }),
  ),
})
