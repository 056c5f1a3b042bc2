import { restartClock } from '#features/authorizations/sql.ts'
import { cancelOutboxOf } from '#platform/jobs/outbox.ts'
import { keepFirstApproval } from '#features/authorizations/first-approval-sql.ts'
import { handedOverStatuses, status } from '#features/authorizations/statuses.ts'
import { closeCallbacks } from '#features/callbacks/sql.ts'
import type { CallContext } from '#platform/calls/handler.ts'
import { refuseStaleVersion } from '#platform/calls/version.ts'
import { letterByHand } from '#features/letters/by-hand.ts'
import { endSnooze } from '#features/authorizations/waiting-sql.ts'
import { snoozeEnded } from '#features/deadlines/snooze-ended.ts'
import { toNotify } from '#features/notifications/outbox.ts'
import type { Happening } from '#features/notifications/rules.ts'
import { closeReferral, openReferral, type ReferralRow } from '#features/determinations/sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import * as lifecycle from '#features/authorizations/lifecycle.ts'
import { lineOf, withSaved, type EventRow } from '#features/authorizations/rows.ts'
import { aliases, isAlias } from '#features/authorizations/transitions.ts'
import * as rows from '#features/authorizations/sql.ts'
import type { moving } from './contract.ts'
import { licenceWords } from '#features/permissions/license-words.ts'
import { decisionSettings } from '#features/permissions/decision-settings.ts'
import { viaOf, whyNotAlias, whyNotMove, whyNotWithout } from '#features/decision-rights/moves.ts'
import { questionWords, type SupervisorQuestion } from '#features/decision-rights/supervisor-questions.ts'
import { answerOf } from '../answer-of.ts'
import * as sql from '../sql.ts'
import {
  currentState,
  loadForAct,
  movedTo,
  recordAct,
  refuseStale,
  type LoadedForAct,
} from '#features/authorizations/load.ts'

/** Words that name a move which has a call of its own. */
const elsewhere: Readonly<Record<string, string>> = {
  reconsider: 'Open a reconsideration from the decided request.',
  secondapproval: 'A second approval is asked for by approving over your limit.',
}

/** Moves a request to another team; approve and reject are calls of their own and cannot be reached by an input of this one. */
export async function move(context: CallContext<(typeof moving)['move']>) {
  const { status: alias, version, about } = context.input
  const note = context.input.note?.trim() ?? ''
  if (!isAlias(alias)) return context.refuse(whyNotAlias(alias)!)
  const at = await loadForAct(context, context.input.id)
  const { person, request, now } = at
  const { mc, id } = request
  // Only reopening moves a decided request, so its version is checked without refusing a decided one.
  if (version === undefined && alias === 'reopen')
    refuseStaleVersion(context, { seen: version, current: currentState(request) })
  else if (version !== request.version) refuseStale(context, request, version)
  if (elsewhere[alias] !== undefined) context.refuse({ code: 'RULE', message: elsewhere[alias] })
  context.refuse(whyNotMove(person, request, alias, now, decisionSettings(request)))
  const { to } = aliases[alias]
  const via = viaOf(alias, person, request, now)
  context.refuse(whyNotWithout(via, request.status_id, { note, about }))
  if (request.status_id === status.PENDING_UR && via === 'return')
    context.write(
      closeReferral({
        mc,
        authorizationId: id,
        now,
        result: 'RETURNED',
        reviewer: person,
        license: licenceWords(person.licenseStates),
        decisionId: null,
      }),
    )
  const notification = notificationOfMove(at, via, to)
  // Who snoozed it while others had it sees that it came back.
  const woken =
    notification && to === status.PENDING ? snoozeEnded(request.snoozed_until, now, 'it came back') : undefined
  if (woken) context.write(endSnooze(mc, id, now))
  lifecycle.move(context, request, {
    via,
    to,
    now,
    by: person,
    ...(handedOverStatuses.includes(to) && { answer: answerOf(request, to, now) }),
    events: [
      withSaved(withNote(lineOfMove(at, via, to, note, about), via, note), request.first_approval),
      ...(woken ? [lineOf(at, eventCode.SNOOZE_ENDED, woken, { from: to })] : []),
    ],
    outbox: notification
      ? [toNotify({ mc, id: context.newId(), authorizationId: id, by: person.id, now, ...notification })]
      : [],
  })
  if (to === status.PENDING_UR) context.write(openReferral(referred(at, context.newId())))
  if (request.status_id === status.REJECTED_NO_PA && alias === 'reopen' && request.decision) {
    context.write(sql.undoDecision(mc, request.decision.id, person.name, now))
    // A pharmacy that was not notified of the denial yet is not notified of it any more.
    context.write(cancelOutboxOf(mc, id, now))
    context.write(closeCallbacks(mc, id))
  }
  if (alias === 'reopen') context.write(rows.restoreFlags(mc, id, request.decision?.id ?? null, now))
  if (alias === 'reopen') context.write(restartClock(mc, id, now))
  if (request.first_approval) context.write(keepFirstApproval(mc, id, null))
  if (alias === 'lomn')
    for (const statement of letterByHand(request, person, context.newId(), now)) context.write(statement)
  recordAct(context, at, { from: request.status_id, to })
  return movedTo(at, to)
}

