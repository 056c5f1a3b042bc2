import { outcomeOf, settingsThen } from '#features/decisions/provenance.ts'
import type { AuthorizationRow, DecisionRow, FirstApproval } from '#features/authorizations/rows.ts'
import { canonical, recordOf } from '#features/provenance/record.ts'
import type { Recorded } from '#features/provenance/recorded.ts'
import { storedRecord } from '#features/provenance/sql.ts'
import type { Person } from '#platform/calls/person.ts'
import packageFile from '../../package.json' with { type: 'json' }
import type { Tale } from './tale.ts'

/** A row of `decision_record`; its place and fingerprint are the database's to give. */
export type RecordRow = {
  mc: string
  authorization_id: string
  decision_id: string | null
  at: string
} & ReturnType<typeof storedRecord>

type Known = {
  row: AuthorizationRow
  kind: Recorded['kind']
  /** Null of the first of two approvals. */
  decision: DecisionRow | null
  /** What the decider wanted, where there is no decision yet. */
  firstApproval?: FirstApproval
  /** The first approval, where this is the second. */
  first: FirstApproval | null
  at: string
  from: number | null
  to: number
  person: Person | null
  owners: readonly string[]
  codes: readonly string[]
}

const outcomeOfFirstApproval = (firstApproval: FirstApproval): Recorded['outcome'] => ({
  startDate: firstApproval.startDate,
  endDate: firstApproval.endDate,
  oneTime: firstApproval.oneTime,
  level: firstApproval.level,
  maxFills: firstApproval.maxFills,
  maxQty: firstApproval.maxQty,
  maxDays: firstApproval.maxDays,
  codes: firstApproval.codes,
  ...(firstApproval.cleared && { cleared: firstApproval.cleared }),
  overrideAll: firstApproval.overrideAll,
  safetyIncluded: firstApproval.safetyIncluded,
  safetyAck: firstApproval.safetyAck,
  reasonId: firstApproval.reasonId,
  reason: firstApproval.reason,
  note: firstApproval.note,
  waitsFor: firstApproval.waitsFor ?? [],
})

/**
 * Keeps what was known at a decision of the story, as the handlers do (features/provenance). Not in the scale world,
 * whose million records would measure the disk. A record holds the request as it stood: call it before the row moves on.
 */
export function recordDecision(tale: Tale, of: Known): void {
  const { setting, ledger } = tale
  if (setting.size === 'scale') return
  const { row, person } = of
  const advice = ledger.recommendations.findLast((one) => one.authorization_id === row.id && !one.superseded)
  const known: Recorded = {
    kind: of.kind,
    at: of.at,
    decisionId: of.decision?.id ?? null,
    request: row,
    from: of.from,
    to: of.to,
    person,
    by: person?.name ?? of.decision?.decided_by_name ?? 'RxDocket',
    owners: person ? { ids: of.owners, supervised: setting.supervisedBy(row.mc, person.id) } : null,
    first: of.first,
    outcome: of.firstApproval ? outcomeOfFirstApproval(of.firstApproval) : outcomeOf(of.decision!, of.codes),
    settings: settingsThen(setting.settings(row.mc)),
    advice: advice ?? null,
    screen: null,
    versions: { portal: packageFile.version, screen: null },
  }
  ledger.records.push({
    mc: row.mc,
    authorization_id: row.id,
    decision_id: known.decisionId,
    at: of.at,
    ...storedRecord(canonical(recordOf(known))),
  })
}
