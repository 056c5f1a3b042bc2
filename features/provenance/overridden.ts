import { findingId, isClearedBy } from '#features/prior-auths/findings.ts'
import { authorityInWords } from '#features/determinations/authorities.ts'
import { adviceSentence } from './advice-words.ts'
import type { DecisionRecord } from './contract.ts'
import type { Recorded } from './recorded.ts'

/** An approval of any kind: by a person, a rule, a bypass or the clock. */
export const grants = (kind: DecisionRecord['kind']): boolean => !['REJECT', 'REJECT_NO_PA'].includes(kind)

/** Advice that a decision goes against; "defer" is neither a yes nor a no. */
const isAgainst = (action: string, granted: boolean): boolean =>
  granted ? action === 'REJECT' || action === 'P2P' : action.startsWith('APPROVE')

const clearedByWords: Readonly<Record<string, string>> = {
  A: 'a claims adjuster may clear it',
  S: 'a supervisor may clear it',
  R: 'a pharmacist may clear it',
  O: 'a senior pharmacist may clear it',
}

/** Why this finding was cleared: its own reason, else what was said of all. */
const reasonOf = ({ cleared, safetyAck }: Recorded['outcome'], finding: string): string | null =>
  cleared?.find((one) => one.finding === finding)?.reason ?? safetyAck

/** What the decision set aside, and why: reject codes it cleared, advice it did not follow. */
export function overriddenBy(of: Recorded, advice: DecisionRecord['advice']): DecisionRecord['overridden'] {
  const { outcome } = of
  const because = [outcome.reason, outcome.note].filter(Boolean).join(' ')
  const cleared = grants(of.kind)
    ? of.request.rejects.filter((one) => isClearedBy(outcome, one, of.request.rejects))
    : []
  const denied = of.determination?.result === 'DENIED' && grants(of.kind) ? of.determination : null
  const against = advice !== null && of.person !== null && isAgainst(advice.action, grants(of.kind))
  return [
    ...cleared.map((reject) => ({
      what: `Code ${reject.rejectCode}`,
      means: [reject.message, clearedByWords[reject.overridableBy]].filter(Boolean).join('; '),
      why: [because, reject.safety ? reasonOf(outcome, findingId(reject, of.request.rejects)) : null]
        .filter(Boolean)
        .join(' '),
    })),
    ...(denied
      ? [
          {
            what: 'Determination',
            means: `${authorityInWords(denied.kind)} denied it: ${denied.authority}, ${denied.number}`,
            why: because,
          },
        ]
      : []),
    ...(against
      ? [
          {
            what: advice.source === 'PHARMACIST' ? 'Pharmacist recommendation' : 'Automated guidance',
            means: adviceSentence(advice),
            why: because,
          },
        ]
      : []),
  ]
}