/** T16: the referral a request is sent to review with; it is due when the request is. */
const referred = ({ request, person, now }: LoadedForAct, id: string): ReferralRow => ({
  mc: request.mc,
  id,
  sub_carrier: request.sub_carrier,
  authorization_id: request.id,
  juris_state: request.juris_state,
  sent_at: now,
  sent_by: person.id,
  sent_by_name: person.name,
  due_at: request.statutory_due_at,
  closed_at: null,
  result: null,
  reviewer_id: null,
  reviewer_name: null,
  license: null,
  decision_id: null,
  review: null,
})

/** What those who wait are notified of when a request comes back from where it was handed over to. */
const returned: Readonly<Partial<Record<number, Happening>>> = {
  [status.PENDING_CLINICAL]: 'clinicalReturned',
  [status.PENDING_UR]: 'reviewReturned',
  [status.PENDING_SUPERVISOR]: 'supervisorReturned',
}

/** Who is notified of a move: the group it goes to, whose approval came back, or whose request was withdrawn. */
function notificationOfMove(
  at: LoadedForAct,
  via: ReturnType<typeof viaOf>,
  to: number,
): { happening: Happening; to?: string[] } | undefined {
  const first = at.request.first_approval
  if (to === status.PENDING_CLINICAL) return { happening: 'clinicalNeeded' }
  if (to === status.PENDING_UR) return { happening: 'reviewNeeded' }
  if (to === status.PENDING_SUPERVISOR) return { happening: 'supervisorNeeded' }
  if (to === status.WITHDRAWN) return { happening: 'withdrawn' }
  if (via === 'return' && first) return { happening: 'secondReturned', to: [first.byId] }
  const { handed_over: sent, status_id: from } = at.request
  const back = returned[from]
  // Who sent it knows that they took it back.
  if (to !== status.PENDING || !back || sent?.byId === at.person.id) return undefined
  if (from === status.PENDING_SUPERVISOR && via !== 'return') return undefined
  return { happening: back, ...(sent?.byId && { to: [sent.byId] }) }
}

/** The line with what was written about it; withdrawals and reopened requests say it as their reason. */
const withNote = (line: EventRow, via: ReturnType<typeof viaOf>, note: string): EventRow =>
  note === '' || via === 'withdraw' || via === 'reopen'
    ? line
    : { ...line, event_text: `${line.event_text}: ${note}`, detail: { ...line.detail, note } }

/** What the log says of a move. */
function lineOfMove(
  at: LoadedForAct,
  via: ReturnType<typeof viaOf>,
  to: number,
  note: string,
  about: SupervisorQuestion | undefined,
): EventRow {
  const user = at.person.name
  const reason = note || 'no reason given'
  switch (via) {
    case 'return':
      if (at.request.status_id === status.PENDING_SUPERVISOR)
        return lineOf(at, eventCode.SUPERVISOR_RETURNED, { user }, { to })
      return at.request.status_id === status.PENDING_SECOND_APPROVAL
        ? lineOf(at, eventCode.SECOND_APPROVAL_RETURNED, {}, { to })
        : lineOf(at, eventCode.UR_DECIDED, { result: 'returned', no: licenceWords(at.person.licenseStates) }, { to })
    case 'withdraw':
      return lineOf(at, eventCode.WITHDRAWN, { reason }, { to })
    case 'reopen':
      return lineOf(at, eventCode.REOPENED, { user, reason }, { to })
    case 'lomn':
      return lineOf(at, eventCode.LETTER_SENT, { prescriber: 'the prescriber', channel: 'hand' }, { to })
    case 'clinical':
      return lineOf(at, eventCode.SENT_TO_CLINICAL, { user }, { to })
    case 'ur':
      return lineOf(at, eventCode.SENT_TO_UR, {}, { to })
    case 'supervisor':
      return lineOf(at, eventCode.SENT_TO_SUPERVISOR, { user, about: questionWords[about!] }, { to })
    case 'pending':
      return lineOf(at, eventCode.PULLED_BACK, { user }, { to })
    default:
      throw new Error(`Nobody moves a request by the word for ${via}.`)
  }
}
