import type { CallContext } from '#platform/calls/handler.ts'
import type { DecisionFacts } from '#features/authorizations/decision-facts.ts'
import type { DecisionSettings } from '#features/permissions/decision-settings.ts'
import type { Verdict } from '#features/authorizations/rows.ts'
import { approvalOf, dualControl, whyNotApprove } from '#features/decisions/approval.ts'
import { blockOf, whyNotReject } from '#features/decisions/denial.ts'
import { approvedVerdict } from '#features/decisions/verdict.ts'
import { whyNotNewLine } from '#features/snapshots/clinic-line.ts'
import type { ParsedInputOf } from '#platform/calls/contract.ts'
import type { Person } from '#platform/calls/person.ts'
import type { Why } from '#platform/calls/refusal.ts'
import { askingFor, namedInAdvance, whyNotThese } from './named-in-advance.ts'
import { secondPerson } from './widening.ts'
import type { priorAuths } from './contract.ts'

// A prior authorization or block without a request, and why it may be refused: the rules of a decision,
// applied to the engine's rejects.

type Input = ParsedInputOf<(typeof priorAuths)['save']>
type Judging = {
  person: Person
  authorization: DecisionFacts
  /** Codes it clears, or that the denial is based on. */
  codes: readonly string[]
  reason: string
  at: string
  settings: DecisionSettings
  input: Input
}

const package11: Why<'VALIDATION'> = { code: 'VALIDATION', field: 'ndc', message: 'A package is named by its NDC.' }
const tooShort = (level: number): Why<'VALIDATION'> => ({
  code: 'VALIDATION',
  field: 'gpi',
  message: `Level ${level} needs ${level} digits of the drug code.`,
})

/** Why the claim or the drug level is not identified; undefined when both are. */
export function whyNotNamed(input: Input): Why<'VALIDATION'> | undefined {
  if (![input.stratusClaimId, input.esiClaimId, input.subscriberNumber, input.customerClaimNumber].some(Boolean))
    return { code: 'VALIDATION', field: 'stratusClaimId', message: 'Enter a claim.' }
  if (input.ndc === undefined && input.gpi === undefined && !input.hcpcs)
    return { code: 'VALIDATION', field: 'ndc', message: 'Enter a drug: an NDC or a drug code.' }
  const line = whyNotNewLine({ hcpcs: input.hcpcs, ndc: input.ndc, gpi: input.gpi })
  if (line) return line
  const { drugLevel: level, gpi, ndc } = input
  if (level === 11) return ndc === undefined ? package11 : undefined
  return gpi !== undefined && level !== undefined && gpi.length < level ? tooShort(level) : undefined
}

/** Why the drug is not specific enough for the level; undefined when it is. */
export function whyNotAtLevel({ ndc, gpi, hcpcs }: Input, level: number): Why<'VALIDATION'> | undefined {
  if (ndc !== undefined) return undefined
  if (level === 11) return package11
  return !hcpcs && gpi!.length < level ? tooShort(level) : undefined
}

/** The new prior authorization; refuses what this user may not grant alone. */
export function permitted(
  { refuse }: Pick<CallContext<(typeof priorAuths)['save']>, 'refuse'>,
  { person, authorization, codes, reason, at, settings, input }: Judging,
): Verdict {
  const wanted = {
    startDate: input.startDate,
    endDate: input.authorizationExpirationDate,
    oneTimeFill: input.oneTimeFill,
    drugLevel: input.drugLevel,
    paMaxFill: input.paMaxFill,
    rejects: namedInAdvance(authorization.rejects, input),
    safetyRejectEnabled: input.safetyRejectEnabled,
    safetyAck: input.safetyAck,
    priorauthReasonDesc: reason,
    note: input.note,
  }
  refuse(whyNotThese(authorization.rejects, input))
  refuse(askingFor(whyNotApprove(person, authorization, wanted, at, settings), authorization.rejects))
  if (dualControl(person, authorization, settings)) refuse(secondPerson)
  const approval = approvalOf(person, authorization, wanted, at, settings)
  if (approval.maxCost !== null && (input.maxCost ?? 0) > approval.maxCost)
    refuse({ ...secondPerson, field: 'maxCost' })
  const clears = codes.filter((code) => approval.clears.includes(code))
  return { ...approvedVerdict(approval, input, reason, false), codes: clears }
}

/** The new block: a block in advance is a denial too. */
export function blocked(
  { refuse }: Pick<CallContext<(typeof priorAuths)['save']>, 'refuse'>,
  { person, authorization, codes, reason, at, settings, input }: Judging,
): Verdict {
  const wanted = {
    startDate: input.startDate,
    endDate: input.authorizationExpirationDate,
    drugLevel: input.drugLevel,
    ...(input.brandFlag !== undefined && { brandOnly: input.brandFlag === 'B' }),
    priorauthReasonDesc: input.priorauthReasonDesc,
    reasonId: input.reasonId,
    note: input.note,
  }
  refuse(whyNotReject(person, authorization, wanted, at, settings))
  const made = blockOf(person, authorization, wanted, at, settings)
  return {
    kind: 'REJECT',
    startDate: made.startDate,
    endDate: made.endDate,
    oneTime: false,
    level: made.drugLevel,
    brandFlag: made.brandFlag,
    maxFills: null,
    maxQty: null,
    maxDays: null,
    codes,
    overrideAll: false,
    safetyIncluded: false,
    safetyAck: null,
    reasonId: input.reasonId ?? null,
    reason,
    note: input.note ?? '',
  }
}
