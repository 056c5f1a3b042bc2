import type { Determined } from '#features/authorizations/determination-shape.ts'
import type { AuthorizationRow, FirstApproval, Verdict } from '#features/authorizations/rows.ts'
import type { ClearedFinding } from '#features/prior-auths/findings.ts'
import type { Person } from '#platform/calls/person.ts'
import type { DecisionRecord, Screen } from './contract.ts'

// What a record is made from.

/** The request as it stood when it was decided: columns of its row. */
export type RequestThen = Pick<
  AuthorizationRow,
  | 'mc'
  | 'id'
  | 'sub_carrier'
  | 'group_code'
  | 'stratus_claim_id'
  | 'reference_number'
  | 'juris_state'
  | 'request_received_at'
  | 'statutory_due_at'
  | 'due_pack'
  | 'due_arithmetic'
  | 'ndc'
  | 'gpi'
  | 'drug_name'
  | 'strength'
  | 'generic_or_brand'
  | 'dea_schedule'
  | 'quantity'
  | 'days_supply'
  | 'rx_number'
  | 'date_written'
  | 'date_of_service'
  | 'pharmacy_nabp'
  | 'prescriber_npi'
  | 'estimated_cost'
  | 'rejects'
  | 'shown'
  | 'reconsideration_level'
> & {
  version: number
  /** `extended`: when information was asked for that moved the due time. */
  clock_state?: { dueFrom?: DueFrom; extended?: { extendedAt: string } } | Record<string, unknown> | null
}

/** Set on a request that took its due time over from one that was merged into it. */
export type DueFrom = { receivedAt: string; referenceNumber: string; recommendedOn?: string | null }

/** The pharmacist's advice in force, as its row has it. */
type AdviceThen = {
  id: string
  action: string
  rationale: string
  pharmacist: string
  license: string | null
  at: string
}

export type Recorded = {
  kind: DecisionRecord['kind']
  at: string
  /** Null of the first of two approvals. */
  decisionId: string | null
  request: RequestThen
  /** The status it came from and came to; from null, it was made with its decision. */
  from: number | null
  to: number
  /** Null: a rule or the state's clock decided. */
  person: Person | null
  /** The name of the decider where no person decided. */
  by: string
  owners: { ids: readonly string[]; supervised: readonly string[] } | null
  first: FirstApproval | null
  outcome: Pick<
    Verdict,
    | 'startDate'
    | 'endDate'
    | 'oneTime'
    | 'level'
    | 'maxFills'
    | 'maxQty'
    | 'maxDays'
    | 'codes'
    | 'cleared'
    | 'narrowed'
    | 'instead'
    | 'overrideAll'
    | 'safetyIncluded'
    | 'safetyAck'
    | 'reasonId'
    | 'reason'
    | 'note'
  > & {
    waitsFor?: readonly string[]
    /** What its prior authorization clears; left out, what the request was stopped for. */
    findings?: readonly ClearedFinding[] | null
  }
  settings: Readonly<Record<string, unknown>>
  advice: AdviceThen | null
  determination?: Determined | null
  screen: Screen | null
  versions: { portal: string; screen: string | null }
}
