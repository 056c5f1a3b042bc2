import { undoUntil } from '#features/authorizations/undo-until.ts'
import { callbackStatus } from '#features/callbacks/statuses.ts'
import { whyNotAdvise } from '#features/decision-rights/advising.ts'
import { whyNotChangeMedication } from '#features/decision-rights/medication.ts'
import { whyNotAssign } from '#features/decision-rights/assigning.ts'
import { kindsFor, whyNotNow } from '#features/determinations/rules.ts'
import type { Caller } from '#platform/calls/handler.ts'
import { whyText, type Why } from '#platform/calls/refusal.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { asOf } from '#features/authorizations/lapse.ts'
import { isComplete, isOpen, isRejected } from '#features/authorizations/statuses.ts'
import { runningClock, whyNotExtend } from '#features/decision-rights/extension.ts'
import { whyNotSnooze, whyNotUnsnooze } from '#features/decision-rights/snoozing.ts'
import { whyNotAsk } from '#features/letters/rules.ts'
import { whyNotMergeThis } from '#features/merging/rules.ts'
import { whyNotApprove } from './approval.ts'
import { whyNothingToClear } from './clearing.ts'
import { whyNotUndo } from './undoable.ts'
import { whyNotReject, whyNotRejectThisFill } from './denial.ts'
import { whyNotMove } from '#features/decision-rights/moves.ts'
import { whyNotMailExaminer } from '#features/decision-rights/mailing-examiner.ts'
import { isBill } from '#features/deadlines/which-pack.ts'
import { blocked, whyNotDecide } from '#features/decision-rights/who-decides.ts'
import { transitions } from '#features/authorizations/transitions.ts'
import { isPharmacist, isSupport, maySupervise, mayUpdate } from '#features/permissions/rules.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'

/** The refusal of an approval that would clear nothing the first one left. */
function nothingToClear(person: Caller, request: Facts, settings: DecisionSettings): Why | undefined {
  const message = whyNothingToClear(person, request, settings)
  return message === undefined ? undefined : { code: 'SAFETY_NEEDS_PHARMACIST', message }
}

/** What may be decided again (T32). */
const reopens: readonly unknown[] = transitions.filter(({ via }) => via === 'reopen').flatMap(({ from }) => from)

const cannotRecord: Why = { code: 'NOT_ALLOWED', message: 'You cannot record a determination of this request now.' }

/**
 * Every act the page of a request offers: which of them this person may do now, and the reason for each they may not do. The
 * rules are those the acts themselves ask, with the carrier's settings; the browser shows the answer and asks no rule again.
 */
export function allowedActions(
  row: Facts,
  person: Caller,
  now: string,
  settings: DecisionSettings,
  undoSeconds: number,
) {
  const request = asOf(row, now)
  const clock = runningClock(request)
  const sample = { reasonId: 22, priorauthReasonDesc: 'Other', note: 'Not related to the injury.' }
  const answers = [
    [
      'approve',
      isComplete(request.status_id)
        ? whyNotDecide(person, request, settings)
        : (whyNotApprove(person, request, {}, now, settings) ?? nothingToClear(person, request, settings)),
    ],
    ['reject', whyNotReject(person, request, sample, now, settings)],
    ['rejectThisFill', whyNotRejectThisFill(person, request, sample, now, settings)],
    ['clinical', whyNotMove(person, request, 'clinical', now, settings)],
    ['ur', whyNotMove(person, request, 'ur', now, settings)],
    ...(maySupervise(person)
      ? []
      : [['supervisor', whyNotMove(person, request, 'supervisor', now, settings)] as const]),
    ['pending', whyNotMove(person, request, 'pending', now, settings)],
    ...(isPharmacist(person)
      ? [['advise', whyNotAdvise(person, { statusId: request.status_id }, request.settings)] as const]
      : []),
    ['assign', whyNotAssign(person, request, settings)],
    ['snooze', whyNotSnooze(person, request, 1, now, request.snoozing)],
    ['unsnooze', whyNotUnsnooze(person, request, settings)],
    ...(isOpen(request.status_id)
      ? [['editMedication', whyNotChangeMedication(person, request, request.gpi, settings)] as const]
      : []),
    // What its creator or support takes away again; nobody else is offered it.
    ...(isOpen(request.status_id) && (request.maker_id === person.id || isSupport(person))
      ? [['withdraw', whyNotMove(person, request, 'withdraw', now, settings)] as const]
      : []),
    ['lomn', whyNotAsk(person, request, request.letters_off, now, settings)],
    ['recordDetermination', whyNotNow(request) ?? (kindsFor(person, request).length > 0 ? undefined : cannotRecord)],
    // After the decision. Only a denial is reconsidered; a supervisor reopens what left no prior authorization.
    ...(isRejected(request.status_id)
      ? [['reconsider', whyNotMove(person, request, 'reconsider', now, settings)] as const]
      : []),
    ...(reopens.includes(request.status_id) && maySupervise(person)
      ? [['reopen', whyNotMove(person, request, 'reopen', now, settings)] as const]
      : []),
    ...(row.duplicates.length > 0 ? [['merge', whyNotMergeThis(person, request.status_id)] as const] : []),
    ...(isBill(request.claim_channel_type) && settings.eobrEnabled
      ? [['explainBill', mayUpdate(person) ? undefined : blocked] as const]
      : []),
    ...(request.settings['dolEnabled'] === true
      ? [['mailExaminer', whyNotMailExaminer(person, request, request.settings)] as const]
      : []),
    // Where the state's rule has no extension there is nothing to say about one.
    ...(clock.pack.extension ? [['extend', whyNotExtend(person, request, clock, now, settings)] as const] : []),
  ] as const
  // The callback waits as long as the decision can be undone.
  const until = request.decision === null ? now : undoUntil(request.decision.at, undoSeconds)
  const mayUndo = !whyNotUndo(person, request) && request.callback?.statusId === callbackStatus.QUEUED && now < until
  return {
    allowedActions: [...answers.filter(([, why]) => !why).map(([action]) => action), ...(mayUndo ? ['undo'] : [])],
    blockedReasons: answers.flatMap(([action, why]) =>
      why ? [{ action, code: why.code, message: whyText(why) }] : [],
    ),
    undoUntil: mayUndo ? until : null,
  }
}
