import type { Caller } from '#platform/calls/handler.ts'
import { whyText } from '#platform/calls/refusal.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import { isComplete } from '#features/authorizations/statuses.ts'
import { runningClock, whyNotExtend } from '#features/decision-rights/extension.ts'
import { whyNotSnooze } from '#features/decision-rights/snoozing.ts'
import { whyNotAsk } from '#features/letters/rules.ts'
import { decidable } from './held.ts'
import { whyNotApprove } from './approval.ts'
import { whyNotReject, whyNotRejectThisFill } from './denial.ts'
import { whyNotMove } from '#features/decision-rights/moves.ts'
import { whyNotDecide } from '#features/decision-rights/who-decides.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'

const UNDO_MS = 10_000

/** What this person may do with an authorization now, and the reason for each act they may not do. */
export function allowedActions(row: Facts, person: Caller, now: string, settings: DecisionSettings) {
  const request = decidable(row)
  const clock = runningClock(row)
  const sample = { reasonId: 22, priorauthReasonDesc: 'Other', note: 'x' }
  const asked = [
    [
      'approve',
      isComplete(row.status_id)
        ? whyNotDecide(person, request, settings)
        : whyNotApprove(person, request, {}, now, settings),
    ],
    ['reject', whyNotReject(person, request, sample, now, settings)],
    ['rejectThisFill', whyNotRejectThisFill(person, request, sample, now, settings)],
    ['clinical', whyNotMove(person, request, 'clinical', now, settings)],
    ['ur', whyNotMove(person, request, 'ur', now, settings)],
    ['pending', whyNotMove(person, request, 'pending', now, settings)],
    ['snooze', whyNotSnooze(person, request, 1, now, row.snoozing)],
    ['lomn', whyNotAsk(person, request, row.letters_off, now, settings)],
    // Where the state's rule has no extension there is nothing to say about one.
    ...(clock.pack.extension ? [['extend', whyNotExtend(person, request, clock, now, settings)] as const] : []),
  ] as const
  const undoable =
    row.completed_by === person.id &&
    row.callback?.statusId === 1 &&
    row.standing !== null &&
    Date.parse(now) < Date.parse(row.standing.at) + UNDO_MS
  return {
    allowedActions: [...asked.filter(([, why]) => !why).map(([action]) => action), ...(undoable ? ['undo'] : [])],
    blockedReasons: asked.flatMap(([action, why]) => (why ? [{ action, code: why.code, message: whyText(why) }] : [])),
    undoUntil: undoable ? new Date(Date.parse(row.standing!.at) + UNDO_MS).toISOString() : null,
  }
}
