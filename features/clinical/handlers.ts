import { claimOfRow } from '#features/claims/seen-sql.ts'
import { refuseStaleVersion } from '#platform/calls/version.ts'
import { currentState } from '#features/authorizations/load.ts'
import { keepFirstApproval } from '#features/authorizations/first-approval-sql.ts'
import { considerations } from '#features/adjudication/rules.ts'
import { adjudicate } from '#features/adjudication/rules.ts'
import type { ClaimRequest } from '#features/adjudication/claim-request.ts'
import { toSnapshot } from '#features/snapshots/sql.ts'
import { snoozeEnded } from '#features/deadlines/snooze-ended.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { endSnooze } from '#features/authorizations/waiting-sql.ts'
import { claimSeen } from '#features/claims/seen-sql.ts'
import { lapseFirst } from '#features/authorizations/lapse.ts'
import { lineOf, withSaved } from '#features/authorizations/rows.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { move } from '#features/authorizations/lifecycle.ts'
import { origin } from '#reference/origins.ts'
import { isComplete, status, statusLabel } from '#features/authorizations/statuses.ts'
import { loadForUpdate } from '#features/authorizations/facts-sql.ts'
import { lacksProduct, saidOf } from '#features/snapshots/clinic-line.ts'
import { snapshotOfRequest } from '#features/new-authorization/snapshots.ts'
import { claimRequestOf } from '#features/new-authorization/prepare.ts'
import { insertNotices } from '#features/notifications/sql.ts'
import { oneTrip, seen, implement } from '#platform/calls/handler.ts'
import { invalid, notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { clinical, type Recommendation } from './contract.ts'
import { called, nudge, questionNow, take, write } from './asking.ts'
import { asked as askedOf } from './asking-sql.ts'
import { guideline } from './guideline.ts'
import { adviceWords, rollupOf, rollups, whyNotSo } from './rules.ts'
import { outcomeOfAdvice, type AdviceGiven } from './own-advice.ts'
import { ownAdvice } from './own-advice-sql.ts'
import { onDuty, prescriberCalls } from './duty-sql.ts'
import { callsInOrder, callState, callTime } from './prescriber-calls.ts'
import { whyNotAdvise } from '#features/decision-rights/advising.ts'
import { dropOwnDrafts } from '#features/drafts/sql.ts'
import * as sql from './sql.ts'

const changesOf = ({ oneTime, days, quantity, drugLevel }: AdviceGiven['modified']) => ({
  oneTime: oneTime ?? false,
  days: days ?? null,
  quantity: quantity ?? null,
  drugLevel: drugLevel ?? null,
})

const toRecommendation = (advice: sql.Advice): Recommendation => ({
  recommendationId: advice.id,
  action: advice.action,
  rationale: advice.rationale,
  by: advice.pharmacist,
  license: advice.license,
  at: new Date(advice.at).toISOString(),
  modified: changesOf(advice.modified),
  refs: advice.modified.refs ?? [],
})

/** The drug of a request, with every field present. */
type DrugLookup = {
  claimId: string
  quantity: number
  daysSupply: number
  ndc: string | undefined
  gpi: string | undefined
}
function drugOf(input: {
  claimId?: string | undefined
  ndc?: string | undefined
  gpi?: string | undefined
  quantity?: number | undefined
  daysSupply?: number | undefined
}): DrugLookup {
  const { claimId, ndc, gpi, quantity, daysSupply } = input
  if (claimId === undefined) return invalid('authorizationId', 'Enter a request, or a claim and a drug.')
  if (ndc === undefined && gpi === undefined) return invalid('ndc', 'Enter an NDC or a drug code.')
  if (quantity === undefined) return invalid('quantity', 'Enter a quantity above 0.')
  if (daysSupply === undefined) return invalid('daysSupply', 'Enter 1 to 365 days.')
  return { claimId, ndc, gpi, quantity, daysSupply }
}

export const handlers = implement(clinical)({
  waiting: oneTrip(
    ({ authorizationId }) => ({ rows: seen(askedOf(authorizationId), claimOfRow) }),
    ({ rows: [row] }, { person, now }) => (row ? { asked: questionNow(row, person, now) } : notFound()),
  ),
  take,
  nudge,
  write,
  called,

  guideline: oneTrip(
    ({ gpi }) => ({ plan: sql.planOf(gpi ?? '') }),
    ({ plan: [plan] }, { input, now, person }) =>
      guideline(
        input,
        now.toISOString(),
        dateIn(now.getTime(), person.timeZone),
        input.gpi === undefined ? undefined : plan,
      ),
  ),

  recommendation: oneTrip(
    ({ authorizationId }) => ({ rows: seen(sql.advised(authorizationId), claimOfRow) }),
    ({ rows: [row] }, { refuse }) => {
      if (!row) return notFound()
      if (!row.allowed) refuse({ code: 'FEATURE_OFF', message: 'Pharmacist advice is not available for this carrier.' })
      if (row.advice) return { recommendation: toRecommendation(row.advice), source: 'PHARMACIST' as const }
      if (!row.guidance) return { recommendation: null, source: 'NONE' as const }
      const { action, label, rationale, oneTime, modifiedDays, ruleIds } = row.guidance
      return {
        recommendation: {
          recommendationId: null,
          action,
          rationale,
          by: label,
          license: null,
          at: null,
          modified: { oneTime, days: modifiedDays, quantity: null, drugLevel: null },
          refs: ruleIds,
        },
        source: 'RULE' as const,
      }
    },
  ),

  ownAdvice: oneTrip(
    () => ({ rows: seen(ownAdvice(), claimOfRow) }),
    ({ rows }) => ({
      content: rows.map(({ modified, at, askedAt, decidedAt, ...row }) => ({
        authorizationId: row.authorizationId,
        claimantName: row.claimantName,
        drugName: row.drugName,
        action: row.action,
        modified: changesOf(modified),
        at: new Date(at).toISOString(),
        answeredInMs: askedAt === null ? null : Date.parse(at) - Date.parse(askedAt),
        outcome: outcomeOfAdvice({ action: row.action, modified }, row, row.decided),
        decidedBy: row.decidedBy,
        decidedAt: decidedAt === null ? null : new Date(decidedAt).toISOString(),
      })),
    }),
  ),

  prescriberCalls: oneTrip(
    () => ({ rows: seen(prescriberCalls(), claimOfRow) }),
    ({ rows }, { now }) => {
      const at = now.toISOString()
      const calls = rows.map((row) => ({ ...row, at: isoOf(row.at) }))
      return {
        content: callsInOrder(calls, at).map((row) => ({
          authorizationId: row.authorizationId,
          claimantName: row.claimantName,
          drugName: row.drugName,
          prescriberName: row.prescriberName,
          phone: row.phone,
          state: callState(row, at),
          at: callTime(row),
          byName: row.byName,
          calls: row.calls,
        })),
      }
    },
  ),

  onDuty: oneTrip(
    () => ({ rows: onDuty() }),
    ({ rows }) => ({
      content: rows.map(({ awayUntil, awayFrom, ...row }) => ({
        ...row,
        awayUntil: awayUntil && isoOf(awayUntil),
        awayFrom: awayFrom && isoOf(awayFrom),
      })),
    }),
  ),

  // T15: the advice is saved, the request goes back to its owner, and a first of two approvals is dropped.
  advise: async (context) => {
    const { input, db, who, now, newId, write, note, publishChange } = context
    const at = now.toISOString()
    const [person, request] = await Promise.all([who(), db.one(loadForUpdate(input.authorizationId))])
    if (!request) return notFound()
    lapseFirst([request], at)
    context.refuse(whyNotAdvise(person, { statusId: request.status_id }, request.settings))
    refuseStaleVersion(context, { seen: input.version, current: currentState(request) })
    context.refuse(whyNotSo(input.action, input.modified))
    const advice: sql.Advice = {
      id: newId(),
      action: input.action,
      rationale: input.rationale,
      pharmacist: person.name,
      license: person.licenseStates.length > 0 ? person.licenseStates.join(', ') : null,
      at,
      modified: { ...(input.modified as sql.Advice['modified']), ...(input.refs && { refs: input.refs }) },
    }
    write(
      sql.insertAdvice({
        ...advice,
        mc: request.mc,
        authorization_id: request.id,
        pharmacist_id: person.id,
        superseded: false,
      }),
    )
    const woken = snoozeEnded(request.snoozed_until, at, 'a pharmacist advised')
    if (woken) write(endSnooze(request.mc, request.id, at))
    if (request.first_approval) write(keepFirstApproval(request.mc, request.id, null))
    const by = { person, request, now: at }
    const to = status.PENDING
    move(context, request, {
      via: 'advise',
      to,
      now: at,
      by: person,
      events: [
        withSaved(
          lineOf(by, eventCode.PHARMACIST_RECOMMENDED, { action: adviceWords[input.action] }, { to }),
          request.first_approval,
        ),
        ...(woken ? [lineOf(by, eventCode.SNOOZE_ENDED, woken, { from: to })] : []),
      ],
    })
    write(dropOwnDrafts(request.id))
    const notified = request.owner_ids.filter((id) => id !== person.id)
    if (notified.length > 0) {
      write(
        insertNotices(
          notified.map((userId) => ({
            id: newId(),
            user_id: userId,
            kind: 'advised',
            title: `A pharmacist advised on request ${request.reference_number}.`,
            authorization_id: request.id,
            at,
          })),
        ),
      )
      publishChange('notifications')
    }
    note({
      claims: [request.stratus_claim_id],
      type: 'rph_recommendation',
      id: advice.id,
      detail: { authorizationId: request.id, from: request.status_id, to, action: input.action },
    })
    publishChange('authorizations')
    return {
      success: true,
      recommendation: toRecommendation(advice),
      authorizationId: request.id,
      authorizationStatusId: to,
      authorizationStatus: statusLabel(to),
      version: request.version + 1,
    }
  },

  // The engine recomputes an open request; a decided one keeps the facts it was decided on.
  considerations: oneTrip(
    (input) => {
      const { authorizationId } = input
      if (authorizationId !== undefined) {
        return {
          claim: seen(sql.claimOfRequestSeen(authorizationId), s`seen.id`),
          request: sql.looked(authorizationId),
          found: snapshotOfRequest(s`a.id = ${authorizationId}`),
        }
      }
      const drug = drugOf(input)
      return {
        claim: seen(claimSeen(drug.claimId), s`seen.id`),
        request: s<sql.Looked>`select null::uuid as stratus_claim_id where false`,
        found: sql.snapshotOfDrug(drug),
      }
    },
    ({ claim: [claim], request: [request], found: [found] }, { input, person, now, refuse }) => {
      const at = now.toISOString()
      if (!claim || !found?.keys) return notFound()
      if (input.authorizationId !== undefined && input.claimId !== undefined && input.claimId !== claim.id)
        return notFound()
      if (request && isComplete(request.status_id)) return { considerations: request.considerations }
      const mixture = request && saidOf(request, request.quantity, request.pharmacy_nabp)
      // A compound, or a drug given in a clinic, cannot be recomputed without its ingredients.
      if (request && lacksProduct(request) && !mixture) return { considerations: request.considerations }
      const drug = request ? undefined : drugOf(input)
      if (drug && !found.drug)
        refuse({
          code: 'VALIDATION',
          field: drug.ndc === undefined ? 'gpi' : 'ndc',
          message: 'No product has this code.',
        })
      const fill: ClaimRequest = {
        ...request?.request,
        ...claimRequestOf({
          channel: request?.claim_channel_type ?? origin.PORTAL,
          deliveryType: request?.delivery_type_id,
          ndc: request?.ndc ?? found.drug!.ndc,
          quantity: request?.quantity ?? drug!.quantity,
          daysSupply: request?.days_supply ?? drug!.daysSupply,
          dateOfService: request?.date_of_service ?? dateIn(now.getTime(), person.timeZone),
          pharmacyNabp: request?.pharmacy_nabp ?? '',
          prescriberNpi: request?.prescriber_npi ?? '',
          rxNumber: request?.rx_number,
          fillNumber: request?.fill_number,
          refillsAuthorised: request?.refills_authorised,
          daw: request?.daw,
          mixture,
        }),
      }
      const snap = toSnapshot(found, at)
      return { considerations: considerations(adjudicate(fill, snap, { mode: 'REVIEW' }), fill, snap) }
    },
  ),

  diagnoses: oneTrip(
    ({ claimId }) => ({ rows: seen(sql.diagnoses(claimId), s`seen.id`) }),
    ({ rows: [row] }, { input: { codeLength } }) => {
      if (!row) return notFound()
      const { toc_start: start, toc_end: end, today } = row
      return {
        icds: row.icds.map((icd) => ({ ...icd, rollup: rollupOf(icd.code, codeLength) })),
        rollups: rollups(row.icds, codeLength),
        toc: {
          active: start !== null && end !== null && start <= today && today <= end,
          start,
          end,
          drugs: start === null ? [] : row.drugs,
        },
      }
    },
  ),
})
