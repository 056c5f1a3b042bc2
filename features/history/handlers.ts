import { toDetail } from '#features/authorization-detail/detail.ts'
import { factsOf } from '#features/authorizations/facts-sql.ts'
import { inZone } from '#platform/dates/zone-stamp.ts'
import { EVENTS_ON_PAPER, detailPaper } from './detail-paper.ts'
import { claimOfRow } from '#features/claims/seen-sql.ts'
import { oneTrip, seen, implement } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { toPriorAuth } from '#features/authorizations/prior-auth-answer.ts'
import { statusLabel } from '#features/authorizations/statuses.ts'
import { decisionSettingRows, settingsBySubCarrier, toAuthRow } from '#features/worklist/row.ts'
import { pastDecisions, pastFills, priorAuths } from '#features/authorizations/same-drug-sql.ts'
import { history } from './contract.ts'
import { logFile } from './log-file.ts'
import * as sql from './sql.ts'

const PAGE = 50
const label = (status: number | null): string | null => (status === null ? null : statusLabel(status))

export const handlers = implement(history)({
  story: oneTrip(
    ({ stratusAuthId: id }) => ({
      chain: seen(sql.chain(id), claimOfRow),
      decisions: pastDecisions(id),
      chainPriorAuths: priorAuths(id),
      fills: pastFills(id),
      settings: decisionSettingRows(),
    }),
    ({ chain, decisions, chainPriorAuths, fills, settings }, { person, now }) => {
      if (chain.length === 0) return notFound()
      const context = { now, person, settings: settingsBySubCarrier(settings) }
      return {
        decisions,
        chain: chain.map((row) => toAuthRow(row, context)),
        priorAuths: chainPriorAuths.map(toPriorAuth),
        fills,
      }
    },
  ),
  export: logFile,
  detail: oneTrip(
    ({ authorizationId: id }) => ({
      rows: seen(factsOf([id]), claimOfRow),
      log: sql.logged(id),
      events: sql.events(id, 0, EVENTS_ON_PAPER),
      pdf: sql.pdfAllowed(id),
    }),
    async ({ rows: [row], log: [log], events, pdf: [pdf] }, { input, person, now, portal, refuse }) => {
      if (!row || row.stratus_claim_id !== input.claimId) return notFound()
      if (!pdf?.allowed) refuse({ code: 'FEATURE_OFF', message: 'PDF exports are switched off for this carrier.' })
      const detail = toDetail(row, person, now, portal.settings.undoSeconds)
      const zone = inZone(input.timeZone ?? person.timeZone)
      const about = { by: person.name, now, zone, events, total: log?.total ?? 0 }
      return {
        file: await portal.files.pdf(detailPaper(detail, about)),
        name: `AuthorizationDetailExport_${input.authorizationId}.pdf`,
      }
    },
  ),
  eventLog: oneTrip(
    ({ stratusAuthId: id, pageNo }) => ({
      log: seen(sql.logged(id), claimOfRow),
      events: sql.events(id, pageNo, PAGE),
    }),
    ({ log, events }, { input }) => {
      const [one] = log
      if (!one) return notFound()
      return {
        events: events.map((row) => ({
          // An export is a line of the journal of access, which counts by itself.
          eventId: row.kind === 0 ? String(row.id) : `export ${row.id}`,
          eventCode: row.event_code,
          eventText: row.event_text,
          actorName: row.actor_name,
          actorId: row.actor_id,
          actorType: row.actor_type,
          at: row.at,
          oldStatus: label(row.old_status_id),
          newStatus: label(row.new_status_id),
        })),
        pageNo: input.pageNo,
        totalPages: Math.ceil(one.total / PAGE),
        total: one.total,
      }
    },
  ),
})
