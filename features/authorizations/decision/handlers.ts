import { oneTrip, seen, type Asked, type Asking, type Handlers } from '#platform/handler.ts'
import { notFound, refuse, Refused, type Why } from '#platform/refusal.ts'
import { lockClaimOfRequest } from '#features/transactions/sql.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import { approvalReasons } from '#reference/approval-reasons.ts'
import { rejectionReasons, urOnlyReason } from '#reference/rejection-reasons.ts'
import { event, type Actor, type FirstApproval } from '../rows.ts'
import { aliases, isAlias, statusLabel, type EventCode } from '../rules.ts'
import * as rows from '../sql.ts'
import type { Decided, decision } from './contract.ts'
import { decide, keptOf, type Deciding, type Verdict, type Written } from './decide.ts'
import { decidable, decisionSettings, mayUndo, toPriorAuth } from './held.ts'
import {
  approvalOf,
  approveOutcome,
  blockOf,
  datesAllowed,
  editRules,
  viaOf,
  whyNotApprove,
  whyNotMove,
  whyNotReject,
  whyNotRejectThisFill,
} from './rules.ts'
import * as sql from './sql.ts'

type Calls = typeof decision
type Deciders = Asked<Calls['approve']> | Asked<Calls['reject']> | Asked<Calls['rejectThisFill']>

const actorOf = (person: Asking): Actor => ({ type: 'user', id: person.id, name: person.name })

/** Waits for whoever is deciding now, then reads the request; the claim is locked first, so that no new fill passes by. */
async function held(
  asked: Pick<Asked<Calls['approve']>, 'db' | 'who'>,
  id: string,
): Promise<{ person: Asking; request: rows.Held }> {
  const [person, , request] = await Promise.all([
    asked.who(),
    asked.db.all(lockClaimOfRequest(id)),
    asked.db.one(rows.hold(id)),
  ])
  return request ? { person, request } : notFound()
}

/** The loser of a race is told who, when and what, and keeps what they typed (bar U-DEC-09). */
function refuseStale(request: rows.Held, version: number | undefined): void {
  const standing = request.standing
  const current = {
    authorizationId: request.id,
    version: request.version,
    authorizationStatusId: request.status_id,
    authorizationStatus: statusLabel(request.status_id),
    decidedBy: standing?.byName ?? request.completed_by_name,
    decidedAt: standing?.at ?? request.completed_at,
    decision: standing?.decision ?? null,
    reason: standing?.reason ?? null,
    rejectCodes: standing?.codes.map((code) => code.rejectCode) ?? request.reject_codes,
  }
  if (request.status_id >= 30)
    throw new Refused({
      code: 'ALREADY_DECIDED',
      message: `Authorization is already ${statusLabel(request.status_id)}.`,
      current,
    })
  if (version === undefined)
    throw new Refused({
      code: 'PRECONDITION_REQUIRED',
      message: 'Send the version of the request you are looking at.',
      field: 'version',
    })
  if (version !== request.version) throw new Refused({ code: 'CONFLICT', current })
}

const sameIds = (
  input: { id: string; authorizationId?: string | undefined; subCarrier?: string | undefined },
  request: rows.Held,
): void => {
  if (input.authorizationId !== undefined && input.authorizationId !== input.id)
    refuse({
      code: 'VALIDATION',
      field: 'authorizationId',
      message: 'This is another request than the one in the address.',
    })
  if (input.subCarrier !== undefined && input.subCarrier !== request.sub_carrier) notFound()
}

const asWhy = (why: { code: string; message: string; field?: string } | undefined): Why | undefined =>
  why as Why | undefined
const iso = (ms: number): string => new Date(ms).toISOString()

