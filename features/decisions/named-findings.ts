import type { Why } from '#platform/calls/refusal.ts'
import type { DecisionFacts, RejectFacts } from '#features/authorizations/decision-facts.ts'
import { live } from '#features/decision-rights/who-decides.ts'
import { type ClearedNow, findingId, findingsOf, measureWords } from '#features/prior-auths/findings.ts'

// Which findings an approval names: safety findings one by one, each with its reason; an ordinary code as a whole.

/** A reject as an approval lists it. */
export type NamedReject = {
  rejectCode: string
  override: boolean
  /** Of a safety code that stands for several findings: which one. */
  finding?: string | undefined
  /** Why this safety finding may be cleared. */
  reason?: string | undefined
}

type Named = { rejects?: readonly NamedReject[] | undefined }

/** The finding a list names: by itself, or by its code where that has no other. */
export const named = ({ finding, rejectCode }: Pick<NamedReject, 'finding' | 'rejectCode'>): string =>
  finding ?? rejectCode

export const findingInWords = ({ rejectCode, about }: Pick<ClearedNow, 'rejectCode' | 'about'>): string =>
  about === '' ? rejectCode : `${rejectCode} (${about})`

/** Why a clearing of safety codes is refused that does not say of which findings. */
export function whyNotNamed(
  authorization: DecisionFacts,
  input: Named & { safetyRejectEnabled?: boolean | undefined },
): Why<'RULE'> | undefined {
  const safety = live(authorization).filter((reject) => reject.safety)
  const wanted = (input.rejects ?? []).filter(({ override }) => override)
  const unnamed = input.rejects
    ? safety.filter(
        (reject) =>
          wanted.some((one) => named(one) === reject.rejectCode) &&
          findingId(reject, authorization.rejects) !== reject.rejectCode,
      )
    : input.safetyRejectEnabled
      ? safety
      : []
  if (unnamed.length === 0) return undefined
  const each = findingsOf(unnamed).map(({ rejectCode, measure }) =>
    findingInWords({ rejectCode, about: measureWords(measure) }),
  )
  return {
    code: 'RULE',
    message: `Name each safety finding that is cleared, with its reason: ${each.join('; ')}.`,
    field: 'rejects',
  }
}

/** The safety findings among these, each with the reason it was named with. */
export function withReasons(
  cleared: readonly RejectFacts[],
  { rejects: all }: Pick<DecisionFacts, 'rejects'>,
  input: Named & { safetyAck?: string | undefined },
): ClearedNow[] {
  const found = new Map(cleared.filter(({ safety }) => safety).map((reject) => [findingId(reject, all), reject]))
  return [...found].map(([finding, { rejectCode, measure }]) => {
    const own = input.rejects?.find((one) => one.override && named(one) === finding)?.reason
    // The words beside the list are those of the only finding it names.
    const reason = own ?? (found.size === 1 ? input.safetyAck : undefined) ?? ''
    return { finding, rejectCode, about: measureWords(measure), reason: reason.trim() }
  })
}
