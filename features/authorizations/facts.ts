import type { ClearedFinding, ClearedNow } from '#features/prior-auths/findings.ts'
import type { Compensability } from '#features/adjudication/snapshot.ts'
import type { DosedFill } from '#features/adjudication/dose-by-day.ts'
import type { PlanFound } from '#features/deadlines/plan.ts'
import type { PriorAuthRow } from '#features/prior-auths/rows.ts'
import type { License } from '#features/permissions/professions.ts'
import type { Review } from './review-shape.ts'
import type { Determined } from './determination-shape.ts'
import type { LetterShown } from './letter-columns.ts'
import type { AuthRowFound } from './row-columns.ts'
import type { FirstApproval, Shown } from './rows.ts'

/**
 * Everything known of an authorization: what its rules ask, its screen and its letters show, and the record of a decision
 * keeps. Read by one statement (facts-sql.ts), named as its columns. Days 'YYYY-MM-DD', instants ISO 8601, money US
 * dollars.
 */
/** When a request was handed to a pharmacist, a reviewer or a second approver, by whom, and with what note. */
type HandedOver = {
  at: string
  byId: string | null
  byName: string
  note: string | null
  /** What a supervisor is asked about, in words. */
  about?: string | null
}

/** Whether anybody could take it, in each role that takes what others hand over (takers-sql.ts). */
export type Takers = { pharmacist: boolean; senior: boolean; reviewer: boolean; supervisor: boolean }

export type Facts = AuthRowFound & {
  snooze_hours_total: number
  dea_schedule: string | null
  compound_code: number
  rx_number: string
  fill_number: number
  date_of_service: string
  shown: Shown
  first_approval: FirstApproval | null
  handed_over: HandedOver | null
  /** Who gave it back to its case owner, or took it back, where that happened last: with what note, and what had been saved of it. */
  returned: (HandedOver & { saved: FirstApproval | null }) | null
  /** What the reviewer wrote of it while it is in utilization review. */
  review: Review | null
  auto_pa: boolean
  owner_id: string | null
  owner_ids: string[]
  completed_by: string | null
  compensability: Compensability
  claim_status: string
  term_date: string | null
  effective_date: string | null
  claimant_name: string
  /** The decision in force. */
  decision: {
    id: string
    decision: string
    reason: string
    at: string
    by: string | null
    byName: string
    secondApprover: string | null
    startDate: string | null
    endDate: string | null
    oneTimeFill: boolean
    drugLevel: number | null
    maxFill: number | null
    note: string
    codes: { rejectCode: string; override: boolean; findings?: Omit<ClearedNow, 'rejectCode'>[] }[]
  } | null
  in_force: {
    id: string
    level: number
    gpiPrefix: string
    brandFlag: string
    kind: 'PERMIT' | 'BLOCK'
    startDate: string
    endDate: string
    overrideRef: string
    statusId: number
    codesCleared: string[]
    findings?: readonly ClearedFinding[] | null
    safetyIncluded: boolean
    safetyTier: 'A' | 'R' | 'O' | null
    overrideAll: boolean
    ndc: string | null
    rxNumber: string | null
    pharmacyNabp: string | null
    prescriberNpi: string | null
    /**
     * The request it came from, with the prescription that was about and when it came; none of a prior authorization from a
     * feed.
     */
    authorizationId: string | null
    rxOfRequest: string | null
    receivedAt: string
    /** Silence approved it. */
    bySilence?: boolean
  }[]
  settings: Record<string, unknown>
  /** How its business time is counted. */
  plan: PlanFound
  supervised: string[]
  /** Null of what is decided. */
  takers: Takers | null
  /** Requests that were merged into this one: their pharmacies are notified of the decision here. */
  merged: { id: string; reference: string; nabp: string; pharmacy: string }[]
  explained: boolean
  decided_before_by: string | null
  /** The reader's license in the state of the request. */
  my_license?: License | null
  /** The denied requests this one reconsiders, the last first. */
  reconsiders: string[]
  /** Who made it in the portal; none of a pharmacy's. */
  maker_id: string | null
  /** Denied for its fill or closed without a decision, and filled since (T32). */
  filled: boolean
  maintenance: boolean
  /** The flags that a completion clears. */
  flags: Flags
  determination: Determined | null
  due_pack: string
  due_arithmetic: string[]
  /** It is approved when nobody answers by its due time (lapse.ts). */
  silence_approves: boolean
  must_also_fix: string[]
  last_submitted_at: string
  resubmission_count: number
  last_paid_cost: number | null
  original_auth_id: string | null
  passthru: Record<string, string>
  refills_authorised: number
  date_written: string | null
  daw: string
  /** How a clinic billed it: code, units, modifiers; null of a drug with a package. */
  clinic: { code: string; units: number; modifiers?: string[] } | null
  gender: string
  patient_id: string
  ssn_last4: string | null
  accepted_date: string | null
  surgery_dates: string[]
  injury: string
  body_parts: number[]
  employer: string | null
  icd: { code: string; description: string; status: string; primary: boolean }[]
  coverage: { effectiveDate: string; termDate: string | null; planLevel: string }[]
  pharmacy: { npi: string; address: string; state: string; phone: string; fax: string | null } | null
  prescriber: {
    npi: string
    credential: string
    specialty: string
    phone: string | null
    fax: string | null
    email: string | null
  } | null
  drug: { form?: string; unit?: string; otc?: boolean; repackaged?: boolean } | null
  /** What the portal has of the patient and this drug: a fill of half a year, another request; and whether the prescriber is one who treats. */
  on_file: { filled: boolean; requested: boolean; treats: boolean }
  advice: {
    id: string
    license: string | null
    action: string
    rationale: string
    pharmacist: string
    at: string
    modified: { oneTime?: boolean; days?: number; quantity?: number; refs?: string[] }
  } | null
  clock_state: Record<string, unknown>
  duplicates: {
    id: string
    reference: string
    status: number
    drug: string
    quantity: number
    days: number
    pharmacy: string
    received: string
    due: string
    version: number
  }[]
  merged_into: { id: string; reference: string } | null
  /** The newest prior authorization it led to. */
  prior_auth: PriorAuthRow | null
  callback: {
    callbackId: string
    statusId: number
    outcome: string
    createdAt: string
    acknowledgedAt: string | null
  } | null
  letters: LetterShown[]
  letters_off: boolean
  snoozing: Snoozing
  /** The person's paid fills of opioids in scope, oldest first: what the dose by month is counted from (`doseBefore`). */
  opioid_fills: DosedFill[]
}

/** Escalation and snooze of a request; instants ISO 8601. */
type Flags = {
  escalated: boolean
  escalationLevel: number
  escalatedAt: string | null
  snoozedUntil: string | null
  snoozedBy: string | null
}

/** What else decides over snoozing a request. */
export type Snoozing = {
  /** The carrier has switched it off (`patient_pending_auth_snooze_disabled`). */
  off: boolean
  /** The user is the delegate of an owner who is away now. */
  standsIn: boolean
}