function write(
  asked: Deciders,
  person: Asking,
  request: rows.Held,
  written: Written,
  extra: { end?: string[]; endReason?: string } = {},
): Decided {
  const now = asked.now.toISOString()
  if (extra.end && extra.end.length > 0)
    asked.write(sql.endPriorAuths(request.mc, extra.end, person.name, extra.endReason ?? 'Replaced by a new decision'))
  asked.write(
    rows.move({
      mc: request.mc,
      id: request.id,
      to: written.to,
      now,
      completedBy: { id: person.id, name: person.name },
    }),
  )
  if (request.first_approval) asked.write(sql.keepFirstApproval(request.mc, request.id, null))
  asked.write(rows.insertDecision(written.decision))
  if (written.priorAuth) asked.write(rows.insertPriorAuth(written.priorAuth))
  asked.write(sql.closeCallbacks(request.mc, request.id)) // a later decision replaces a word that was not sent yet (3.11)
  asked.write(rows.insertCallback(written.callback))
  asked.write(rows.insertEvents(written.events))
  const happening = written.to === 30 ? 'approved' : 'rejected'
  const leaves = written.outbox[0]?.available_at ?? now
  asked.write(
    rows.insertOutbox([
      ...written.outbox,
      toNotify({ mc: request.mc, id: asked.newId(), authorizationId: request.id, happening, now, availableAt: leaves }),
    ]),
  )
  asked.note({
    claims: [request.stratus_claim_id],
    type: 'rx_authorization',
    id: request.id,
    detail: { from: request.status_id, to: written.to, version: request.version + 1, decision: written.decision.id },
  })
  asked.bell('authorizations')
  return {
    success: true,
    authorizationId: request.id,
    authorizationStatusId: written.to,
    authorizationStatus: statusLabel(written.to),
    version: request.version + 1,
    priorAuth: written.priorAuth ? toPriorAuth(written.priorAuth) : null,
    callback: { callbackId: written.callback.id, status: 'Queued' },
    undoUntil: iso(asked.now.getTime() + asked.portal.settings.undoSeconds * 1000),
    warnings: [],
  }
}

const ids = (asked: Deciders) => ({
  decision: asked.newId(),
  priorAuth: asked.newId(),
  callback: asked.newId(),
  outbox: asked.newId(),
})
const tiers = ['A', 'R', 'O'] as const
type Tier = (typeof tiers)[number]
const milder = (own: Tier | null, kept: Tier): Tier =>
  own !== null && tiers.indexOf(own) < tiers.indexOf(kept) ? own : kept
const overlaps = (a: { startDate: string; endDate: string }, b: { startDate: string; endDate: string }): boolean =>
  a.startDate <= b.endDate && b.startDate <= a.endDate
const reasonWords = (
  id: number | undefined,
  text: string | undefined,
  of: readonly { id: number; reason: string }[],
): string => text?.trim() || of.find((one) => one.id === id)?.reason || ''

