// The rows of the authorization tables, named as their columns: the pure functions of this feature make them, sql.ts writes
// them.
import type { Reject } from '#features/adjudication/answer.ts'
import type { ClearedNow } from '#features/prior-auths/findings.ts'
import type { InsteadDrug } from './decided.ts'
import { eventText, type EventCode, type EventDetail } from './events.ts'
import type { StatusId } from './statuses.ts'

export type AuthorizationRow = {
  mc: string
  id: string
  sub_carrier: string
  group_code: string
  stratus_claim_id: string
  reference_number: string
  status_id: StatusId
  origin_code: number
  claim_channel_type: number
  delivery_type_id: number
  juris_state: string
  request_received_at: string
  /** FAX, MAIL, PHONE, EMAIL or PORTAL of a request that was keyed after it came; null where nothing was said. */
  received_how: string | null
  posted_on: string | null
  urgent: boolean
  concurrent: boolean
  completed_at: string | null
  completed_by: string | null
  completed_by_name: string | null
  statutory_due_at: string
  due_pack: string
  due_arithmetic: string[]
  next_clock_at: string | null
  escalated: boolean
  escalation_level: number
  escalated_at: string | null
  snoozed_until: string | null
  snooze_hours_total: number
  snoozed_by: string | null
  reconsideration_level: number
  original_auth_id: string | null
  superseded_by: string | null
  trigger_transaction_id: string | null
  last_transaction_id: string | null
  resubmission_count: number
  last_submitted_at: string
  pharmacy_nabp: string
  pharmacy_waiting: boolean
  prescriber_npi: string
  owner_id: string | null
  rx_number: string
  fill_number: number
  refills_authorised: number
  date_written: string | null
  date_of_service: string
  ndc: string
  gpi: string
  drug_name: string
  strength: string
  generic_or_brand: string
  daw: string
  dea_schedule: string | null
  quantity: number
  days_supply: number
  compound_code: number
  estimated_cost: number | null
  last_paid_cost: number | null
  mme_current: number | null
  mme_after: number | null
  rejects: Reject[]
  reject_codes: string[]
  must_also_fix: string[]
  first_approval: FirstApproval | null
  shown: Shown
  auto_pa: boolean
  passthru: Record<string, string>
  clock_state: Record<string, unknown>
  version: number
  created_at: string
  updated_at: string
  /** The clock of a question to a pharmacist, where it was asked one. */
  pharmacist_asked_at?: string
  answer_by?: string
  answer_by_at_counter?: string
  /** When a pharmacist answered the last question. */
  pharmacist_answered_at?: string
}

/** The first of two approvals, kept on the request until the second person confirms it. */
export type FirstApproval = {
  byId: string
  byName: string
  at: string
  fromStatus: number
  startDate: string
  endDate: string
  oneTime: boolean
  level: number
  maxFills: number | null
  maxQty: number | null
  maxDays: number | null
  maxCost?: number | null
  codes: string[]
  waitsFor: string[]
  overrideAll: boolean
  safetyIncluded: boolean
  safetyAck: string | null
  reasonId: number | null
  reason: string
  note: string
  dual: boolean
  /** Dollars up to which its giver approved alone then; null: no limit; left out of approvals older than this. */
  limit?: number | null
  /** Given by a pharmacist or a reviewer of the state: what a level 2 reconsideration asks for (T24). */
  clinical?: boolean
  /** Blocks it lifts when it is confirmed. */
  lifts?: string[]
  /** The safety findings it clears, each with its reason; left out of approvals older than this. */
  cleared?: ClearedNow[]
}

/** What the engine said when the claim stopped; kept, so that a decision can be explained years later. */
export type Shown = {
  facts: import('#features/adjudication/answer.ts').EngineFacts
  pricing: import('#features/adjudication/answer.ts').Pricing | null
  considerations: import('#features/adjudication/answer.ts').Consideration[]
  recommendation: import('#features/adjudication/answer.ts').Recommendation | null
  trace: import('#features/adjudication/answer.ts').TraceStep[]
  warnings: { rule: string; message: string }[]
}

export type OwnerRow = {
  mc: string
  authorization_id: string
  user_id: string
  position: number
  open: boolean
  assigned_by: string | null
  assigned_at: string
}

