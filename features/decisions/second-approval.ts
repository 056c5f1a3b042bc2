import type { FirstApproval } from '#features/authorizations/rows.ts'
import type { ApprovalAsked, DecidableAuthorization } from './rules.ts'

/** Whether a reject is left to the second person: a code of two findings may be cleared for one and wait for the other. */
export const isLeft = (
  first: Pick<FirstApproval, 'codes' | 'waitsFor'>,
  { rejectCode, safety }: { rejectCode: string; safety: boolean },
): boolean => !first.codes.includes(rejectCode) || (safety && first.waitsFor.includes(rejectCode))

/**
 * The second of two approvals as the rules judge it: it confirms what the first one wrote, and a pharmacist adds the safety
 * codes that waited.
 */
export function asSecondHalf<Asked extends ApprovalAsked>(
  first: FirstApproval,
  sent: Asked,
  authorization: DecidableAuthorization,
): { wanted: Asked; judged: DecidableAuthorization } {
  const { statusId } = authorization
  return {
    wanted: {
      ...sent,
      startDate: first.startDate,
      endDate: first.endDate,
      oneTimeFill: first.oneTime,
      drugLevel: first.level,
      paMaxFill: first.maxFills,
      ...(statusId === 25 && {
        rejects: first.codes.map((rejectCode) => ({ rejectCode, override: true })),
        safetyAck: first.safetyAck ?? undefined,
        safetyRejectEnabled: first.safetyIncluded,
        note: sent.note ?? first.note,
      }),
    },
    judged:
      statusId === 22
        ? {
            ...authorization,
            rejects: authorization.rejects.map((reject) =>
              isLeft(first, reject) ? reject : { ...reject, cleared: true },
            ),
          }
        : authorization,
  }
}
