import type { RejectFacts } from '#features/authorizations/decision-facts.ts'
import { named, type NamedReject } from '#features/decisions/named-findings.ts'
import { type ClearedNow, clearedReasons, findingId, measureWords } from '#features/prior-auths/findings.ts'
import type { RefusalCode, Why } from '#platform/calls/refusal.ts'
import { rejectCode } from '#reference/reject-codes.ts'

// Safety findings of a prior authorization that is granted without a bill, or lets more through: cleared one by one, each
// for its own reason, as on a request (docs/decisions/0453-findings-named-in-advance.md).

/** A safety finding as a caller names it: by its code, or by its name where the code has several. */
type FindingNamed = { rejectCode: string; finding?: string | undefined; reason: string }
type Said = { findings?: readonly FindingNamed[] | undefined; safetyAck?: string | undefined }

/** A safety finding a form asks about. */
type FindingToName = Omit<ClearedNow, 'reason'> & { description: string }

/** A code that stands for a stricter role beside what was found of it: no finding of its own. */
const isShadow = ({ rejectCode: code, sourceRule }: RejectFacts, all: readonly RejectFacts[]): boolean =>
  sourceRule === undefined && all.some((other) => other.rejectCode === code && other.sourceRule !== undefined)

/** The safety findings among these rejects, each once. */
export function findingsToName(rejects: readonly RejectFacts[]): FindingToName[] {
  const found = new Map<string, FindingToName>()
  for (const one of rejects) {
    if (!one.safety || isShadow(one, rejects)) continue
    const { rejectCode: code, measure } = one
    const finding = findingId(one, rejects)
    const about = measureWords(measure)
    found.set(finding, { finding, rejectCode: code, about, description: rejectCode(code)?.meaning ?? '' })
  }
  return [...found.values()]
}

/** What was said of a finding: by its name, or by its code where that has no other. */
function saidOf(
  { finding, rejectCode: code }: Pick<FindingToName, 'finding' | 'rejectCode'>,
  all: readonly FindingToName[],
  findings: readonly FindingNamed[] = [],
): FindingNamed | undefined {
  const alone = all.filter((one) => one.rejectCode === code).length === 1
  return findings.find(
    (one) => named(one) === finding || (alone && one.finding === undefined && one.rejectCode === code),
  )
}

/**
 * The rejects as an approval names them. A safety finding that a list leaves out is not cleared, unless the whole is granted
 * again (`whole`): then its reason is missing. Words beside the list serve only where one finding is cleared.
 */
export function namedInAdvance(
  rejects: readonly RejectFacts[],
  { findings, safetyAck }: Said,
  whole = false,
): NamedReject[] {
  const all = findingsToName(rejects)
  const alone = findings === undefined && all.length === 1 ? safetyAck : undefined
  return rejects.map((one) => {
    const { rejectCode: code } = one
    const finding = findingId(one, rejects)
    if (!one.safety) return { rejectCode: code, finding, override: true }
    const said = isShadow(one, rejects)
      ? findings?.find((other) => other.rejectCode === code)
      : saidOf({ finding, rejectCode: code }, all, findings)
    const override = whole || findings === undefined || said !== undefined
    return { rejectCode: code, finding, override, reason: said?.reason ?? alone }
  })
}

/** Why findings are refused that do not stand. */
export function whyNotThese(rejects: readonly RejectFacts[], { findings }: Said): Why<'RULE'> | undefined {
  const all = findingsToName(rejects)
  const unknown = findings?.find((one) => !all.some((other) => saidOf(other, all, [one])))
  return (
    unknown && {
      code: 'RULE',
      field: 'findings',
      message: `This finding of code ${unknown.rejectCode} does not stand.`,
      current: { findings: all },
    }
  )
}

/** A refusal for want of reasons, with the findings a form asks about. */
export const askingFor = <Code extends RefusalCode>(
  why: Why<Code> | undefined,
  rejects: readonly RejectFacts[],
): Why<Code> | undefined =>
  why?.field === 'safetyAck' ? { ...why, current: { findings: findingsToName(rejects) } } : why

/** The reasons findings were cleared for, in the words of the record. */
export function reasonsGiven(rejects: readonly RejectFacts[], said: Said): string {
  const all = findingsToName(rejects)
  const alone = said.findings === undefined && all.length === 1 ? said.safetyAck : undefined
  return clearedReasons(
    all.map((one) => ({ ...one, reason: (saidOf(one, all, said.findings)?.reason ?? alone ?? '').trim() })),
  )
}