export type EventRow = {
  mc: string
  authorization_id: string
  event_code: EventCode
  event_text: string
  actor_type: 'user' | 'system' | 'pharmacy' | 'prescriber'
  actor_id: string | null
  actor_name: string
  at: string
  old_status_id: number | null
  new_status_id: number | null
  internal: boolean
  detail: Record<string, unknown>
}

export type DecisionRow = {
  mc: string
  authorization_id: string
  id: string
  decision: 'APPROVE' | 'REJECT' | 'REJECT_NO_PA' | 'AUTO' | 'BYPASS' | 'DEEMED'
  decided_by: string | null
  decided_by_name: string
  at: string
  start_date: string | null
  end_date: string | null
  one_time: boolean
  drug_level: number | null
  override_all: boolean
  safety_included: boolean
  safety_ack_text: string | null
  reason_id: number | null
  reason_desc: string
  note: string
  max_fill: number | null
  max_qty: number | null
  max_days: number | null
  /** `findings`: the safety findings of the code that were cleared, each with its reason. */
  rejects: { rejectCode: string; override: boolean; findings?: Omit<ClearedNow, 'rejectCode'>[] }[]
  second_approver: string | null
  second_approver_name: string | null
  shown: unknown
  undone_at: string | null
  undone_by_name: string | null
}

/** The person or job that caused an event. */
export type Actor = { type: EventRow['actor_type']; id: string | null; name: string }
export const engine: Actor = { type: 'system', id: null, name: 'RxDocket' }
/** A person as the log names them. */
export const actorOf = ({ id, name }: { id: string; name: string }): Actor => ({ type: 'user', id, name })

/** One line of the event log; its words come from the event's code and detail. */
export function event<Code extends EventCode>(
  at: {
    mc: string
    authorizationId: string
    now: string
    actor: Actor
    from: number | null
    to: number | null
    internal?: boolean
  },
  code: Code,
  detail: EventDetail<Code>,
): EventRow {
  return {
    mc: at.mc,
    authorization_id: at.authorizationId,
    event_code: code,
    event_text: eventText(code, detail),
    actor_type: at.actor.type,
    actor_id: at.actor.id,
    actor_name: at.actor.name,
    at: at.now,
    old_status_id: at.from,
    new_status_id: at.to,
    internal: at.internal ?? false,
    detail: detail as Record<string, unknown>,
  }
}

/** The same of what a person does to a request; it stays in its status by default. */
export const lineOf = <Code extends EventCode>(
  { person, request, now }: { person: { id: string; name: string }; request: Logged; now: string },
  code: Code,
  detail: EventDetail<Code>,
  { from = request.status_id, to = from }: { from?: number; to?: number } = {},
): EventRow =>
  event({ mc: request.mc, authorizationId: request.id, now, actor: actorOf(person), from, to }, code, detail)
type Logged = { mc: string; id: string; status_id: number }

/** The line of a hand-over that came back, with what was saved of it: who saved it finds it in the form again. */
export const withSaved = (line: EventRow, saved: FirstApproval | null): EventRow =>
  saved ? { ...line, detail: { ...line.detail, saved } } : line

/** What a decision says, by a person, a rule or the clock. */
export type Verdict = {
  kind: 'APPROVE' | 'REJECT' | 'REJECT_NO_PA'
  startDate: string | null
  endDate: string | null
  oneTime: boolean
  level: number | null
  maxFills: number | null
  maxQty: number | null
  maxDays: number | null
  /** Dollars a fill; left out or null where the cost has no limit. */
  maxCost?: number | null
  /** 'B' where a denial blocks the brand alone; left out, brands and generics. */
  brandFlag?: 'B' | '*'
  /** Of a saved approval that was made narrower: "from 30 to 7 days by Rita Chen". */
  narrowed?: string
  /** Of a denial: the product named to be used instead. */
  instead?: InsteadDrug
  /** Codes the approval clears, or that the denial stands on. */
  codes: readonly string[]
  /** The safety findings it clears, each with its reason; left out, its codes stand for all of theirs. */
  cleared?: readonly ClearedNow[]
  overrideAll: boolean
  safetyIncluded: boolean
  safetyAck: string | null
  reasonId: number | null
  reason: string
  note: string
}
