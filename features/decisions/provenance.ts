import { defaultSettings } from '#features/adjudication/settings.ts'
import { canonical, recordOf } from '#features/provenance/record.ts'
import type { Recorded } from '#features/provenance/recorded.ts'
import { insertRecord } from '#features/provenance/sql.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { PriorAuthRow } from '#features/prior-auths/rows.ts'
import type { DecisionRow } from '#features/authorizations/rows.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'

/** The safety findings that were cleared, each with its reason; nothing of a decision that names none. */
function clearedOf({ rejects }: Pick<DecisionRow, 'rejects'>): Pick<Recorded['outcome'], 'cleared'> {
  const cleared = rejects.flatMap(({ rejectCode, findings = [] }) => findings.map((one) => ({ ...one, rejectCode })))
  return cleared.length > 0 ? { cleared } : {}
}

/** From what to what a saved approval was made narrower, and by whom. */
function narrowedOf({ shown }: Pick<DecisionRow, 'shown'>): Pick<Recorded['outcome'], 'narrowed'> {
  const { narrowed } = shown as { narrowed?: string }
  return narrowed === undefined ? {} : { narrowed }
}

/** The product a denial names instead. */
function insteadOf({ shown }: Pick<DecisionRow, 'shown'>): Pick<Recorded['outcome'], 'instead'> {
  const { instead } = shown as Pick<Recorded['outcome'], 'instead'>
  return instead ? { instead } : {}
}

/** What a decision's row says, as its record takes it. */
export const outcomeOf = (
  row: DecisionRow,
  codes: readonly string[],
  priorAuth?: Pick<PriorAuthRow, 'findings'> | null,
): Recorded['outcome'] => ({
  startDate: row.start_date,
  endDate: row.end_date,
  oneTime: row.one_time,
  level: row.drug_level,
  maxFills: row.max_fill,
  maxQty: row.max_qty,
  maxDays: row.max_days,
  codes,
  ...clearedOf(row),
  ...narrowedOf(row),
  ...insteadOf(row),
  findings: priorAuth?.findings ?? null,
  overrideAll: row.override_all,
  safetyIncluded: row.safety_included,
  safetyAck: row.safety_ack_text,
  reasonId: row.reason_id,
  reason: row.reason_desc,
  note: row.note,
})

/** The codes a decision names: those it clears, or all that a denial stands on. */
export const codesOf = (row: DecisionRow): string[] => {
  const cleared = row.rejects.filter(({ override }) => override)
  return (cleared.length > 0 || row.decision === 'APPROVE' ? cleared : row.rejects).map(({ rejectCode }) => rejectCode)
}

const known = new Set([...Object.keys(defaultDecisionSettings), ...Object.keys(defaultSettings)])
/** The carrier's settings that the rules of deciding and the engine read; letters and addresses are none of them. */
export const settingsThen = (settings: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...defaultDecisionSettings,
  ...Object.fromEntries(Object.entries(settings).filter(([key]) => known.has(key))),
})

/** Writes what was known beside the decision it was known at. */
export const keep = (of: Recorded): Sql =>
  insertRecord({
    mc: of.request.mc,
    authorizationId: of.request.id,
    decisionId: of.decisionId,
    at: of.at,
    text: canonical(recordOf(of)),
  })
