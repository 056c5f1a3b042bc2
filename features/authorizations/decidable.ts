import type { DeterminationKind } from './determination-kinds.ts'
import type { StatusId } from './statuses.ts'

/** One reject as the rules need it; a row of the engine's answer fits as it is. */
export type DecidableReject = {
  rejectCode: string
  /** ELIG, PROV, PROD, QTY, PA, DUR, FMT, SYS. */
  class: string
  safety: boolean
  /** 1 contraindicated, 2 major, 3 moderate; absent where a code has no grade. */
  severity?: number | null
  hardStop: boolean
  /** Least role: A adjuster, S supervisor, R pharmacist, O override-all clinical, K fix the data, - nobody. */
  overridableBy: string
  /** Rule of adjudication that raised it, e.g. 'R15' (docs/rules.md). */
  sourceRule?: string
  /** May be cleared only with a letter of medical necessity on file (R35). */
  letterNeeded?: boolean
  /** Already cleared, by the first half of a two-step approval. */
  cleared?: boolean
}

/** What a utilization review, board or court ordered, or the first of two approvers set; an approval follows it. */
export type Determination = {
  startDate: string
  endDate: string
  oneTimeFill: boolean
  drugLevel: number
  maxFills: number | null
  /** Most units, and most days of supply, of one fill; the whole prescription where they are left out. */
  maxQty?: number | null
  maxDays?: number | null
  /** Who determined it; nobody outside where it is the first of two approvals. */
  by?: DeterminationKind
}

/**
 * The least the decision rules must know of a request. Dates are 'YYYY-MM-DD', instants ISO 8601 UTC, money US dollars.
 * What may be left out has the plain meaning: no such thing.
 */
export type DecidableAuthorization = {
  statusId: StatusId
  version: number
  rejects: readonly DecidableReject[]
  /** State of jurisdiction, 'CA' or 'US-FECA'. */
  jurisState: string
  receivedAt: string
  statutoryDueAt: string | null
  /** Silence approves it after its due time. */
  silenceApproves?: boolean
  snoozedUntil: string | null
  snoozeHoursTotal: number
  gpi: string
  /** 'CII' to 'CV'; null when not scheduled. */
  deaSchedule: string | null
  daysSupply: number
  /** Units a fill, as asked for; left out where a form does not know them. */
  quantity?: number
  dateOfService: string
  dateOfInjury: string
  /** Last day of coverage of the claim; null while open. */
  claimTermDate: string | null
  estimatedCost: number | null
  /** The drug class is flagged for a second approver. */
  dualControl?: boolean
  subCarrier: string
  groupCode: string
  /** Channel (reference/channels.ts): 1 retail, 2 bill review, 3 mail, 7 reimbursement, 8 J code, 9 paper bill, 10 portal. */
  channel: number
  /** Ids of owner, backups and delegates. */
  ownerIds: readonly string[]
  /** Ids of the people the asker supervises. */
  supervisedIds?: readonly string[]
  createdById?: string | null
  /** When it was completed; null while open. */
  completedAt?: string | null
  reconsiderationLevel: number
  /** Who decided the request this one reconsiders. */
  originalDeciderId?: string | null
  /** Who gave the first approval of two. */
  firstApproverId?: string | null
  /** They were a pharmacist, or a reviewer of the state. */
  firstApproverIsClinical?: boolean
  /** Something was filled on it already. */
  filled?: boolean
  firstFill?: boolean
  /** The claim is not accepted yet. */
  underInvestigation?: boolean
  compound?: boolean
  opioid?: boolean
  maintenance?: boolean
  letterOnFile?: boolean
  /** An explanation of bill review that denies it is kept. */
  explained?: boolean
  /** What the determination that stands grants. */
  determination?: Determination | null
  /** Whose determination, the one that stands, denies it. */
  deniedBy?: DeterminationKind | null
  /** What the first of two approvers set: judged by their rights then, binding for the second. */
  firstApproval?: Determination | null
}
