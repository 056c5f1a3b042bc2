import { status } from '#features/authorizations/statuses.ts'
import { isLeft } from './limits/left-to-second.ts'
import type { FirstApproval } from '#features/authorizations/rows.ts'
import { findingId } from '#features/prior-auths/findings.ts'
import type { ApprovalInput } from './approval.ts'
import type { NamedReject } from './named-findings.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'

/** What the first approval cleared and left to the supervisor, finding by finding. */
const confirmed = (first: FirstApproval, { rejects }: DecisionFacts): NamedReject[] =>
  rejects
    .filter((reject) => first.waitsFor.includes(reject.rejectCode) || !isLeft(first, reject, rejects))
    .map((reject) => {
      const finding = findingId(reject, rejects)
      const { reason = '' } = first.cleared?.find((one) => one.finding === finding) ?? {}
      return { rejectCode: reject.rejectCode, override: true, finding, reason }
    })

/**
 * The second of two approvals as the rules judge it: it confirms what the first one wrote, and a pharmacist adds the safety
 * codes that waited.
 */
export function asSecondApproval<Sent extends ApprovalInput>(
  first: FirstApproval,
  sent: Sent,
  authorization: DecisionFacts,
): { wanted: Sent; judged: DecisionFacts } {
  const { status_id: statusId } = authorization
  return {
    wanted: {
      ...sent,
      startDate: first.startDate,
      endDate: first.endDate,
      oneTimeFill: first.oneTime,
      drugLevel: first.level,
      paMaxFill: first.maxFills,
      ...(statusId === status.PENDING_SECOND_APPROVAL && {
        // What was left to the supervisor is cleared by the same yes.
        rejects: confirmed(first, authorization),
        safetyAck: first.safetyAck ?? undefined,
        safetyRejectEnabled: first.safetyIncluded,
        note: sent.note ?? first.note,
      }),
    },
    judged:
      statusId === status.PENDING_CLINICAL
        ? {
            ...authorization,
            rejects: authorization.rejects.map((reject) =>
              isLeft(first, reject, authorization.rejects) ? reject : { ...reject, cleared: true },
            ),
          }
        : authorization,
  }
}