export const handlers: Handlers<Calls> = {
  approve: async (asked) => {
    const { input, now } = asked
    const { person, request } = await held(asked, input.id)
    sameIds(input, request)
    refuseStale(request, input.version)
    const settings = decisionSettings(request)
    const authorization = decidable(request)
    const first = request.first_approval
    // The second of two people confirms what the first one wrote; a pharmacist adds the safety codes that waited.
    const reason = reasonWords(input.reasonId, input.priorauthReasonDesc, approvalReasons)
    const sent = { ...input, priorauthReasonDesc: reason }
    const wanted = first
      ? {
          ...sent,
          startDate: first.startDate,
          endDate: first.endDate,
          oneTimeFill: first.oneTime,
          drugLevel: first.level,
          paMaxFill: first.maxFills,
          ...(request.status_id === 25 && {
            rejects: first.codes.map((rejectCode) => ({ rejectCode, override: true })),
            safetyAck: first.safetyAck ?? undefined,
            safetyRejectEnabled: first.safetyIncluded,
            note: sent.note ?? first.note,
          }),
        }
      : sent
    const judged =
      first && request.status_id === 22
        ? {
            ...authorization,
            rejects: authorization.rejects.map((reject) =>
              first.codes.includes(reject.rejectCode) ? { ...reject, cleared: true } : reject,
            ),
          }
        : authorization
    refuse(asWhy(whyNotApprove(person, judged, wanted, now.toISOString(), settings)))
    const approval = approvalOf(person, judged, wanted, now.toISOString(), settings)
    const codes = [...new Set([...(first?.codes ?? []), ...approval.clears])]
    const verdict: Verdict = {
      kind: 'APPROVE',
      startDate: approval.startDate,
      endDate: approval.endDate,
      oneTime: approval.oneTimeFill,
      level: approval.drugLevel,
      maxFills: approval.maxFills,
      maxQty: input.maxQty ?? first?.maxQty ?? null,
      maxDays: input.maxDays ?? first?.maxDays ?? null,
      codes,
      overrideAll: input.overrideAllRejections ?? false,
      safetyIncluded: approval.safetyIncluded || (first?.safetyIncluded ?? false),
      safetyAck: input.safetyAck ?? first?.safetyAck ?? null,
      reasonId: input.reasonId ?? first?.reasonId ?? null,
      reason: reason || first?.reason || 'Related to accepted injury',
      note: input.note ?? first?.note ?? '',
    }
    const outcome = approveOutcome(person, judged, wanted, settings)
    // The first half is given already: approving it again clears nothing more.
    if (first && request.status_id === 22 && approval.clears.length === 0)
      refuse({
        code: 'SAFETY_NEEDS_PHARMACIST',
        message: `A pharmacist must clear ${outcome.waitsFor.join(', ')} before this is approved.`,
      })
    if (outcome.statusId !== 30) {
      const half: FirstApproval = {
        byId: person.id,
        byName: person.name,
        at: now.toISOString(),
        fromStatus: request.status_id,
        startDate: verdict.startDate!,
        endDate: verdict.endDate!,
        oneTime: verdict.oneTime,
        level: verdict.level!,
        maxFills: verdict.maxFills,
        maxQty: verdict.maxQty,
        maxDays: verdict.maxDays,
        codes,
        waitsFor: [...outcome.waitsFor],
        overrideAll: verdict.overrideAll,
        safetyIncluded: verdict.safetyIncluded,
        safetyAck: verdict.safetyAck,
        reasonId: verdict.reasonId,
        reason: verdict.reason,
        note: verdict.note,
        dual: outcome.dualControl,
      }
      const at = {
        mc: request.mc,
        authorizationId: request.id,
        now: now.toISOString(),
        actor: actorOf(person),
        from: request.status_id,
        to: outcome.statusId,
      }
      asked.write(rows.move({ mc: request.mc, id: request.id, to: outcome.statusId, now: now.toISOString() }))
      asked.write(sql.keepFirstApproval(request.mc, request.id, half))
      asked.write(
        rows.insertEvents([
          outcome.statusId === 22
            ? event(at, 134, { user: person.name, codes: outcome.waitsFor.join(', ') })
            : event(at, 131, {}),
        ]),
      )
      asked.note({
        claims: [request.stratus_claim_id],
        type: 'rx_authorization',
        id: request.id,
        detail: { from: request.status_id, to: outcome.statusId, waitsFor: outcome.waitsFor },
      })
      asked.bell('authorizations')
      return {
        success: true,
        authorizationId: request.id,
        authorizationStatusId: outcome.statusId,
        authorizationStatus: statusLabel(outcome.statusId),
        version: request.version + 1,
        priorAuth: null,
        callback: null,
        undoUntil: now.toISOString(),
        warnings: [
          outcome.statusId === 22
            ? `A pharmacist must still clear ${outcome.waitsFor.join(', ')}.`
            : 'A second person must confirm this approval.',
        ],
      }
    }
    const window = { startDate: verdict.startDate!, endDate: verdict.endDate! }
    const prefix = request.gpi.slice(0, verdict.level === 11 ? 14 : (verdict.level ?? 14))
    const overlapping = request.permits.filter(
      (permit) => permit.kind === 'PERMIT' && prefix.startsWith(permit.gpiPrefix) && overlaps(permit, window),
    )
    if (overlapping.length > 0 && !input.supersede) {
      refuse({
        code: 'DUPLICATE',
        message: 'An active prior authorization already covers this. Replace it, or choose other dates.',
        field: 'supersede',
        current: { existingPriorAuths: overlapping },
      })
    }
    const written = decide(
      request as unknown as Deciding,
      verdict,
      { id: person.id, name: person.name, actor: actorOf(person) },
      ids(asked),
      now.toISOString(),
      asked.portal.settings.undoSeconds,
    )
    if (first) {
      written.decision.decided_by = first.byId
      written.decision.decided_by_name = first.byName
      written.decision.second_approver = person.id
      written.decision.second_approver_name = person.name
      if (request.status_id === 25)
        written.events.unshift(
          event(
            {
              mc: request.mc,
              authorizationId: request.id,
              now: now.toISOString(),
              actor: actorOf(person),
              from: 25,
              to: 30,
            },
            132,
            {},
          ),
        )
      if (request.status_id === 25)
        written.events = written.events.map((line) => (line.event_code === 130 ? { ...line, old_status_id: 30 } : line))
    }
    if (written.priorAuth && overlapping[0]) {
      const kept = keptOf(overlapping, written.priorAuth.end_date, written.priorAuth.codes_cleared)
      written.priorAuth.supersedes_id = overlapping[0].id
      written.priorAuth.codes_cleared = [...written.priorAuth.codes_cleared, ...kept.codes]
      if (kept.tier !== null) {
        written.priorAuth.safety_included = true
        // Two decided about safety: the permission clears what the milder of both words covers.
        written.priorAuth.safety_tier = milder(written.priorAuth.safety_tier, kept.tier)
      }
    }
    return write(asked, person, request, written, {
      end: overlapping.map((permit) => permit.id),
      endReason: 'Replaced by a new approval',
    })
  },

  reject: async (asked) => {
    const { input, now } = asked
    const { person, request } = await held(asked, input.id)
    sameIds(input, request)
    refuseStale(request, input.version)
    const settings = decisionSettings(request)
    const authorization = decidable(request)
    refuse(asWhy(whyNotReject(person, authorization, input, now.toISOString(), settings)))
    const block = blockOf(person, authorization, input, now.toISOString(), settings)
    const verdict: Verdict = {
      kind: 'REJECT',
      startDate: block.startDate,
      endDate: block.endDate,
      oneTime: block.oneTimeFill,
      level: block.drugLevel,
      maxFills: null,
      maxQty: null,
      maxDays: null,
      codes: block.rejectCodes,
      overrideAll: false,
      safetyIncluded: false,
      safetyAck: null,
      reasonId: input.reasonId ?? null,
      reason: reasonWords(input.reasonId, input.priorauthReasonDesc, rejectionReasons),
      note: input.note ?? '',
    }
    const prefix = request.gpi.slice(0, block.drugLevel === 11 ? 14 : block.drugLevel)
    const ended = request.permits.filter(
      (permit) =>
        overlaps(permit, block) &&
        (permit.kind === 'BLOCK'
          ? permit.gpiPrefix === prefix
          : input.terminateExisting === true && permit.gpiPrefix.startsWith(prefix)),
    )
    const written = decide(
      request as unknown as Deciding,
      verdict,
      { id: person.id, name: person.name, actor: actorOf(person) },
      ids(asked),
      now.toISOString(),
      asked.portal.settings.undoSeconds,
    )
    return write(asked, person, request, written, {
      end: ended.map((permit) => permit.id),
      endReason: 'Replaced by a denial',
    })
  },

  rejectThisFill: async (asked) => {
    const { input, now } = asked
    const { person, request } = await held(asked, input.id)
    sameIds(input, request)
    refuseStale(request, input.version)
    refuse(asWhy(whyNotRejectThisFill(person, decidable(request), input, now.toISOString(), decisionSettings(request))))
    const verdict: Verdict = {
      kind: 'REJECT_NO_PA',
      startDate: null,
      endDate: null,
      oneTime: false,
      level: null,
      maxFills: null,
      maxQty: null,
      maxDays: null,
      codes: input.rejectCodes ?? request.reject_codes,
      overrideAll: false,
      safetyIncluded: false,
      safetyAck: null,
      reasonId: input.reasonId ?? null,
      reason: reasonWords(input.reasonId, input.priorauthReasonDesc, rejectionReasons),
      note: input.note ?? '',
    }
    return write(
      asked,
      person,
      request,
      decide(
        request as unknown as Deciding,
        verdict,
        { id: person.id, name: person.name, actor: actorOf(person) },
        ids(asked),
        now.toISOString(),
        asked.portal.settings.undoSeconds,
      ),
    )
  },

  // C020: approve and reject are routes of their own and cannot be reached by a word.
  move: async (asked) => {
    const { input, now } = asked
    if (!isAlias(input.status))
      return refuse({
        code: 'UNSUPPORTED_STATUS',
        message: `Unsupported status: ${input.status}`,
        field: 'status',
      }) as never
    const { person, request } = await held(asked, input.id)
    const settings = decisionSettings(request)
    const alias = input.status
    const target = aliases[alias]
    if (input.version !== undefined && input.version !== request.version)
      refuseStale(request, request.status_id >= 30 ? input.version : -1)
    if (alias === 'reconsider' || alias === 'secondapproval')
      return refuse({
        code: 'RULE',
        message:
          alias === 'reconsider'
            ? 'Open a reconsideration from the decided request.'
            : 'A second approval is asked for by approving over your limit.',
      }) as never
    refuse(asWhy(whyNotMove(person, decidable(request), alias, now.toISOString(), settings)))
    const via = viaOf(alias, request.status_id as never)
    const at = {
      mc: request.mc,
      authorizationId: request.id,
      now: now.toISOString(),
      actor: actorOf(person),
      from: request.status_id,
      to: target.to,
    }
    const line = moveLine(via, at, person.name, input.note ?? '')
    const completes = target.to >= 30
    asked.write(
      rows.move({
        mc: request.mc,
        id: request.id,
        to: target.to,
        now: now.toISOString(),
        ...(completes && { completedBy: { id: person.id, name: person.name } }),
      }),
    )
    if (request.status_id === 41 && alias === 'reopen' && request.standing)
      asked.write(sql.undoDecision(request.mc, request.standing.id, person.name, now.toISOString()))
    if (request.first_approval) asked.write(sql.keepFirstApproval(request.mc, request.id, null))
    asked.write(rows.insertEvents([line]))
    asked.note({
      claims: [request.stratus_claim_id],
      type: 'rx_authorization',
      id: request.id,
      detail: { from: request.status_id, to: target.to },
    })
    asked.bell('authorizations')
    return {
      success: true,
      authorizationId: request.id,
      authorizationStatusId: target.to,
      authorizationStatus: statusLabel(target.to),
      version: request.version + 1,
    }
  },

  // the decision stands at once, its outward effect waits; exactly one of "undone" and "dispatched" happens.
  undo: async (asked) => {
    const { input, now } = asked
    const [{ person, request }, outward, since] = await Promise.all([
      held(asked, input.id),
      asked.db.one(sql.holdOutward(input.id)),
      asked.db.one(sql.fillsSince(input.id)),
    ])
    if (![30, 40, 41].includes(request.status_id) || !request.standing)
      return refuse({ code: 'CONFLICT', message: 'There is no decision to take back.' }) as never
    if (!mayUndo(person, request))
      refuse({ code: 'NOT_ALLOWED', message: 'Only who decided, or their supervisor, may take a decision back.' })
    if (!outward || outward.dispatched || Date.parse(outward.available_at) <= now.getTime() || (since?.fills ?? 0) > 0)
      refuse({ code: 'UNDO_TOO_LATE', message: 'The pharmacy has already been told. Make a new decision instead.' })
    const to = since?.from_status ?? 20
    const at = now.toISOString()
    asked.write(sql.cancelOutward(request.mc, request.id, at))
    asked.write(sql.closeCallbacks(request.mc, request.id))
    asked.write(sql.undoDecision(request.mc, request.standing.id, person.name, at))
    asked.write(sql.undoPriorAuths(request.mc, request.id, person.name))
    asked.write(rows.move({ mc: request.mc, id: request.id, to, now: at, reopened: true }))
    asked.write(
      rows.insertEvents([
        event(
          { mc: request.mc, authorizationId: request.id, now: at, actor: actorOf(person), from: request.status_id, to },
          215,
          { user: person.name },
        ),
      ]),
    )
    asked.note({
      claims: [request.stratus_claim_id],
      type: 'rx_authorization',
      id: request.id,
      detail: { from: request.status_id, to, undone: request.standing.id },
    })
    asked.bell('authorizations')
    return {
      success: true,
      authorizationId: request.id,
      authorizationStatusId: to,
      authorizationStatus: statusLabel(to),
      version: request.version + 1,
    }
  },

  effectiveDates: oneTrip(
    ({ id }) => ({ requests: seen(rows.look(id)), permits: sql.permitsOf(id) }),
    ({ requests: [request], permits }, { input, person, now }) => {
      if (!request) return notFound()
      const dates = datesAllowed(person, {
        authorization: decidable(request),
        action: 'approve',
        now: now.toISOString(),
        settings: decisionSettings(request),
        ...(input.oneTimeFill !== undefined && { oneTimeFill: input.oneTimeFill }),
      })
      return {
        ...dates,
        existingPriorAuths: permits.filter((permit) => [1, 2, 3, 7].includes(permit.status_id)).map(toPriorAuth),
      }
    },
  ),

  callback: async (asked) => {
    const { input, now } = asked
    const { person, request } = await held(asked, input.authorizationId)
    if (input.subCarrier !== undefined && input.subCarrier !== request.sub_carrier) return notFound()
    if (input.pharmacyNabp !== request.pharmacy_nabp)
      return refuse({
        code: 'VALIDATION',
        field: 'pharmacyNabp',
        message: 'This is not the pharmacy of this request.',
      }) as never
    const standing = request.standing
    if (![30, 31, 33, 40, 41].includes(request.status_id) || !standing)
      return refuse({ code: 'RULE', message: 'There is no decision to tell the pharmacy yet.' }) as never
    const usDay = (day: string | null): string | null =>
      day === null ? null : `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)} 12:00 AM`
    const granted = request.status_id < 40
    if (
      granted &&
      (input.authorizationStartDate !== usDay(standing.startDate) ||
        input.authorizationEndDate !== usDay(standing.endDate))
    ) {
      refuse({
        code: 'VALIDATION',
        field: 'authorizationStartDate',
        message: 'The dates must be those of the decision.',
      })
    }
    const callbackId = asked.newId()
    const at = now.toISOString()
    asked.write(sql.closeCallbacks(request.mc, request.id))
    asked.write(
      rows.insertCallback({
        mc: request.mc,
        id: callbackId,
        authorization_id: request.id,
        pharmacy_nabp: request.pharmacy_nabp,
        status_id: 1,
        outcome: granted ? 'APPROVED' : request.status_id === 40 ? 'REJECTED' : 'NOT_COVERED_THIS_FILL',
        start_date: granted ? standing.startDate : null,
        end_date: granted ? standing.endDate : null,
        one_time: input.oneTimeFillFlag,
        attempts: 0,
        created_at: at,
        sent_at: null,
        acknowledged_at: null,
        last_error: null,
      }),
    )
    asked.write(
      rows.insertOutbox([
        {
          mc: request.mc,
          id: asked.newId(),
          topic: 'pharmacy.callback',
          payload: { callbackId, authorizationId: request.id },
          authorization_id: request.id,
          available_at: at,
          created_at: at,
          dispatched_at: null,
          cancelled_at: null,
        },
      ]),
    )
    asked.write(
      rows.insertEvents([
        event(
          {
            mc: request.mc,
            authorizationId: request.id,
            now: at,
            actor: actorOf(person),
            from: request.status_id,
            to: request.status_id,
          },
          300,
          {},
        ),
      ]),
    )
    asked.note({ claims: [request.stratus_claim_id], type: 'pharmacy_callback', id: callbackId })
    return { success: true, callbackId, status: 'Queued' }
  },

  reasons: oneTrip(
    () => ({}),
    (_nothing, { input }) => {
      if (input.action === 'APPROVE')
        return approvalReasons.map((one) => ({
          reasonId: one.id,
          description: one.reason,
          requiresNote: one.noteRequired,
          letterText: null,
          default: one.id === 1,
          urOnly: false,
        }))
      return rejectionReasons.map((one) => ({
        reasonId: one.id,
        description: one.reason,
        requiresNote: one.noteRequired,
        letterText: null,
        default: false,
        urOnly: input.jurisState !== undefined && urOnlyReason(one, input.jurisState),
      }))
    },
  ),

  editRules: oneTrip(
    ({ authorizationId }) => ({ requests: seen(rows.look(authorizationId)) }),
    ({ requests: [request] }, { input, person, now }) => {
      if (!request) return notFound()
      return editRules(person, {
        authorization: decidable(request),
        action: input.action === 'APPROVE' ? 'approve' : 'reject',
        now: now.toISOString(),
        settings: decisionSettings(request),
      })
    },
  ),

  autoPaUser: oneTrip(
    ({ subCarrierCode, groupNumber }) => ({ group: sql.autoPa(subCarrierCode, groupNumber) }),
    ({ group }) => ({ isAutoPaUser: group[0]?.auto_pa ?? false }),
  ),

  rejectionReasons: oneTrip(
    () => ({}),
    (_nothing, { input }) =>
      rejectionReasons.map((one) => ({
        reasonId: one.id,
        code: String(one.id).padStart(2, '0'),
        description: one.reason,
        requiresNote: one.noteRequired,
        urOnly: input.jurisState === undefined ? one.urOnly === 'ALL' : urOnlyReason(one, input.jurisState),
      })),
  ),
}

function moveLine(via: ReturnType<typeof viaOf>, at: Parameters<typeof event>[0], user: string, note: string) {
  const plain: Partial<Record<typeof via, EventCode>> = { clinical: 160, ur: 165, pending: 162 }
  if (via === 'return')
    return at.from === 25 ? event(at, 133, {}) : event(at, 166, { result: 'returned', no: 'not given' })
  if (via === 'withdraw') return event(at, 212, { reason: note || 'no reason given' })
  if (via === 'reopen') return event(at, 214, { user, reason: note || 'no reason given' })
  if (via === 'lomn') return event(at, 150, { prescriber: 'the prescriber', channel: 'hand' })
  return event(at, plain[via] as 160, { user })
}
